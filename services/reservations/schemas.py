"""API schemas of the reservation call."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from services.core.contact_details import LONGEST_EMAIL, LONGEST_NAME, LONGEST_PHONE
from services.core.fields import LARGEST_FIGURE
from services.core.members import WithMembers
from services.offer import CREDIT_TENTH_CT, PACKAGES, PLANS
from services.privacy.consent_texts import TERMS_TEXTS
from services.reservations.models import ASKED
from services.visits.touches import MOST_TOUCHES

OptionalText = str | None
Figure = Annotated[float, Field(ge=-LARGEST_FIGURE, le=LARGEST_FIGURE)] | None
PersonName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class TouchIn(BaseModel):
    """One arrival of the visit, as the browser kept it. Values are cut rather than refused."""

    utm_source: OptionalText = None
    utm_medium: OptionalText = None
    utm_campaign: OptionalText = None
    utm_term: OptionalText = None
    utm_content: OptionalText = None
    referral_code: OptionalText = None
    referrer_host: OptionalText = None
    landing_path: OptionalText = None
    clicked_ad: OptionalText = Field(
        None,
        description="Whose click id the address had: google, microsoft, meta, tiktok, linkedin or pinterest. "
        "Anything else is none.",
    )
    at: OptionalText = Field(None, description="ISO 8601 with zone")


class ReservationIn(WithMembers, members={one.name: one.sent for one in ASKED}, after="mobile_phone"):
    """What a form sends. Amounts in euros; the server computes its own and keeps these as a snapshot.

    `validation.py` reads it by hand, because it is the busiest call; a test holds both to the same bodies.
    """

    first_name: PersonName
    last_name: PersonName
    email: str = Field(min_length=3, max_length=LONGEST_EMAIL)
    mobile_phone: str = Field(min_length=6, max_length=LONGEST_PHONE)
    annual_kwh: int = Field(json_schema_extra={"enum": list(PACKAGES)})
    payment_plan: str = Field(json_schema_extra={"enum": list(PLANS)})
    expected_annual_credit: float = Field(
        ge=min(PACKAGES) * CREDIT_TENTH_CT[0] / 1000,
        le=max(PACKAGES) * CREDIT_TENTH_CT[-1] / 1000,
        description="annual_kwh × 0.05, 0.055 … 0.08",
    )
    expected_monthly_credit: Figure = None
    expected_total_credits: Figure = None
    solar_share_amount: Figure = None
    payment_interest_rate: Figure = None
    yearly_platform_fee: Figure = None
    deposit_amount: Figure = None
    setup_fee: Figure = None
    deposit_status: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    utm_source: OptionalText = None
    utm_campaign: OptionalText = None
    referral_code: OptionalText = None
    park: Annotated[str, Field(max_length=40)] | None = None
    consent: Literal[True] | None = None
    consent_version: Annotated[str, Field(json_schema_extra={"enum": list(TERMS_TEXTS)})] | None = None
    touch_consent: Literal["not_asked", "unanswered", "yes", "no"] | None = Field(
        None, description="whether the household lets the site remember touches beyond a visit; absent: not known"
    )
    another: bool | None = Field(
        None,
        description="false: refuse with `already_reserved` if this mailbox reserved within the last hour; "
        "true: it is meant; absent: reserve without asking",
    )
    touches: list[TouchIn] | None = Field(None, description=f"in order of arrival; the latest {MOST_TOUCHES} are kept")


class ReservedOut(BaseModel):
    """The spot, and the reference to quote."""

    success: bool
    spot_number: int
    reference: str
    park: str
