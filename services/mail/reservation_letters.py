"""Mails to a household about changes of its reservation: one kind each, all with the same opening facts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

CardCheck = Literal["none", "released", "refund"]
"""The 1 € of the card check at the end of a reservation: nothing to say, or it is paid back. Waiting mails of older
servers may have `released`, which says nothing either.
"""


@dataclass(frozen=True, slots=True)
class ReservationLetter:
    """Whom it goes to and which reservation it is about.

    The names are empty where the address is unconfirmed: the form must not relay texts to strangers.
    """

    reply_to: ClassVar = ""
    keeps_place: ClassVar[bool] = True
    """Whether the place is still the household's: only then is it drawn."""

    first_name: str
    last_name: str
    reference: str
    park_name: str
    spot_number: int
    total_spots: int = field(default=0, kw_only=True)
    taken: Sequence[Sequence[int]] = field(default_factory=list, kw_only=True)
    """The park's places that were not free, as runs of numbers. Both empty in a mail from before they were kept, which
    then has no drawing."""
    link_seed: str = field(default="", kw_only=True)
    """Of the link to the household's page; empty on paper, and in a mail from before each had one."""


@dataclass(frozen=True, slots=True)
class _WithShare(ReservationLetter):
    """The share that is to become a contract, with its block of money."""

    package: str
    annual_kwh: int
    price_cents: int
    setup_fee_cents: int
    withdrawal_days: int
    plan_months: int = field(default=0, kw_only=True)
    plan_total_cents: int = field(default=0, kw_only=True)
    instalment_cents: int = field(default=0, kw_only=True)
    last_instalment_cents: int = field(default=0, kw_only=True)
    nominal_interest_bp: int = field(default=0, kw_only=True)
    effective_interest_bp: int = field(default=0, kw_only=True)
    least_annual_cents: int = field(default=0, kw_only=True)
    """This and the plan: 0 in a mail that was ordered before they were kept, which then has no block of money."""


@dataclass(frozen=True, slots=True)
class ContractInvitation(_WithShare):
    """The park is confirmed; the household may now close the contract. Binds nobody yet."""

    kind: ClassVar = "contract_invitation"
    subject: ClassVar = "Ihre Einladung zum Vertrag"

    decide_by: str = field(default="", kw_only=True)
    """Until when it is to be answered, as people read it; empty: no matter."""


@dataclass(frozen=True, slots=True)
class InvitationReminder(ReservationLetter):
    """Asks once more, before the invitation ends."""

    kind: ClassVar = "invitation_reminder"
    subject: ClassVar = "Ihre Einladung zum Vertrag wartet auf Ihre Antwort"

    package: str
    annual_kwh: int
    decide_by: str


@dataclass(frozen=True, slots=True)
class InvitationLapsed(ReservationLetter):
    """Nobody answered the invitation. Until `undo_until` the household gets the place back on its page."""

    keeps_place: ClassVar = False
    kind: ClassVar = "invitation_lapsed"
    subject: ClassVar = "Ihre Einladung ist abgelaufen"

    undo_until: str


@dataclass(frozen=True, slots=True)
class ShareDecided(_WithShare):
    """The household wants the contract with this share: the papers are next."""

    kind: ClassVar = "share_decided"
    subject: ClassVar = "Ihr Anteil steht fest"


@dataclass(frozen=True, slots=True)
class ContractClosed(ReservationLetter):
    """Both have signed."""

    kind: ClassVar = "contract_closed"
    subject: ClassVar = "Ihr Vertrag ist geschlossen"

    package: str
    annual_kwh: int
    setup_fee_cents: int
    withdrawal_days: int
    refund_days: int
    term_years: int
    number: str = field(default="", kw_only=True)
    """Of the contract whose papers are attached; empty: they are not."""
    setup_due: str = field(default="", kw_only=True)
    """The day from which the set-up is collected."""
    withdraw_until: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class ContractAsked(ReservationLetter):
    """The household has ordered and wants to pay by instalments, which a person decides about. Binds nobody yet."""

    kind: ClassVar = "contract_asked"
    subject: ClassVar = "Ihre Bestellung ist bei uns"

    number: str
    plan_months: int


@dataclass(frozen=True, slots=True)
class ContractDeclined(ReservationLetter):
    """The instalments were refused."""

    kind: ClassVar = "contract_declined"
    subject: ClassVar = "Zu Ihrer Bestellung in Raten"

    number: str
    plan_months: int
    price_cents: int


@dataclass(frozen=True, slots=True)
class ContractTransferred(ReservationLetter):
    """To the former holder, whose contract somebody else has taken over."""

    keeps_place: ClassVar = False
    kind: ClassVar = "contract_transferred"
    subject: ClassVar = "Ihr Vertrag ist übergeben"

    number: str
    last_day: str


@dataclass(frozen=True, slots=True)
class ContractTakenOver(ReservationLetter):
    """To the new holder, with the papers."""

    kind: ClassVar = "contract_taken_over"
    subject: ClassVar = "Der Vertrag gehört jetzt Ihnen"

    package: str
    annual_kwh: int
    number: str
    first_day: str
    last_day: str


@dataclass(frozen=True, slots=True)
class SupplyBegins(ReservationLetter):
    """The park is connected: the term begins, the price is due. `plan_months` is 0 for a single payment."""

    kind: ClassVar = "supply_begins"
    subject: ClassVar = "Ihr Solarpark ist am Netz"

    package: str
    annual_kwh: int
    price_cents: int
    plan_months: int
    plan_total_cents: int
    instalment_cents: int
    last_instalment_cents: int
    nominal_interest_bp: int
    effective_interest_bp: int
    term_years: int


@dataclass(frozen=True, slots=True)
class SupplyEnded(ReservationLetter):
    """The right of use is over."""

    keeps_place: ClassVar = False
    kind: ClassVar = "supply_ended"
    subject: ClassVar = "Ihr Anteil ist beendet"


@dataclass(frozen=True, slots=True)
class _Closing(ReservationLetter):
    keeps_place: ClassVar = False

    card_check: CardCheck
    card_verification_cents: int


@dataclass(frozen=True, slots=True)
class ReservationCancelled(_Closing):
    """Cancelled by us, on the household's wish or without it."""

    kind: ClassVar = "reservation_cancelled"
    subject: ClassVar = "Ihre Reservierung ist storniert"


@dataclass(frozen=True, slots=True)
class ReservationExpired(_Closing):
    """Nobody answered in time."""

    kind: ClassVar = "reservation_expired"
    subject: ClassVar = "Ihre Reservierung ist abgelaufen"


@dataclass(frozen=True, slots=True)
class WithdrawalConfirmed(_Closing):
    """The contract is withdrawn from; everything paid is refunded."""

    kind: ClassVar = "withdrawal_confirmed"
    subject: ClassVar = "Ihr Widerruf ist bearbeitet"

    refund_days: int


@dataclass(frozen=True, slots=True)
class ParkCancelled(_Closing):
    """The park will not be built; households pay nothing."""

    kind: ClassVar = "park_cancelled"
    subject: ClassVar = "Ihr Solarpark wird nicht gebaut"


@dataclass(frozen=True, slots=True)
class ParkConfirmed(ReservationLetter):
    """The park will be built. Nothing to do yet; the invitation to the contract is next."""

    kind: ClassVar = "park_confirmed"
    subject: ClassVar = "Ihr Solarpark ist bestätigt"

    confirmed_day: str
    note: str
    """What comes next, in the words of staff; empty in a mail without."""
    package: str
    annual_kwh: int
    setup_fee_cents: int


@dataclass(frozen=True, slots=True)
class ReservationsMerged(_Closing):
    """Two or more reservations of one household are one now; the opening facts are those of the one that stays."""

    keeps_place: ClassVar = True
    kind: ClassVar = "reservations_merged"
    subject: ClassVar = "Ihre Reservierungen sind zusammengeführt"

    dropped_references: list[str]


@dataclass(frozen=True, slots=True)
class ReservationReinstated(ReservationLetter):
    """Corrects a cancellation, an expiry or a merger that the household had been notified of."""

    kind: ClassVar = "reservation_reinstated"
    subject: ClassVar = "Ihre Reservierung besteht weiter"


HouseholdLetter = (
    ContractInvitation
    | InvitationReminder
    | InvitationLapsed
    | ShareDecided
    | ContractClosed
    | ContractAsked
    | ContractDeclined
    | ContractTransferred
    | ContractTakenOver
    | SupplyBegins
    | SupplyEnded
    | ReservationCancelled
    | ReservationExpired
    | WithdrawalConfirmed
    | ParkCancelled
    | ParkConfirmed
    | ReservationsMerged
    | ReservationReinstated
)

LETTERS: tuple[type[HouseholdLetter], ...] = (
    ContractInvitation,
    InvitationReminder,
    InvitationLapsed,
    ShareDecided,
    ContractClosed,
    ContractAsked,
    ContractDeclined,
    ContractTransferred,
    ContractTakenOver,
    SupplyBegins,
    SupplyEnded,
    ReservationCancelled,
    ReservationExpired,
    WithdrawalConfirmed,
    ParkCancelled,
    ParkConfirmed,
    ReservationsMerged,
    ReservationReinstated,
)
