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

from pydantic import BaseModel

from services.campaigns.costs.mapping import (
    COLUMNS,
    Layout,
    MappingOut,
    Platform,
    amounts_by_content,
    columns_by_name,
    is_gross,
    layout_of,
)
from services.core.fields import Refused
from services.core.tables_in.reading import Record, Table, cell_at, read_table
from services.core.tables_in.values import (
    DAY_FORMATS,
    EURO,
    NO_RATES,
    Amount,
    NumberFormat,
    Period,
    Rates,
    day_readings,
    foreign_code,
    foreign_currency,
    in_foreign_money,
    is_ambiguous,
    is_ambiguous_day,
    iso_code,
    read_counts,
    read_day,
    read_micros,
    read_signed_cents,
    spans_days,
    without_currency,
)

_TOTAL = re.compile(
    r"(?:gesamt(?:summe|betrag|ergebnis)?|summe|(?:overall |grand )?total|insgesamt|ergebnis|ergebnisse von \d+"
    r"|results from \d+)\b",
    re.IGNORECASE,
)
__NONE = frozenset({"", "-", "--", "–", "—"})


_NONE: Final = Amount(0)


@dataclass(frozen=True, slots=True)
class CostLine:
    """One line of the file: its values, or the fault that makes it unreadable. A credit note has negative cents."""

    line: int
    campaign: str
    day: date | None
    cents: int | None
    fault: Refused | None
    is_guess: bool
    """Read by a format that nothing in the column confirms."""
    repeats: int | None = None
    """An earlier line with the very same cells and an amount other than nought."""
    amount: Amount | None = None
    clicks: int | None = None
    impressions: int | None = None
    has_odd_counts: bool = False
    """Its clicks or impressions are no whole numbers and were dropped."""


def read_line(record: Record, layout: Layout, rates: Rates) -> CostLine:
    """The values of a line. The first fault is kept; the other values are read all the same."""
    mapping = layout.mapping
    day, amount, faults = None, None, [layout.fault] if layout.fault else []
    if len(record.cells) <= max(mapping.campaign, mapping.day, mapping.amount):
        faults.append(Refused("missing_column", "In dieser Zeile fehlen Spalten."))
    else:
        try:
            day = _only_day(record, layout)
        except Refused as refused:
            faults.append(refused)
        try:
            amount = _amount(record, layout, rates)
            if amount.cents is None:
                faults.append(_without_rate(amount.currency))
        except Refused as refused:
            faults.append(refused)
    cells = ["" if place is None else cell_at(record.cells, place) for place in (mapping.clicks, mapping.impressions)]
    (clicks, impressions), has_odd_counts = read_counts(cells)
    return CostLine(
        line=record.line,
        campaign=cell_at(record.cells, mapping.campaign),
        day=day,
        cents=amount.cents if amount else None,
        fault=faults[0] if faults else None,
        is_guess=not faults and _is_guess(record, layout),
        amount=amount,
        clicks=clicks,
        impressions=impressions,
        has_odd_counts=has_odd_counts,
    )


def _is_guess(record: Record, layout: Layout) -> bool:
    day, amount = (cell_at(record.cells, place) for place in (layout.mapping.day, layout.mapping.amount))
    is_sure = layout.is_sure
    return (not layout.is_micros and not is_sure["amount"] and is_ambiguous(without_currency(amount))) or (
        not is_sure["day"] and is_ambiguous_day(day)
    )


def _only_day(record: Record, layout: Layout) -> date:
    """The day of the line; Refused if it has none, or if its period ends on another day."""
    first = read_day(cell_at(record.cells, layout.mapping.day), layout.mapping.day_format)
    end = cell_at(record.cells, layout.last_day) if layout.last_day is not None else ""
    if end and read_day(end, layout.mapping.day_format) != first:
        raise spans_days()
    return first


def _amount(record: Record, layout: Layout, rates: Rates) -> Amount:
    """The amount, in the currency that the column's name, the currency column or the cell itself names."""
    typed = cell_at(record.cells, layout.mapping.amount)
    stated = foreign_code(cell_at(record.cells, layout.currency)) if layout.currency is not None else None
    unit = layout.unit or stated or foreign_currency(typed)
    code = EURO if unit is None else iso_code(unit)
    if code is None:
        raise in_foreign_money(unit or "")
    if layout.is_micros:
        hundredths = read_micros(typed)
    else:
        hundredths = read_signed_cents(without_currency(typed), layout.mapping.number_format)
    return Amount(hundredths, code, rates.get(code))


def _without_rate(currency: str) -> Refused:
    return Refused("foreign_currency", f"Der Betrag steht in {currency}. Zum Einlesen fehlt der Kurs.")


def is_total(record: Record, mapping: MappingOut) -> bool:
    """Whether a line is a total row."""
    first = next((cell for cell in record.cells if cell), "")
    day = cell_at(record.cells, mapping.day)
    return bool(_TOTAL.match(first)) and (day in __NONE or day == first)


def differing_total(lines: Sequence[CostLine], totals: Sequence[CostLine]) -> CostLine | None:
    """The file's own total as a fault, if neither it nor the sum of total rows equals the sum of the lines."""
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
    """Whether the total is the sum of the lines, each of which the platform has rounded to cents."""
    return abs(stated - read) <= isqrt(lines)


def within(line: CostLine, period: Period | None) -> CostLine:
    """The line; an error if its day is outside the period in the titles."""
    if period is None or line.day is None or line.fault or period[0] <= line.day <= period[1]:
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


LARGEST_TEXT = 2 * 1024 * 1024
MOST_ROWS = 20_000
PREVIEW_ROWS = 10
About = Literal["amount", "number_format", "day_format"]
"""The member of the mapping that only a person can decide."""


class CostReadingOut(BaseModel):
    """One way to read the file: a value of the mapping, and the resulting total."""

    value: str
    cents: int
    first_day: date | None
    last_day: date | None


class CostQuestionOut(BaseModel):
    """An open question about the file: the member of the mapping to decide, the column, and the possible readings. It
    is settled once the mapping has that member.
    """

    about: About
    column: str
    readings: list[CostReadingOut]


@dataclass(frozen=True, slots=True)
class CostFile:
    """A parsed file. `skipped` counts total rows; `not_taken` names a column with the same amounts and VAT."""

    mapping: MappingOut
    columns: list[str]
    preview: list[list[str]]
    lines: list[CostLine]
    skipped: int
    platform: Platform
    questions: list[CostQuestionOut]
    not_taken: str | None
    sha256: str
    """Of the text: the same for the same file."""


def read_costs(text: str, given: Mapping[str, Any], rates: Rates = NO_RATES) -> CostFile:
    """Read the file; members of `given` (as in `MappingOut`) override guesses. Refused if it is not a cost file.

    Amounts in a currency of `rates` are converted; those in any other are faults that name it.
    """
    table = read_table(text, given, COLUMNS, MOST_ROWS, LARGEST_TEXT)
    if not table.body:
        raise Refused("empty", "In der Datei steht keine Zeile mit Kosten.")
    layout = layout_of(table, given)
    lines, skipped = _read(table, layout, rates)
    return CostFile(
        mapping=layout.mapping,
        columns=table.columns,
        preview=[record.cells for record in table.body[:PREVIEW_ROWS]],
        lines=lines,
        skipped=skipped,
        platform=layout.platform,
        questions=list(_questions(table, given, layout, rates, lines)),
        not_taken=layout.not_taken,
        sha256=table.sha256,
    )


def _read(table: Table, layout: Layout, rates: Rates) -> tuple[list[CostLine], int]:
    """The lines without total rows, and how many of those there are. A total that is not the sum stays, as a fault."""
    totals = [record for record in table.body if is_total(record, layout.mapping)]
    kept = [record for record in table.body if record not in totals]
    lines = [within(read_line(record, layout, rates), layout.period) for record in kept]
    lines = without_sum(lines)
    first = _first_alike(kept)
    lines = [replace(line, repeats=first.get(line.line)) if line.cents else line for line in lines]
    differing = differing_total(lines, [read_line(record, layout, rates) for record in totals])
    if differing:
        lines = sorted([*lines, differing], key=lambda line: line.line)
    return lines, len(table.body) - len(lines)


def _first_alike(records: Sequence[Record]) -> dict[int, int]:
    """For each line that repeats an earlier one word for word: that one."""
    first: dict[tuple[str, ...], int] = {}
    repeated = {}
    for record in records:
        earlier = first.setdefault(tuple(record.cells), record.line)
        if earlier != record.line:
            repeated[record.line] = earlier
    return repeated


def _questions(
    table: Table, given: Mapping[str, Any], layout: Layout, rates: Rates, lines: Sequence[CostLine]
) -> Iterator[CostQuestionOut]:
    """Open questions about the file that nobody has decided, each with the resulting total."""
    mapping = layout.mapping

    def reading(about: About, value: object) -> CostReadingOut:
        found, _ = _read(table, layout_of(table, {**mapping.model_dump(), **given, about: value}), rates)
        days = sorted(line.day for line in found if line.day and not line.fault)
        cents = sum(line.cents or 0 for line in found if not line.fault)
        first, last = (days[0], days[-1]) if days else (None, None)
        return CostReadingOut(value=str(value), cents=cents, first_day=first, last_day=last)

    def question(about: About, place: int, values: Sequence[object]) -> CostQuestionOut:
        column = cell_at(table.names, place) or f"Spalte {place + 1}"
        return CostQuestionOut(about=about, column=column, readings=[reading(about, value) for value in values])

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


def _possible_amounts(table: Table, mapping: MappingOut) -> list[int]:
    """The columns that a person has to choose the amount from; none where the header or a single column decides."""
    if "amount" in columns_by_name(table.names):
        return [mapping.amount] if is_gross(cell_at(table.names, mapping.amount)) else []
    found = amounts_by_content(table.sample, table.names, (mapping.campaign, mapping.day))
    return sorted(found) if table.has_header or len(found) > 1 else []
