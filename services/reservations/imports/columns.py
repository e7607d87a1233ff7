"""Columns of a list of reservations: by German or English header names, else by content. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from services.core.folding import fold
from services.core.tables_in.reading import places_by_name

LABELS: Final = {
    "first_name": "Vorname",
    "last_name": "Nachname",
    "name": "Name in einer Spalte",
    "email": "E-Mail",
    "mobile_phone": "Telefon",
    "postcode": "Postleitzahl",
    "town": "Ort",
    "street": "Straße und Hausnummer",
    "household_size": "Personen",
    "monthly_abschlag": "Abschlag im Monat",
    "energy_provider": "Stromversorger",
    "annual_kwh": "Paket",
    "payment_plan": "Zahlung",
    "credit": "Gutschrift je kWh",
    "consent": "Einwilligung",
    "received_on": "Eingegangen am",
    "note": "Notiz",
    "utm_source": "utm_source",
    "utm_medium": "utm_medium",
    "utm_campaign": "utm_campaign",
}
"""What a column may hold, and its name for people."""
FIXABLE: Final = ("household_size", "monthly_abschlag", "energy_provider", "annual_kwh", "payment_plan", "credit")
"""What may be one value for the whole list, where no column has it."""

_NAMES: Final = {
    "first_name": ("vorname", "first name", "firstname", "given name", "rufname"),
    "last_name": ("nachname", "familienname", "last name", "lastname", "surname", "family name", "zuname"),
    "name": ("name", "vor- und nachname", "vorname nachname", "nachname vorname", "full name", "kunde", "interessent"),
    "email": ("e-mail", "email", "mail", "e-mail-adresse", "emailadresse", "mailadresse", "e-mail adresse"),
    "mobile_phone": (
        "telefon", "mobil", "handy", "mobilnummer", "telefonnummer", "handynummer", "mobiltelefon", "tel", "phone",
        "mobile", "phone number", "rufnummer",
    ),
    "postcode": ("plz", "postleitzahl", "zip", "postcode", "postal code", "zip code"),
    "town": ("ort", "wohnort", "stadt", "city", "town"),
    "street": ("strasse", "str", "adresse", "anschrift", "strasse und hausnummer", "strasse hausnummer", "street"),
    "household_size": ("personen", "haushaltsgrosse", "personen im haushalt", "household size", "anzahl personen"),
    "monthly_abschlag": (
        "abschlag", "monatlicher abschlag", "abschlag im monat", "stromabschlag", "monthly payment", "monthly abschlag",
    ),
    "energy_provider": (
        "versorger", "stromversorger", "energieversorger", "anbieter", "stromanbieter", "provider", "energy provider",
    ),
    "annual_kwh": ("paket", "solarpaket", "kwh", "kwh im jahr", "package", "anteil", "jahresertrag", "annual kwh"),
    "payment_plan": ("zahlung", "zahlweise", "zahlungsweise", "zahlungsart", "raten", "payment plan", "payment"),
    "credit": ("gutschrift", "gutschrift je kwh", "cent je kwh", "ct/kwh", "credit rate", "credit ct per kwh", "satz"),
    "consent": ("einwilligung", "zustimmung", "einverstanden", "dsgvo", "datenschutz", "consent", "agb"),
    "received_on": (
        "datum", "eingang", "eingegangen am", "eingangsdatum", "date", "tag", "unterschrieben am", "created at",
    ),
    "note": ("notiz", "bemerkung", "bemerkungen", "anmerkung", "kommentar", "note", "notes", "comment"),
    "utm_source": ("utm_source", "utm source", "quelle"),
    "utm_medium": ("utm_medium", "utm medium", "medium"),
    "utm_campaign": ("utm_campaign", "utm campaign", "kampagne", "campaign"),
}  # fmt: skip
_FOLDED: Final = {field: [fold(known) for known in knowns] for field, knowns in _NAMES.items()}
_UNIT = re.compile(r"[(\[].*?[)\]]|[.:*€]")
_ENOUGH_NAMES: Final = 2
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[a-z]{2,}", re.IGNORECASE)
_PHONE = re.compile(r"\+?[0-9][0-9 ()/.-]{7,}")
_POSTCODE = re.compile(r"(?:D-)?[0-9]{4,5}")
_WORD = re.compile(r"[^\W\d_][\w .'-]*")


def plain_name(name: str) -> str:
    """A column's name without unit, case and umlauts: `Abschlag (€)` is `abschlag`, `first_name` is `first name`."""
    return fold(" ".join(_UNIT.sub(" ", name.replace("_", " ")).split()))


def columns_by_name(header: Sequence[str]) -> dict[str, int]:
    found = places_by_name([plain_name(name) for name in header], _FOLDED)
    if "first_name" in found and "last_name" not in found and "name" in found:
        found["last_name"] = found.pop("name")
    return found


def header_place(records: Sequence[Sequence[str]]) -> int | None:
    """The position of the header among the first records: the one with most known names, at least two."""
    counts = [len(columns_by_name(cells)) for cells in records]
    best = max(counts, default=0)
    return counts.index(best) if best >= _ENOUGH_NAMES else None


def columns_by_content(rows: Sequence[Sequence[str]], known: Mapping[str, int]) -> dict[str, int]:
    """The known columns, and address, telephone, postcode and names by their cells where no name told them."""
    found = dict(known)
    width = max((len(cells) for cells in rows), default=0)
    tests: dict[str, re.Pattern[str]] = {"email": _EMAIL, "postcode": _POSTCODE, "mobile_phone": _PHONE}
    if not found.keys() & {"name", "first_name", "last_name"}:
        tests |= {"first_name": _WORD, "last_name": _WORD}
    for field, pattern in tests.items():
        if field in found:
            continue
        free = [place for place in range(width) if place not in found.values()]
        scores = {place: _share(rows, place, pattern) for place in free}
        best = max(free, key=lambda place: scores[place], default=None)
        if best is not None and scores[best] > 0.5:
            found[field] = best
    return found


def _share(rows: Sequence[Sequence[str]], place: int, pattern: re.Pattern[str]) -> float:
    """How many of a column's filled cells fit, from 0 to 1."""
    cells = [cells[place] for cells in rows if place < len(cells) and cells[place]]
    return sum(bool(pattern.fullmatch(cell)) for cell in cells) / len(cells) if cells else 0
