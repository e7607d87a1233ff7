"""What a cost file says about itself, held against what was read: total rows, and the period in its titles. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from math import isqrt
from typing import Final

from services.campaigns.costs.lines import Amount, CostLine, CostMapping, cell_at
from services.core.fields import Refused
from services.core.table_reading.days import days_in
from services.core.table_reading.records import Record

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
