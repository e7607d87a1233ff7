"""What a household's own page is given. Money in cents, rates in tenths of a cent, interest in basis points."""

from dataclasses import asdict
from datetime import date, datetime
from typing import Literal, Self

from pydantic import BaseModel

from services.core.members import WithMembers
from services.offer import Quote, at_minimum, money
from services.payments.schemas import CardCheckShownOut
from services.reservations.models import ASKED


class LinkShownOut(BaseModel):
    """What a link is good for. It becomes effective by a press only."""

    purpose: Literal["confirm", "open", "change_email", "change_account"]
    state: Literal["open", "expired"]
    spot_number: int
    park_name: str
    is_confirmed: bool
    has_place: bool
    """Whether the place is still the household's."""
    confirm_by: datetime | None
    last_four: str
    """Of the account that it confirms, else empty."""


class OpenedOut(BaseModel):
    """The page is open in this browser until then."""

    expires_at: datetime


class SentOut(BaseModel):
    """The call was accepted. It does not reveal whether a mail was sent."""

    success: bool


class JustReservedOut(BaseModel):
    """What the page after reserving shows. `referral_code`: null until the household has one."""

    spot_number: int
    reference: str
    email: str
    is_confirmed: bool
    is_written: bool
    """Whether a mail went to this address; false beyond the daily number of mails to one mailbox."""
    is_refused: bool
    """Whether the mailbox has refused our mail for good."""
    is_reserved: bool
    confirm_by: datetime | None
    created_at: datetime
    referral_code: str | None


class ShareFiguresOut(BaseModel):
    """The binding figures of a package and plan. `least_*`: what the expected kWh bring at the contract's minimum, a
    rate per kWh and no promise for a year.
    """

    package: str
    annual_kwh: int
    payment_plan: str
    plan_months: int
    price_cents: int
    plan_total_cents: int
    instalment_cents: int
    last_instalment_cents: int
    nominal_interest_bp: int
    effective_interest_bp: int
    setup_fee_cents: int
    credit_tenth_ct: int
    monthly_credit_cents: int
    annual_credit_cents: int
    total_credits_cents: int
    least_monthly_cents: int
    least_annual_cents: int
    least_total_cents: int
    least_break_even_tenth_years: int
    """By the formula: of the price and its 50 €, which nobody pays."""
    least_covered_tenth_years: int
    """Of what is really paid: the plan's total and the set-up."""
    least_covered_once_tenth_years: int
    """The same if it is paid at once."""

    @classmethod
    def of(cls, figures: Quote) -> Self:
        """The figures of an offer, of today or as it was promised."""
        least = at_minimum(figures)
        return cls(
            **asdict(money.Figures.of(figures)),
            payment_plan=figures.plan.id,
            credit_tenth_ct=figures.tenth_ct,
            monthly_credit_cents=figures.credits.monthly,
            annual_credit_cents=figures.credits.annual,
            total_credits_cents=figures.credits.total,
            least_monthly_cents=least.credits.monthly,
            least_total_cents=least.credits.total,
            least_break_even_tenth_years=least.break_even_tenth_years,
            least_covered_tenth_years=least.paid_break_even_tenth_years,
            least_covered_once_tenth_years=least.once_tenth_years,
        )


class ShareComparisonOut(BaseModel):
    """The present offer and another one. `kwh_left`: what the park still has; null: it has no limit."""

    before: ShareFiguresOut
    after: ShareFiguresOut
    fits: bool
    kwh_left: int | None


class StepsOut(BaseModel):
    """When each step was reached; null: not yet."""

    reserved_at: datetime
    confirmed_at: datetime | None
    park_confirmed_at: datetime | None
    """When it was confirmed that the park will be built."""
    invited_at: datetime | None
    contracted_at: datetime | None
    active_at: datetime | None
    ended_at: datetime | None
    """When the reservation or its term ended, however it did."""


class HouseholdParkOut(BaseModel):
    """The park of the place."""

    id: str
    name: str
    spots_total: int
    progress_note: str
    progress_on: date | None
    is_cancelled: bool


class HandOverShownOut(BaseModel):
    """The household's latest offer of its place to another one. `answer` is null while it is open."""

    name: str
    email: str
    answer_by: datetime
    answer: Literal["accepted", "declined", "withdrawn", "expired", "closed"] | None


class HouseholdReservationOut(WithMembers, members={one.column: one.stored for one in ASKED}, after="mobile_phone"):
    """Everything a household sees of its reservation. `version` guards changes of the contact."""

    reference: str
    spot_number: int
    state: str
    version: int
    park: HouseholdParkOut
    first_name: str
    last_name: str
    email: str
    mobile_phone: str
    figures: ShareFiguresOut
    steps: StepsOut
    confirm_by: datetime | None
    decide_by: datetime | None
    """Until when an invitation has to be answered; null where there is none, or it is answered."""
    decided_at: datetime | None
    """When the share was fixed for the contract."""
    can_change: bool
    """Name, telephone, address."""
    can_change_share: bool
    can_give_up: bool
    can_hand_over: bool
    has_taken_contract_over: bool
    """Whether it began with another household's contract: its steps and prices are not this one's."""
    hand_over: HandOverShownOut | None
    is_handed_over: bool
    """Another household has the place now."""
    undo_until: datetime | None
    """Until when the household can take its place back; null: it cannot."""
    card_check: CardCheckShownOut
    referral_code: str | None
    friends: int
    session_ends_at: datetime


class OwnReservationOut(BaseModel):
    """What this browser may see: null where nobody has opened the page in it."""

    reservation: HouseholdReservationOut | None
