"""The audit log: a tamper-evident hash chain.

Each entry's hash is SHA-256 over the previous hash and its own content. Changing, removing or inserting a row breaks
every hash after it; checkpoints reveal a truncated or fully recomputed chain (`audit/checkpoints.py`).
Appending is serialised (the chain has one end), so it comes last in a transaction.
"""

import hashlib
import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from services.core.db.rows import Insertion
from services.staff.models import AuditEntry

GENESIS = "0" * 64
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
_INSERTION = Insertion(AuditEntry.__table__)
_LOCK = text("SELECT pg_advisory_xact_lock(7267001)")
_END = select(AuditEntry.hash).order_by(AuditEntry.id.desc()).limit(1)


@dataclass(frozen=True, slots=True)
class Event:
    """An entry to be written: who did what to which object, with facts free of personal data."""

    actor: str
    action: str
    subject: str
    details: dict[str, Any] = field(default_factory=dict)


def append(session: Session, events: Sequence[Event], now: datetime) -> None:
    """Add events to the end of the chain, in order."""
    connection = session.connection()
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK)
    previous = connection.scalar(_END) or GENESIS
    rows = []
    for event in events:
        digest = entry_hash(previous, now, event)
        rows.append(
            {
                "at": now,
                "actor": event.actor,
                "action": event.action,
                "subject": event.subject,
                "details": event.details,
                "previous_hash": previous,
                "hash": digest,
            }
        )
        previous = digest
    _INSERTION.run(session, rows)


def entry_hash(previous: str, at: datetime, event: Event) -> str:
    """The hash of one entry. The moment is written in whole microseconds of UTC, equal on both databases."""
    moment = at.astimezone(UTC).isoformat(timespec="microseconds")
    content = [previous, moment, event.actor, event.action, event.subject, event.details]
    canonical = _CANONICAL.encode(content)
    return hashlib.sha256(canonical.encode()).hexdigest()


def first_broken_entry(session: Session) -> int | None:
    """The id of the first entry whose hash or link is wrong, or None when the whole chain holds."""
    previous = GENESIS
    query = select(AuditEntry).order_by(AuditEntry.id).execution_options(yield_per=1000)
    with closing(session.scalars(query)) as rows:
        for row in rows:
            event = Event(row.actor, row.action, row.subject, row.details)
            if row.previous_hash != previous or row.hash != entry_hash(previous, row.at, event):
                return row.id
            previous = row.hash
    return None
