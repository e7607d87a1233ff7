"""Proof of work while a park is under a burst: each reservation costs its caller's browser some tenths of a second.

The browser does it by itself, and nobody sees anything of it; a script that invents households pays for each one. It is
asked for only while more of a park's places wait for a confirmation than usual (`household/deadlines.py` notes that),
never for what a household declares or accepts.

The work is a number whose SHA-256, together with the call's own key and a salt of ours, begins with so many zero bits.
The key makes it good for one call, the salt, which changes every ten minutes, for a short time; so nothing is stored.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

from services.core.http.outcome import Outcome, refused
from services.reservations.errors import WorkWanted

Asking = TypeVar("Asking")

HEADER: Final = "Work"
"""What is to be done, in the answer: `bits.salt`; the number found, in the call sent again."""
BITS: Final = 16
"""65,536 tries in the mean: a third of a second on a telephone."""
_SALT_SECONDS: Final = 600
_LONGEST: Final = 20
WORK_PARAMETER: Final = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": _LONGEST},
}
"""The number in the API document."""


@dataclass(frozen=True, slots=True)
class Work:
    """What a call brings with it: its key as sent, and the number found; either may be missing."""

    key: str
    number: str

    def is_done(self, secret: bytes, now: datetime) -> bool:
        """Whether the number does the work, with the salt of this window or of the one before."""
        if not self.key or not self.number or len(self.number) > _LONGEST:
            return False
        salts = (_salt(secret, now, ago) for ago in (0, 1))
        return any(_zero_bits(f"{salt}:{self.key}:{self.number}") >= BITS for salt in salts)


def refuse_idle(calls: Mapping[Asking, Work | None], secret: bytes, now: datetime) -> dict[Asking, Outcome]:
    """The calls that have not done it, with the refusal that says what to do."""
    wanted = WorkWanted(headers={HEADER: f"{BITS}.{_salt(secret, now, 0)}"})
    return {call: refused(wanted) for call, work in calls.items() if work and not work.is_done(secret, now)}


def _salt(secret: bytes, now: datetime, windows_ago: int) -> str:
    window = int(now.timestamp()) // _SALT_SECONDS - windows_ago
    return hmac.new(secret, f"work|{window}".encode(), hashlib.sha256).hexdigest()[:16]


def _zero_bits(text: str) -> int:
    digest = hashlib.sha256(text.encode()).digest()
    return len(digest) * 8 - int.from_bytes(digest).bit_length()
