"""Field rules shared by campaigns, links, costs, notes and referral codes; each raises Refused in German."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

from services.campaigns.canonical import canonical
from services.campaigns.site_pages import TARGETS
from services.core.fields import Fields, Refused, long_text, number, text
from services.core.http.errors import FieldError, ValidationProblem
from services.core.inputs import EARLIEST, LATEST
from services.core.personal_text import holds_personal_data
from services.visits.touches import LONGEST_VALUE

MOST_CENTS = 10_000_000_000
"""A hundred million euros: beyond that it is a typing error."""
_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

PERSONAL = "Bitte keine E-Mail-Adresse und keine Telefonnummer: Diese Angabe steht in Links und Berichten."


def spelling(value: object) -> str:
    """A value of a campaign field as typed, validated for the alias lookup."""
    typed = text(" ".join(value.split()) if isinstance(value, str) else value, LONGEST_VALUE)
    if holds_personal_data(typed):
        raise Refused("personal", PERSONAL)
    return typed


def utm_value(value: object) -> str:
    """A value of a campaign field, spelt canonically."""
    return canonical(spelling(value))


def page(value: object) -> str:
    """The path of a page of the site."""
    path = text(value, LONGEST_VALUE)
    if path != "/":
        path = path.rstrip("/")
    if path not in TARGETS:
        raise Refused("unknown_page", "Bitte wählen Sie eine Seite der Website.")
    return path


def day(value: object) -> date:
    """A day, `YYYY-MM-DD`."""
    message = "Bitte geben Sie ein Datum an, zum Beispiel 2026-05-31."
    try:
        found = date.fromisoformat(value) if isinstance(value, str) and _ISO_DAY.fullmatch(value) else None
    except ValueError:
        found = None
    if found is None or not EARLIEST <= found <= LATEST:
        raise Refused("not_a_day", message)
    return found


def cents(value: object) -> int:
    """An amount of money that is not negative."""
    read = number(value)
    if read != int(read):
        raise Refused("not_whole", "Bitte geben Sie höchstens zwei Stellen nach dem Komma an.")
    if read < 0:
        raise Refused("negative", "Bitte geben Sie einen Betrag ab 0 Euro an.")
    if read > MOST_CENTS:
        raise Refused("out_of_range", "Bitte geben Sie höchstens 100.000.000 Euro an.")
    return int(read)


def line(longest: int) -> Callable[[object], str]:
    """The rule of a text in one line."""
    return lambda value: text(value, longest)


def lines(longest: int) -> Callable[[object], str]:
    """The rule of a text that may have several lines."""
    return lambda value: long_text(value, 0, longest)


def refuse_faults(fields: Fields) -> None:
    """Raise ValidationProblem with all collected faults."""
    if fields.errors:
        raise ValidationProblem(fields.errors)


def fault(field: str, code: str, message: str) -> FieldError:
    """One field's fault."""
    return {"field": field, "code": code, "message": message}


def check_order_of_days(fields: Fields, first: Any, last: Any) -> None:
    """An end before its beginning is recorded as a fault of the end."""
    if first is not None and last is not None and last < first:
        fields.errors.append(fault("ends_on", "before_start", "Das Ende liegt vor dem Beginn."))
