"""What the audit log says has changed, read from a cursor on."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.staff.actor_names import actor_names
from services.staff.models import AuditEntry

MOST: Final = 500
"""More changes than this at once are not told one by one."""
_QUIET: Final = frozenset({"account", "staff", "operation", "machine_token"})
"""Subjects that no list or record of the console shows live: log-ins above all, which are the most frequent."""


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of the audit log: what happened to which row. `number` is None for a subject without one."""

    id: int
    topic: str
    number: int | None
    action: str
    actor: str
    actor_name: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes behind a cursor, oldest first, and the cursor behind them; `are_too_many` stands for those left
    out.
    """

    found: Sequence[Change]
    cursor: int
    are_too_many: bool = False


def end_of_log(session: Session) -> int:
    """The number of the newest entry; 0 in an empty log."""
    return session.scalar(select(func.max(AuditEntry.id))) or 0


def end_before(session: Session, moment: datetime) -> int:
    """The number of the newest entry that is older than `moment`; 0 if there is none."""
    older = select(AuditEntry.id).where(AuditEntry.at < moment).order_by(AuditEntry.id.desc()).limit(1)
    return session.scalar(older) or 0


def changes_after(session: Session, cursor: int) -> Changes:
    """What was written behind `cursor`; nothing of it, and the end of the log, when it is more than `MOST`."""
    query = select(AuditEntry.id, AuditEntry.subject, AuditEntry.action, AuditEntry.actor, AuditEntry.at).where(
        AuditEntry.id > cursor
    )
    rows = session.execute(query.order_by(AuditEntry.id).limit(MOST + 1)).all()
    if len(rows) > MOST:
        return Changes((), end_of_log(session), are_too_many=True)
    names = actor_names(session, {row.actor for row in rows})
    found = []
    for row in rows:
        topic, _, number = row.subject.partition(":")
        if topic not in _QUIET:
            number_or_none = int(number) if number.isdecimal() else None
            found.append(Change(row.id, topic, number_or_none, row.action, row.actor, names.get(row.actor), row.at))
    return Changes(found, rows[-1].id if rows else cursor)
