"""Job: reminds households of what they have to say in time, whether an address is theirs or whether they want the
contract, and gives up the places of those who do not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import TextClause, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.rows import fetch
from services.household_links.deadline import ConfirmRule, confirm_rule, reminders_due
from services.household_links.links import issue_one
from services.household_links.models import Purpose
from services.mail import outbox
from services.mail.letters.household import ConfirmReminder
from services.mail.reservation_letters import InvitationReminder
from services.parks import allocation
from services.parks.models import Park
from services.reservations.abuse.bursts import note, standing
from services.reservations.desk.perform import Request, perform
from services.reservations.mails import compose, deadline_words, field_members, order_letters
from services.reservations.models import UNCONFIRMED, UNDECIDED, Reservation
from services.reservations.transitions import LAPSE, LAPSE_INVITATION, Operation
from services.settings import Settings

_BATCH = 100
_SEEN_AT_ONCE = 1_000
"""Most places have no reminder due: of those only the days are read."""
_ACTOR = "system"
Batch = Callable[[Session, datetime, int], tuple[int, int | None]]
"""A unit of work on the reservations behind an id: how many it changed, and the last it saw."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """What a household has to say in time, as of its reservation: `waits` is the condition that it has not yet, within
    the time between two columns. `order` orders the reminders by their keys.
    """

    waits: TextClause
    since: InstrumentedAttribute[Any]
    until: InstrumentedAttribute[Any]
    operation: Operation
    reminder: str
    order: Callable[[Session, Mapping[str, Reservation], datetime], None]


@dataclass(frozen=True, slots=True)
class Watched:
    """What one run has done."""

    lapsed: int
    reminded: int


def watch_deadlines(db: Database, settings: Settings, clock: Clock) -> Watched:
    """One round over every place that waits for its household. Any number of processes may run it at once."""
    rule, now = confirm_rule(settings), clock()
    watched = [_watched(db, one, now) for one in (CONFIRMATION, ANSWER) if one is not CONFIRMATION or rule.within]
    done = Watched(sum(one.lapsed for one in watched), sum(one.reminded for one in watched))
    if rule.within is None:
        return done
    with db.read() as session:
        parks = list(session.scalars(select(Park.id).where(Park.burst_since.is_not(None)).order_by(Park.id)))
    for park in parks:
        db.write(lambda session, park=park: end_burst(session, park, rule, now))  # type: ignore[misc]
    return done


def _watched(db: Database, deadline: Deadline, now: datetime) -> Watched:
    lapsed = _rounds(db, partial(lapse_due, deadline), now)
    return Watched(lapsed, _rounds(db, partial(remind_due, deadline), now))


def _rounds(db: Database, batch: Batch, now: datetime) -> int:
    """Run a batch until it finds nothing after the last id it has seen."""
    done, after = 0, 0
    while True:
        count, last = db.write(lambda session, after=after: batch(session, now, after))  # type: ignore[misc]
        done += count
        if last is None:
            return done
        after = last


def end_burst(session: Session, park_id: str, rule: ConfirmRule, now: datetime) -> None:
    """End the burst of a park that nobody calls any more; calls begin and end theirs by themselves."""
    locked = allocation.lock_park(session, park_id)
    if locked and locked.burst_since:
        is_burst = standing(session, park_id, now).is_burst(rule, locked.spot_limit)
        note(session, park_id, locked, now, is_burst=is_burst)


def lapse_due(deadline: Deadline, session: Session, now: datetime, after: int) -> tuple[int, int | None]:
    """Give up a batch of places whose time is over; how many, and the last id seen (None: there are no more)."""
    is_due = deadline.waits & (deadline.until <= now) & (Reservation.id > after)
    parks = session.scalars(select(Reservation.park_id).where(is_due).distinct()).all()
    for park in sorted(parks):
        allocation.lock_park(session, park)
    # Under the locks: who was quicker takes the own reservation off the list.
    due = select(Reservation.id).where(is_due).order_by(Reservation.id).limit(_BATCH).with_for_update()
    ids = session.scalars(due).all()
    if not ids:
        return 0, None
    return perform(session, Request(deadline.operation, tuple(ids), _ACTOR), now).done, ids[-1]


def remind_due(deadline: Deadline, session: Session, now: datetime, after: int) -> tuple[int, int | None]:
    """Send a batch of the reminders that are due; as `lapse_due`."""
    waits = deadline.waits & (deadline.until > now) & (Reservation.id > after)
    columns = (Reservation.id, deadline.since.label("since"), deadline.until.label("until"))
    seen = fetch(session, select(*columns).where(waits).order_by(Reservation.id).limit(_SEEN_AT_ONCE))
    if not seen:
        return 0, None
    due = {id_: count for id_, since, until in seen if (count := reminders_due(since, until, now))}
    if not due:
        return 0, seen[-1].id
    batch = list(due)[:_BATCH]
    rows = session.scalars(select(Reservation).where(Reservation.id.in_(batch))).all()
    last = batch[-1] if len(due) > _BATCH else seen[-1].id
    keyed = {_key(deadline, row, due[row.id]): row for row in rows}
    # Only those that were never ordered: a clock that is set back asks for some again
    new = {key: keyed[key] for key in sorted(keyed.keys() - outbox.ordered(session, list(keyed)))}
    deadline.order(session, new, now)
    return len(new), last


def _key(deadline: Deadline, row: Reservation, which: int) -> str:
    """Of an invitation it names the moment: a household may be invited again."""
    since = f":{row.invited_at:%Y%m%d%H%M}" if deadline is ANSWER else ""
    return f"{deadline.reminder}:{row.reference}{since}:{which}"


def _ask_to_confirm(session: Session, rows: Mapping[str, Reservation], now: datetime) -> None:
    def order(key: str, row: Reservation) -> outbox.Order:
        seed = issue_one(session, row.id, Purpose.CONFIRM, row.email, now)
        members: dict[str, Any] = {"link_seed": seed, "confirm_by": deadline_words(row), "is_sooner": False}
        return compose(row, ConfirmReminder.kind, key, **members, **fields[row.park_id])

    fields = field_members(session, {row.park_id for row in rows.values()})
    outbox.order(session, [order(key, row) for key, row in rows.items()], now)


def _ask_to_answer(session: Session, rows: Mapping[str, Reservation], now: datetime) -> None:
    fields = field_members(session, {row.park_id for row in rows.values()})
    letters = [compose(row, InvitationReminder.kind, key, **fields[row.park_id]) for key, row in rows.items()]
    order_letters(session, letters, now)


CONFIRMATION: Final = Deadline(
    UNCONFIRMED, Reservation.created_at, Reservation.confirm_by, LAPSE, ConfirmReminder.kind, _ask_to_confirm
)
ANSWER: Final = Deadline(
    UNDECIDED,
    Reservation.invited_at,
    Reservation.decide_by,
    LAPSE_INVITATION,
    InvitationReminder.kind,
    _ask_to_answer,
)
