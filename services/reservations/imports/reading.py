"""A list as text: its header, its columns by name or else by content, its rows. Guessed unless given. Pure."""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from services.core.fields import Refused
from services.core.folding import fold
from services.core.table_reading.days import DayFormat, guess_day_format
from services.core.table_reading.numbers import NumberFormat, guess_number_format
from services.core.table_reading.records import TITLE_ROWS, Record, TableText, sniff_delimiter

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
    """Columns recognised by name: exact names before those that begin with one; each column once."""
    names = [plain_name(name) for name in header]
    found: dict[str, int] = {}
    tests: tuple[Callable[[str, str], bool], ...] = (
        lambda name, known: name == fold(known),
        lambda name, known: name.startswith(f"{fold(known)} "),
    )
    for is_alike in tests:
        for field, knowns in _NAMES.items():
            places = [
                place
                for known in knowns
                for place, name in enumerate(names)
                if place not in found.values() and is_alike(name, known)
            ]
            if field not in found and places:
                found[field] = places[0]
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


LARGEST_TEXT: Final = 10 * 1024 * 1024
MOST_ROWS: Final = 5_000
MOST_COLUMNS: Final = 256
PREVIEW_ROWS: Final = 5
_LOOKED_AT: Final = 200
"""Rows sampled for guessing."""


@dataclass(frozen=True, slots=True)
class ListMapping:
    """How a list is read. `columns` are places counted from 0 by field; `fixed` are texts for fields without one."""

    columns: Mapping[str, int]
    fixed: Mapping[str, str]
    delimiter: str
    number_format: NumberFormat
    day_format: DayFormat
    has_header: bool

    def as_json(self) -> dict[str, Any]:
        """To be stored, and to be answered."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ListFile:
    """A parsed list. `header_key` is the same for lists with the same header; empty without one."""

    mapping: ListMapping
    columns: list[str]
    header_key: str
    rows: list[Record]
    preview: list[list[str]]

    def cell(self, record: Record, name: str) -> str:
        """What a row says of a field; the fixed text where it says nothing."""
        place = self.mapping.columns.get(name)
        own = record.cells[place] if place is not None and place < len(record.cells) else ""
        return own or self.mapping.fixed.get(name, "")


def read_list(text: str, given: Mapping[str, Any]) -> ListFile:
    """Read the list; members of `given` (as in `ListMapping`) override guesses. Refused if it is none."""
    table = TableText.of(text)
    delimiter = given.get("delimiter") or table.separator or sniff_delimiter(table.text)
    records = table.records(delimiter, MOST_ROWS)
    width = max((len(record.cells) for record in records), default=0)
    if width > MOST_COLUMNS:
        raise Refused("too_many_columns", f"Die Datei hat {width} Spalten; möglich sind {MOST_COLUMNS}.")
    header, body = _divided(records, given.get("has_header"))
    if not body:
        raise Refused("empty", "In der Datei steht unter der Überschrift keine Zeile.")
    if len(body) > MOST_ROWS:
        raise Refused("too_many_rows", "Bitte höchstens 5.000 Zeilen je Datei.")
    names = header.cells if header else []
    columns = [*names, *(f"Spalte {number}" for number in range(len(names) + 1, width + 1))]
    mapping = _mapping(header, body, {**given, "delimiter": delimiter}, width)
    return ListFile(mapping, columns, header_key(names), list(body), [record.cells for record in body[:PREVIEW_ROWS]])


def header_key(names: Sequence[str]) -> str:
    """What two lists with the same header share."""
    folded = "\n".join(" ".join(name.casefold().split()) for name in names)
    return hashlib.sha256(folded.encode(errors="replace")).hexdigest() if names else ""


def _divided(records: Sequence[Record], has_header: bool | None) -> tuple[Record | None, Sequence[Record]]:
    """The header, if there is one, and the rows below it; rows above the header are skipped."""
    if has_header is False or not records:
        return None, records
    place = header_place([record.cells for record in records[:TITLE_ROWS]])
    if place is None:
        if has_header is None and _looks_like_a_row(records[0]):
            return None, records
        place = 0
    return records[place], records[place + 1 :]


def _looks_like_a_row(record: Record) -> bool:
    """Whether the first record holds an address or a number: headers hold neither."""
    return any("@" in cell or any(letter.isdigit() for letter in cell) for cell in record.cells)


def _mapping(header: Record | None, body: Sequence[Record], given: Mapping[str, Any], width: int) -> ListMapping:
    rows = [record.cells for record in body[:_LOOKED_AT]]
    columns = given.get("columns")
    if columns is None:
        columns = columns_by_content(rows, columns_by_name(header.cells) if header else {})
    places = {name: place for name, place in columns.items() if name in LABELS and 0 <= place < width}
    fixed = {name: text for name, text in (given.get("fixed") or {}).items() if name in FIXABLE and text}

    def cells(name: str) -> list[str]:
        place = places.get(name)
        return [record.cells[place] for record in body if place is not None and place < len(record.cells)]

    return ListMapping(
        columns=places,
        fixed=fixed,
        delimiter=given["delimiter"],
        number_format=given.get("number_format") or guess_number_format(cells("monthly_abschlag"), "de")[0],
        day_format=given.get("day_format") or guess_day_format(cells("received_on"), "de")[0],
        has_header=header is not None,
    )
