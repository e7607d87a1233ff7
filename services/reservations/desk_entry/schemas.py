"""Answers to staff who enter a reservation."""

from datetime import datetime
from typing import Self

from pydantic import BaseModel

from services.core.http.answers import Answer
from services.core.http.openapi import ProblemOut
from services.offer import MINIMUM_TENTH_CT, Quote, quote
from services.reservations.desk_entry.entry import Channel
from services.reservations.placement import figure_columns


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


class AlikeOut(Answer):
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
