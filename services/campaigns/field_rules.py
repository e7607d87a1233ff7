"""Input types shared by campaigns, links, costs, notes and referral codes."""

from datetime import date
from typing import Annotated

from services.campaigns.canonical import canonical
from services.campaigns.site_pages import TARGETS
from services.core.fields import Refused, number, text
from services.core.inputs import Rule
from services.core.money import MOST_CENTS
from services.core.personal_text import holds_personal_data
from services.visits.touches import LONGEST_VALUE

PERSONAL = "Bitte keine E-Mail-Adresse und keine Telefonnummer: Diese Angabe steht in Links und Berichten."


def _spelling(value: object) -> str:
    """A value of a campaign field as typed, validated for the alias lookup."""
    typed = text(" ".join(value.split()) if isinstance(value, str) else value, LONGEST_VALUE)
    if holds_personal_data(typed):
        raise Refused("personal", PERSONAL)
    return typed


def _utm_value(value: object) -> str:
    """A value of a campaign field, spelt canonically."""
    return canonical(_spelling(value))


def _page(value: object) -> str:
    """The path of a page of the site."""
    path = text(value, LONGEST_VALUE)
    if path != "/":
        path = path.rstrip("/")
    if path not in TARGETS:
        raise Refused("unknown_page", "Bitte wählen Sie eine Seite der Website.")
    return path


def _cents(value: object) -> int:
    """An amount of money that is not negative."""
    read = _signed_cents(value)
    if read < 0:
        raise Refused("negative", "Bitte geben Sie einen Betrag ab 0 Euro an.")
    return read


def _signed_cents(value: object) -> int:
    """An amount of money; below zero it is a credit note."""
    read = number(value)
    if read != int(read):
        raise Refused("not_whole", "Bitte geben Sie höchstens zwei Stellen nach dem Komma an.")
    if read > MOST_CENTS:
        raise Refused("out_of_range", "Bitte geben Sie höchstens 100.000.000 Euro an.")
    if read < -MOST_CENTS:
        raise Refused("out_of_range", "Bitte geben Sie höchstens 100.000.000 Euro Gutschrift an.")
    return int(read)


def check_order(starts_on: date | None, ends_on: date | None) -> None:
    """Refuse an end before its beginning."""
    if starts_on is not None and ends_on is not None and ends_on < starts_on:
        raise Refused("before_start", "Das Ende liegt vor dem Beginn.")


_VALUE = {"type": "string", "minLength": 1, "maxLength": LONGEST_VALUE}
Spelling = Annotated[str, Rule(_spelling, _VALUE)]
"""A value of a campaign field as typed, which is how aliases are looked up."""
UtmValue = Annotated[str, Rule(_utm_value, _VALUE)]
"""A value of a campaign field in its canonical spelling."""
SitePage = Annotated[str, Rule(_page, _VALUE)]
"""The path of a page of the site that campaigns may lead to."""
Cents = Annotated[int, Rule(_cents, {"type": "integer", "minimum": 0, "maximum": MOST_CENTS})]
SignedCents = Annotated[int, Rule(_signed_cents, {"type": "integer", "minimum": -MOST_CENTS, "maximum": MOST_CENTS})]
"""Cents that may be a credit note."""
