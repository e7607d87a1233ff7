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
from services.core.tables_in.reading import LOOKED_AT, Column, Delimiter, Headings, Record, Table, cell_at, read_table
from services.core.tables_in.values import DayFormat, NumberFormat
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


_HEADINGS: Final = Headings(
    {name: [plain_name(known) for known in knowns] for name, knowns in _NAMES.items()}, plain_name, _is_row
)


def columns_by_name(header: Sequence[str]) -> dict[str, int]:
    found = _HEADINGS.places(header)
    if "first_name" in found and "last_name" not in found and "name" in found:
        found["last_name"] = found.pop("name")
    return found


def columns_by_content(columns: Sequence[Column], known: Mapping[str, int]) -> dict[str, int]:
    """The known columns, and address, telephone, postcode and names by their cells where no name told them."""
    found = dict(known)
    tests: dict[str, re.Pattern[str]] = {"email": _EMAIL, "postcode": _POSTCODE, "mobile_phone": _PHONE}
    if not found.keys() & {"name", "first_name", "last_name"}:
        tests |= {"first_name": _WORD, "last_name": _WORD}
    for field, pattern in tests.items():
        if field in found:
            continue
        scores = {one.place: _share(one, pattern) for one in columns if one.place not in found.values()}
        best = max(scores, key=lambda place: scores[place], default=None)
        if best is not None and scores[best] > 0.5:
            found[field] = best
    return found


def _share(column: Column, pattern: re.Pattern[str]) -> float:
    """How many of a column's first filled cells fit, from 0 to 1."""
    cells = [cell for cell in column.cells[:LOOKED_AT] if cell]
    return sum(bool(pattern.fullmatch(cell)) for cell in cells) / len(cells) if cells else 0


LARGEST_TEXT: Final = 10 * 1024 * 1024
MOST_ROWS: Final = 5_000
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
    table = read_table(text, given, _HEADINGS, MOST_ROWS, LARGEST_TEXT)
    if not table.body:
        raise Refused("empty", "In der Datei steht unter der Überschrift keine Zeile.")
    return ListFile(
        mapping=_mapping(table, given),
        columns=[column.label for column in table.columns],
        header_key=header_key(table.names),
        rows=list(table.body),
        preview=[record.cells for record in table.body[:PREVIEW_ROWS]],
        sha256=table.sha256,
    )


def header_key(names: Sequence[str]) -> str:
    """What two lists with the same header share."""
    folded = "\n".join(" ".join(name.casefold().split()) for name in names)
    return hashlib.sha256(folded.encode(errors="replace")).hexdigest() if names else ""


def _mapping(table: Table, given: Mapping[str, Any]) -> ListMappingOut:
    columns = given.get("columns")
    if columns is None:
        columns = columns_by_content(table.columns, columns_by_name(table.names))
    places = {name: place for name, place in columns.items() if name in LABELS and 0 <= place < len(table.columns)}
    fixed = {name: text for name, text in (given.get("fixed") or {}).items() if name in FIXED and text}
    read = {name: table.columns[place] for name, place in places.items()}
    amounts = (read[one.name] for one in FIELDS if one.values.kind is Kind.MONEY and one.name in read)
    number_format = next(filter(None, (column.number_format for column in amounts)), "de")
    days = read["received_on"].day_formats if "received_on" in read else []
    return ListMappingOut.model_validate(
        {
            "columns": places,
            "fixed": fixed,
            "delimiter": table.delimiter,
            "number_format": given.get("number_format") or number_format,
            "day_format": given.get("day_format") or (days[0] if days and "de" not in days else "de"),
            "has_header": table.has_header,
        }
    )
