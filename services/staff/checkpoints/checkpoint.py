"""Audit log checkpoints: length and last hash at a point in time, sealed with a key kept outside the database.

The chain alone cannot reveal truncation: with write access to the database one can remove the newest entries, or
recompute every hash. A checkpoint is an HMAC of count, last hash and time.
"""

import hashlib
import hmac
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.german import counted, number
from services.staff.models import AuditCheckpoint, AuditEntry

_PARTS = 4


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """State of the log at a point in time."""

    entries: int
    last_hash: str
    at: datetime

    def sealed(self, key: bytes) -> str:
        """As one line of text that can be mailed, printed and given back to `voltigo audit verify --checkpoint`."""
        content = self._content()
        return f"{content}.{_seal(content, key)}"

    def _content(self) -> str:
        moment = self.at.astimezone(UTC).strftime("%Y%m%dT%H%M%S%fZ")
        return f"{self.entries}.{self.last_hash}.{moment}"


def read(text: str, key: bytes) -> Checkpoint | None:
    """Parse a sealed line; None if it was not sealed with this key."""
    content, _, seal = text.strip().rpartition(".")
    if content.count(".") != _PARTS - 2 or not hmac.compare_digest(seal.encode(), _seal(content, key).encode()):
        return None
    entries, last_hash, moment = content.split(".")
    return Checkpoint(int(entries), last_hash, datetime.strptime(moment, "%Y%m%dT%H%M%S%fZ").replace(tzinfo=UTC))


def _seal(content: str, key: bytes) -> str:
    return hmac.new(key, f"audit|{content}".encode(), hashlib.sha256).hexdigest()


def fault(session: Session, checkpoint: Checkpoint) -> str | None:
    """How the log contradicts the checkpoint: entries are missing, or covered entries were changed. None: no fault."""
    return first_fault_of(session, [checkpoint])


def first_fault(session: Session, key: bytes) -> str | None:
    """First fault among the stored checkpoints, oldest first, including one that was not sealed with this key."""
    lines = session.scalars(select(AuditCheckpoint.sealed).order_by(AuditCheckpoint.id)).all()
    read_ones = [read(line, key) for line in lines]
    if None in read_ones:
        return "ein Prüfpunkt ist nicht mit diesem Schlüssel versiegelt"
    return first_fault_of(session, [one for one in read_ones if one])


def first_fault_of(session: Session, checkpoints: Iterable[Checkpoint]) -> str | None:
    """First fault among these; the log is read once, whatever their number."""
    expected: dict[int, set[str]] = {}
    for one in checkpoints:
        if one.entries:
            expected.setdefault(one.entries, set()).add(one.last_hash)
    count = 0
    query = select(AuditEntry.hash).order_by(AuditEntry.id).execution_options(yield_per=1000)
    with closing(session.scalars(query)) as hashes:
        for count, found in enumerate(hashes, 1):
            if expected.pop(count, {found}) != {found}:
                return f"die Einträge bis Nummer {number(count)} sind nicht die des Prüfpunkts"
    if not (needed := min(expected, default=0)):
        return None
    verb = "fehlt" if needed - count == 1 else "fehlen"
    return f"von {counted(needed, 'Eintrag', 'Einträgen')} {verb} {number(needed - count)}"
