"""Referral codes: normalising, validating and generating. Pure but for randomness.

A code is stored in capital letters without blanks and hyphens, and what came in is brought into the same form before
it is compared: `k7m 2q-xh` is `K7M2QXH`.
"""

import re
import secrets
from typing import Annotated, Final

from services.core.fields import Refused, text
from services.core.inputs import Rule
from services.core.references import ALPHABET

SEPARATORS: Final = (" ", "-", "\u00a0", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "_")
"""Blanks, hyphens and what programs make of them."""
SHORTEST, LONGEST = 3, 40
_LONGEST_TYPED = 100
"""With blanks and hyphens."""
_RANDOM_LENGTH = 7
_FORM = re.compile(r"[A-Z0-9]+")


def code_key(raw: str) -> str:
    """The code normalised for comparison."""
    for separator in SEPARATORS:
        raw = raw.replace(separator, "")
    return "".join(raw.split()).upper()


def read_code(value: object) -> str:
    """Validate a partner's own code; `Verein-Süd` is refused, as a code must survive being read out and typed."""
    code = code_key(text(value, LONGEST))
    if not SHORTEST <= len(code) <= LONGEST or not _FORM.fullmatch(code):
        raise Refused("code_invalid", f"Bitte {SHORTEST} bis {LONGEST} Zeichen: A bis Z und 0 bis 9.")
    return code


Code = Annotated[str, Rule(read_code, {"type": "string", "minLength": SHORTEST, "maxLength": LONGEST})]
"""A code that a partner has chosen."""


def _code_text(value: object) -> str:
    """A code as a link may carry it, of a partner or of a household."""
    code = code_key(text(value, _LONGEST_TYPED))
    if not code.isalnum() or not code.isascii():
        raise Refused("code_invalid", "Ein Empfehlungscode besteht aus Buchstaben und Ziffern.")
    return code


CodeText = Annotated[str, Rule(_code_text, {"type": "string", "minLength": 1, "maxLength": _LONGEST_TYPED})]


def random_code() -> str:
    """Seven characters that are not mistaken for each other; 17 thousand million codes, too many to guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(_RANDOM_LENGTH))
