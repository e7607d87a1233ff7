"""What people do with a line: take it, give it away, put it off, end it, take that back. Units of `Database.write`."""

from datetime import date, datetime, timedelta

from sqlalchemy.orm import Session

from services.core.calendar.working_days import first_of_next_week, next_working_day, on_or_after
from services.core.clock import berlin_day
from services.core.fields import Refused
from services.core.german import short_day
from services.core.inputs import fault_of
from services.reservations.desk.undo import undo as undo_operation
from services.staff.call import Staff
from services.staff.models import Account, AccountState, Role
from services.work.errors import EndsElsewhere, NoAssignee, NothingToUndo, SnoozedTooLong, UnknownWork
from services.work.items import Key, locked, opened, refuse_stale, restore, save
from services.work.models import WorkItem
from services.work.source import Ending, Sources, Term

_LONGEST = timedelta(days=366)


def assign(
    session: Session, sources: Sources, key: Key, given: tuple[int | None, int], staff: Staff, now: datetime
) -> WorkItem:
    """Give the line to an account, or to nobody. `given`: the account and the version that was seen."""
    account_id, seen = given
    line, item = opened(session, sources, key, staff, now)
    refuse_stale(session, item, seen)
    if account_id is not None:
        account = session.get(Account, account_id)
        is_there = account is not None and account.state == AccountState.ACTIVE.value
        if account is None or not is_there or Role(account.role) not in line.kind.roles:
            raise NoAssignee
    save(session, item, {"assignee_id": account_id}, (staff.actor, "assigned"), now)
    return item


def snooze(
    session: Session, sources: Sources, key: Key, given: tuple[date | None, int], staff: Staff, now: datetime
) -> WorkItem:
    """Put the line off until a day, or bring it back. SnoozedTooLong beyond the last working day of its term."""
    until, seen = given
    line, item = opened(session, sources, key, staff, now)
    refuse_stale(session, item, seen)
    if until is not None:
        _refuse_day(until, berlin_day(now), line.subject.term)
    save(session, item, {"snoozed_until": until}, (staff.actor, "snoozed"), now)
    return item


def _refuse_day(until: date, today: date, term: Term | None) -> None:
    with fault_of("until"):
        if not today < until <= today + _LONGEST:
            raise Refused("out_of_range", "Bitte wählen Sie einen Tag nach heute, höchstens ein Jahr voraus.")
    if term is not None and until > term.work_day:
        raise SnoozedTooLong(short_day(term.legal_end))


def snooze_days(today: date) -> tuple[date, date, date]:
    """Tomorrow, Monday and a week on, as the desk means them: three different working days. From Friday on, tomorrow is
    that Monday already, and the second is the day behind it.
    """
    tomorrow = next_working_day(today)
    monday = max(first_of_next_week(today), next_working_day(tomorrow))
    return tomorrow, monday, max(on_or_after(today + timedelta(days=7)), next_working_day(monday))


def done(session: Session, sources: Sources, key: Key, seen: int, staff: Staff, now: datetime) -> WorkItem:
    """End the line: by the step of its source, or by saying so. EndsElsewhere for a decision with its own page."""
    line, item = opened(session, sources, key, staff, now)
    if item.done_at is not None:
        raise UnknownWork
    refuse_stale(session, item, seen)
    if line.kind.ending is Ending.PAGE:
        raise EndsElsewhere
    source = sources[key[0]]
    step = source.step
    operation_id = step(session, key[1], staff.actor, now) if step else None
    values = {"done_at": now, "done_by": staff.id, "operation_id": operation_id}
    save(session, item, values, (staff.actor, "done"), now)
    if step is not None and operation_id is None and source.reverse is None:
        item.before = {}  # final: there is nothing to take back
        session.flush()
    return item


def undo(session: Session, sources: Sources, key: Key, seen: int, staff: Staff, now: datetime) -> WorkItem:
    """Take the last change of a line back, with the step that ended it. NothingToUndo where there is none."""
    item = locked(session, key)
    if item is None:
        raise UnknownWork
    refuse_stale(session, item, seen)
    if not item.before:
        raise NothingToUndo
    if item.operation_id is not None:
        undone = undo_operation(session, item.operation_id, staff.actor, staff.role.value, now)
        if not undone.done:
            raise NothingToUndo
    elif item.done_at is not None and (reverse := sources[key[0]].reverse):
        reverse(session, key[1], staff.actor, now)
    restore(session, item, (staff.actor, "undone"), now)
    return item
