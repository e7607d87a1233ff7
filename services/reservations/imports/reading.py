"""A list as text: its header, its columns by name or else by content, its rows. Guessed unless given. Pure."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from services.core.fields import Refused
from services.core.folding import fold
from services.core.http.answers import Answer
from services.core.inputs import OneOf
from services.core.table_files.table import Kind
from services.core.tables_in.reading import Columns, Delimiter, Record, Table, cell_at, read_table
from services.core.tables_in.values import DayFormat, NumberFormat, guess_day_format, guess_number_format
from services.reservations.models import FIELDS

LABELS: Final[Mapping[str, str]] = {
    "first_name": "Vorname",
    "last_name": "Nachname",
    "name": "Name in einer Spalte",
    "email": "E-Mail",
    "mobile_phone": "Telefon",
    **{one.name: one.label for one in FIELDS},
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
ListField = Annotated[str, OneOf(tuple(LABELS))]
FIXED: Final = (*(one.name for one in FIELDS if one.may_be_fixed), "annual_kwh", "payment_plan", "credit")
"""What may be one value for the whole list, where no column has it."""
FixedField = Annotated[str, OneOf(FIXED)]

_NAMES: Final = {
    "first_name": ("vorname", "first name", "firstname", "given name", "rufname"),
    "last_name": ("nachname", "familienname", "last name", "lastname", "surname", "family name", "zuname"),
    "name": ("name", "vor- und nachname", "vorname nachname", "nachname vorname", "full name", "kunde", "interessent"),
    "email": ("e-mail", "email", "mail", "e-mail-adresse", "emailadresse", "mailadresse", "e-mail adresse"),
    "mobile_phone": (
        "telefon", "mobil", "handy", "mobilnummer", "telefonnummer", "handynummer", "mobiltelefon", "tel", "phone",
        "mobile", "phone number", "rufnummer",
    ),
    **{one.name: (one.label, one.name, *one.headings) for one in FIELDS},
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
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[a-z]{2,}", re.IGNORECASE)
_PHONE = re.compile(r"\+?[0-9][0-9 ()/.-]{7,}")
_POSTCODE = re.compile(r"(?:D-)?[0-9]{4,5}")
_WORD = re.compile(r"[^\W\d_][\w .'-]*")


def plain_name(name: str) -> str:
    """A column's name without unit, case and umlauts: `Abschlag (€)` is `abschlag`, `first_name` is `first name`."""
    return fold(" ".join(_UNIT.sub(" ", name.replace("_", " ")).split()))


def _is_row(records: Sequence[Record]) -> bool:
    """Whether the first record holds an address or a number: headers hold neither."""
    return any("@" in cell or any(letter.isdigit() for letter in cell) for cell in records[0].cells)


_COLUMNS: Final = Columns(
    {name: [plain_name(known) for known in knowns] for name, knowns in _NAMES.items()}, plain_name, _is_row
)


def columns_by_name(header: Sequence[str]) -> dict[str, int]:
    found = _COLUMNS.places(header)
    if "first_name" in found and "last_name" not in found and "name" in found:
        found["last_name"] = found.pop("name")
    return found


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


class ListMappingOut(Answer):
    """How a list is read; columns are counted from 0."""

    columns: dict[ListField, int]
    fixed: dict[FixedField, str]
    delimiter: Delimiter
    number_format: NumberFormat
    day_format: DayFormat
    has_header: bool


@dataclass(frozen=True, slots=True)
class ListFile:
    """A parsed list. `header_key` is the same for lists with the same header; empty without one."""

    mapping: ListMappingOut
    columns: list[str]
    header_key: str
    rows: list[Record]
    preview: list[list[str]]
    sha256: str

    def cell(self, record: Record, name: str) -> str:
        """What a row says of a field; the fixed text where it says nothing."""
        columns: Mapping[Any, int] = self.mapping.columns
        fixed: Mapping[Any, str] = self.mapping.fixed
        return cell_at(record.cells, columns.get(name)) or fixed.get(name, "")


def read_list(text: str, given: Mapping[str, Any]) -> ListFile:
    """Read the list; members of `given` (as in `ListMappingOut`) override guesses. Refused if it is none."""
    table = read_table(text, given, _COLUMNS, MOST_ROWS, LARGEST_TEXT)
    if table.width > MOST_COLUMNS:
        raise Refused("too_many_columns", f"Die Datei hat {table.width} Spalten; möglich sind {MOST_COLUMNS}.")
    if not table.body:
        raise Refused("empty", "In der Datei steht unter der Überschrift keine Zeile.")
    preview = [record.cells for record in table.body[:PREVIEW_ROWS]]
    return ListFile(
        _mapping(table, given), table.columns, header_key(table.names), list(table.body), preview, table.sha256
    )


def header_key(names: Sequence[str]) -> str:
    """What two lists with the same header share."""
    folded = "\n".join(" ".join(name.casefold().split()) for name in names)
    return hashlib.sha256(folded.encode(errors="replace")).hexdigest() if names else ""


def _mapping(table: Table, given: Mapping[str, Any]) -> ListMappingOut:
    columns = given.get("columns")
    if columns is None:
        columns = columns_by_content(table.sample, columns_by_name(table.names))
    places = {name: place for name, place in columns.items() if name in LABELS and 0 <= place < table.width}
    fixed = {name: text for name, text in (given.get("fixed") or {}).items() if name in FIXED and text}

    def cells(name: str) -> list[str]:
        return table.cells(places[name]) if name in places else []

    amounts = [cell for one in FIELDS if one.values.kind is Kind.MONEY for cell in cells(one.name)]
    return ListMappingOut.model_validate(
        {
            "columns": places,
            "fixed": fixed,
            "delimiter": table.delimiter,
            "number_format": given.get("number_format") or guess_number_format(amounts, "de")[0],
            "day_format": given.get("day_format") or guess_day_format(cells("received_on"), "de")[0],
            "has_header": table.has_header,
        }
    )
