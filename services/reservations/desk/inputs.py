"""Input types of what staff enter about a reservation."""

from datetime import date
from enum import StrEnum
from typing import Annotated, Final

from services.core.contact_details import EmailAddress, PhoneNumber
from services.core.fields import Refused, text
from services.core.inputs import Lines, Needed, Otherwise, Rule, read_day
from services.reservations.validation import LONGEST_NAME, person_name

LONGEST_TAG: Final = 40
MOST_TAGS: Final = 20
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


_NAME = Rule(person_name, {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME})
FirstName = Annotated[str, _NAME, Needed("Der Vorname fehlt.")]
LastName = Annotated[str, _NAME, Needed("Der Nachname fehlt.")]
EmailIn = Annotated[EmailAddress, Needed("Die E-Mail-Adresse fehlt.")]
PhoneIn = Annotated[PhoneNumber, Needed("Die Mobilnummer fehlt.")]
Notes = Annotated[str, Lines(10_000), Otherwise("")]
_TAG = {"type": "string", "minLength": 1, "maxLength": LONGEST_TAG, "pattern": "^[^,]*$"}
Tags = Annotated[list[str], Rule(_tags, {"type": "array", "items": _TAG, "maxItems": 10 * MOST_TAGS}), Otherwise([])]
_FOLLOW_UP_DAY = {"type": "string", "format": "date", "pattern": "^20[2-9][0-9]-[0-9]{2}-[0-9]{2}$"}
FollowUpDay = Annotated[date | None, Rule(_follow_up_day, _FOLLOW_UP_DAY), Otherwise(None)]
