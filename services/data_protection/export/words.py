"""Values of an export as people read them: amounts in euros, moments in Berlin, states in German."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from services.audit.actions import action_label
from services.contact.topics import PAYMENT_NAMES, TOPIC_NAMES
from services.core.german import long_day, long_moment, number
from services.core.money import format_decimal, format_eur
from services.data_protection.registry import REGISTRY
from services.payments.schemas import CAUSE
from services.reservations.evidence.words import MOMENTS
from services.reservations.labels import DEPOSIT, STATE

_UNITS: Final[Mapping[str, Callable[[int], str]]] = {
    " in Cent": format_eur,
    " in Zehntel Cent je kWh": lambda value: f"{format_decimal(Decimal(value) / 10, 1)} Cent je kWh",
    " in Hundertstel Prozent": lambda value: f"{format_decimal(Decimal(value) / 100, 2)} %",
    " nach Zehntel Jahren": lambda value: f"nach {format_decimal(Decimal(value) / 10, 1)} Jahren",
}
"""Units at the end of a column's words, and how their values read without them."""
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "state": {
        **{state.value: word for state, word in STATE.items()},
        "sent": "Gesendet",
        "queued": "Wartet",
        "failed": "Gescheitert",
        "waiting": "Wartet",
        "offered": "Angeboten",
        "accepted": "Angenommen",
        "declined": "Abgelehnt",
        "left": "Verlassen",
        "open": "Begonnen",
        "held": "Vorgemerkt",
        "released": "Freigegeben",
    },
    "provider": {"simulated": "Simulation", "stripe": "Stripe"},
    "cause": {cause.value: words for cause, words in CAUSE.items()},
    "deposit_state": {state.value: word for state, word in DEPOSIT.items()},
    "topic": TOPIC_NAMES,
    "payment_method": PAYMENT_NAMES,
    "payment_plan": {"one-off": "Einmalzahlung", "24m": "24 Raten", "48m": "48 Raten"},
    "actor": {"household": "Sie", "system": "Automatisch", "payment provider": "Zahlungsdienst"},
    "purpose": {
        "confirm": "Adresse bestätigen",
        "open": "Seite öffnen",
        "change_email": "Neue Adresse bestätigen",
        "email_address": "Bestätigung der Adresse",
        "terms": "Bedingungen der Reservierung",
        "contract": "Vertrag",
        "mandate": "Lastschriftmandat",
        "credit": "Zahlung in Raten",
        "holder": "Einverständnis des Kontoinhabers",
    },
    "source": {"explicit": "Im Formular erklärt", "client_form": "Im Formular erklärt", "link": "Link in der Mail"},
    "consent_source": {"explicit": "Im Formular erklärt", "client_form": "Im Formular erklärt"},
    "moment": MOMENTS,
    "answer": {
        "accepted": "Angenommen",
        "declined": "Abgelehnt",
        "withdrawn": "Zurückgezogen",
        "expired": "Ohne Antwort",
        "closed": "Hinfällig",
    },
    "verdict": {
        "valid": "Gilt",
        "disabled": "Gesperrter Code",
        "loop": "Im Kreis",
        "unknown": "Unbekannter Code",
        "self": "Eigener Code",
    },
    "kind": {"withdrawal": "Widerruf", "notice": "Kündigung", "link": "Link", "session": "Sitzung"},
    "touch_consent": {"0": "Nicht gefragt", "1": "Nicht beantwortet", "2": "Ja", "3": "Nein"},
}
"""Words for the values of some columns, by name."""


_COLUMNS: Final = REGISTRY["reservations"].personal
_IN_FILE: Final = "steht in der JSON-Datei"
"""Members that are of use to programs only."""


def label_of(what: str) -> str:
    """The label of a column without the unit of its stored value."""
    for unit in _UNITS:
        if what.endswith(unit):
            return what.removesuffix(unit)
    return what


def words_of(name: str, what: str, value: Any) -> str:
    """A value as text; empty where there is none."""
    if value is None or value in ("", [], {}):
        return ""
    if isinstance(value, bool):
        return "ja" if value else "nein"
    if isinstance(value, int):
        return _number(name, what, value)
    if isinstance(value, Mapping):
        # The members of a change or of a form, in the words of the reservation's columns
        told = [
            f"{label_of(column.what)}: {words_of(name, column.what, one) or 'leer'}"
            for name, one in value.items()
            if (column := _COLUMNS.get(name)) is not None and column.is_exported
        ]
        return ", ".join(told) if told else _IN_FILE
    if isinstance(value, list):
        return ", ".join(words_of("", "", one) for one in value)
    return _text(name, str(value))


def _number(name: str, what: str, value: int) -> str:
    for unit, words in _UNITS.items():
        if what.endswith(unit):
            return words(value)
    known = _WORDS.get(name, {}).get(str(value))
    return known or number(value)


def _text(name: str, value: str) -> str:
    if name == "action":
        return _action(value)
    if known := _WORDS.get(name, {}).get(value):
        return known
    if name == "actor":
        return "Unser Team"
    if moment := _moment(value):
        return long_moment(moment)
    if day := _day(value):
        return long_day(day)
    return value


def _action(value: str) -> str:
    """What was done, in the words of the audit log."""
    for area in ("reservation", "waiting_list", "declaration"):
        action = f"{area}.{value}"
        if (label := action_label(action)) != action:
            return label
    return value.replace("_", " ")


def _moment(value: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(value) if "T" in value else None
    except ValueError:
        return None
    return found if found is not None and found.tzinfo else None


def _day(value: str) -> date | None:
    try:
        return date.fromisoformat(value) if len(value) == 10 else None
    except ValueError:
        return None
