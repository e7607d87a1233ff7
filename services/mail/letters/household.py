"""Mails about a household's actions on its own page, and mails that ask for one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from services.mail.reservation_letters import ReservationLetter


@dataclass(frozen=True, slots=True)
class ConfirmAddress(ReservationLetter):
    """Asks whether the address is the household's. As long as nobody has said so, no name is repeated."""

    kind: ClassVar = "confirm_address"
    subject: ClassVar = "Bitte bestätigen Sie Ihre Adresse"

    confirm_by: str
    """Until when, as people read it; empty: no matter."""


@dataclass(frozen=True, slots=True)
class ConfirmReminder(ReservationLetter):
    """Asks once more."""

    kind: ClassVar = "confirm_reminder"
    subject: ClassVar = "Ihr Platz wartet auf Ihre Bestätigung"

    confirm_by: str
    is_sooner: bool = False
    """Read by servers of the previous release only; to be removed with the next one (decision 21)."""


@dataclass(frozen=True, slots=True)
class ReservationLapsed(ReservationLetter):
    """The address was not confirmed in time. Until `undo_until` a press on the link gets the place back."""

    keeps_place: ClassVar = False
    kind: ClassVar = "reservation_lapsed"
    subject: ClassVar = "Ihr Platz wird wieder frei"

    undo_until: str


@dataclass(frozen=True, slots=True)
class PageLink(ReservationLetter):
    """The link to the household's page, because it was asked for on the site."""

    kind: ClassVar = "page_link"
    subject: ClassVar = "Ihr Link zu „Meine Reservierung“"


@dataclass(frozen=True, slots=True)
class ConfirmNewAddress(ReservationLetter):
    """To the new address, before it replaces the present one."""

    kind: ClassVar = "confirm_new_address"
    subject: ClassVar = "Bitte bestätigen Sie Ihre neue Adresse"


@dataclass(frozen=True, slots=True)
class AddressChanged(ReservationLetter):
    """To the former address, so that its owner notices a change that it did not make."""

    kind: ClassVar = "address_changed"
    subject: ClassVar = "Ihre E-Mail-Adresse wurde geändert"


@dataclass(frozen=True, slots=True)
class ReservationChanged(ReservationLetter):
    """What the household has changed, or staff for it (`is_by_us`): a line each of label, before and after."""

    kind: ClassVar = "reservation_changed"
    subject: ClassVar = "Ihre Reservierung ist geändert"

    lines: Sequence[Sequence[str]]
    is_by_us: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ReservationGivenUp(ReservationLetter):
    """The household has given its place back."""

    keeps_place: ClassVar = False
    kind: ClassVar = "reservation_given_up"
    subject: ClassVar = "Ihr Platz ist zurückgegeben"

    undo_until: str


@dataclass(frozen=True, slots=True)
class ReservationRestored(ReservationLetter):
    """The place is the household's again, or another one where its own is gone (not `keeps_number`)."""

    kind: ClassVar = "reservation_restored"
    subject: ClassVar = "Ihr Platz gehört wieder Ihnen"

    keeps_number: bool = field(default=True, kw_only=True)


@dataclass(frozen=True, slots=True)
class DebitAnnounced(ReservationLetter):
    """A debit is coming: amount in cents, the day as people read it, and of the account its last digits alone."""

    kind: ClassVar = "debit_announced"
    subject: ClassVar = "Wir buchen einen Betrag ab"

    contract: str
    what: str
    amount_cents: int
    day: str
    mandate: str
    last_four: str
    creditor_id: str


@dataclass(frozen=True, slots=True)
class ConfirmAccount(ReservationLetter):
    """Asks for the confirmation of another account, without which nothing changes."""

    kind: ClassVar = "confirm_account"
    subject: ClassVar = "Bitte bestätigen Sie Ihr neues Konto"

    contract: str
    holder: str
    last_four: str


@dataclass(frozen=True, slots=True)
class AccountAsked(ReservationLetter):
    """To an address that was the household's until lately: another account was given, or counts by now (`is_done`), so
    that its owner notices what it did not do.
    """

    kind: ClassVar = "account_asked"
    subject: ClassVar = "Zu Ihrem Vertrag wurde ein anderes Konto angegeben"

    contract: str
    is_done: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class AccountChanged(ReservationLetter):
    """Another account counts, with another mandate. `at_bank`: debits that still leave the former one, each with
    its day and amount as people read them; `is_by_us`: staff have entered it from a letter or a call.
    """

    kind: ClassVar = "account_changed"
    subject: ClassVar = "Ihr neues Konto gilt"

    contract: str
    holder: str
    last_four: str
    mandate: str
    creditor_id: str
    at_bank: Sequence[Sequence[str]]
    is_by_us: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class PaymentReminded(ReservationLetter):
    """A payment is open. `what` and `due` are of the oldest claim, `open_cents` is all of it; `iban`: of our account.
    `rests`: the share earns nothing before it is paid.
    """

    kind: ClassVar = "payment_reminder"

    contract: str
    step: int
    what: str
    due: str
    open_cents: int
    has_mandate: bool
    rests: bool
    iban: str

    @property
    def subject(self) -> str:
        """The first asks, the second says that it is the last."""
        return "Eine Zahlung ist noch offen" if self.step == 1 else "Zweite Erinnerung: Eine Zahlung ist noch offen"


@dataclass(frozen=True, slots=True)
class EarlyPaymentAgreed(ReservationLetter):
    """What is left of the instalments is paid at once; `is_over`: it is not, the household pays in instalments again.
    `is_collected`: by a debit.
    """

    kind: ClassVar = "early_payment"

    contract: str
    cents: int
    saved_cents: int
    day: str
    instalments: int
    is_collected: bool
    is_over: bool

    @property
    def subject(self) -> str:
        """What holds from now on."""
        return "Sie zahlen weiter in Raten" if self.is_over else "Sie zahlen den Rest auf einmal"


HouseholdPageLetter = (
    ConfirmAddress
    | ConfirmReminder
    | ReservationLapsed
    | PageLink
    | ConfirmNewAddress
    | AddressChanged
    | ReservationChanged
    | ReservationGivenUp
    | ReservationRestored
    | DebitAnnounced
    | ConfirmAccount
    | AccountAsked
    | AccountChanged
    | PaymentReminded
    | EarlyPaymentAgreed
)

PAGE_LETTERS: tuple[type[HouseholdPageLetter], ...] = (
    ConfirmAddress,
    ConfirmReminder,
    ReservationLapsed,
    PageLink,
    ConfirmNewAddress,
    AddressChanged,
    ReservationChanged,
    ReservationGivenUp,
    ReservationRestored,
    DebitAnnounced,
    ConfirmAccount,
    AccountAsked,
    AccountChanged,
    PaymentReminded,
    EarlyPaymentAgreed,
)
