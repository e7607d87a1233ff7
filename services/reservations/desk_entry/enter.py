"""Reserve a spot for a household that has no form in front of it: the write path of the public call, with a clerk.

Spot, reservation, touch, consent, evidence, audit entry, and the mail or letter, in one transaction.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.models import Campaign
from services.core.http import idempotency
from services.core.http.errors import IdempotencyMismatch, Problem, ValidationProblem
from services.core.http.idempotency import Answer, Call, Earlier
from services.household_links.deadline import confirm_rule
from services.offer import PACKAGES, PLANS, quote
from services.parks.allocation import LockedPark, lock_park, take_lowest, take_wished
from services.parks.models import IS_FREE, Park, Spot
from services.parks.queries import park_spots
from services.reservations.desk import notes
from services.reservations.desk_entry.alike import warnings_of
from services.reservations.desk_entry.entry import Entry, refuse_contradictions, spot_taken
from services.reservations.desk_entry.inputs import EntryPreviewIn
from services.reservations.desk_entry.schemas import EnteredOut, EntryOfferOut, EntryPreviewOut
from services.reservations.errors import EntryFull, EntryNotBuilt, EntryPaused, UnseenWarnings
from services.reservations.models import Reservation
from services.reservations.placement import place, unused_references
from services.reservations.storing import store
from services.settings import Settings

_UNKNOWN_PARK = {"field": "park", "code": "unknown_choice", "message": "Diesen Solarpark gibt es nicht."}


def enter_once(
    session: Session, settings: Settings, asked: tuple[Entry, Call], by: str, at: datetime
) -> dict[str, Any]:
    """The members of the answer, or those that the same call got before: a double click never reserves twice.
    IdempotencyMismatch, and as `enter`.
    """
    entry, call = asked
    claim = idempotency.claim(session, [call], at)[call.key_hash]
    if isinstance(claim, Earlier):
        earlier = claim.answer_to(call)
        if earlier is None:
            raise IdempotencyMismatch
        return earlier.body
    entered = enter(session, settings, entry, by, at).model_dump()
    idempotency.remember(session, [(call, Answer(200, entered))], at)
    return entered


def enter(session: Session, settings: Settings, entry: Entry, by: str, at: datetime) -> EnteredOut:
    """Reserve for a household. ValidationProblem, EntryNotBuilt, EntryPaused, UnseenWarnings, EntryFull; a unit of
    work. `by` as in the audit log.
    """
    refuse_contradictions(entry, at, instalments_offered=settings.instalments_offered)
    request, locked = entry.request(at), _open_park(session, entry.wish.park)
    warnings = warnings_of(session, entry.household, settings)
    if unseen := [one.model_dump() for one in warnings if one.code not in entry.seen]:
        raise UnseenWarnings(unseen)
    number = _take(session, entry, locked, at)
    (reference,) = unused_references(session, 1)
    has_mailbox = bool(request.email_normalized)
    is_asked = has_mailbox and entry.is_told
    rule = confirm_rule(settings)
    deadline = rule.deadline(at, is_burst=locked.burst_since is not None) if is_asked else None
    placed = place(request, number, is_duplicate=bool(warnings), now=at, reference=reference, confirm_by=deadline)
    placed = replace(placed, desk=entry.desk(by), link_seed=placed.link_seed if is_asked else "")
    store(session, [placed], {request.park: locked}, at, None if entry.is_told else ())
    id_ = session.scalars(select(Reservation.id).where(Reservation.reference == reference)).one()
    if entry.note:
        notes.add_first(session, id_, entry.note, by, at)
    return EnteredOut(id=id_, reference=reference, park=request.park, spot_number=number, by_letter=not has_mailbox)


def _open_park(session: Session, park: str) -> LockedPark:
    """The park, locked: of two entries of one household the second sees the first."""
    locked = lock_park(session, park)
    if locked is None:
        raise ValidationProblem([_UNKNOWN_PARK])
    if why_closed := closed(locked):
        raise why_closed
    return locked


def closed(park: Park | LockedPark) -> Problem | None:
    """Why a park takes nobody at all."""
    if park.cancelled_at is not None:
        return EntryNotBuilt()
    return EntryPaused() if park.paused_at is not None else None


def _take(session: Session, entry: Entry, locked: LockedPark, at: datetime) -> int:
    wish = entry.wish
    if wish.spot_number is not None and not locked.waiting and locked.fits(wish.annual_kwh):
        if not take_wished(session, wish.park, wish.spot_number, wish.annual_kwh, at):
            raise spot_taken(wish.spot_number)
        return wish.spot_number
    numbers = take_lowest(session, wish.park, [wish.annual_kwh], at, locked)
    if not numbers or numbers[0] is None:
        raise EntryFull
    return numbers[0]


def preview(session: Session, settings: Settings, wanted: EntryPreviewIn, at: datetime) -> EntryPreviewOut:
    """The receipt of a choice before it is entered; ValidationProblem where there is no such park. Nothing is held."""
    park, spots = session.get(Park, wanted.park), park_spots(session, wanted.park)
    if park is None or spots is None:
        raise ValidationProblem([_UNKNOWN_PARK])
    kwh, plan, tenth = wanted.annual_kwh, wanted.payment_plan, wanted.credit_tenth_ct
    plans = [name for name in PLANS if settings.instalments_offered or not PLANS[name].months]
    has_energy = park.kwh_limit is None or park.kwh_taken + kwh <= park.kwh_limit
    why_not = closed(park) or (None if spots.free and has_energy else EntryFull())
    free = select(Spot.number).where(Spot.park_id == park.id, IS_FREE, Spot.number <= park.spot_limit)
    return EntryPreviewOut(
        chosen=EntryOfferOut.of(quote(kwh, plan, tenth)),
        packages=[EntryOfferOut.of(quote(one, plan, tenth)) for one in PACKAGES],
        plans=[EntryOfferOut.of(quote(kwh, name, tenth)) for name in plans],
        free=spots.free,
        next_spot=None if why_not else session.scalar(free.order_by(Spot.number).limit(1)),
        refusal=why_not.detail if why_not else None,
        confirm_by=confirm_rule(settings).deadline(at, is_burst=park.burst_since is not None),
    )


def current_campaigns(session: Session) -> list[tuple[str, str]]:
    """Value and name of every campaign that is not archived, by name."""
    query = select(Campaign.utm_campaign, Campaign.name).where(Campaign.archived_at.is_(None))
    found = {value: name for value, name in session.execute(query.order_by(Campaign.name.desc())) if value}
    return sorted(found.items(), key=lambda one: one[1].casefold())


def open_parks(session: Session) -> list[tuple[str, str]]:
    """Id and name of every park that is built, in the order of their names."""
    query = select(Park.id, Park.name).where(Park.cancelled_at.is_(None)).order_by(Park.name, Park.id)
    return [(id_, name) for id_, name in session.execute(query)]
