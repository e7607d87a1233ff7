"""API schemas of the reservation call. The rules themselves are in `validation.py`."""

from typing import Literal

from pydantic import BaseModel, Field

from services.core.inputs import Int64
from services.visits.touches import MOST_TOUCHES


class TouchIn(BaseModel):
    """One arrival of the visit, as the browser kept it."""

    utm_source: str = ""
    utm_medium: str = ""
    utm_campaign: str = ""
    utm_term: str = ""
    utm_content: str = ""
    referral_code: str = ""
    referrer_host: str = ""
    landing_path: str = ""
    at: str = Field("", description="ISO 8601 with zone")


class ReservationIn(BaseModel):
    """What a form sends. Amounts in euros; the server computes its own and keeps these as a snapshot."""

    first_name: str
    last_name: str
    email: str
    mobile_phone: str
    postcode: str = Field(description="five digits")
    energy_provider: str
    household_size: str
    monthly_abschlag: float
    annual_kwh: Int64
    payment_plan: str
    expected_annual_credit: float = Field(description="annual_kwh × 0.05, 0.055 … 0.08")
    expected_monthly_credit: float | None = None
    expected_total_credits: float | None = None
    solar_share_amount: float | None = None
    payment_interest_rate: float | None = None
    yearly_platform_fee: float | None = None
    deposit_amount: float | None = None
    setup_fee: float | None = None
    deposit_status: str | None = None
    utm_source: str = ""
    utm_campaign: str = ""
    referral_code: str = ""
    park: str | None = None
    consent: bool | None = None
    consent_version: str | None = None
    touch_consent: Literal["not_asked", "unanswered", "yes", "no"] | None = Field(
        None, description="whether the household lets the site remember touches beyond a visit; absent: not known"
    )
    touches: list[TouchIn] = Field(default_factory=list, max_length=MOST_TOUCHES)


class ReservedOut(BaseModel):
    """The spot, and the reference to quote."""

    success: bool
    spot_number: int
    reference: str
    park: str
