"""What a clerk says on the telephone before anything is stored: prices, plans, place. From the server's price book."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.models import Campaign
from services.core.http.errors import ValidationProblem
from services.household_links.deadline import confirm_rule
from services.offer import PACKAGES, PLANS, Quote, quote
from services.parks.models import IS_FREE, Park, Spot
from services.parks.queries import park_spots
from services.reservations.desk_entry.errors import EntryFull, EntryNotBuilt, EntryPaused
from services.settings import Settings

_UNKNOWN_PARK = {"field": "park", "code": "unknown_choice", "message": "Diesen Solarpark gibt es nicht."}


@dataclass(frozen=True, slots=True)
class Choice:
    """A package, a plan and an assumed credit, in tenths of a cent per kWh."""

    annual_kwh: int
    payment_plan: str
    credit_tenth_ct: int


@dataclass(frozen=True, slots=True)
class Preview:
    """The offer chosen, every package by itself, every plan of the chosen package, and the place it would get;
    `refusal`: why it would get none. `confirm_by`: until when an address would have to be confirmed.
    """

    chosen: Quote
    packages: list[Quote]
    plans: list[Quote]
    free: int
    next_spot: int | None
    refusal: str | None
    confirm_by: datetime | None


def preview(session: Session, settings: Settings, park_id: str, wanted: Choice, at: datetime) -> Preview:
    """The receipt of a choice; ValidationProblem where there is no such park. Nothing is held."""
    park = session.get(Park, park_id)
    spots = park_spots(session, park_id)
    if park is None or spots is None:
        raise ValidationProblem([_UNKNOWN_PARK])
    kwh, plan, tenth = wanted.annual_kwh, wanted.payment_plan, wanted.credit_tenth_ct
    plans = [name for name in PLANS if settings.instalments_offered or not PLANS[name].months]
    refusal = _refusal(park, spots.free, kwh)
    return Preview(
        chosen=quote(kwh, plan, tenth),
        packages=[quote(one, plan, tenth) for one in PACKAGES],
        plans=[quote(kwh, name, tenth) for name in plans],
        free=spots.free,
        next_spot=None if refusal else _lowest(session, park),
        refusal=refusal,
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


def _refusal(park: Park, free: int, kwh: int) -> str | None:
    if park.cancelled_at is not None:
        return EntryNotBuilt.detail
    if park.paused_at is not None:
        return EntryPaused.detail
    has_energy = park.kwh_limit is None or park.kwh_taken + kwh <= park.kwh_limit
    return None if free and has_energy else EntryFull.detail


def _lowest(session: Session, park: Park) -> int | None:
    free = select(Spot.number).where(Spot.park_id == park.id, IS_FREE, Spot.number <= park.spot_limit)
    return session.scalar(free.order_by(Spot.number).limit(1))
