"""Reader for cost files: delimiter, header, columns and formats are guessed unless given. Pure.

Cell contents are never evaluated: `=HYPERLINK(…)` is a text that matches no campaign.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from services.campaigns.costs.columns import (
    COUNTS,
    columns_by_content,
    columns_by_name,
    count_columns,
    currency_column,
    header_place,
    last_day_column,
)
from services.campaigns.costs.lines import CostLine, CostMapping, Layout, cell_at, read_line
from services.campaigns.costs.platforms import Platform, platform_of
from services.campaigns.costs.rates import NO_RATES, Rates
from services.core.fields import Refused
from services.core.table_reading.currency import foreign_unit, without_currency
from services.core.table_reading.days import day_readings, guess_day_format
from services.core.table_reading.numbers import guess_number_format
from services.core.table_reading.records import DELIMITERS, TITLE_ROWS, Record, TableText, sniff_delimiter

LARGEST_TEXT = 2 * 1024 * 1024
MOST_ROWS = 20_000
PREVIEW_ROWS = 10
_LOOKED_AT = 200
"""Rows sampled for guessing."""
_TOTAL = re.compile(
    r"(?:gesamt(?:summe|betrag|ergebnis)?|summe|(?:overall |grand )?total|insgesamt|ergebnis|ergebnisse von \d+"
    r"|results from \d+)\b",
    re.IGNORECASE,
)
_FOOTER = re.compile(r"©|\(c\) ?\d{4}", re.IGNORECASE)
"""Microsoft ends a report with its copyright."""
_NOTHING = frozenset({"", "-", "--", "–", "—"})
_FULL_HEADER: Final = 3


@dataclass(frozen=True, slots=True)
class CostFile:
    """A parsed file. `skipped` counts total rows."""

    mapping: CostMapping
    columns: list[str]
    preview: list[list[str]]
    lines: list[CostLine]
    skipped: int
    platform: Platform = "other"


def read_costs(text: str, given: Mapping[str, Any], rates: Rates = NO_RATES) -> CostFile:
    """Read the file; members of `given` (as in `CostMapping`) override guesses. Refused if it is not a cost file.

    Amounts in a currency of `rates` are converted; those in any other are faults that name it.
    """
    table = TableText.of(text)
    delimiter = given.get("delimiter") or table.separator or _delimiter(table)
    records = table.records(delimiter, MOST_ROWS)
    header, body = _divided(records, given.get("has_header"))
    titles = [" ".join(record.cells) for record in records[: records.index(header)]] if header else []
    body = [record for record in body if not _is_footer(record)]
    if not body:
        raise Refused("empty", "In der Datei steht keine Zeile mit Kosten.")
    layout = _layout(header, body, {**given, "delimiter": delimiter}, rates)
    kept = [record for record in body if not _is_total(record, layout.mapping)]
    lines = _without_sum([read_line(record, layout) for record in kept])
    first = _first_alike(kept)
    lines = [replace(line, repeats=first.get(line.line)) if line.cents else line for line in lines]
    names = header.cells if header else []
    width = max(len(record.cells) for record in records)
    columns = [*names, *(f"Spalte {number}" for number in range(len(names) + 1, width + 1))]
    preview = [record.cells for record in body[:PREVIEW_ROWS]]
    return CostFile(layout.mapping, columns, preview, lines, len(body) - len(lines), platform_of(names, titles))


def _delimiter(table: TableText) -> str:
    """The only delimiter that shows a header with all three columns; else the one that splits the lines best.

    The titles above a header may hold more commas than a short file has rows.
    """
    head = TableText("\n".join(table.text.splitlines()[: 2 * TITLE_ROWS]), None)
    fitting = [delimiter for delimiter in DELIMITERS if _has_full_header(head, delimiter)]
    return fitting[0] if len(fitting) == 1 else sniff_delimiter(table.text)


def _has_full_header(head: TableText, delimiter: str) -> bool:
    try:
        records = head.records(delimiter, MOST_ROWS)
    except Refused:
        return False
    return any(len(columns_by_name(record.cells)) == _FULL_HEADER for record in records)


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

    One whose amount is not that sum is kept as a fault, since part of the file may be missing. Amounts are compared in
    the file's currency: converted line by line they may differ by cents.
    """
    unnamed = [line for line in lines if line.fault and line.fault.code == "day_missing" and not line.campaign]
    if len(unnamed) != 1 or unnamed[0].amount is None:
        return lines
    (total,) = unnamed
    others = [line for line in lines if line is not total]
    if sum(line.amount.hundredths for line in others if line.amount) == unnamed[0].amount.hundredths:
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
    return bool(day_readings(cell_at(record.cells, columns["day"])))


def _layout(header: Record | None, body: Sequence[Record], given: Mapping[str, Any], rates: Rates) -> Layout:
    mapping, is_sure = _mapping(header, body, given)
    names = header.cells if header else []
    unit = foreign_unit(cell_at(names, mapping.amount))
    return Layout(mapping, is_sure, unit, currency_column(names), last_day_column(names, mapping.day), rates)


def _mapping(
    header: Record | None, body: Sequence[Record], given: Mapping[str, Any]
) -> tuple[CostMapping, dict[str, bool]]:
    """The mapping of the file, and which of its formats are certain rather than guessed."""
    rows = [record.cells for record in body[:_LOOKED_AT]]
    named = {name: given[name] for name in ("campaign", "day", "amount") if given.get(name) is not None}
    by_name = columns_by_name(header.cells) if header else {}
    free = {name: place for name, place in by_name.items() if name not in named and place not in named.values()}
    columns = columns_by_content(rows, {**named, **free})
    amounts = [without_currency(cell_at(record.cells, columns["amount"])) for record in body]
    days = [cell_at(record.cells, columns["day"]) for record in body]
    english = given["delimiter"] == "," or (header is not None and "cost" in " ".join(header.cells).lower())
    number_format, is_sure_of_numbers = guess_number_format(amounts, "en" if english else "de")
    number_format = given.get("number_format") or number_format
    day_format, is_sure_of_days = guess_day_format(days, "us" if number_format == "en" else "de")
    counts = _counts(header, given, columns)
    mapping = CostMapping(
        **columns,
        delimiter=given["delimiter"],
        number_format=number_format,
        day_format=given.get("day_format") or day_format,
        has_header=header is not None,
        clicks=counts["clicks"],
        impressions=counts["impressions"],
    )
    return mapping, {
        "amount": is_sure_of_numbers or given.get("number_format") is not None,
        "day": is_sure_of_days or given.get("day_format") is not None,
    }


def _counts(header: Record | None, given: Mapping[str, Any], columns: Mapping[str, int]) -> dict[str, int | None]:
    """The columns of clicks and impressions. None is a choice, too: the file's are not wanted."""
    found = count_columns(header.cells) if header else {}
    free = {name: place for name, place in found.items() if place not in columns.values()}
    return {name: given[name] if name in given else free.get(name) for name in COUNTS}


def _is_total(record: Record, mapping: CostMapping) -> bool:
    """Whether a line is a total row."""
    first = next((cell for cell in record.cells if cell), "")
    day = cell_at(record.cells, mapping.day)
    return bool(_TOTAL.match(first)) and (day in _NOTHING or day == first)


def _is_footer(record: Record) -> bool:
    filled = [cell for cell in record.cells if cell]
    return len(filled) == 1 and bool(_FOOTER.match(filled[0]))
