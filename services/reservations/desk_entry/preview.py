"""The receipt of a choice while staff enter a reservation: prices, plans, the next free place. Nothing is held."""

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from pydantic import BaseModel
from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.models import Campaign
from services.core.http.errors import ValidationProblem
from services.core.http.openapi import ProblemOut
from services.household_links.deadline import confirm_rule
from services.offer import MINIMUM_TENTH_CT, PACKAGES, PLANS, Quote, quote
from services.parks.models import IS_FREE, Park, Spot
from services.parks.queries import park_spots
from services.reservations.desk_entry.entry import Channel
from services.reservations.errors import EntryFull, EntryNotBuilt, EntryPaused
from services.reservations.placement import figure_columns
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


class EnteredOut(BaseModel):
    """The new reservation. `by_letter`: its confirmation is a letter to print."""

    id: int
    reference: str
    park: str
    spot_number: int
    by_letter: bool


class ConsentTextOut(BaseModel):
    """The text of one channel: read aloud, or what a letter has to say."""

    channel: Channel
    version: str
    text: str


class EntryCampaignOut(BaseModel):
    value: str
    name: str


class EntryParkOut(BaseModel):
    id: str
    name: str


class EntryFormOut(BaseModel):
    """What the form needs before anything is typed. `park` is the usual one of `parks`, `price_book` the version of the
    prices of today.
    """

    park: str
    parks: list[EntryParkOut]

    texts: list[ConsentTextOut]
    campaigns: list[EntryCampaignOut]
    providers: list[str]
    household_sizes: list[str]
    credits_tenth_ct: list[int]
    price_book: str


class EntryOfferOut(BaseModel):
    """One package with one plan. Amounts in cents, rates in basis points, credits as assumed and, `least_`, at the
    contract's minimum.
    """

    annual_kwh: int
    package: str
    payment_plan: str
    plan_months: int
    share_amount_cents: int
    plan_total_cents: int
    surcharge_cents: int
    instalment_cents: int
    last_instalment_cents: int
    nominal_interest_bp: int
    effective_interest_bp: int
    setup_fee_cents: int
    yearly_platform_fee_cents: int
    total_cents: int
    annual_credit_cents: int
    least_annual_credit_cents: int
    least_total_credits_cents: int

    @classmethod
    def of(cls, figures: Quote) -> Self:
        """The figures of an offer of today."""
        columns = figure_columns(figures)
        least = quote(figures.package.annual_kwh, figures.plan.id, MINIMUM_TENTH_CT)
        shown = {name: columns[name] for name in cls.model_fields if name in columns}
        return cls(
            annual_kwh=figures.package.annual_kwh,
            package=figures.package.name,
            payment_plan=figures.plan.id,
            plan_months=figures.plan.months,
            surcharge_cents=figures.instalments.surcharge,
            total_cents=columns["plan_total_cents"] + columns["setup_fee_cents"],
            least_annual_credit_cents=least.credits.annual,
            least_total_credits_cents=least.credits.minimum_total,
            **shown,
        )


class EntryPreviewOut(BaseModel):
    """The receipt: what is said and what will be stored. `next_spot` is the lowest free one now, held for nobody."""

    chosen: EntryOfferOut
    packages: list[EntryOfferOut]
    plans: list[EntryOfferOut]
    free: int
    next_spot: int | None
    refusal: str | None
    confirm_by: datetime | None

    @classmethod
    def of(cls, found: Preview) -> Self:
        """The same as an answer."""
        return cls(
            chosen=EntryOfferOut.of(found.chosen),
            packages=[EntryOfferOut.of(one) for one in found.packages],
            plans=[EntryOfferOut.of(one) for one in found.plans],
            free=found.free,
            next_spot=found.next_spot,
            refusal=found.refusal,
            confirm_by=found.confirm_by,
        )


class AlikeOut(BaseModel):
    """An active reservation of what may be the same household. `because`: in words, what is alike. `is_same`: one mark
    is equal, so that saving asks about it.
    """

    id: int
    reference: str
    first_name: str
    last_name: str
    spot_number: int
    postcode: str
    because: str
    is_same: bool


class AlikePeopleOut(BaseModel):
    data: list[AlikeOut]


class WarningOut(BaseModel):
    """Something that speaks against it; `ids` are the reservations it is about."""

    code: str
    message: str
    ids: list[int]


class UnseenWarningsOut(ProblemOut):
    """The refusal that names warnings. Nothing was reserved."""

    warnings: list[WarningOut]
