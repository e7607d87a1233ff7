"""The fields of answer templates, `{vorname}`, and their values for a household. Pure but for the park's name.

Figures are those promised with the reservation, as in our mails: columns of the reservation or the offer's quote.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from services.core.german import number
from services.core.money import format_eur
from services.offer import MINIMUM_TENTH_CT, OFFER, PACKAGES, PLANS, SETUP_FEE_CENTS, TERM_YEARS, quote
from services.reservations.labels import STATE
from services.reservations.models import Reservation
from services.reservations.states import ReservationState

FIELD: Final = re.compile(r"\{([^{}]*)\}")
_BRACE: Final = re.compile(r"[{}]")


@dataclass(frozen=True, slots=True)
class Household:
    """The values of fields. Without a reservation only the correspondent's name is known."""

    name: str
    conversation: str
    """Its reference; empty for a conversation that begins with this message."""
    reservation: Reservation | None = None
    park_name: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its German label for staff, and its value; an empty one counts as missing."""

    label: str
    value: Callable[[Household], str]


@dataclass(frozen=True, slots=True)
class Filled:
    """A text with its values. `missing`: fields without a value, each once."""

    text: str
    missing: list[str]


def _of_reservation(value: Callable[[Reservation], str]) -> Callable[[Household], str]:
    return lambda household: value(household.reservation) if household.reservation is not None else ""


def _first_name(household: Household) -> str:
    if household.reservation is not None:
        return household.reservation.first_name
    return household.name.rpartition(" ")[0]


def _last_name(household: Household) -> str:
    if household.reservation is not None:
        return household.reservation.last_name
    return household.name.rpartition(" ")[2]


_ASKS_WHO: Final = (
    "Damit wir Ihnen helfen können, nennen Sie uns bitte die Referenz Ihrer Reservierung. Sie beginnt mit VG und steht "
    "in der Bestätigung, die Sie per E-Mail bekommen haben.\n\nFinden Sie sie nicht, dann genügen uns Name und "
    "Postleitzahl."
)


def _question(household: Household) -> str:
    """Nothing that is known: where there is a reservation, the clerk asks in words of their own."""
    return "" if household.reservation is not None else _ASKS_WHO


def _least_annual(reservation: Reservation) -> str:
    least = quote(reservation.annual_kwh, reservation.payment_plan, MINIMUM_TENTH_CT)
    return format_eur(least.credits.annual)


def _instalment(reservation: Reservation) -> str:
    """Empty for a share that is paid at once."""
    return format_eur(reservation.instalment_cents) if PLANS[reservation.payment_plan].months else ""


FIELDS: Final[dict[str, Field]] = {
    "vorname": Field("Vorname", _first_name),
    "nachname": Field("Nachname", _last_name),
    "vorgang": Field("Nummer dieser Nachricht", lambda household: household.conversation),
    "rueckfrage": Field("Rückfrage nach der Referenz; leer, wo sie bekannt ist", _question),
    "referenz": Field("Referenz der Reservierung", _of_reservation(lambda r: r.reference)),
    "platz": Field("Nummer des Platzes", _of_reservation(lambda r: str(r.spot_number))),
    "park": Field("Solarpark", lambda household: household.park_name),
    "stand": Field("Stand der Reservierung", _of_reservation(lambda r: STATE[ReservationState(r.state)])),
    "paket": Field("Paket", _of_reservation(lambda r: PACKAGES[r.annual_kwh].name)),
    "kwh": Field("Kilowattstunden im Jahr", _of_reservation(lambda r: number(r.annual_kwh))),
    "preis": Field("Preis des Anteils", _of_reservation(lambda r: format_eur(r.share_amount_cents))),
    "rate": Field("Monatliche Rate", _of_reservation(_instalment)),
    "einrichtung": Field("Einrichtung, einmalig", lambda _household: format_eur(SETUP_FEE_CENTS)),
    "gutschrift_monat": Field("Gutschrift im Monat", _of_reservation(lambda r: format_eur(r.monthly_credit_cents))),
    "gutschrift_jahr": Field("Gutschrift im Jahr", _of_reservation(lambda r: format_eur(r.annual_credit_cents))),
    "mindestens_jahr": Field("Gutschrift im Jahr, erwartet bei 5 Cent", _of_reservation(_least_annual)),
    "laufzeit": Field("Laufzeit in Jahren", lambda _household: str(TERM_YEARS)),
    "widerrufstage": Field("Tage für den Widerruf", lambda _household: str(OFFER["timeline"]["withdrawal_days"])),
}
"""In the order in which staff see them."""


def values_of(household: Household) -> dict[str, str]:
    """The value of every field for this household; may be empty."""
    # A value without braces: a name as typed must not look like a field
    return {name: _BRACE.sub("", field.value(household)).strip() for name, field in FIELDS.items()}


def fill(text: str, values: dict[str, str]) -> Filled:
    """The text with the values of its fields. A field without a value is left for staff to replace."""

    def value(found: re.Match[str]) -> str:
        return values.get(found[1].strip()) or found[0]

    filled = FIELD.sub(value, text)
    return Filled(filled, left_in(filled))


def left_in(*texts: str) -> list[str]:
    """Fields and single braces left in these texts, each once: such a text is never sent."""
    found: list[str] = []
    for text in texts:
        found += [one[0] for one in FIELD.finditer(text)]
        found += _BRACE.findall(FIELD.sub("", text))
    return list(dict.fromkeys(found))


def unknown_in(*texts: str) -> list[str]:
    """Unknown fields and unmatched braces in these texts, each once."""
    known = {f"{{{name}}}" for name in FIELDS}
    return [one for one in left_in(*texts) if one.replace(" ", "") not in known]


def listed(names: Iterable[str]) -> str:
    """`{rate} und {platz}`, for a sentence."""
    *first, last = names
    return f"{', '.join(first)} und {last}" if first else last
