"""German labels of the codes in reports, by column kind."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from analytics.channel_groups import LABELS as CHANNEL_GROUPS
from analytics.definitions import definitions
from services.core.money import format_decimal
from services.offer import OFFER
from services.reports.parameters import LABELS
from services.reservations.labels import STATE

NOT_GIVEN: Final = "ohne Angabe"
"""Label of an optional text that is empty."""
_FIELDS: Final = {name.removeprefix("only_"): label for name, label in LABELS.items() if name.startswith("only_")}
_PACKAGES: Final = {
    str(package["annual_kwh"]): f"{package['name']} ({format_decimal(Decimal(package['annual_kwh']), 0)} kWh)"
    for package in OFFER["packages"]
}
WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "channel": {
        "campaign": "Kampagne",
        "referral": "Empfehlung",
        "referrer": "Andere Seite",
        "direct": "Direkt",
    },
    "channel_group": CHANNEL_GROUPS,
    "device": {"phone": "Telefon", "tablet": "Tablet", "computer": "Computer", "unknown": "nicht bekannt"},
    "model": {
        "last": "Letzter Kontakt",
        "last_non_direct": "Letzte bekannte Herkunft",
        "first": "Erster Kontakt",
        "linear": "Alle gleich",
        "position": "Anfang und Ende (40/20/40)",
        "time_decay": "Jüngere stärker",
    },
    "verdict": {
        "worth": "lohnt sich",
        "not_worth": "lohnt sich nicht",
        "open": "zu klein, um es zu sagen",
        "no_target": "kein Ziel festgelegt",
        "young": "noch nicht reif",
        "no_costs": "keine Kosten eingetragen",
    },
    "field": _FIELDS,
    "step": {
        "landing": "Besuch",
        "form_started": "Formular begonnen",
        "step_2": "Schritt 2",
        "step_3": "Schritt 3",
        "step_4": "Schritt 4",
        "thank_you": "Danke-Seite",
        "reservation": "Reservierung",
        "confirmed": "E-Mail bestätigt",
        "contracted": "Vertrag",
    },
    "state": {state.value: words for state, words in STATE.items()},
    "package": {"all": "alle", **_PACKAGES},
    "plan": {"all": "alle", **{plan["id"]: plan["name"] for plan in OFFER["payment_plans"]}},
}
"""A code missing here is shown as it is."""
_FORMER: Final = {
    "models": "Modelle im Vergleich",
    "paths": "Wege zur Reservierung",
    "quality": "Qualität und Alter",
    "told": "Gesagt und gemessen",
}
"""Titles of reports that became parts of others; kept runs still have their names."""


def title_of(report: str) -> str:
    """Its title, also of a report that no longer exists."""
    definition = definitions().get(report)
    return definition.title if definition else _FORMER.get(report, report)
