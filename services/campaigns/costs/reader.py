"""Reader for cost files: delimiter, header, columns and formats are guessed unless given. Pure.

Cell contents are never evaluated: `=HYPERLINK(…)` is a text that matches no campaign. What a file says about itself,
its totals and the period in its titles, is held against what was read.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import isqrt
from typing import Any, Final, Literal, get_args

from services.campaigns.costs.mapping import (
    COUNTS,
    NO_RATES,
    Amount,
    CostLine,
    CostMapping,
    Layout,
    Platform,
    Rates,
    amounts_by_content,
    columns_by_content,
    columns_by_name,
    count_columns,
    counts_things,
    currency_column,
    header_place,
    is_gross,
    is_micros,
    is_net,
    last_day_column,
    period_column,
    platform_of,
    read_line,
    without_costs,
)
from services.core.fields import Refused
from services.core.tables_in.reading import LOOKED_AT, Columns, Record, Table, cell_at, read_table
from services.core.tables_in.values import (
    DAY_FORMATS,
    NumberFormat,
    day_readings,
    days_in,
    foreign_unit,
    guess_day_format,
    guess_number_format,
    is_ambiguous,
    is_ambiguous_day,
    spans_days,
    without_currency,
)

_PAIR: Final = 2
Period = tuple[date, date]
"""First and last day."""
_TOTAL = re.compile(
    r"(?:gesamt(?:summe|betrag|ergebnis)?|summe|(?:overall |grand )?total|insgesamt|ergebnis|ergebnisse von \d+"
    r"|results from \d+)\b",
    re.IGNORECASE,
)
_NOTHING = frozenset({"", "-", "--", "–", "—"})
_END = re.compile(r"\b(?:start|beginn|end|ende)\s*:", re.IGNORECASE)
_NONE: Final = Amount(0)


def is_total(record: Record, mapping: CostMapping) -> bool:
    """Whether a line is a total row."""
    first = next((cell for cell in record.cells if cell), "")
    day = cell_at(record.cells, mapping.day)
    return bool(_TOTAL.match(first)) and (day in _NOTHING or day == first)


def differing_total(lines: Sequence[CostLine], totals: Sequence[CostLine]) -> CostLine | None:
    """The file's own total, as a fault, where neither it nor the total rows together are what the lines come to."""
    amounts = [line.amount for line in lines]
    stated = [total for total in totals if total.amount]
    if not stated or None in amounts or len({(amount or _NONE).currency for amount in amounts}) != 1:
        return None
    read = sum((amount or _NONE).hundredths for amount in amounts)
    sums = [(total.amount or _NONE).hundredths for total in stated]
    if any(_is_sum(one, read, len(lines)) for one in (*sums, sum(sums))):
        return None
    total = stated[-1]
    return replace(total, campaign="", day=None, repeats=None, is_guess=False, fault=_differing_sum())


def _is_sum(stated: int, read: int, lines: int) -> bool:
    """Whether the total is the sum of the lines, each of which a platform rounds to cents by itself."""
    return abs(stated - read) <= isqrt(lines)


def within(line: CostLine, period: Period | None) -> CostLine:
    """The line; a fault where its day is outside the period in the titles."""
    if period is None or line.day is None or line.fault or is_in(line.day, period):
        return line
    first, last = (f"{day:%d.%m.%Y}" for day in period)
    return replace(
        line,
        fault=Refused(
            "outside_period", f"Über der Tabelle steht der Zeitraum {first} bis {last}. Dieser Tag liegt außerhalb."
        ),
    )


def without_sum(lines: list[CostLine]) -> list[CostLine]:
    """Drop the unlabelled total row that some programs write: no day, no campaign, only the sum.

    One whose amount is not that sum is kept as a fault, since part of the file may be missing. Amounts are compared in
    the file's currency: converted line by line they may differ by cents.
    """
    unnamed = [line for line in lines if line.fault and line.fault.code == "day_missing" and not line.campaign]
    if len(unnamed) != 1 or unnamed[0].amount is None:
        return lines
    (total,) = unnamed
    others = [line for line in lines if line is not total]
    read = sum(line.amount.hundredths for line in others if line.amount)
    if _is_sum(unnamed[0].amount.hundredths, read, len(others)):
        return others
    return [replace(line, fault=_differing_sum()) if line is total else line for line in lines]


def _differing_sum() -> Refused:
    return Refused(
        "total_differs",
        "Diese Zeile nennt eine Summe; die übrigen Zeilen ergeben einen anderen Betrag.",
    )


def period_of(titles: Sequence[str]) -> Period | None:
    """The period that the titles name in one line, or in a line each for its first and its last day.

    A day that can be read in two ways widens it: nothing is refused by a guess.
    """
    mentioned = [(title, days_in(title)) for title in titles]
    in_one_line = (days for _, days in mentioned if len(days) == _PAIR)
    ends = [days[0] for title, days in mentioned if _END.search(title) and len(days) == 1]
    days = next(in_one_line, ends if len(ends) == _PAIR else None)
    period = (min(days[0]), max(days[1])) if days else None
    return period if period and period[0] <= period[1] else None


def is_in(day: date | None, period: Period) -> bool:
    return day is not None and period[0] <= day <= period[1]


LARGEST_TEXT = 2 * 1024 * 1024
MOST_ROWS = 20_000
PREVIEW_ROWS = 10
_FOOTER = re.compile(r"©|\(c\) ?\d{4}", re.IGNORECASE)
"""Microsoft ends a report with its copyright."""
_FULL_HEADER: Final = 3


About = Literal["amount", "number_format", "day_format"]
"""The member of the mapping that only a person can decide."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the file: what it comes to, and its first and last day."""

    value: str
    cents: int
    first_day: date | None
    last_day: date | None


@dataclass(frozen=True, slots=True)
class Question:
    """What the file leaves open. Each reading is a value of the mapping; `column` is the column it is about."""

    about: About
    column: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class CostFile:
    """A parsed file. `skipped` counts total rows; `not_taken` names a column with the same amounts and VAT."""

    mapping: CostMapping
    columns: list[str]
    preview: list[list[str]]
    lines: list[CostLine]
    skipped: int
    platform: Platform = "other"
    questions: tuple[Question, ...] = ()
    not_taken: str | None = None


_COLUMNS: Final = Columns(
    header_place,
    lambda records: _has_day(records[0], columns_by_content([one.cells for one in records[1:LOOKED_AT]], [], {})),
    lambda cells: len(columns_by_name(cells)) == _FULL_HEADER,
)


def _has_day(record: Record, columns: Mapping[str, int]) -> bool:
    return bool(day_readings(cell_at(record.cells, columns["day"])))


def read_costs(text: str, given: Mapping[str, Any], rates: Rates = NO_RATES) -> CostFile:
    """Read the file; members of `given` (as in `CostMapping`) override guesses. Refused if it is not a cost file.

    Amounts in a currency of `rates` are converted; those in any other are faults that name it.
    """
    table = read_table(text, given, _COLUMNS, MOST_ROWS)
    footers = [record.cells[0] for record in table.body if _is_footer(record)]
    table = replace(table, body=[record for record in table.body if not _is_footer(record)])
    if not table.body:
        raise Refused("empty", "In der Datei steht keine Zeile mit Kosten.")
    told = {**given, "delimiter": table.delimiter}
    layout = _layout(table, told, rates)
    lines, skipped = _read(table, layout)
    names = table.names
    chosen = cell_at(table.columns, layout.mapping.amount)
    return CostFile(
        mapping=layout.mapping,
        columns=table.columns,
        preview=[record.cells for record in table.body[:PREVIEW_ROWS]],
        lines=lines,
        skipped=skipped,
        platform=platform_of(names, [*table.titles, *footers]),
        questions=tuple(_questions(table, told, layout, lines)),
        not_taken=next((name for name in names if is_gross(name)), None) if is_net(chosen) else None,
    )


def _read(table: Table, layout: Layout) -> tuple[list[CostLine], int]:
    """The lines without total rows, and how many of those there are. A total that is not the sum stays, as a fault."""
    totals = [record for record in table.body if is_total(record, layout.mapping)]
    kept = [record for record in table.body if record not in totals]
    period = period_of(table.titles)
    lines = [within(read_line(record, layout), period) for record in kept]
    lines = without_sum(lines)
    first = _first_alike(kept)
    lines = [replace(line, repeats=first.get(line.line)) if line.cents else line for line in lines]
    differing = differing_total(lines, [read_line(record, layout) for record in totals])
    if differing:
        lines = sorted([*lines, differing], key=lambda line: line.line)
    return lines, len(table.body) - len(lines)


def _first_alike(records: Sequence[Record]) -> dict[int, int]:
    """For each line that repeats an earlier one word for word: that earlier line."""
    first: dict[tuple[str, ...], int] = {}
    repeated = {}
    for record in records:
        earlier = first.setdefault(tuple(record.cells), record.line)
        if earlier != record.line:
            repeated[record.line] = earlier
    return repeated


def _layout(table: Table, given: Mapping[str, Any], rates: Rates) -> Layout:
    mapping, is_sure = _mapping(table, given)
    names = table.names
    amount, day = cell_at(names, mapping.amount), cell_at(names, mapping.day)
    fault = without_costs(amount) if counts_things(amount) else None
    return Layout(
        mapping=mapping,
        is_sure=is_sure,
        unit=None if is_micros(amount) else foreign_unit(amount),
        currency=currency_column(names),
        last_day=last_day_column(names, mapping.day),
        rates=rates,
        is_micros=is_micros(amount),
        fault=spans_days() if period_column([day]) is not None else fault,
    )


def _mapping(table: Table, given: Mapping[str, Any]) -> tuple[CostMapping, dict[str, bool]]:
    """The mapping of the file, and which parts of it are certain rather than guessed."""
    rows, names, period = table.sample, table.names, period_of(table.titles)
    named = {name: given[name] for name in ("campaign", "day", "amount") if given.get(name) is not None}
    by_name = columns_by_name(names)
    if (longer := period_column(names)) is not None:
        by_name.setdefault("day", longer)
    free = {name: place for name, place in by_name.items() if name not in named and place not in named.values()}
    columns = columns_by_content(rows, names, {**named, **free})
    amounts = [without_currency(cell) for cell in table.cells(columns["amount"])]
    days = table.cells(columns["day"])
    english = given["delimiter"] == "," or "cost" in " ".join(names).lower()
    number_format, is_sure_of_numbers = guess_number_format(amounts, "en" if english else "de")
    number_format = given.get("number_format") or number_format
    day_format, is_sure_of_days = guess_day_format(days, "us" if number_format == "en" else "de")
    if not is_sure_of_days and period is not None:
        fitting = [one for one in DAY_FORMATS if all(is_in(day_readings(day).get(one), period) for day in days if day)]
        day_format, is_sure_of_days = (fitting[0], True) if len(fitting) == 1 else (day_format, False)
    counts = _counts(names, given, columns)
    mapping = CostMapping(
        **columns,
        delimiter=given["delimiter"],
        number_format=number_format,
        day_format=given.get("day_format") or day_format,
        has_header=table.header is not None,
        clicks=counts["clicks"],
        impressions=counts["impressions"],
    )
    return mapping, {
        "amount": is_sure_of_numbers or given.get("number_format") is not None,
        "day": is_sure_of_days or given.get("day_format") is not None,
    }


def _questions(table: Table, given: Mapping[str, Any], layout: Layout, lines: Sequence[CostLine]) -> Iterator[Question]:
    """What the file leaves open and nobody has decided, each with what the file would come to."""
    mapping = layout.mapping

    def reading(about: About, value: object) -> Reading:
        found, _ = _read(table, _layout(table, {**mapping.as_json(), **given, about: value}, layout.rates))
        days = sorted(line.day for line in found if line.day and not line.fault)
        cents = sum(line.cents or 0 for line in found if not line.fault)
        return Reading(str(value), cents, days[0] if days else None, days[-1] if days else None)

    def question(about: About, place: int, values: Sequence[object]) -> Question:
        column = cell_at(table.names, place) or f"Spalte {place + 1}"
        return Question(about, column, tuple(reading(about, value) for value in values))

    possible = [] if given.get("amount") is not None or layout.fault else _possible_amounts(table, mapping)
    if possible:
        yield question("amount", mapping.amount, possible)
    if not any(line.is_guess for line in lines):
        return
    amounts, days = table.cells(mapping.amount), table.cells(mapping.day)
    if not layout.is_sure["amount"] and any(is_ambiguous(without_currency(one)) for one in amounts):
        yield question("number_format", mapping.amount, get_args(NumberFormat))
    if not layout.is_sure["day"] and any(is_ambiguous_day(day) for day in days):
        votes = Counter(one for day in days for one in day_readings(day))
        yield question("day_format", mapping.day, [one for one in DAY_FORMATS if votes[one] == max(votes.values())])


def _possible_amounts(table: Table, mapping: CostMapping) -> list[int]:
    """The columns that a person has to choose the amount from; none where the header or a single column decides."""
    if "amount" in columns_by_name(table.names):
        return [mapping.amount] if is_gross(cell_at(table.names, mapping.amount)) else []
    found = amounts_by_content(table.sample, table.names, (mapping.campaign, mapping.day))
    return sorted(found) if table.header or len(found) > 1 else []


def _counts(names: Sequence[str], given: Mapping[str, Any], columns: Mapping[str, int]) -> dict[str, int | None]:
    """The columns of clicks and impressions. None is a choice, too: the file's are not wanted."""
    found = count_columns(names)
    free = {name: place for name, place in found.items() if place not in columns.values()}
    return {name: given[name] if name in given else free.get(name) for name in COUNTS}


def _is_footer(record: Record) -> bool:
    filled = [cell for cell in record.cells if cell]
    return len(filled) == 1 and bool(_FOOTER.match(filled[0]))
