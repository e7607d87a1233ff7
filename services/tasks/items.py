"""The row of a line: locked, compared with what the caller saw, and changed so that it can be taken back."""

from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.db.rows import Insertion
from services.staff import audit
from services.staff.actor_names import actor_names
from services.staff.call import Staff
from services.staff.models import AuditEntry
from services.tasks.errors import UnknownWork, WorkChanged
from services.tasks.models import WorkItem
from services.tasks.queue import Line, applies, one_line
from services.tasks.source import Sources

_INSERTION: Final = Insertion(WorkItem.__table__, lambda insert: insert.on_conflict_do_nothing())
_KEPT: Final = ("assignee_id", "snoozed_until", "done_at", "done_by")
_FRESH: Final[dict[str, Any]] = {
    "assignee_id": None,
    "snoozed_until": None,
    "done_at": None,
    "done_by": None,
    "operation_id": None,
    "escalated_at": None,
}

Key = tuple[str, str]
"""The kind of a line, and the key of its subject."""


def opened(session: Session, sources: Sources, key: Key, staff: Staff, now: datetime) -> tuple[Line, WorkItem]:
    """A line that is open for this role, and its row, locked. UnknownWork where its cause has ended."""
    line = one_line(session, sources, key, now)
    if line is None or staff.role not in line.kind.roles:
        raise UnknownWork
    return line, row_of(session, line, now)


def row_of(session: Session, line: Line, now: datetime) -> WorkItem:
    """The row of a line, locked; begun again where it was about another cause."""
    kind, subject = line.kind.name, line.subject
    fresh = {"kind": kind, "subject_id": subject.id, "cause": subject.cause, "before": {}, "version": 0}
    _INSERTION.run(session, [{**fresh, **_FRESH, "changed_at": now}])
    item = locked(session, (kind, subject.id))
    if item is None:
        raise UnknownWork
    if not applies(item, line.kind, subject):
        for name, value in {**_FRESH, "cause": subject.cause, "before": {}}.items():
            setattr(item, name, value)
    return item


def locked(session: Session, key: Key) -> WorkItem | None:
    """The row of a line, if anybody ever did something with it."""
    of_key = (WorkItem.kind == key[0]) & (WorkItem.subject_id == key[1])
    query = select(WorkItem).where(of_key).with_for_update().execution_options(populate_existing=True)
    return session.scalars(query).one_or_none()


def refuse_stale(session: Session, item: WorkItem, seen: int) -> None:
    """WorkChanged, with who it was, if the row is not the one that the caller saw."""
    if item.version != seen:
        by = _last_actor(session, item)
        raise WorkChanged(actor_names(session, [by]).get(by) if by else None)


def _last_actor(session: Session, item: WorkItem) -> str | None:
    query = select(AuditEntry.actor).where(AuditEntry.subject == subject_ref(item))
    return session.scalar(query.order_by(AuditEntry.id.desc()).limit(1))


def save(session: Session, item: WorkItem, values: dict[str, Any], by: tuple[str, str], now: datetime) -> None:
    """Change the row, keep what was there before, and log it. `by`: actor and action."""
    item.before = {name: _kept(getattr(item, name)) for name in _KEPT}
    for name, value in values.items():
        setattr(item, name, value)
    log(session, item, by, now)


def restore(session: Session, item: WorkItem, by: tuple[str, str], now: datetime) -> None:
    """Put back what the last change replaced."""
    before = item.before
    item.assignee_id, item.done_by = before["assignee_id"], before["done_by"]
    item.snoozed_until = date.fromisoformat(before["snoozed_until"]) if before["snoozed_until"] else None
    item.done_at = datetime.fromisoformat(before["done_at"]) if before["done_at"] else None
    item.operation_id, item.before = None, {}
    log(session, item, by, now)


def log(session: Session, item: WorkItem, by: tuple[str, str], now: datetime) -> None:
    """Raise the version and write the audit entry, which open consoles hear of."""
    item.version, item.changed_at = item.version + 1, now
    session.flush()
    actor, action = by
    audit.append(session, [audit.Event(actor, f"work.{action}", subject_ref(item), {"kind": item.kind})], now)


def subject_ref(item: WorkItem) -> str:
    """How the audit log names a line."""
    return f"work:{item.id}"


def _kept(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value
