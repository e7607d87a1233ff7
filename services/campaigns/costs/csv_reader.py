"""Reader for cost files: delimiter, header, columns and formats are guessed unless given. Pure.

Cell contents are never evaluated: `=HYPERLINK(…)` is a text that matches no campaign.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

from services.campaigns.costs.columns import (
    columns_by_content,
    columns_by_name,
    currency_column,
    header_place,
    last_day_column,
)
from services.core.fields import Refused
from services.core.table_reading.currency import foreign_code, foreign_unit
from services.core.table_reading.days import (
    DayFormat,
    day_readings,
    guess_day_format,
    is_ambiguous_day,
    read_day,
    spans_days,
)
from services.core.table_reading.numbers import (
    NumberFormat,
    guess_number_format,
    in_foreign_money,
    is_ambiguous,
    read_cents,
)
from services.core.table_reading.records import TITLE_ROWS, Record, TableText, sniff_delimiter

LARGEST_TEXT = 2 * 1024 * 1024
MOST_ROWS = 20_000
PREVIEW_ROWS = 10
_LOOKED_AT = 200
"""Rows sampled for guessing."""
_TOTAL = re.compile(r"(?:gesamt|summe|total|insgesamt|ergebnis)\b", re.IGNORECASE)
_NOTHING = frozenset({"", "-", "--", "–", "—"})


@dataclass(frozen=True, slots=True)
class CostMapping:
    """How a file is read. Columns are counted from 0."""

    campaign: int
    day: int
    amount: int
    delimiter: str
    number_format: NumberFormat
    day_format: DayFormat
    has_header: bool

    def as_json(self) -> dict[str, Any]:
        """To be stored with the import."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class CostLine:
    """One line of the file: its values, or the fault that makes it unreadable."""

    line: int
    campaign: str
    day: date | None
    cents: int | None
    fault: Refused | None
    is_guess: bool
    """Read by a format that nothing in the column confirms."""
    repeats: int | None = None
    """An earlier line with the very same cells and an amount above nought."""


@dataclass(frozen=True, slots=True)
class CostFile:
    """A parsed file. `skipped` counts total rows."""

    mapping: CostMapping
    columns: list[str]
    preview: list[list[str]]
    lines: list[CostLine]
    skipped: int


@dataclass(frozen=True, slots=True)
class _Layout:
    """The mapping, and further facts from the header."""

    mapping: CostMapping
    is_sure: Mapping[str, bool]
    unit: str | None
    """The unit in the amount column's name, unless euro."""
    currency: int | None
    last_day: int | None


def read_costs(text: str, given: Mapping[str, Any]) -> CostFile:
    """Read the file; members of `given` (as in `CostMapping`) override guesses. Refused if it is not a cost file."""
    table = TableText.of(text)
    delimiter = given.get("delimiter") or table.separator or sniff_delimiter(table.text)
    records = table.records(delimiter, MOST_ROWS)
    header, body = _divided(records, given.get("has_header"))
    if not body:
        raise Refused("empty", "In der Datei steht keine Zeile mit Kosten.")
    layout = _layout(header, body, {**given, "delimiter": delimiter})
    kept = [record for record in body if not _is_total(record, layout.mapping)]
    lines = _without_sum([_line(record, layout) for record in kept])
    first = _first_alike(kept)
    lines = [replace(line, repeats=first.get(line.line)) if line.cents else line for line in lines]
    names = header.cells if header else []
    width = max(len(record.cells) for record in records)
    columns = [*names, *(f"Spalte {number}" for number in range(len(names) + 1, width + 1))]
    preview = [record.cells for record in body[:PREVIEW_ROWS]]
    return CostFile(layout.mapping, columns, preview, lines, len(body) - len(lines))


def _first_alike(records: Sequence[Record]) -> dict[int, int]:
    """For each line that repeats an earlier one word for word: that earlier line."""
    first: dict[tuple[str, ...], int] = {}
    repeated = {}
    for record in records:
        earlier = first.setdefault(tuple(record.cells), record.line)
        if earlier != record.line:
            repeated[record.line] = earlier
    return repeated


def _without_sum(lines: list[CostLine]) -> list[CostLine]:
    """Drop the unlabelled total row that some programs write: no day, no campaign, only the sum.

    One whose amount is not that sum is kept as a fault, since part of the file may be missing.
    """
    unnamed = [line for line in lines if line.fault and line.fault.code == "day_missing" and not line.campaign]
    if len(unnamed) != 1 or unnamed[0].cents is None:
        return lines
    (total,) = unnamed
    others = [line for line in lines if line is not total]
    if sum(line.cents or 0 for line in others) == total.cents:
        return others
    return [replace(line, fault=_differing_sum()) if line is total else line for line in lines]


def _differing_sum() -> Refused:
    return Refused(
        "total_differs",
        "Diese Zeile nennt weder Kampagne noch Tag, wohl eine Summe; die übrigen Zeilen ergeben einen anderen Betrag.",
    )


def _divided(records: Sequence[Record], has_header: bool | None) -> tuple[Record | None, Sequence[Record]]:
    """The header, if there is one, and the rows below it; rows above the header are skipped."""
    if has_header is False or not records:
        return None, records
    place = header_place([record.cells for record in records[:TITLE_ROWS]])
    if place is None and has_header is None:
        found = columns_by_content([record.cells for record in records[1:_LOOKED_AT]], {})
        place = None if _fits(records[0], found) else 0
    elif place is None:
        place = 0
    return (None, records) if place is None else (records[place], records[place + 1 :])


def _fits(record: Record, columns: Mapping[str, int]) -> bool:
    """Whether the record itself has a day in the day column."""
    cells = record.cells
    return columns["day"] < len(cells) and bool(day_readings(cells[columns["day"]]))


def _layout(header: Record | None, body: Sequence[Record], given: Mapping[str, Any]) -> _Layout:
    mapping, is_sure = _mapping(header, body, given)
    names = header.cells if header else []
    unit = foreign_unit(_cell(names, mapping.amount))
    return _Layout(mapping, is_sure, unit, currency_column(names), last_day_column(names, mapping.day))


def _mapping(
    header: Record | None, body: Sequence[Record], given: Mapping[str, Any]
) -> tuple[CostMapping, dict[str, bool]]:
    """The mapping of the file, and which of its formats are certain rather than guessed."""
    rows = [record.cells for record in body[:_LOOKED_AT]]
    named = {name: given[name] for name in ("campaign", "day", "amount") if given.get(name) is not None}
    by_name = columns_by_name(header.cells) if header else {}
    free = {name: place for name, place in by_name.items() if name not in named and place not in named.values()}
    columns = columns_by_content(rows, {**named, **free})
    amounts = [_cell(record.cells, columns["amount"]) for record in body]
    days = [_cell(record.cells, columns["day"]) for record in body]
    english = given["delimiter"] == "," or (header is not None and "cost" in " ".join(header.cells).lower())
    number_format, is_sure_of_numbers = guess_number_format(amounts, "en" if english else "de")
    number_format = given.get("number_format") or number_format
    day_format, is_sure_of_days = guess_day_format(days, "us" if number_format == "en" else "de")
    mapping = CostMapping(
        **columns,
        delimiter=given["delimiter"],
        number_format=number_format,
        day_format=given.get("day_format") or day_format,
        has_header=header is not None,
    )
    return mapping, {
        "amount": is_sure_of_numbers or given.get("number_format") is not None,
        "day": is_sure_of_days or given.get("day_format") is not None,
    }


def _line(record: Record, layout: _Layout) -> CostLine:
    mapping = layout.mapping
    day_text, amount_text = _cell(record.cells, mapping.day), _cell(record.cells, mapping.amount)
    day, cents, faults = None, None, []
    if len(record.cells) <= max(mapping.campaign, mapping.day, mapping.amount):
        faults.append(Refused("missing_column", "In dieser Zeile fehlen Spalten."))
    else:
        try:
            day = _only_day(record, layout)
        except Refused as refused:
            faults.append(refused)
        try:
            cents = _euro_cents(record, layout)
        except Refused as refused:
            faults.append(refused)
    is_sure = layout.is_sure
    is_guess = not faults and (
        (not is_sure["amount"] and is_ambiguous(amount_text)) or (not is_sure["day"] and is_ambiguous_day(day_text))
    )
    fault = faults[0] if faults else None
    return CostLine(record.line, _cell(record.cells, mapping.campaign), day, cents, fault, is_guess)


def _only_day(record: Record, layout: _Layout) -> date:
    """The one day of the line; Refused where it has none, or where its period ends on another day."""
    first = read_day(_cell(record.cells, layout.mapping.day), layout.mapping.day_format)
    end = _cell(record.cells, layout.last_day) if layout.last_day is not None else ""
    if end and read_day(end, layout.mapping.day_format) != first:
        raise spans_days()
    return first


def _euro_cents(record: Record, layout: _Layout) -> int:
    stated = foreign_code(_cell(record.cells, layout.currency)) if layout.currency is not None else None
    if unit := layout.unit or stated:
        raise in_foreign_money(unit)
    return read_cents(_cell(record.cells, layout.mapping.amount), layout.mapping.number_format)


def _is_total(record: Record, mapping: CostMapping) -> bool:
    """Whether a line is a total row."""
    first = next((cell for cell in record.cells if cell), "")
    day = _cell(record.cells, mapping.day)
    return bool(_TOTAL.match(first)) and (day in _NOTHING or day == first)


def _cell(cells: Sequence[str], place: int) -> str:
    return cells[place] if 0 <= place < len(cells) else ""
