"""A list as text: its header, its columns, its rows. Everything guessed unless given. Pure."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from services.core.fields import Refused
from services.core.table_reading.days import DayFormat, guess_day_format
from services.core.table_reading.numbers import NumberFormat, guess_number_format
from services.core.table_reading.records import TITLE_ROWS, Record, TableText, sniff_delimiter
from services.reservations.imports.columns import FIXABLE, LABELS, columns_by_content, columns_by_name, header_place

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
    preview: list[list[str]] = field(default_factory=list)

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
