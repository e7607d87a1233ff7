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
)
