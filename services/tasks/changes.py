"""Actions on a line: take, hand over, snooze, end, undo. Units of `Database.write`.

Each locks the row of the line, compares it with the version that the caller saw, and keeps what an undo needs.
"""

from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.db.rows import Insertion
from services.core.fields import Refused
from services.core.german import short_day
from services.core.inputs import fault_of
from services.core.working_days import first_of_next_week, next_working_day, on_or_after
from services.reservations.desk.refunded import Refunded
from services.reservations.desk.undo import undo as undo_operation
from services.staff import audit
from services.staff.actor_names import actor_names
from services.staff.call import Staff
from services.staff.models import Account, AccountState, AuditEntry, Role
from services.tasks.errors import EndsElsewhere, NoAssignee, NothingToUndo, SnoozedTooLong, UnknownWork, WorkChanged
from services.tasks.models import WorkItem
from services.tasks.queue import Key, Line, applies, one_line
from services.tasks.source import Term
from services.tasks.sources import SOURCES

CLERKS: Final = frozenset({Role.ADMIN, Role.STAFF})
"""Whom work can be assigned to."""
_LONGEST: Final = timedelta(days=366)
_INSERTION: Final = Insertion(WorkItem.__table__, lambda insert: insert.on_conflict_do_nothing())
_KEPT: Final = ("assignee_id", "snoozed_until", "done_at", "done_by")
_FRESH: Final[dict[str, Any]] = {**dict.fromkeys((*_KEPT, "operation_id", "escalated_at")), "before": {}}


def may_work(account: Account) -> bool:
    """Whether lines can be assigned to the account."""
    return account.state == AccountState.ACTIVE.value and account.role in CLERKS


def assign(session: Session, key: Key, given: tuple[int | None, int], staff: Staff, now: datetime) -> WorkItem:
    """Assign the line to an account, or to nobody. `given`: the account and the version that was seen."""
    account_id, seen = given
    _, item = _opened(session, key, now)
    _refuse_stale(session, item, seen)
    if account_id is not None:
        account = session.get(Account, account_id)
        if account is None or not may_work(account):
            raise NoAssignee
    return _save(session, item, {"assignee_id": account_id}, (staff.actor, "assigned"), now)


def snooze(session: Session, key: Key, given: tuple[date | None, int], staff: Staff, now: datetime) -> WorkItem:
    """Snooze the line until a day, or wake it up. SnoozedTooLong beyond the last working day of its term."""
    until, seen = given
    line, item = _opened(session, key, now)
    _refuse_stale(session, item, seen)
    if until is not None:
        _refuse_day(until, berlin_day(now), line.subject.term)
    return _save(session, item, {"snoozed_until": until}, (staff.actor, "snoozed"), now)


def _refuse_day(until: date, today: date, term: Term | None) -> None:
    with fault_of("until"):
        if not today < until <= today + _LONGEST:
            raise Refused("out_of_range", "Bitte wählen Sie einen Tag nach heute, höchstens ein Jahr voraus.")
    if term is not None and until > term.work_day:
        raise SnoozedTooLong(short_day(term.legal_end))


def snooze_days(today: date) -> tuple[date, date, date]:
    """Tomorrow, Monday and in a week: three different working days. From Friday on tomorrow is that Monday already, so
    the second is the day after.
    """
    tomorrow = next_working_day(today)
    monday = max(first_of_next_week(today), next_working_day(tomorrow))
    return tomorrow, monday, max(on_or_after(today + timedelta(days=7)), next_working_day(monday))


def done(
    session: Session, key: Key, seen: int, staff: Staff, now: datetime, refund: Refunded | None = None
) -> WorkItem:
    """End the line: by the step of its source, or by marking it. EndsElsewhere for a decision on a separate page.
    `refund`: what was given back, where that is the work.
    """
    line, item = _opened(session, key, now)
    if item.done_at is not None:
        raise UnknownWork
    _refuse_stale(session, item, seen)
    source = line.kind
    if source.ending == "page":
        raise EndsElsewhere
    if source.is_refund and refund is None:
        with fault_of("cents"):
            raise Refused("missing", "Bitte geben Sie an, wie viel Sie an welchem Tag erstattet haben.")
    operation_id = source.step(session, key[1], staff.actor, now, refund) if source.step else None
    values = {"done_at": now, "done_by": staff.id, "operation_id": operation_id}
    _save(session, item, values, (staff.actor, "done"), now)
    if source.step is not None and operation_id is None and source.reverse is None:
        item.before = {}  # final: nothing to undo
        session.flush()
    return item


def undo(session: Session, key: Key, seen: int, staff: Staff, now: datetime) -> WorkItem:
    """Undo the last change of a line, with the step that ended it. Raises NothingToUndo."""
    item = locked(session, key)
    if item is None:
        raise UnknownWork
    _refuse_stale(session, item, seen)
    before = item.before
    if not before:
        raise NothingToUndo
    if item.operation_id is not None:
        undone = undo_operation(session, item.operation_id, staff.actor, staff.role.value, now)
        if not undone.done:
            raise NothingToUndo
    elif item.done_at is not None and (reverse := SOURCES[key[0]].reverse):
        reverse(session, key[1], staff.actor, now)
    item.assignee_id, item.done_by = before["assignee_id"], before["done_by"]
    item.snoozed_until = date.fromisoformat(before["snoozed_until"]) if before["snoozed_until"] else None
    item.done_at = datetime.fromisoformat(before["done_at"]) if before["done_at"] else None
    item.operation_id, item.before = None, {}
    _log(session, item, (staff.actor, "undone"), now)
    return item


def hand_over(session: Session, item: WorkItem, heir: Account, actor: str, now: datetime) -> None:
    """Assign the line of a leaving colleague to another; not undoable, since the colleague is gone."""
    item.assignee_id, item.before = heir.id, {}
    _log(session, item, (actor, "assigned"), now)


def _opened(session: Session, key: Key, now: datetime) -> tuple[Line, WorkItem]:
    """An open line and its row, locked. Raises UnknownWork if its cause has ended."""
    line = one_line(session, key, now)
    if line is None:
        raise UnknownWork
    return line, row_of(session, line, now)


def row_of(session: Session, line: Line, now: datetime) -> WorkItem:
    """The row of a line, locked; reset if it was about another cause."""
    kind, subject = line.kind.name, line.subject
    row = {"kind": kind, "subject_id": subject.id, "cause": subject.cause, "version": 0, "changed_at": now}
    _INSERTION.run(session, [{**row, **_FRESH}])
    item = locked(session, line.key)
    if item is None:
        raise UnknownWork
    if not applies(item, line.kind, subject):
        for name, value in {**_FRESH, "cause": subject.cause}.items():
            setattr(item, name, value)
    return item


def locked(session: Session, key: Key) -> WorkItem | None:
    """The row of a line, locked, if there is one."""
    of_key = (WorkItem.kind == key[0]) & (WorkItem.subject_id == key[1])
    query = select(WorkItem).where(of_key).with_for_update().execution_options(populate_existing=True)
    return session.scalars(query).one_or_none()


def _refuse_stale(session: Session, item: WorkItem, seen: int) -> None:
    """Raises WorkChanged, naming the colleague, if the row is not the one that the caller saw."""
    if item.version != seen:
        query = select(AuditEntry.actor).where(AuditEntry.subject == subject_ref(item))
        by = session.scalar(query.order_by(AuditEntry.id.desc()).limit(1))
        raise WorkChanged(actor_names(session, [by]).get(by) if by else None)


def _save(session: Session, item: WorkItem, values: dict[str, Any], by: tuple[str, str], now: datetime) -> WorkItem:
    """Change the row, keep the former values, and log it. `by`: actor and action."""
    item.before = {name: _kept(getattr(item, name)) for name in _KEPT}
    for name, value in values.items():
        setattr(item, name, value)
    _log(session, item, by, now)
    return item


def _kept(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _log(session: Session, item: WorkItem, by: tuple[str, str], now: datetime) -> None:
    """Increment the version and write the audit entry, which notifies open consoles."""
    item.version, item.changed_at = item.version + 1, now
    session.flush()
    actor, action = by
    audit.append(session, [audit.Event(actor, f"work.{action}", subject_ref(item), {"kind": item.kind})], now)


def subject_ref(item: WorkItem) -> str:
    """Names a line in the audit log."""
    return f"work:{item.id}"
