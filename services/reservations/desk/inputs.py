"""Input types of what staff enter about a reservation."""

import re
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Final

from services.core.contact_details import LONGEST_NAME, EmailAddress, PhoneNumber, person_name
from services.core.fields import Refused, text
from services.core.inputs import Body, Line, Needed, Otherwise, Rule, Version, absent, read_day
from services.core.money import to_cents
from services.offer import ENERGY_PROVIDERS, HOUSEHOLD_SIZES
from services.reservations.validation import (
    MOST_MONTHLY_PAYMENT,
    energy_provider,
    household_size,
    postcode,
)

LONGEST_TAG: Final = 40
MOST_TAGS: Final = 20
LONGEST_STREET: Final = 120
LONGEST_TOWN: Final = 80
LONGEST_AMOUNT: Final = 20
_AMOUNT = re.compile(r"(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{1,2})?", re.ASCII)
_FIRST_DAY, _LAST_DAY = date(2020, 1, 1), date(2099, 12, 31)


def _follow_up_day(value: object) -> date:
    day = read_day(value)
    if not _FIRST_DAY <= day <= _LAST_DAY:
        raise Refused("out_of_range", "Bitte geben Sie einen Tag zwischen 2020 und 2099 an.")
    return day


def _tags(value: object) -> list[str]:
    """Tags as stored: trimmed, blanks made one, each once whatever its case, sorted."""
    if not isinstance(value, list):
        raise Refused("wrong_type", "Erwartet wird eine Liste von Merkmalen.")
    if len(value) > 10 * MOST_TAGS:
        raise Refused("too_many", f"Bitte höchstens {MOST_TAGS} Merkmale.")
    tags: dict[str, str] = {}
    for entry in value:
        tag = _tag(entry)
        tags.setdefault(tag.casefold(), tag)
    if len(tags) > MOST_TAGS:
        raise Refused("too_many", f"Bitte höchstens {MOST_TAGS} Merkmale.")
    return sorted(tags.values())


def _tag(value: object) -> str:
    """One tag as stored."""
    if isinstance(value, str) and not value.strip():
        raise Refused("missing", "Ein Merkmal darf nicht leer sein.")
    tag = " ".join(text(value, LONGEST_TAG).split())
    if "," in tag:
        raise Refused("comma", "Ein Merkmal darf kein Komma enthalten.")
    return tag


class Revealable(StrEnum):
    """What is hidden until a clerk asks for it."""

    EMAIL = "email"
    PHONE = "phone"


def _monthly_payment(value: object) -> int:
    """Cents of an amount in euros as Germans write it: `85,50`, `1.200`, `85 €`."""
    typed = text(value, LONGEST_AMOUNT).removesuffix("€").rstrip()
    if not _AMOUNT.fullmatch(typed):
        raise Refused("not_an_amount", "Bitte geben Sie den Abschlag in Euro an, zum Beispiel 85,50.")
    cents = to_cents(Decimal(typed.replace(".", "").replace(",", ".")))
    if cents > MOST_MONTHLY_PAYMENT * 100:
        raise Refused("out_of_range", "Bitte geben Sie einen Abschlag zwischen 0 und 10.000 € an.")
    return cents


_NAME = Rule(person_name, {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME})
FirstName = Annotated[str, _NAME, Needed("Der Vorname fehlt.")]
LastName = Annotated[str, _NAME, Needed("Der Nachname fehlt.")]
EmailIn = Annotated[EmailAddress, Needed("Die E-Mail-Adresse fehlt.")]
PhoneIn = Annotated[PhoneNumber, Needed("Die Mobilnummer fehlt.")]
Street = Annotated[str | None, Line(LONGEST_STREET), Otherwise(None)]
Town = Annotated[str | None, Line(LONGEST_TOWN), Otherwise(None)]
_POSTCODE = {"type": "string", "pattern": "^[0-9]{5}$"}
Postcode = Annotated[str, Rule(postcode, _POSTCODE), Needed("Die Postleitzahl fehlt.")]
_PROVIDER = {"type": "string", "enum": list(ENERGY_PROVIDERS)}
Provider = Annotated[str, Rule(energy_provider, _PROVIDER), Needed("Bitte wählen Sie den Versorger.")]
_SIZE = {"type": "string", "enum": list(HOUSEHOLD_SIZES)}
HouseholdSize = Annotated[str, Rule(household_size, _SIZE), Needed("Bitte wählen Sie, wie viele Personen es sind.")]
_EUROS = {"type": "string", "minLength": 1, "maxLength": LONGEST_AMOUNT}
MonthlyPayment = Annotated[int, Rule(_monthly_payment, _EUROS), Needed("Der Abschlag fehlt.")]
_TAG = {"type": "string", "minLength": 1, "maxLength": LONGEST_TAG, "pattern": "^[^,]*$"}
Tags = Annotated[list[str], Rule(_tags, {"type": "array", "items": _TAG, "maxItems": 10 * MOST_TAGS}), Otherwise([])]
_FOLLOW_UP_DAY = {"type": "string", "format": "date", "pattern": "^20[2-9][0-9]-[0-9]{2}-[0-9]{2}$"}
FollowUpDay = Annotated[date | None, Rule(_follow_up_day, _FOLLOW_UP_DAY), Otherwise(None)]
FollowUpSubject = Annotated[str | None, Line(120), Otherwise(None)]
"""What a follow-up is about; null: as it was."""


class ReservationEditIn(Body):
    """Only what changes, and the version it was made on."""

    version: Version
    first_name: FirstName = absent()
    last_name: LastName = absent()
    email: EmailIn = absent()
    mobile_phone: PhoneIn = absent()
    street: Street = absent()
    postcode: Postcode = absent()
    town: Town = absent()
    energy_provider: Provider = absent()
    household_size: HouseholdSize = absent()
    monthly_abschlag: MonthlyPayment = absent()
    tags: Tags = absent()
    follow_up_on: FollowUpDay = absent()
