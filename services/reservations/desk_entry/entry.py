"""What staff enter for a household, and the rules of the channel that it came by."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final

from services.core.clock import berlin_day
from services.core.contact_details import Email, Phone, mailbox_of
from services.core.fields import FieldError
from services.core.http.errors import ValidationProblem
from services.offer import DEFAULT_PARK, PLANS
from services.privacy.consent_texts import SPOKEN_TERMS, WRITTEN_TERMS
from services.reservations.placement import Desk
from services.reservations.validation import ReservationRequest

OFFLINE: Final = "offline"
"""The source of all these reservations in reports: none of them came by a link, and none of them is direct."""


class Channel(StrEnum):
    """How the household said what it wants."""

    TELEPHONE = "telephone"
    LETTER = "letter"
    FAIR = "fair"
    IMPORT = "import"
    """From a list that others kept."""


MEDIA: Final = {
    Channel.TELEPHONE: "telefon",
    Channel.LETTER: "brief",
    Channel.FAIR: "messe",
    Channel.IMPORT: "import",
}
"""The medium in reports."""
CONSENTS: Final = {
    Channel.TELEPHONE: SPOKEN_TERMS,
    Channel.LETTER: WRITTEN_TERMS,
    Channel.FAIR: SPOKEN_TERMS,
    Channel.IMPORT: WRITTEN_TERMS,
}
"""The version of the text that the household consents to."""
DATED: Final = frozenset({Channel.LETTER, Channel.FAIR})
"""Those that have a day of their own: that of the letter, or of the fair."""


NO_EMAIL = Email("", "")
NO_PHONE = Phone("", "")


@dataclass(frozen=True, slots=True)
class Household:
    """Who it is. Without an e-mail address it gets letters, so then street and town are needed."""

    first_name: str
    last_name: str
    details: Mapping[str, Any]
    """The declared fields (`reservations/models.FIELDS`), by column."""
    email: Email = NO_EMAIL
    phone: Phone = NO_PHONE


@dataclass(frozen=True, slots=True)
class Wish:
    """What the household wants. The credit in tenths of a cent per kWh; `spot_number`: the place it wants, None: the
    lowest free one.
    """

    annual_kwh: int
    payment_plan: str
    credit_tenth_ct: int
    park: str = DEFAULT_PARK
    spot_number: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A reservation as staff enter it. `received_on`: the day of the letter or the fair. `campaign`: the canonical name
    of an existing one, empty: none is known. `seen`: codes of the warnings that the clerk has seen and passes over.
    `touch`: campaign fields that are known otherwise. `is_told`: whether mail or letter confirms it.
    """

    household: Household
    wish: Wish
    channel: Channel
    received_on: date | None = None
    campaign: str = ""
    note: str = ""
    seen: frozenset[str] = frozenset()
    touch: Mapping[str, str] = field(default_factory=dict)
    is_told: bool = True

    def request(self, at: datetime) -> ReservationRequest:
        """The same in the shape of the public call, which everything after it takes."""
        who, wish = self.household, self.wish
        touch = {
            "utm_source": OFFLINE,
            "utm_medium": MEDIA[self.channel],
            "utm_campaign": self.campaign,
            **self.touch,
            "at": at.isoformat(),
        }
        return ReservationRequest(
            first_name=who.first_name,
            last_name=who.last_name,
            email=who.email.typed,
            email_normalized=who.email.normalized,
            mailbox=mailbox_of(who.email.normalized),
            mobile_phone=who.phone.typed,
            mobile_phone_e164=who.phone.e164,
            details=who.details,
            annual_kwh=wish.annual_kwh,
            payment_plan=wish.payment_plan,
            credit_tenth_ct=wish.credit_tenth_ct,
            park=wish.park,
            consent_source=self.channel.value,
            consent_version=CONSENTS[self.channel],
            client_figures={},
            attribution={},
            touches=[touch],
            touch_consent=None,
            another=None,
        )

    def desk(self, by: str) -> Desk:
        """How it came, as it is kept."""
        return Desk(by, self.channel.value, self.received_on)


def refuse_contradictions(entry: Entry, at: datetime, *, instalments_offered: bool) -> None:
    """ValidationProblem with everything in the entry that does not go together."""
    faults = list(_faults(entry, berlin_day(at)))
    if PLANS[entry.wish.payment_plan].months and not instalments_offered:
        faults.append(_fault("payment_plan", "not_offered", "Ratenzahlung bieten wir derzeit nicht an."))
    if faults:
        raise ValidationProblem(faults)


def _faults(entry: Entry, today: date) -> Iterator[FieldError]:
    who = entry.household
    if entry.channel is Channel.TELEPHONE and not who.phone.e164:
        yield _fault("mobile_phone", "missing", "Die Telefonnummer fehlt.")
    if not who.email.normalized:
        without = "Ohne E-Mail-Adresse braucht der Brief"
        if not who.details["street"]:
            yield _fault("street", "missing", f"{without} Straße und Hausnummer.")
        if not who.details["town"]:
            yield _fault("town", "missing", f"{without} den Ort.")
    if entry.channel in DATED and entry.received_on is None:
        what = "das Datum des Schreibens" if entry.channel is Channel.LETTER else "den Tag der Messe"
        yield _fault("received_on", "missing", f"Bitte geben Sie {what} an.")
    if entry.received_on is not None and entry.received_on > today:
        yield _fault("received_on", "in_future", "Der Tag liegt in der Zukunft.")


def _fault(field: str, code: str, message: str) -> FieldError:
    return {"field": field, "code": code, "message": message}


def spot_taken(number: int) -> ValidationProblem:
    """The wished spot is another household's, or never was to be given."""
    return ValidationProblem([_fault("spot_number", "spot_taken", f"Platz {number} ist nicht frei.")])
