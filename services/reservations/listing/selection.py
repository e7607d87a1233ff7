"""Selects the reservations of an export and their order: the list's filters, without paging."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Self

from services.core.german import numeric_day
from services.core.money import format_decimal
from services.reservations.labels import STATE
from services.reservations.listing.columns import COLUMNS, PAYMENT_PLANS
from services.reservations.listing.filters import ListFilters, Order, Sort

_CLOSED = frozenset(
    {
        "state", "annual_kwh", "payment_plan", "energy_provider", "park", "spot_number", "duplicate", "price_mismatch",
        "created_from", "created_to", "follow_up_until",
    }
)  # fmt: skip
"""Filters with predefined values. The others contain free text, which may be a person's name."""

_LABELS = {
    "q": "Suche",
    "state": "Stand",
    "annual_kwh": "Paket",
    "payment_plan": "Zahlweise",
    "energy_provider": "Energieversorger",
    "park": "Solarpark",
    "spot_number": "Platz",
    "utm_campaign": "Kampagne",
    "utm_source": "Quelle",
    "referral_code": "Empfehlungscode",
    "tag": "Merkmal",
    "duplicate": "Mögliche Dubletten",
    "price_mismatch": "Preisabweichungen",
    "created_from": "Eingang ab",
    "created_to": "Eingang bis",
    "follow_up_until": "Wiedervorlage bis",
    "ids": "Ausgewählte Reservierungen",
}
_HEADINGS = {column.name: column.heading for column in COLUMNS}


@dataclass(frozen=True, slots=True)
class Selection:
    """The list's filters and order."""

    filters: ListFilters
    sort: Sort
    order: Order

    def as_json(self) -> dict[str, Any]:
        """As stored in the link's row."""
        kept = self.filters.model_dump(mode="json", exclude_defaults=True)
        return {"filters": kept, "sort": self.sort.value, "order": self.order.value}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Reverse of `as_json`."""
        return cls(ListFilters(**kept["filters"]), Sort(kept["sort"]), Order(kept["order"]))

    def given(self) -> Mapping[str, Any]:
        """The filters that are set."""
        return {name: value for name, value in self.filters if value not in (None, "", [])}


def in_words(selection: Selection, park_names: Mapping[str, str]) -> list[tuple[str, str]]:
    """The selection in German, as (label, value) pairs."""
    given = selection.given()
    values = {name: _SPOKEN.get(name, str)(value) for name, value in given.items()}
    if "park" in given:
        values["park"] = park_names.get(given["park"], given["park"])
    said = [(_LABELS[name], value) for name, value in values.items()]
    direction = "absteigend" if selection.order is Order.DESC else "aufsteigend"
    sorted_by = f"{_HEADINGS[selection.sort.value]}, {direction}"
    return [*(said or [("Auswahl", "Alle Reservierungen")]), ("Sortiert nach", sorted_by)]


def _suspicion(which: str) -> str:
    return "noch offen" if which == "open" else "alle"


_SPOKEN: Mapping[str, Callable[[Any], str]] = {
    "state": lambda states: ", ".join(STATE[state] for state in states),
    "annual_kwh": lambda packages: ", ".join(f"{format_decimal(Decimal(kwh), 0)} kWh" for kwh in packages),
    "payment_plan": lambda plan: PAYMENT_PLANS.get(plan, plan),
    "duplicate": _suspicion,
    "price_mismatch": _suspicion,
    "created_from": numeric_day,
    "created_to": numeric_day,
    "follow_up_until": numeric_day,
    "ids": lambda ids: f"{len(ids)} einzeln ausgewählt",
}


def for_audit(selection: Selection) -> dict[str, Any]:
    """The selection without free text: for such filters only the fact that they were set."""
    kept = selection.as_json()
    names = sorted(selection.given())
    return {
        "filters": {name: kept["filters"][name] for name in names if name in _CLOSED},
        "other_filters": ["mit Suche" if name == "q" else name for name in names if name not in _CLOSED],
        "sort": kept["sort"],
        "order": kept["order"],
    }
