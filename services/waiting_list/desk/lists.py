"""The list as staff see it: its entries, one of them with its history, and how the spots of each park are spread."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from services.core.clock import end_of_berlin_day, start_of_berlin_day
from services.core.http.paging import ListQuery, page_of
from services.core.inputs import Day
from services.parks.fullness import ParkFullness, park_fullness
from services.parks.models import HoldReason, Park, Spot, SpotState
from services.reservations.desk.masking import mask_email
from services.staff.actor_names import actor_names
from services.waiting_list.desk.schemas import (
    StepName,
    WaitingEntryOut,
    WaitingEventOut,
    WaitingParkOut,
    WaitingRowOut,
    WaitingRowsOut,
)
from services.waiting_list.errors import UnknownEntry
from services.waiting_list.models import EntryState, WaitingEntry, WaitingEvent, WaitingOffer
from services.waiting_list.queue import MOST_PASSES
from services.waiting_list.rows import OPEN


class WaitingQuery(ListQuery):
    """`part`: those on the list, those whose entry has ended (the latest first), or all, in the order of the turn.
    `joined_from`, `joined_to`: days in Berlin, both included.
    """

    sort: Literal["position"] = "position"
    part: Literal["open", "ended", "all"] = "open"
    joined_from: Day | None = None
    joined_to: Day | None = None
    park: str | None = None
    q: str | None = Field(None, max_length=320)
    """A part of the name or of the address."""


def entries(session: Session, wanted: WaitingQuery) -> WaitingRowsOut:
    """One page of the list."""
    conditions = _conditions(wanted)
    by = (WaitingEntry.park_id, WaitingEntry.rank, WaitingEntry.id)
    is_open = wanted.part != "ended"
    columns = by if is_open else (WaitingEntry.ended_at, WaitingEntry.id)
    asked = wanted if is_open else wanted.model_copy(update={"order": "desc"})
    rows, has_next = page_of(session, select(WaitingEntry).where(*conditions), asked, columns)
    total = session.scalar(select(func.count()).select_from(WaitingEntry).where(*conditions)) or 0
    positions, offers = _positions(session, rows), _offers(session, rows)
    data = [WaitingRowOut(**_members(row, positions, offers)) for row in rows]
    return WaitingRowsOut(data=data, has_next=has_next, total=total)


def entry(session: Session, entry_id: int) -> WaitingEntryOut:
    """One entry. UnknownEntry."""
    row = session.get(WaitingEntry, entry_id)
    if row is None:
        raise UnknownEntry
    offers = _offers(session, [row])
    taken = (WaitingOffer.entry_id == row.id) & WaitingOffer.reservation_id.is_not(None)
    return WaitingEntryOut(
        **_members(row, _positions(session, [row]), offers),
        park=row.park_id,
        park_name=session.get_one(Park, row.park_id).name,
        payment_plan=row.payment_plan,
        confirm_by=row.confirm_by,
        ended_at=row.ended_at,
        most_passes=MOST_PASSES,
        reservation_id=session.scalar(select(WaitingOffer.reservation_id).where(taken)),
        steps=_steps(row),
        history=_history(session, row.id),
    )


def parks(session: Session) -> list[WaitingParkOut]:
    """How the spots of each park are spread, and who waits."""
    return [_park(session, found) for found in park_fullness(session)]


def _conditions(wanted: WaitingQuery) -> list[ColumnElement[bool]]:
    is_open = WaitingEntry.state.in_(OPEN)
    conditions: list[ColumnElement[bool]] = []
    if wanted.part != "all":
        conditions.append(is_open if wanted.part == "open" else ~is_open)
    if wanted.joined_from:
        conditions.append(WaitingEntry.joined_at >= start_of_berlin_day(wanted.joined_from))
    if wanted.joined_to:
        conditions.append(WaitingEntry.joined_at < end_of_berlin_day(wanted.joined_to))
    if wanted.park:
        conditions.append(WaitingEntry.park_id == wanted.park)
    if wanted.q and (typed := wanted.q.strip()):
        # Names are stored as typed, and SQLite folds no umlauts: the usual spellings are looked for.
        spellings = {typed, typed.lower(), typed.capitalize(), typed.title()}
        columns = (WaitingEntry.name, WaitingEntry.email)
        conditions.append(or_(*(c.contains(s, autoescape=True) for c in columns for s in sorted(spellings))))
    return conditions


def _members(row: WaitingEntry, positions: dict[int, int], offers: dict[int, tuple[int, datetime]]) -> dict[str, Any]:
    spot, ends = offers.get(row.id, (None, None))
    return {
        "id": row.id,
        "version": row.version,
        "position": positions.get(row.id),
        "name": row.name,
        "email": mask_email(row.email),
        "annual_kwh": row.annual_kwh,
        "joined_at": row.joined_at,
        "is_confirmed": row.confirmed_at is not None,
        "state": row.state,
        "passed": row.passed,
        "is_skipped": row.is_skipped,
        "offered_spot": spot,
        "offer_ends_at": ends,
    }


def _positions(session: Session, rows: Sequence[WaitingEntry]) -> dict[int, int]:
    """The turn of each open entry, by one statement."""
    turn = func.row_number().over(partition_by=WaitingEntry.park_id, order_by=(WaitingEntry.rank, WaitingEntry.id))
    ranked = select(WaitingEntry.id, turn.label("turn")).where(WaitingEntry.state.in_(OPEN)).subquery()
    found = select(ranked.c.id, ranked.c.turn).where(ranked.c.id.in_([row.id for row in rows]))
    return {row.id: row.turn for row in session.execute(found)}


def _offers(session: Session, rows: Sequence[WaitingEntry]) -> dict[int, tuple[int, datetime]]:
    is_open = WaitingOffer.entry_id.in_([row.id for row in rows]) & WaitingOffer.answer.is_(None)
    query = select(WaitingOffer.entry_id, WaitingOffer.spot_number, WaitingOffer.expires_at).where(is_open)
    return {entry_id: (spot, ends) for entry_id, spot, ends in session.execute(query)}


def _steps(row: WaitingEntry) -> list[StepName]:
    if row.state not in OPEN:
        return []
    if row.state == EntryState.OFFERED.value:
        return ["move", "note", "correct_address", "take_off"]
    offered: list[StepName] = ["offer"] if row.confirmed_at else []
    skipped: list[StepName] = ["skip"] if row.passed < MOST_PASSES and not row.is_skipped else []
    return [*offered, *skipped, "move", "note", "correct_address", "take_off"]


def _history(session: Session, entry_id: int) -> list[WaitingEventOut]:
    query = select(WaitingEvent).where(WaitingEvent.entry_id == entry_id).order_by(WaitingEvent.id.desc())
    events = session.scalars(query).all()
    names = actor_names(session, [event.actor for event in events])
    return [
        WaitingEventOut(
            at=event.at,
            action=event.action,
            actor=event.actor.partition(":")[0],
            by_name=names.get(event.actor),
            details=event.details,
            reason=event.reason,
        )
        for event in events
    ]


def _park(session: Session, found: ParkFullness) -> WaitingParkOut:
    park, fullness = found.park, found.fullness
    is_offered = (Spot.park_id == park.id) & (Spot.state == SpotState.HELD.value) & (Spot.number <= park.spot_limit)
    held_for = Spot.held_for == HoldReason.OFFER.value
    offered = session.scalar(select(func.count()).select_from(Spot).where(is_offered, held_for)) or 0
    waits = (WaitingEntry.park_id == park.id) & (WaitingEntry.state == EntryState.WAITING.value)
    unconfirmed = select(func.count()).select_from(WaitingEntry).where(waits, WaitingEntry.confirmed_at.is_(None))
    return WaitingParkOut(
        park=park.id,
        name=park.name,
        limit=park.spot_limit,
        active=fullness.reserved,
        held=fullness.held - offered,
        offered=offered,
        blocked=fullness.blocked,
        free=fullness.free,
        kwh_left=None if park.kwh_limit is None else max(park.kwh_limit - park.kwh_taken, 0),
        is_paused=park.paused_at is not None,
        is_cancelled=park.cancelled_at is not None,
        waiting=park.waiting,
        unconfirmed=session.scalar(unconfirmed) or 0,
    )
