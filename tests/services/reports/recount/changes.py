"""What changed between two periods, explained a second time: exact fractions, and the mean over all orders in which the
causes can come, one order after the other.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from tests.services.reports.recount.asked import Asked, reserved_of, sessions_of
from tests.services.reports.recount.world import Reserved, World

NO_VISIT = "ohne Besuch"
FACTORS = ("volume", "mix", "rate", "each")
Key = tuple[bool, str]
Period = tuple[date, date]


class Side(NamedTuple):
    """An origin in one period."""

    visits: int = 0
    reservations: int = 0
    amount: int = 0
    in_time: int = 0


def explained(world: World, asked: Asked, before: Period, measure: str) -> Mapping[Key, Mapping[str, Fraction]]:
    """What each cause adds to the difference of each origin."""
    age = world.today - max(asked.to_day, before[1])
    now, was = (
        _sides(world, replace(asked, from_day=first, to_day=last), last + age, measure)
        for first, last in ((asked.from_day, asked.to_day), before)
    )
    all_visits = [sum(side.visits for side in sides.values()) for sides in (was, now)]
    return {key: _causes((was.get(key, Side()), now.get(key, Side())), all_visits) for key in {*now, *was}}


def _sides(world: World, asked: Asked, until: date, measure: str) -> dict[Key, Side]:
    found: dict[Key, Side] = {}
    for session in sessions_of(world, asked):
        key = (False, session.origin[asked.field])
        found[key] = found.get(key, Side())._replace(visits=found.get(key, Side()).visits + 1)
    for one in reserved_of(world, asked):
        is_seen = bool(one.counted(asked.look_back_days))
        key = (False, one.origin(asked.look_back_days)[asked.field]) if is_seen else (True, NO_VISIT)
        side, amount = found.get(key, Side()), _amount(one, measure)
        is_late = measure == "contracted" and one.contracted_on is not None and one.contracted_on > until
        found[key] = Side(
            side.visits, side.reservations + 1, side.amount + amount, side.in_time + (0 if is_late else amount)
        )
    return found


def _amount(one: Reserved, measure: str) -> int:
    return {"reservations": 1, "contracted": int(one.is_contracted), "kwh": int(one.row["annual_kwh"])}[measure]


def _causes(sides: tuple[Side, Side], all_visits: list[int]) -> dict[str, Fraction]:
    was, now = sides
    unvisited = [0 if side.visits else side.in_time for side in sides]
    return {
        **_shapley(_factors(sides, all_visits)),
        "unvisited": Fraction(unvisited[1] - unvisited[0]),
        "ripeness": Fraction((now.amount - now.in_time) - (was.amount - was.in_time)),
    }


def _factors(sides: tuple[Side, Side], all_visits: list[int]) -> dict[str, tuple[Fraction, Fraction]]:
    """Each factor before and now; one that is not defined takes the value of the other period."""
    return {
        "volume": (Fraction(all_visits[0]), Fraction(all_visits[1])),
        "mix": _both([(side.visits, whole) for side, whole in zip(sides, all_visits, strict=True)]),
        "rate": _both([(side.reservations, side.visits) for side in sides]),
        "each": _both([(side.in_time, side.reservations if side.visits else 0) for side in sides]),
    }


def _both(parts: list[tuple[int, int]]) -> tuple[Fraction, Fraction]:
    known = [Fraction(part, whole) if whole else None for part, whole in parts]
    first, second = known
    if first is None:
        first = second if second is not None else Fraction(0)
    return first, second if second is not None else first


def _shapley(factors: Mapping[str, tuple[Fraction, Fraction]]) -> dict[str, Fraction]:
    """The mean over all orders of what a factor changes when its turn comes."""
    effects = dict.fromkeys(factors, Fraction(0))
    orders = list(permutations(factors))
    for order in orders:
        values = {name: old for name, (old, _) in factors.items()}
        for name in order:
            level = _product(values)
            values[name] = factors[name][1]
            effects[name] += Fraction(_product(values) - level, len(orders))
    return effects


def _product(values: Mapping[str, Fraction]) -> Fraction:
    product = Fraction(1)
    for value in values.values():
        product *= value
    return product
