"""An offer becomes a reservation."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.http import idempotency
from services.core.http.errors import IdempotencyMismatch, Problem
from services.core.http.idempotency import Answer, Call, Earlier
from services.household_links.deadline import confirm_rule
from services.parks import allocation
from services.parks.allocation import LockedPark
from services.privacy.consent_texts import ADDRESS_PURPOSE, ADDRESS_VERSION, text_sha256
from services.privacy.models import Consent
from services.reservations.abuse.active_counts import active_reservations
from services.reservations.errors import EmailLimit, ParkNotBuilt, ParkPaused, PhoneLimit
from services.reservations.evidence.models import EvidenceMoment
from services.reservations.models import Reservation
from services.reservations.placement import Placement, place, unused_references
from services.reservations.storing import store
from services.reservations.validation import ReservationRequest
from services.settings import Settings
from services.waiting_list.answers import live_offer
from services.waiting_list.errors import NoOffer, PackageTooLarge
from services.waiting_list.models import EntryState, OfferAnswer, WaitingEntry
from services.waiting_list.rows import HOUSEHOLD, change_entry, event_of, lock_open_entry
from services.waiting_list.serve import serve_park


def accept_once(
    session: Session, settings: Settings, entry_id: int, request: ReservationRequest, call: Call, now: datetime
) -> Answer:
    """`accept`, or the answer that the same call got before. IdempotencyMismatch, and as `accept`."""
    claim = idempotency.claim(session, [call], now)[call.key_hash]
    if isinstance(claim, Earlier):
        earlier = claim.answer_to(call)
        if earlier is None:
            raise IdempotencyMismatch
        return earlier
    placed = accept(session, settings, entry_id, request, now)
    told = {"spot_number": placed.spot_number, "reference": placed.reference, "park": placed.request.park}
    answer = Answer(200, {"success": True, **told})
    idempotency.remember(session, [(call, answer)], now)
    return answer


def accept(
    session: Session, settings: Settings, entry_id: int, request: ReservationRequest, now: datetime
) -> Placement:
    """Turn an open offer into a reservation of its spot. EntryOver, NoOffer, PackageTooLarge, ParkPaused,
    ParkNotBuilt, EmailLimit, PhoneLimit; the offer stays open then.
    """
    entry, locked = lock_open_entry(session, entry_id)
    offer = live_offer(session, entry, now)
    if request.annual_kwh > offer.annual_kwh:
        raise PackageTooLarge
    if problem := refusal_of(session, settings, request, locked):
        raise problem
    number = offer.spot_number
    if not allocation.take_offered(session, entry.park_id, number, request.annual_kwh, now):
        raise NoOffer
    deadline = confirm_rule(settings).deadline(now, is_burst=locked.burst_since is not None)
    placement = _placed(session, entry, replace(request, park=entry.park_id), number, deadline, now)
    store(session, [placement], {entry.park_id: locked}, now)
    reservation = reservation_of(session, placement)
    if placement.confirmed_at:
        keep_proof(session, reservation, entry, now)
    offer.answer, offer.answered_at, offer.reservation_id = OfferAnswer.ACCEPTED.value, now, reservation
    event = event_of(entry, HOUSEHOLD, "offer_accepted", now, spot=number, kwh=request.annual_kwh)
    change_entry(session, entry, {"state": EntryState.ACCEPTED.value, "ended_at": now}, event)
    # A smaller package than the offered one may leave enough for the next household.
    serve_park(session, entry.park_id, now)
    return placement


def refusal_of(session: Session, settings: Settings, request: ReservationRequest, locked: LockedPark) -> Problem | None:
    """Why a reservation would be refused here, by the rules that count everywhere."""
    if locked.cancelled_at:
        return ParkNotBuilt()
    if locked.paused_at:
        return ParkPaused()
    marks = (("mailbox", request.mailbox), ("phone", request.mobile_phone_e164))
    active = active_reservations(session, marks)
    if active[marks[0]] >= settings.reservations_per_email:
        return EmailLimit()
    is_limited = settings.rate_limits.are_on and active[marks[1]] >= settings.rate_limits.reservations_per_phone
    return PhoneLimit() if is_limited else None


def _placed(
    session: Session,
    entry: WaitingEntry,
    request: ReservationRequest,
    number: int,
    confirm_by: datetime | None,
    now: datetime,
) -> Placement:
    """The reservation. The link of the offer has shown that the entry's address reaches the household."""
    is_duplicate = bool(active_reservations(session, [("mailbox", request.mailbox)]))
    (reference,) = unused_references(session, 1)
    placed = place(request, number, is_duplicate=is_duplicate, now=now, reference=reference, confirm_by=confirm_by)
    placement = replace(placed, moment=EvidenceMoment.OFFER_ACCEPTED)
    if entry.confirmed_at is None or request.email_normalized != entry.email_normalized:
        return placement
    return replace(placement, confirmed_at=entry.confirmed_at, confirm_by=None)


def reservation_of(session: Session, placement: Placement) -> int:
    """The id of what was just stored."""
    return session.scalars(select(Reservation.id).where(Reservation.reference == placement.reference)).one()


def keep_proof(session: Session, reservation_id: int, entry: WaitingEntry, now: datetime) -> None:
    """Keep that the address was confirmed by the link of its entry."""
    session.add(
        Consent(
            reservation_id=reservation_id,
            purpose=ADDRESS_PURPOSE,
            text_version=ADDRESS_VERSION,
            text_sha256=text_sha256(ADDRESS_VERSION),
            source="link",
            asked_at=entry.joined_at,
            given_at=entry.confirmed_at or now,
        )
    )
