"""Mails about a household that hands its place over to another one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from services.mail.reservation_letters import CardCheck, ReservationLetter

End = Literal["declined", "expired"]
"""How an offer ended that leaves the place where it is."""


@dataclass(frozen=True, slots=True)
class HandOverOffered:
    """To the household the place is offered to. The names are those of the one that offers it; of the recipient nothing
    is repeated, and the reference, which opens the reservation, is left out. Money in cents; `until` as people read it.
    """

    kind: ClassVar = "hand_over_offered"
    subject: ClassVar = "Ein Platz im Solarpark für Sie"
    reply_to: ClassVar = ""
    keeps_place: ClassVar = True

    first_name: str
    last_name: str
    park_name: str
    spot_number: int
    package: str
    annual_kwh: int
    price_cents: int
    plan_months: int
    plan_total_cents: int
    instalment_cents: int
    effective_interest_bp: int
    setup_fee_cents: int
    least_annual_cents: int
    until: str
    link_seed: str
    last_instalment_cents: int = field(default=0, kw_only=True)
    nominal_interest_bp: int = field(default=0, kw_only=True)
    """Both 0 without a plan, and in a mail that was ordered before they were kept."""
    total_spots: int = field(default=0, kw_only=True)
    taken: Sequence[Sequence[int]] = field(default_factory=list, kw_only=True)
    """The park's places that are not free, as runs of numbers; this one is among them."""


@dataclass(frozen=True, slots=True)
class HandOverAsked(ReservationLetter):
    """To the offering household, at once."""

    kind: ClassVar = "hand_over_asked"
    subject: ClassVar = "Sie geben Ihren Platz weiter"

    until: str


@dataclass(frozen=True, slots=True)
class ContractOffered:
    """To whom a contract is offered that is paid, with the names of its holder and nothing of the recipient."""

    kind: ClassVar = "contract_offered"
    subject: ClassVar = "Ein laufender Vertrag für Sie"
    reply_to: ClassVar = ""
    keeps_place: ClassVar = True

    first_name: str
    last_name: str
    park_name: str
    spot_number: int
    package: str
    annual_kwh: int
    until: str
    link_seed: str
    total_spots: int = field(default=0, kw_only=True)
    taken: Sequence[Sequence[int]] = field(default_factory=list, kw_only=True)


@dataclass(frozen=True, slots=True)
class ContractOfferAsked(ReservationLetter):
    """To its holder, at once."""

    kind: ClassVar = "contract_offer_asked"
    subject: ClassVar = "Sie geben Ihren Vertrag weiter"

    until: str


@dataclass(frozen=True, slots=True)
class HandOverEnded(ReservationLetter):
    """To the offering household, which keeps its place."""

    kind: ClassVar = "hand_over_ended"
    subject: ClassVar = "Ihr Platz bleibt bei Ihnen"

    how: End


@dataclass(frozen=True, slots=True)
class HandOverDone(ReservationLetter):
    """To the household that has handed its place over."""

    keeps_place: ClassVar = False
    kind: ClassVar = "hand_over_done"
    subject: ClassVar = "Ihr Platz ist übergeben"

    card_check: CardCheck
    card_verification_cents: int


@dataclass(frozen=True, slots=True)
class HandOverTaken(ReservationLetter):
    """To the new household, with the reference of its reservation. Money in cents."""

    kind: ClassVar = "hand_over_taken"
    subject: ClassVar = "Der Platz gehört jetzt Ihnen"

    package: str
    annual_kwh: int
    price_cents: int
    plan_months: int
    plan_total_cents: int
    instalment_cents: int
    last_instalment_cents: int
    nominal_interest_bp: int
    effective_interest_bp: int
    setup_fee_cents: int
    least_annual_cents: int
    confirmed_day: str = field(default="", kw_only=True)
    """When the park was confirmed, as people read it; empty: not yet."""


HandOverLetter = (
    HandOverOffered
    | HandOverAsked
    | ContractOffered
    | ContractOfferAsked
    | HandOverEnded
    | HandOverDone
    | HandOverTaken
)

HAND_OVER_LETTERS: tuple[type[HandOverLetter], ...] = (
    HandOverOffered,
    HandOverAsked,
    ContractOffered,
    ContractOfferAsked,
    HandOverEnded,
    HandOverDone,
    HandOverTaken,
)
