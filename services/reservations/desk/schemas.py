"""API schemas of reservations for the console. Null or empty where marketing may not see a value."""

from datetime import date, datetime
from typing import Annotated, Any

from pydantic import BaseModel, Field

from services.core.inputs import Body, Version, absent
from services.referral_codes.verdicts import Verdict
from services.reservations.desk.inputs import EmailIn, FirstName, FollowUpDay, LastName, Notes, PhoneIn, Tags
from services.reservations.desk.reveal import Revealable
from services.reservations.listing.filters import ListFilters, Order, Sort


class ListQuery(ListFilters):
    """A page of the filtered list."""

    page: Annotated[int, Field(ge=1, le=100_000)] = 1
    per_page: Annotated[int, Field(ge=1, le=100)] = 25
    sort: Sort = Sort.CREATED_AT
    order: Order = Order.DESC

    def filters(self) -> ListFilters:
        """Without page and sort."""
        return ListFilters.model_construct(**{name: getattr(self, name) for name in ListFilters.model_fields})


class ReservationRowOut(BaseModel):
    """One line of a list. E-mail and phone are masked. For marketing what a household is known by is null, its size a
    band, and each moment the beginning of its hour.
    """

    id: int
    reference: str | None
    pseudonym: str
    park: str
    spot_number: int | None
    state: str
    deposit_state: str
    first_name: str | None
    last_name: str | None
    email: str | None
    phone: str | None
    postcode: str | None
    energy_provider: str | None
    household_size: str
    annual_kwh: int
    payment_plan: str
    credit_tenth_ct: int
    share_amount_cents: int
    plan_total_cents: int
    instalment_cents: int
    annual_credit_cents: int
    utm_source: str
    utm_campaign: str
    referral_code: str
    duplicate_suspected: bool
    duplicate_checked: bool
    price_mismatch: bool
    price_checked: bool
    tags: list[str]
    follow_up_on: date | None
    created_at: datetime
    updated_at: datetime
    version: int


class ReservationPageOut(BaseModel):
    """`total` is null where there are more than a thousand or counting would take long; see `count`.

    `too_many_to_sort`: a search finds so many that they are not sorted by name as asked; the newest come first.
    """

    data: list[ReservationRowOut]
    has_next: bool
    total: int | None
    too_many_to_sort: bool


class ReservationCountOut(BaseModel):
    count: int


class ParkChoiceOut(BaseModel):
    id: str
    name: str


class ReservationFacetsOut(BaseModel):
    """Values to filter by, the most frequent first, at most 200 each."""

    energy_provider: list[str]
    utm_campaign: list[str]
    utm_source: list[str]
    referral_code: list[str]
    park: list[ParkChoiceOut]
    tag: list[str]


class FiguresOut(BaseModel):
    """What the server computed and the household was offered."""

    nominal_interest_bp: int
    effective_interest_bp: int
    share_amount_cents: int
    plan_total_cents: int
    instalment_cents: int
    last_instalment_cents: int
    monthly_credit_cents: int
    annual_credit_cents: int
    total_credits_cents: int
    minimum_total_cents: int
    break_even_tenth_years: int
    paid_break_even_tenth_years: int
    setup_fee_cents: int
    yearly_platform_fee_cents: int
    deposit_cents: int


class DifferenceOut(BaseModel):
    """A figure the client had otherwise: amounts in cents, the interest rate in basis points."""

    name: str
    ours: int
    theirs: int


class ReservationSpotOut(BaseModel):
    state: str
    held_until: datetime | None
    held_for: str | None


class TouchOut(BaseModel):
    position: int
    at: datetime
    utm_source: str
    utm_medium: str
    utm_campaign: str
    utm_term: str
    utm_content: str
    referral_code: str
    referrer_host: str
    landing_path: str


class ConsentOut(BaseModel):
    """`text` is the wording that was agreed to."""

    purpose: str
    text_version: str
    text_sha256: str
    source: str
    given_at: datetime
    text: str


class ReservationMailOut(BaseModel):
    id: int
    kind: str
    subject: str
    state: str
    created_at: datetime
    sent_at: datetime | None
    attempts: int
    last_error: str | None


class ReservationChangeOut(BaseModel):
    """One change; `before` and `after` hold the changed fields by name."""

    id: int
    at: datetime
    actor: str
    actor_name: str
    action: str
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str
    operation_id: int | None


class OperationOut(BaseModel):
    """Something that can be done; `refusal` says why not, where it is not allowed now."""

    name: str
    allowed: bool
    refusal: str | None
    to_state: str | None
    consequences: list[str]
    needs_reason: bool


class UndoOut(BaseModel):
    """The last operation, as long as it can be taken back."""

    operation_id: int
    name: str
    until: datetime


class CameByOut(BaseModel):
    """The referral code it came with, as written, and what that is worth. `code_id` null: nobody has such a code.
    `is_soon`: within minutes of another use of the code, or of the recommender's own reservation.
    """

    raw_code: str
    verdict: Verdict
    code_id: int | None
    is_soon: bool


class ReservationReferralOut(BaseModel):
    """The household's own code, as soon as it has one, and the one it came by."""

    own_code: str | None
    own_address: str | None
    came_by: CameByOut | None


class AbschlagBandOut(BaseModel):
    """In which band the monthly payment lies; `below_cents` is null for the highest."""

    from_cents: int
    below_cents: int | None


class ReservationOut(ReservationRowOut):
    """Everything stored about one reservation."""

    notes: str | None
    email_confirmed_at: datetime | None
    mobile_as_typed: str | None
    monthly_abschlag_cents: int | None
    monthly_abschlag_band: AbschlagBandOut
    figures: FiguresOut
    client_figures: dict[str, Any]
    differences: list[DifferenceOut]
    spot: ReservationSpotOut
    touches: list[TouchOut]
    consents: list[ConsentOut]
    mails: list[ReservationMailOut]
    timeline: list[ReservationChangeOut]
    operations: list[OperationOut]
    undo: UndoOut | None
    duplicates: list[ReservationRowOut]
    merged_into_id: int | None
    referral: ReservationReferralOut | None


class ReservationEditIn(Body):
    """Only what changes, and the version it was made on."""

    version: Version
    first_name: FirstName = absent()
    last_name: LastName = absent()
    email: EmailIn = absent()
    mobile_phone: PhoneIn = absent()
    notes: Notes = absent()
    tags: Tags = absent()
    follow_up_on: FollowUpDay = absent()


class RevealIn(Body):
    field: Revealable


class RevealedOut(BaseModel):
    value: str
