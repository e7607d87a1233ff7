"""Mails of the waiting list. Each carries a link to the household's place on the list."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

End = Literal["declined", "expired", "smaller_declined", "smaller_expired"]
"""How an offer ended. After the last two the household keeps its place on the list."""
Goodbye = Literal["left", "taken_off", "park_cancelled"]


@dataclass(frozen=True, slots=True)
class _WaitingLetter:
    """`name` is empty until the address is confirmed: the form must not relay texts to strangers."""

    reply_to: ClassVar = ""

    name: str
    park_name: str
    link_seed: str


@dataclass(frozen=True, slots=True)
class WaitingJoined(_WaitingLetter):
    """At once: the turn, and the question whether the address is right. `confirm_by` as people read it."""

    kind: ClassVar = "waiting_joined"
    subject: ClassVar = "Ihre Stelle auf der Warteliste"

    position: int
    package: str
    annual_kwh: int
    joined: str
    confirm_by: str


@dataclass(frozen=True, slots=True)
class ConfirmFirst(_WaitingLetter):
    """Sent at once during a burst, when addresses are confirmed first: the link turns the entry into a reservation."""

    kind: ClassVar = "confirm_first"
    subject: ClassVar = "Bitte bestätigen Sie: Dann gilt Ihr Platz"

    package: str
    annual_kwh: int
    confirm_by: str


@dataclass(frozen=True, slots=True)
class WaitingLink(_WaitingLetter):
    """A fresh link, because it was asked for on the site."""

    kind: ClassVar = "waiting_link"
    subject: ClassVar = "Ihr Link zur Warteliste"


@dataclass(frozen=True, slots=True)
class _OfferLetter(_WaitingLetter):
    """A place held for the household. Money in cents; `until` as people read it."""

    keeps_place: ClassVar[bool] = True
    plan_months: ClassVar[int] = 0
    """How to pay is chosen with the place, so the block of money is that of a single payment."""
    instalment_cents: ClassVar[int] = 0
    last_instalment_cents: ClassVar[int] = 0
    nominal_interest_bp: ClassVar[int] = 0
    effective_interest_bp: ClassVar[int] = 0

    spot_number: int
    package: str
    annual_kwh: int
    wished_kwh: int
    """More than `annual_kwh` where a smaller package is offered."""
    price_cents: int
    least_annual_cents: int
    until: str
    setup_fee_cents: int = field(default=0, kw_only=True)
    """0 in a mail that was ordered before it was kept."""
    total_spots: int = field(default=0, kw_only=True)
    taken: Sequence[Sequence[int]] = field(default_factory=list, kw_only=True)
    """The park's places that are not free, as runs of numbers; this one is among them."""

    @property
    def plan_total_cents(self) -> int:
        """Of a single payment."""
        return self.price_cents


@dataclass(frozen=True, slots=True)
class WaitingOffer(_OfferLetter):
    """A place is free for the household."""

    kind: ClassVar = "waiting_offer"
    subject: ClassVar = "Für Sie ist ein Platz frei"


@dataclass(frozen=True, slots=True)
class WaitingOfferEnding(_OfferLetter):
    """The offer ends in a day."""

    kind: ClassVar = "waiting_offer_ending"
    subject: ClassVar = "Ihr Platz ist noch einen Tag gehalten"


@dataclass(frozen=True, slots=True)
class WaitingOfferEnded(_WaitingLetter):
    """The place goes on to the next household."""

    kind: ClassVar = "waiting_offer_ended"
    subject: ClassVar = "Ihr Angebot ist beendet"

    spot_number: int
    how: End
    wished_kwh: int
    annual_kwh: int


@dataclass(frozen=True, slots=True)
class WaitingPassed(_WaitingLetter):
    """Another household behind this one was offered a place, and why. `left`: how often that can happen again."""

    kind: ClassVar = "waiting_passed"
    subject: ClassVar = "Ein Platz ist an Ihnen vorbeigegangen"

    freed_kwh: int
    """What was free, in kWh a year; 0: the reason is another one."""
    wished_kwh: int
    position: int
    left: int


@dataclass(frozen=True, slots=True)
class WaitingOver(_WaitingLetter):
    """The entry has ended without an offer."""

    kind: ClassVar = "waiting_over"
    subject: ClassVar = "Sie stehen nicht mehr auf der Warteliste"

    why: Goodbye


WaitingLetter = (
    WaitingJoined
    | ConfirmFirst
    | WaitingLink
    | WaitingOffer
    | WaitingOfferEnding
    | WaitingOfferEnded
    | WaitingPassed
    | WaitingOver
)
WAITING_LETTERS: tuple[type[WaitingLetter], ...] = (
    WaitingJoined,
    ConfirmFirst,
    WaitingLink,
    WaitingOffer,
    WaitingOfferEnding,
    WaitingOfferEnded,
    WaitingPassed,
    WaitingOver,
)
