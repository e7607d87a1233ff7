"""API schemas of reservations for the console. Null or empty where marketing may not see a value."""

from datetime import date, datetime
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel

from services.core.http.answers import Answer
from services.core.members import WithMembers
from services.mail.models import ShownMailState
from services.offer import Quote
from services.parks.models import HoldReason, SpotState
from services.referral_codes.verdicts import Verdict
from services.reservations.desk.masking import Masked
from services.reservations.fields import FromLink, Open, Personal
from services.reservations.listing.explain import MatchOut
from services.reservations.models import FIELDS, FILTERS
from services.reservations.placement import figure_columns
from services.reservations.states import DepositState, ReservationState
from services.staff.stale import StaleOut

_IN_LISTS: Final = {one.column: one.masked for one in FIELDS if one.is_in_lists}
_IN_RECORD: Final = {one.column: one.masked for one in FIELDS if not one.is_in_lists}
_FILTERS: Final = {one.column: list[str] for one in FILTERS}


class ReservationRowOut(Masked, WithMembers, members=_IN_LISTS, after="phone"):
    """One line of a list. E-mail and phone are masked. For marketing what a household is known by is null, its size a
    band, and each moment the beginning of its hour.
    """

    id: Annotated[int, Open]
    reference: Annotated[str | None, Personal]
    pseudonym: Annotated[str, Open]
    park: Annotated[str, Open]
    spot_number: Annotated[int | None, Personal]
    state: Annotated[ReservationState, Open]
    deposit_state: Annotated[DepositState, Open]
    first_name: Annotated[str | None, Personal]
    last_name: Annotated[str | None, Personal]
    email: Annotated[str | None, Personal]
    phone: Annotated[str | None, Personal]
    annual_kwh: Annotated[int, Open]
    payment_plan: Annotated[str, Open]
    credit_tenth_ct: Annotated[int, Open]
    share_amount_cents: Annotated[int, Open]
    plan_total_cents: Annotated[int, Open]
    instalment_cents: Annotated[int, Open]
    annual_credit_cents: Annotated[int, Open]
    utm_source: Annotated[str, FromLink]
    utm_campaign: Annotated[str, FromLink]
    referral_code: Annotated[str, FromLink]
    duplicate_suspected: Annotated[bool, Open]
    duplicate_checked: Annotated[bool, Open]
    price_mismatch: Annotated[bool, Open]
    price_checked: Annotated[bool, Open]
    email_confirmed: Annotated[bool | None, Personal]
    network: Annotated[str | None, Personal]
    """A label of the network it came from, equal for equal ones, kept for seven days; no address."""
    tags: Annotated[list[str], Personal]
    follow_up_on: Annotated[date | None, Open]
    created_at: Annotated[datetime, Open]
    updated_at: Annotated[datetime, Open]
    updated_by_name: Annotated[str | None, Personal]
    """Who changed it last; who made the reservation where nobody has."""
    matches: Annotated[list[MatchOut], Personal]
    """Why the search of a list found it; empty in every other answer."""
    version: Annotated[int, Open]


class ParkChoiceOut(BaseModel):
    id: str
    name: str


class ReservationFacetsOut(WithMembers, members=_FILTERS):
    """Values to filter by, the most frequent first, at most 200 each."""

    utm_campaign: list[str]
    utm_source: list[str]
    referral_code: list[str]
    park: list[ParkChoiceOut]
    tag: list[str]
    burst: list[datetime]
    """When each of the latest bursts began; empty for marketing."""


class FiguresOut(Masked):
    """What the server computed and the household was offered."""

    every = Open
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


class DifferenceOut(Answer):
    """A figure the client had otherwise: amounts in cents, the interest rate in basis points."""

    name: str
    ours: int
    theirs: int


class ReservationSpotOut(Masked):
    every = Open
    state: SpotState
    held_until: datetime | None
    held_for: HoldReason | None


class TouchOut(Masked):
    position: Annotated[int, Open]
    at: Annotated[datetime, Open]
    utm_source: Annotated[str, FromLink]
    utm_medium: Annotated[str, FromLink]
    utm_campaign: Annotated[str, FromLink]
    utm_term: Annotated[str, FromLink]
    utm_content: Annotated[str, FromLink]
    referral_code: Annotated[str, FromLink]
    referrer_host: Annotated[str, FromLink]
    landing_path: Annotated[str, FromLink]
    clicked_ad: Annotated[str, Open]


class ConsentOut(Answer):
    """`text` is the wording that was agreed to."""

    purpose: str
    text_version: str
    text_sha256: str
    source: str
    given_at: datetime
    text: str
    taken_by_name: str | None
    """Who of the staff wrote it down; null: the household said so itself."""
    received_on: date | None
    """The day of the letter or of the fair."""


class ReservationMailOut(Answer):
    id: int
    kind: str
    subject: str
    state: ShownMailState
    is_letter: bool
    created_at: datetime
    sent_at: datetime | None
    attempts: int
    last_error: str | None


class ReservationChangeOut(Answer):
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


class OperationOut(Answer):
    """Something that can be done; `refusal` says why not, where it is not allowed now."""

    name: str
    allowed: bool
    refusal: str | None
    to_state: ReservationState | None
    consequences: list[str]
    needs_reason: bool


class UndoOut(Answer):
    """An operation that can still be taken back, and until when."""

    operation_id: int
    name: str
    until: datetime


class CameByOut(Answer):
    """The referral code it came with, as written, and what that is worth. `code_id` null: nobody has such a code.
    `is_soon`: within minutes of another use of the code, or of the recommender's own reservation; `is_one_line`: over
    the line of one of these, for seven days.
    """

    raw_code: str
    verdict: Verdict
    code_id: int | None
    is_soon: bool
    is_one_line: bool


class ReservationReferralOut(Answer):
    """The household's own code, as soon as it has one, and the one it came by."""

    own_code: str | None
    own_address: str | None
    came_by: CameByOut | None


class AbschlagBandOut(Masked):
    """In which band the monthly payment lies; `below_cents` is null for the highest."""

    every = Open
    from_cents: int
    below_cents: int | None


class ReservationOut(ReservationRowOut, members=_IN_RECORD, after="follow_up_subject"):
    """Everything stored about one reservation."""

    follow_up_subject: Annotated[str | None, Personal]
    channel: Annotated[str | None, Open]
    """By which way it reached staff, who entered it; null: the household reserved by itself."""
    received_on: Annotated[date | None, Personal]
    email_confirmed_at: Annotated[datetime | None, Open]
    confirm_by: Annotated[datetime | None, Open]
    invited_at: Annotated[datetime | None, Open]
    decide_by: Annotated[datetime | None, Open]
    decided_at: Annotated[datetime | None, Open]
    erased_at: Annotated[datetime | None, Open]
    mobile_as_typed: Annotated[str | None, Personal]
    monthly_abschlag_band: Annotated[AbschlagBandOut, Open]
    figures: Annotated[FiguresOut, Open]
    client_figures: Annotated[dict[str, Any], Personal]
    differences: Annotated[list[DifferenceOut], Personal]
    spot: Annotated[ReservationSpotOut, Open]
    touches: Annotated[list[TouchOut], Open]
    consents: Annotated[list[ConsentOut], Personal]
    operations: Annotated[list[OperationOut], Personal]
    corrections: Annotated[list[OperationOut], Personal]
    """Operations that take more than the reservation: another package, another place, taking it up again."""
    next_operation: Annotated[str | None, Personal]
    """The operation that usually comes next, if it is allowed now."""
    undo: Annotated[UndoOut | None, Personal]
    """The newest of what the viewer did with it, as long as it can be taken back."""
    no_undo: Annotated[str | None, Personal]
    """Why there is none, as a sentence; empty where there is."""
    duplicates: Annotated[list[ReservationRowOut], Personal]
    merged_into_id: Annotated[int | None, Open]
    taken_over_from_id: Annotated[int | None, Open]
    handed_over_to_id: Annotated[int | None, Open]
    """The reservation of the household that this one handed its place over to."""
    referral: Annotated[ReservationReferralOut | None, Personal]


class RevealedOut(BaseModel):
    value: str


class EditConflictOut(BaseModel):
    """A member of a refused edit that was changed after its clerk read it, with what is stored now: e-mail and
    phone masked, amounts in cents. `by_name` is null for what a household or a job changed.
    """

    field: str
    value: str | int | list[str] | None
    at: datetime
    by_name: str | None


class StaleReservationOut(StaleOut):
    """The refusal of an edit: nothing of it was saved. What it names beside `conflicts` would not have stood in its
    way.
    """

    current: ReservationOut
    conflicts: list[EditConflictOut]


class FollowUpOut(Answer):
    """`operation_id` takes it back, until `undo_until`; null where nothing changed."""

    day: date | None
    operation_id: int | None
    undo_until: datetime | None


class FromReservationOut(Answer):
    """The merged reservation that a note was written about."""

    id: int
    reference: str
    spot_number: int


class ReservationNoteOut(Answer):
    """A note. `author_name` is null for the text of the former field. `withdraw_until`: while the reader may withdraw
    it; null otherwise. `from_reservation` is null for a note about the reservation itself. `called_at`: when the call
    began that it is about; null: it is about none. `talked_minutes` is null where nobody was reached.
    """

    id: int
    text: str
    author_name: str | None
    is_own: bool
    created_at: datetime
    called_at: datetime | None
    talked_minutes: int | None
    pinned_at: datetime | None
    pinned_by_name: str | None
    withdrawn_at: datetime | None
    withdraw_until: datetime | None
    from_reservation: FromReservationOut | None


class DuplicateGroupOut(BaseModel):
    """Reservations that look like one household's, oldest first."""

    key: str
    members: list[ReservationRowOut]


class DuplicatePageOut(BaseModel):
    data: list[DuplicateGroupOut]
    has_next: bool
    total: int


class RefusedOut(Answer):
    """A reservation that an operation would not touch, and why."""

    id: int
    name: str
    code: str
    detail: str


class RefusedBecauseOut(BaseModel):
    """Those left out for one reason, in a sentence that counts them."""

    sentence: str
    ids: list[int]


class NamedOut(BaseModel):
    """A reservation as people call it: name and place."""

    id: int
    name: str


class BulkWarningOut(BaseModel):
    """What speaks against doing it to these, in a sentence that counts them; it is done unless they are left out."""

    sentence: str
    people: list[NamedOut]


class OperationPreviewOut(BaseModel):
    """What would follow, in sentences, and who would be left out. `warnings`: only of several at once; the record of
    one shows the same. `owed_cents`: what is usually given back to each.
    """

    count: int
    allowed: int
    consequences: list[str]
    needs_reason: bool
    may_be_untold: bool
    asks_for_count: bool
    needs_second_person: bool
    refused: list[RefusedOut]
    refused_because: list[RefusedBecauseOut]
    warnings: list[BulkWarningOut]
    owed_cents: int | None


class RowOut(BaseModel):
    """What became of one reservation. `name`: with its place."""

    id: int
    reference: str | None
    name: str
    outcome: Literal["done", "refused"]
    code: str | None
    detail: str | None
    state: ReservationState | None
    version: int | None


class PerformedOut(BaseModel):
    """What became of all of them. `operation_id` is null when every one was refused."""

    operation_id: int | None
    undo_until: datetime | None
    done: int
    refused: int
    results: list[RowOut]

    @classmethod
    def of(cls, operation_id: int | None, undo_until: datetime | None, results: list[RowOut]) -> Self:
        """With how many were changed."""
        done = sum(one.outcome == "done" for one in results)
        return cls(
            operation_id=operation_id, undo_until=undo_until, done=done, refused=len(results) - done, results=results
        )


class StaffShareOut(BaseModel):
    """The figures of a package and plan. Amounts in cents, rates in basis points. `balance_cents`: the expected credits
    of all years less all that is paid for them.
    """

    annual_kwh: int
    payment_plan: str
    share_amount_cents: int
    plan_total_cents: int
    instalment_cents: int
    last_instalment_cents: int
    effective_interest_bp: int
    monthly_credit_cents: int
    total_credits_cents: int
    balance_cents: int

    @classmethod
    def of(cls, figures: Quote) -> Self:
        """The figures of an offer, of today or as it was promised."""
        columns = figure_columns(figures)
        paid = columns["plan_total_cents"] + columns["setup_fee_cents"]
        shown = {name: columns[name] for name in cls.model_fields if name in columns}
        return cls(
            annual_kwh=figures.package.annual_kwh,
            payment_plan=figures.plan.id,
            balance_cents=columns["total_credits_cents"] - paid,
            **shown,
        )


class CorrectionRefusalOut(Answer):
    """Why it would be refused."""

    code: str
    detail: str


class SharePreviewOut(BaseModel):
    """The present offer, the other one, and what follows."""

    before: StaffShareOut
    after: StaffShareOut
    consequences: list[str]
    refusal: CorrectionRefusalOut | None


class MovePreviewOut(BaseModel):
    """What follows from another place. `swap`: what an exchange with the household that has it would mean; null where
    that is impossible.
    """

    consequences: list[str]
    refusal: CorrectionRefusalOut | None
    swap: list[str] | None = None


class ReopenPreviewOut(BaseModel):
    """What follows. `spot_number`: the place it would get; `waiting`: how many households wait for one of this park."""

    spot_number: int | None
    consequences: list[str]
    refusal: CorrectionRefusalOut | None
    waiting: int
