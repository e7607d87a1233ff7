"""Answers of the API about a whole park: its spots, what its confirmation or its cancellation would do."""

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel

from services.core.http.answers import Answer
from services.parks.schemas import FullnessOut

Kind = Literal[
    "free", "reserved", "invited", "contracted", "active", "new", "undo", "offer", "blocked", "overbooked"
]  # fmt: skip


class CountsOut(BaseModel):
    """How many spots are of each kind; a spot is of one kind only."""

    free: int
    reserved: int
    invited: int
    contracted: int
    active: int
    new: int
    undo: int
    offer: int
    blocked: int
    overbooked: int


class RunOut(BaseModel):
    """Neighbouring spots of one kind, both ends included."""

    state: Kind
    first: int
    last: int


class ForecastOut(Answer):
    """When the park is full at the present mix, as figures and as a German sentence."""

    mean_kwh: int | None
    full_at_spot: int | None
    limited_by: Literal["spots", "kwh"] | None
    sentence: str


class CapacityOut(BaseModel):
    park: str
    fullness: FullnessOut
    counts: CountsOut
    runs: list[RunOut]
    forecast: ForecastOut


class SpotReservationOut(BaseModel):
    """Who has the spot."""

    id: int
    reference: str
    name: str


class SpotEventOut(BaseModel):
    at: datetime
    actor: str
    actor_name: str | None
    action: str
    reason: str


class SpotOut(BaseModel):
    """One spot. Marketing sees its state only: a household knows its number, so who has it and when it was taken would
    tell who a pseudonym is.
    """

    number: int
    state: Kind
    reason: str | None
    held_until: datetime | None
    reservation: SpotReservationOut | None
    history: list[SpotEventOut] | None
    """null for marketing."""


class ConfirmationPreviewOut(BaseModel):
    """What confirming a park would do, in sentences, and to how many households."""

    households: int
    consequences: list[str]
    lasting: str
    """Until when it can be taken back."""


class InvitationsOut(BaseModel):
    """How many households of a park are how far on their way to the contract."""

    may_invite: bool
    """The park is confirmed, and not called off."""
    ready: int
    """Next to be invited."""
    passed_over: int
    """Not invited with the others: their address is unconfirmed, or their card check has failed."""
    invited: int
    """At any time, as are the next three, each a part of the one before."""
    decided: int
    """Have fixed their share."""
    ordered: int
    contracted: int
    """Have a contract, or had one."""
    unanswered: int
    """Of those who were invited: have not answered yet."""
    lapsed: int
    """Did not answer in time."""
    declined: int
    """Gave their place up instead."""


class InvitationPreviewOut(BaseModel):
    """What inviting the next households would do, in sentences."""

    households: int
    consequences: list[str]
    lasting: str
    """Until when it can be taken back."""


class CancellationPreviewOut(BaseModel):
    """What calling a park off would do, in sentences, to so many reservations."""

    reservations: int
    needs_second_person: bool
    consequences: list[str]
    lasting: str
    """What cannot be undone, and what can be for how long."""


class RefundOut(Answer):
    """What one household is owed, in cents; `setup_fee_cents` and `price_cents` at most."""

    reservation_id: int
    reference: str
    name: str
    spot_number: int
    state_before: str
    card_check_cents: int
    is_card_check_refunded: bool
    setup_fee_cents: int
    price_cents: int
    total_cents: int


class RefundsOut(Answer):
    """By spot. `unpaid`: households that had paid nothing."""

    due_on: date
    rows: list[RefundOut]
    unpaid: int
    total_cents: int


class ParkRefundsOut(BaseModel):
    """null: the park is not called off."""

    refunds: RefundsOut | None
