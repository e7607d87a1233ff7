"""Stores recipients of schedules, with who entered and who confirmed them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.schedules.errors import UnknownRecipient
from services.schedules.models import ReportRecipient, ReportSchedule, ScheduleState
from services.schedules.pack.reports import names_of
from services.schedules.recipients.eligibility import Addressee, judged, rows_of
from services.schedules.recipients.narrowing import key_of
from services.schedules.recipients.validation import Chosen


@dataclass(frozen=True, slots=True)
class Entered:
    """Result of saving the recipients."""

    is_changed: bool
    outside: int
    """Number of external addresses added."""
    filtered: tuple[ReportRecipient, ...] = ()
    """Recipients whose own filter was entered, changed or taken away."""

    @property
    def told(self) -> dict[str, int]:
        """Details for the audit log, which never contains addresses."""
        return {"outside_added": self.outside} if self.outside else {}


def put_recipients(session: Session, schedule_id: int, chosen: Sequence[Chosen], actor: str, now: datetime) -> Entered:
    """Make these the recipients of a locked schedule. Existing ones keep who entered and confirmed them; entering an
    external address confirms it.
    """
    present = {_key(row.account_id, row.address): row for row in rows_of(session, [schedule_id])}
    before, outside, filtered = list(present), 0, []
    wanted = {_key(one.account_id, one.address): one for one in chosen}
    for key in before:
        if key not in wanted:
            session.delete(present.pop(key))
    session.flush()
    for place, (key, one) in enumerate(wanted.items()):
        row = present.get(key)
        if row is None:
            is_outside = one.account_id is None
            outside += is_outside
            row = ReportRecipient(
                schedule_id=schedule_id,
                account_id=one.account_id,
                address=one.address,
                entered_by=actor,
                entered_at=now,
                confirmed_by=actor if is_outside else None,
                confirmed_at=now if is_outside else None,
            )
            session.add(row)
        row.place = place
        if key_of(row.filters) != key_of(one.filters):
            row.filters = {name: list(values) for name, values in one.filters.items()} if one.filters else None
            filtered.append(row)
    session.flush()
    return Entered(before != list(wanted) or bool(filtered), outside, tuple(filtered))


def confirm(session: Session, schedule_id: int, recipient_id: int, actor: str, now: datetime) -> None:
    """An admin confirms an external address for another year. Raises UnknownRecipient."""
    row = session.get(ReportRecipient, recipient_id, with_for_update=True, populate_existing=True)
    if row is None or row.schedule_id != schedule_id or row.address is None:
        raise UnknownRecipient
    row.confirmed_by, row.confirmed_at = actor, now
    session.flush()


def unconfirmed(session: Session, now: datetime) -> list[tuple[ReportSchedule, list[Addressee]]]:
    """Active schedules with those of their external addresses whose confirmation has ended or ends soon."""
    is_running = (ReportSchedule.state == ScheduleState.ACTIVE.value) & ReportSchedule.removed_at.is_(None)
    has_outside = select(ReportRecipient.schedule_id).where(ReportRecipient.address.is_not(None))
    query = select(ReportSchedule).where(is_running, ReportSchedule.id.in_(has_outside)).order_by(ReportSchedule.id)
    found = []
    for schedule in session.scalars(query).all():
        outside = [row for row in rows_of(session, [schedule.id]) if row.address is not None]
        due = [one for one in judged(session, outside, names_of(schedule), now) if one.state in _DUE]
        if due:
            found.append((schedule, due))
    return found


_DUE = frozenset(("unconfirmed", "expired", "ending"))


def _key(account_id: int | None, address: str | None) -> tuple[int | None, str | None]:
    """Normalised address: spellings of the same address are equal."""
    return account_id, address.lower() if address is not None else None
