"""Reader for cost files: delimiter, header, columns and formats are guessed unless given. Pure.

Cell contents are never evaluated: `=HYPERLINK(…)` is a text that matches no campaign. What a file says about itself,
its totals and the period in its titles, is held against what was read.
"""

import re
from calendar import monthrange
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import isqrt
from typing import Any

from pydantic import BaseModel

from services.campaigns.costs.mapping import (
    HEADINGS,
    LONGEST,
    SPANS_DAYS,
    About,
    Layout,
    MappingOut,
    Platform,
    Unspread,
    layout_of,
)
from services.core.fields import Refused
from services.core.tables_in.reading import Record, Table, cell_at, read_table
from services.core.tables_in.values import EURO, NO_RATES, Amount, Period, Rates

_TOTAL = re.compile(
    r"(?:gesamt(?:summe|betrag|ergebnis)?|summe|(?:overall |grand )?total|insgesamt|ergebnis|ergebnisse von \d+"
    r"|results from \d+)\b",
    re.IGNORECASE,
)
_NONE = frozenset({"", "-", "--", "–", "—"})


@dataclass(frozen=True, slots=True)
class CostLine:
    """One line of the file: its values, or the fault that makes it unreadable. A credit note has negative cents."""

    line: int
    campaign: str
    number: str
    """The platform's own number of the campaign; empty without one."""
    day: date | None
    last_day: date | None
    """The last one of a period whose amount is spread evenly over its days; None: the amount is of one day."""
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

    @property
    def days(self) -> Sequence[date]:
        if self.day is None:
            return ()
        return [self.day + timedelta(days=n) for n in range(((self.last_day or self.day) - self.day).days + 1)]

    def on(self, day: date) -> tuple[int, int | None, int | None]:
        """The cents, clicks and impressions of one of its days. Those of all its days are exactly the line's."""
        days = self.days
        place, parts = days.index(day), len(days)

        def part(whole: int) -> int:
            return whole * (place + 1) // parts - whole * place // parts

        return (
            part(self.cents or 0),
            None if self.clicks is None else part(self.clicks),
            None if self.impressions is None else part(self.impressions),
        )


def _line(table: Table, row: int, layout: Layout, rates: Rates) -> CostLine:
    """The values of a line. The first fault is kept; the other values are read all the same."""
    record, mapping = table.body[row], layout.mapping
    found: list[Period | Amount | Refused] = []
    if len(record.cells) <= max(mapping.campaign, mapping.day, mapping.amount):
        found.append(Refused("missing_column", "In dieser Zeile fehlen Spalten."))
    else:
        found += [_span(table, row, layout), _amount(row, layout, rates)]
    first, last = next((one for one in found if isinstance(one, tuple)), (None, None))
    amount = next((one for one in found if isinstance(one, Amount)), None)
    faults = [one for one in (layout.fault, *found) if isinstance(one, Refused)]
    if amount and amount.cents is None:
        faults.append(_without_rate(amount.currency))
    is_guess = not faults and (
        ("number_format" in layout.open and layout.amount.ambiguous_money[row])
        or ("day_format" in layout.open and layout.day.ambiguous_days[row])
    )
    if not faults and table.period and first and not table.period[0] <= first <= table.period[1]:
        ends = (f"{day:%d.%m.%Y}" for day in table.period)
        sentence = f"Über der Tabelle steht der Zeitraum {' bis '.join(ends)}. Dieser Tag liegt außerhalb."
        faults.append(Refused("outside_period", sentence))  # still a guess: another format may put it within
    counts = [column.counts[row] if column else None for column in layout.counts]
    clicks, impressions = (None if isinstance(count, Refused) else count for count in counts)
    return CostLine(
        line=record.line,
        campaign=cell_at(record.cells, mapping.campaign),
        number=layout.number.cells[row] if layout.number else "",
        day=first,
        last_day=last if last != first else None,
        cents=amount.cents if amount else None,
        fault=faults[0] if faults else None,
        is_guess=is_guess,
        amount=amount,
        clicks=clicks,
        impressions=impressions,
        has_odd_counts=any(isinstance(count, Refused) for count in counts),
    )


def _span(table: Table, row: int, layout: Layout) -> Period | Refused:
    """The days of the line, as far as the titles' period goes; or why it has none."""
    day_format = layout.mapping.day_format
    span = layout.day.spans[row][day_format]
    if isinstance(span, Refused):
        return span
    if layout.last_day and layout.last_day.cells[row]:
        end = layout.last_day.spans[row][day_format]
        if isinstance(end, Refused):
            return end
        span = (span[0], end[1])
    elif layout.period and span[0] == span[1]:
        span = _unfolded(span[0], layout.period)
    if table.period and span[0] != span[1] and span[0] <= table.period[1] and table.period[0] <= span[1]:
        span = (max(span[0], table.period[0]), min(span[1], table.period[1]))
    days = (span[1] - span[0]).days + 1
    is_read = days == 1 or (layout.mapping.is_spread and 1 <= days <= LONGEST)
    return span if is_read else SPANS_DAYS


def _unfolded(day: date, period: Unspread) -> Period:
    """The week that begins with the day, or the month, the quarter or the year that it lies in."""
    if period == "week":
        return day, day + timedelta(days=6)
    months = {"month": 1, "quarter": 3, "year": 12}[period]
    first = day.replace(day=1, month=day.month - (day.month - 1) % months)
    last = first.replace(month=first.month + months - 1)
    return first, last.replace(day=monthrange(last.year, last.month)[1])


def _amount(row: int, layout: Layout, rates: Rates) -> Amount | Refused:
    """The amount, in the currency that the column's name, the currency column or the cell itself names."""
    money = layout.amount.money[row]
    stated = layout.currency.units[row] if layout.currency else None
    unit = layout.unit or stated or money.unit
    if unit and unit.code is None:
        return unit.refusal
    vat = layout.mapping.vat
    hundredths = layout.amount.micros[row] if layout.is_micros else money.hundredths[layout.mapping.number_format]
    code = EURO if unit is None else unit.code or ""
    return hundredths if isinstance(hundredths, Refused) else Amount(hundredths, code, rates.get(code), vat)


def _without_rate(currency: str) -> Refused:
    return Refused("foreign_currency", f"Der Betrag steht in {currency}. Zum Einlesen fehlt der Kurs.")


def _is_total(record: Record, mapping: MappingOut) -> bool:
    """Whether a line is a total row."""
    first = next((cell for cell in record.cells if cell), "")
    day = cell_at(record.cells, mapping.day)
    return bool(_TOTAL.match(first)) and (day in _NONE or day == first)


def _differing_total(lines: Sequence[CostLine], totals: Sequence[CostLine]) -> CostLine | None:
    """The file's own total as a fault, if neither it nor the sum of total rows equals the sum of the lines."""
    read = [line.amount for line in lines if line.amount]
    sums = [total.amount.hundredths for total in totals if total.amount]
    if not sums or len(read) < len(lines) or len({amount.currency for amount in read}) != 1:
        return None
    of_lines = sum(amount.hundredths for amount in read)
    if any(_is_sum(one, of_lines, len(lines)) for one in (*sums, sum(sums))):
        return None
    total = [total for total in totals if total.amount][-1]
    return replace(total, campaign="", day=None, repeats=None, is_guess=False, fault=_DIFFERING_SUM)


def _is_sum(stated: int, read: int, lines: int) -> bool:
    """Whether the total is the sum of the lines, each of which the platform has rounded to cents."""
    return abs(stated - read) <= isqrt(lines)


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
    read = sum(line.amount.hundredths for line in others if line.amount)
    if _is_sum(unnamed[0].amount.hundredths, read, len(others)):
        return others
    return [replace(line, fault=_DIFFERING_SUM) if line is total else line for line in lines]


_DIFFERING_SUM = Refused(
    "total_differs", "Diese Zeile nennt eine Summe; die übrigen Zeilen ergeben einen anderen Betrag."
)


LARGEST_TEXT = 2 * 1024 * 1024
MOST_ROWS = 20_000
PREVIEW_ROWS = 10


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
    table = read_table(text, given, HEADINGS, MOST_ROWS, LARGEST_TEXT)
    if not table.body:
        raise Refused("empty", "In der Datei steht keine Zeile mit Kosten.")
    layout = layout_of(table, given)
    lines = _lines(table, layout, rates)
    arises: dict[About, bool] = {
        "amount": True,
        "vat": True,
        "is_spread": any(line.fault is SPANS_DAYS for line in lines),
        "number_format": any(line.is_guess for line in lines),
        "day_format": any(line.is_guess for line in lines),
    }
    return CostFile(
        mapping=layout.mapping,
        columns=[column.label for column in table.columns],
        preview=[record.cells for record in table.body[:PREVIEW_ROWS]],
        lines=lines,
        skipped=len(table.body) - len(lines),
        platform=layout.platform,
        questions=[
            CostQuestionOut(
                about=question.about,
                column=question.column,
                readings=[_outcome(value, _lines(table, other, rates)) for value, other in question.answers.items()],
            )
            for question in layout.questions
            if arises[question.about]
        ],
        not_taken=layout.not_taken,
        sha256=table.sha256,
    )


def _lines(table: Table, layout: Layout, rates: Rates) -> list[CostLine]:
    """The lines without total rows. A total that is not the sum stays, as a fault."""
    lines, totals = list[CostLine](), list[CostLine]()
    first: dict[tuple[str, ...], int] = {}
    for row, record in enumerate(table.body):
        line = _line(table, row, layout, rates)
        if _is_total(record, layout.mapping):
            totals.append(line)
            continue
        earlier = first.setdefault(tuple(record.cells), record.line)
        lines.append(replace(line, repeats=earlier) if line.cents and earlier != record.line else line)
    lines = _without_sum(lines)
    differing = _differing_total(lines, totals)
    return sorted([*lines, differing], key=lambda line: line.line) if differing else lines


def _outcome(value: str, lines: Sequence[CostLine]) -> CostReadingOut:
    days = sorted(end for line in lines if line.day and not line.fault for end in (line.day, line.last_day or line.day))
    cents = sum(line.cents or 0 for line in lines if not line.fault)
    first, last = (days[0], days[-1]) if days else (None, None)
    return CostReadingOut(value=value, cents=cents, first_day=first, last_day=last)
