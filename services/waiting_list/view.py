"""The list of a park, and one household's place on it, as the site shows them."""

from datetime import date, datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day, start_of_berlin_day
from services.core.contact_details import deliverable_address
from services.household.errors import UnknownLink
from services.mail import outbox
from services.offer import MINIMUM_TENTH_CT, PACKAGES, quote
from services.parks.fullness import park_fullness
from services.parks.models import Park
from services.reservations.models import IS_FREED, Reservation, ReservationChange
from services.waiting_list.errors import UnknownEntry
from services.waiting_list.forecast import Freed, forecast, last_months
from services.waiting_list.models import WaitingEntry, WaitingEvent, WaitingOffer
from services.waiting_list.queue import MOST_PASSES
from services.waiting_list.rows import OPEN, open_offer, position_of
from services.waiting_list.schemas import (
    EntryOut,
    ForecastOut,
    FreedOut,
    OfferOut,
    PassOut,
    WaitingLinkShownOut,
    WaitingListOut,
)
from services.waiting_list.sign_in import keys


def list_of(session: Session, park_id: str, now: datetime) -> WaitingListOut:
    """The list of a park. UnknownEntry for an unknown park."""
    for found in park_fullness(session, park_id):
        park, length = found.park, found.park.waiting_length
        return WaitingListOut(
            park=park.id,
            park_name=park.name,
            spots_total=park.spot_limit,
            is_open=found.fullness.is_full and park.cancelled_at is None,
            is_cancelled=park.cancelled_at is not None,
            length=length,
            position=length + 1,
            most_passes=MOST_PASSES,
            forecast=_forecast(session, park_id, length + 1, now),
        )
    raise UnknownEntry


def link_shown(session: Session, key: bytes, token: str, now: datetime) -> WaitingLinkShownOut:
    """What a link is good for; nothing changes. UnknownLink."""
    link = keys.find_link(session, key, token)
    if link is None:
        raise UnknownLink
    entry = session.get_one(WaitingEntry, link.entry_id)
    offer = open_offer(session, entry.id)
    return WaitingLinkShownOut(
        state="open" if link.expires_at > now else "expired",
        park_name=session.get_one(Park, entry.park_id).name,
        is_confirmed=entry.confirmed_at is not None,
        has_ended=entry.state not in OPEN,
        is_reservation=entry.request is not None and entry.confirmed_at is None,
        offered_spot=offer.spot_number if offer else None,
    )


def entry_view(session: Session, entry_id: int, now: datetime) -> EntryOut:
    """One household's place on the list. UnknownEntry."""
    entry = session.get(WaitingEntry, entry_id)
    if entry is None:
        raise UnknownEntry
    park = session.get_one(Park, entry.park_id)
    position = position_of(session, entry) if entry.state in OPEN else None
    offer = open_offer(session, entry.id)
    address = deliverable_address(entry.email, entry.email_normalized)
    return EntryOut(
        park=park.id,
        park_name=park.name,
        spots_total=park.spot_limit,
        name=entry.name,
        email=entry.email,
        annual_kwh=entry.annual_kwh,
        package=PACKAGES[entry.annual_kwh].name,
        payment_plan=entry.payment_plan,
        typed=entry.typed,
        joined_at=entry.joined_at,
        as_of=now,
        is_confirmed=entry.confirmed_at is not None,
        is_written=outbox.is_written_to(session, f"waiting:{entry.id}", address),
        confirm_by=entry.confirm_by,
        state=entry.state,
        position=position,
        most_passes=MOST_PASSES,
        passes=_passes(session, entry),
        offer=_offer(offer, entry.payment_plan) if offer and offer.expires_at > now else None,
        forecast=_forecast(session, park.id, position, now) if position else None,
    )


def _offer(offer: WaitingOffer, plan: str) -> OfferOut:
    least = quote(offer.annual_kwh, plan, MINIMUM_TENTH_CT)
    return OfferOut(
        spot_number=offer.spot_number,
        package=least.package.name,
        annual_kwh=offer.annual_kwh,
        is_smaller=offer.is_smaller,
        offered_at=offer.offered_at,
        expires_at=offer.expires_at,
        price_cents=least.package.price_cents,
        least_annual_cents=least.credits.annual,
    )


def _passes(session: Session, entry: WaitingEntry) -> list[PassOut]:
    is_pass = (WaitingEvent.entry_id == entry.id) & (WaitingEvent.action == "passed")
    events = session.scalars(select(WaitingEvent).where(is_pass).order_by(WaitingEvent.id))
    return [
        PassOut(
            at=event.at,
            why=event.details["why"],
            freed_kwh=event.details["freed_kwh"] if event.details["why"] == "too_large" else None,
            wished_kwh=event.details["wished_kwh"],
        )
        for event in events
    ]


def _forecast(session: Session, park_id: str, position: int, now: datetime) -> ForecastOut:
    today = berlin_day(now)
    freed = freed_by_month(session, park_id, today)
    found = forecast(position, freed)
    return ForecastOut(
        months=[FreedOut(month=month.month, places=month.places) for month in freed],
        per_month_tenths=found.per_month_tenths,
        turn_month=found.turn_month,
    )


def freed_by_month(session: Session, park_id: str, today: date) -> list[Freed]:
    """What became free in each of the last full months, by the calendar of Berlin."""
    first = select(Reservation.created_at).where(Reservation.park_id == park_id).order_by(Reservation.id).limit(1)
    opened = session.scalar(first)
    months = last_months(today, berlin_day(opened)) if opened else []
    return [Freed(month, _freed_between(session, park_id, month, _next(month))) for month in months]


def _freed_between(session: Session, park_id: str, first: date, after: date) -> int:
    is_within = (ReservationChange.at >= start_of_berlin_day(first)) & (
        ReservationChange.at < start_of_berlin_day(after)
    )
    counted = (
        select(func.count())
        .select_from(ReservationChange)
        .join(Reservation, Reservation.id == ReservationChange.reservation_id)
    )
    return session.scalar(counted.where(IS_FREED, is_within, Reservation.park_id == park_id)) or 0


def _next(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)
