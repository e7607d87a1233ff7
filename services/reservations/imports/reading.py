"""A list as text: its header, its columns, its rows. Everything guessed unless given. Pure."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from services.core.fields import Refused
from services.core.tables_in.reading import Columns, Record, Table, cell_at, read_table
from services.core.tables_in.values import DayFormat, NumberFormat, guess_day_format, guess_number_format
from services.reservations.imports.columns import FIXABLE, LABELS, columns_by_content, columns_by_name, header_place

LARGEST_TEXT: Final = 10 * 1024 * 1024
MOST_ROWS: Final = 5_000
MOST_COLUMNS: Final = 256
PREVIEW_ROWS: Final = 5


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
        return cell_at(record.cells, self.mapping.columns.get(name)) or self.mapping.fixed.get(name, "")


_COLUMNS: Final = Columns(header_place, lambda records: _looks_like_a_row(records[0]))


def read_list(text: str, given: Mapping[str, Any]) -> ListFile:
    """Read the list; members of `given` (as in `ListMapping`) override guesses. Refused if it is none."""
    table = read_table(text, given, _COLUMNS, MOST_ROWS)
    if table.width > MOST_COLUMNS:
        raise Refused("too_many_columns", f"Die Datei hat {table.width} Spalten; möglich sind {MOST_COLUMNS}.")
    if not table.body:
        raise Refused("empty", "In der Datei steht unter der Überschrift keine Zeile.")
    if len(table.body) > MOST_ROWS:
        raise Refused("too_many_rows", "Bitte höchstens 5.000 Zeilen je Datei.")
    preview = [record.cells for record in table.body[:PREVIEW_ROWS]]
    return ListFile(_mapping(table, given), table.columns, header_key(table.names), list(table.body), preview)


def header_key(names: Sequence[str]) -> str:
    """What two lists with the same header share."""
    folded = "\n".join(" ".join(name.casefold().split()) for name in names)
    return hashlib.sha256(folded.encode(errors="replace")).hexdigest() if names else ""


def _looks_like_a_row(record: Record) -> bool:
    """Whether the first record holds an address or a number: headers hold neither."""
    return any("@" in cell or any(letter.isdigit() for letter in cell) for cell in record.cells)


def _mapping(table: Table, given: Mapping[str, Any]) -> ListMapping:
    columns = given.get("columns")
    if columns is None:
        columns = columns_by_content(table.sample, columns_by_name(table.names))
    places = {name: place for name, place in columns.items() if name in LABELS and 0 <= place < table.width}
    fixed = {name: text for name, text in (given.get("fixed") or {}).items() if name in FIXABLE and text}

    def cells(name: str) -> list[str]:
        return table.cells(places[name]) if name in places else []

    return ListMapping(
        columns=places,
        fixed=fixed,
        delimiter=table.delimiter,
        number_format=given.get("number_format") or guess_number_format(cells("monthly_abschlag"), "de")[0],
        day_format=given.get("day_format") or guess_day_format(cells("received_on"), "de")[0],
        has_header=table.header is not None,
    )
