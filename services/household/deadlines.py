"""Job: reminds households that have not confirmed their address, and gives their places up when the time is over."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.rows import fetch
from services.household_links.deadline import ConfirmRule, confirm_rule, reminders_due
from services.household_links.links import issue_one
from services.household_links.models import Purpose
from services.mail import outbox
from services.mail.letters.household import ConfirmReminder
from services.parks import allocation
from services.parks.models import Park
from services.reservations.abuse.bursts import note, standing
from services.reservations.desk.perform import Request, perform
from services.reservations.mails import compose, deadline_words, field_members
from services.reservations.models import UNCONFIRMED, Reservation
from services.reservations.transitions import LAPSE
from services.settings import Settings

_BATCH = 100
_SEEN_AT_ONCE = 1_000
"""Most places have no reminder due: of those only the days are read."""
_ACTOR = "system"
Batch = Callable[[Session, datetime, int], tuple[int, int | None]]
"""A unit of work on the reservations behind an id: how many it changed, and the last it saw."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What one run has done."""

    lapsed: int
    reminded: int


def watch_deadlines(db: Database, settings: Settings, clock: Clock) -> Watched:
    """One round over every unconfirmed reservation. Any number of processes may run it at once."""
    rule, now = confirm_rule(settings), clock()
    if rule.within is None:
        return Watched(0, 0)
    with db.read() as session:
        parks = list(session.scalars(select(Park.id).where(Park.burst_since.is_not(None)).order_by(Park.id)))
    watched = Watched(_rounds(db, lapse_due, now), _rounds(db, remind_due, now))
    for park in parks:
        db.write(lambda session, park=park: end_burst(session, park, rule, now))  # type: ignore[misc]
    return watched


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


def lapse_due(session: Session, now: datetime, after: int) -> tuple[int, int | None]:
    """Give up a batch of places whose time is over; how many, and the last id seen (None: there are no more)."""
    is_due = UNCONFIRMED & (Reservation.confirm_by <= now) & (Reservation.id > after)
    parks = session.scalars(select(Reservation.park_id).where(is_due).distinct()).all()
    for park in sorted(parks):
        allocation.lock_park(session, park)
    # Under the locks: a confirmation that was quicker takes its reservation off the list.
    due = select(Reservation.id).where(is_due).order_by(Reservation.id).limit(_BATCH).with_for_update()
    ids = session.scalars(due).all()
    if not ids:
        return 0, None
    return perform(session, Request(LAPSE, tuple(ids), _ACTOR), now).done, ids[-1]


def remind_due(session: Session, now: datetime, after: int) -> tuple[int, int | None]:
    """Send a batch of the reminders that are due; as `lapse_due`."""
    waits = UNCONFIRMED & (Reservation.confirm_by > now) & (Reservation.id > after)
    columns = (Reservation.id, Reservation.created_at, Reservation.confirm_by)
    seen = fetch(session, select(*columns).where(waits).order_by(Reservation.id).limit(_SEEN_AT_ONCE))
    if not seen:
        return 0, None
    due = {id_: count for id_, since, until in seen if until and (count := reminders_due(since, until, now))}
    if not due:
        return 0, seen[-1].id
    batch = list(due)[:_BATCH]
    rows = session.scalars(select(Reservation).where(Reservation.id.in_(batch))).all()
    last = batch[-1] if len(due) > _BATCH else seen[-1].id
    return _order(session, {_key(row, str(due[row.id])): row for row in rows}, now), last


def _order(session: Session, due: Mapping[str, Reservation], now: datetime) -> int:
    """Order the reminders that were never ordered; returns how many. A clock that is set back asks for some again."""
    new = sorted(due.keys() - outbox.ordered(session, list(due)))
    fields = field_members(session, {due[key].park_id for key in new})
    mails = [_reminder(session, due[key], key.rpartition(":")[2], now, fields[due[key].park_id]) for key in new]
    outbox.order(session, mails, now)
    return len(new)


def _reminder(session: Session, row: Reservation, which: str, now: datetime, field: Mapping[str, Any]) -> outbox.Order:
    seed = issue_one(session, row.id, Purpose.CONFIRM, row.email, now)
    members: dict[str, Any] = {"link_seed": seed, "confirm_by": deadline_words(row), "is_sooner": False}
    return compose(row, ConfirmReminder.kind, _key(row, which), **members, **field)


def _key(row: Reservation, which: str) -> str:
    return f"{ConfirmReminder.kind}:{row.reference}:{which}"
