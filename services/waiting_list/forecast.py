"""How soon a household may have its turn: from what became free in the months so far, never as a date. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Final

MONTHS: Final = 6
FEWEST_MONTHS: Final = 3
"""With fewer full months any figure would be a guess."""


@dataclass(frozen=True, slots=True)
class Freed:
    """How many places became free in one full month, named by its first day."""

    month: date
    places: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """`per_month`: the mean of the months, in tenths of a place. `turn_month`: in which month from now it is the
    household's turn if that goes on, 1 the first; None where too little is known to say it.
    """

    months: Sequence[Freed]
    per_month_tenths: int
    turn_month: int | None


def last_months(today: date, opened: date) -> list[date]:
    """The first days of the last full months in which the park could be reserved, six at most, ascending."""
    months: list[date] = []
    first = today.replace(day=1)
    while len(months) < MONTHS:
        first = (first - timedelta(days=1)).replace(day=1)
        if first < opened.replace(day=1):
            break
        months.append(first)
    return months[::-1]


def forecast(position: int, freed: Sequence[Freed]) -> Forecast:
    """From the household's position (1: the head) and what became free in the last full months.

    With 37 households ahead and six places a month, 37 / 6 = 6.2 months go by: the turn comes in the seventh.
    """
    total = sum(month.places for month in freed)
    mean = Fraction(total, len(freed)) if freed else Fraction(0)
    if len(freed) < FEWEST_MONTHS or total == 0:
        return Forecast(freed, round(mean * 10), None)
    return Forecast(freed, round(mean * 10), math.floor((position - 1) / mean) + 1)
