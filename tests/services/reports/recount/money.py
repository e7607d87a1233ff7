"""What a contract cost, counted a second time in plain Python; limits of chance by a continued fraction."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.services.reports.recount.asked import (
    Asked,
    Row,
    cents,
    costs_of,
    half_up,
    is_ripe,
    judged_by,
    reserved_of,
    sessions_of,
    share,
)
from tests.services.reports.recount.asked import count as count_of
from tests.services.reports.recount.credit import MODELS, weighed
from tests.services.reports.recount.world import Reserved, World

UNIT = 1_000_000
Key = tuple[str, ...]


class Judged(NamedTuple):
    """What can be said exactly of an origin, and its interval in cents; an open end is infinite."""

    row: Row
    least: float | None
    most: float | None
    verdict: str


def judged(world: World, asked: Asked, target: int | None) -> Mapping[Key, Judged]:
    """Every origin with contracts or costs."""
    contracts: dict[Key, Counter[str]] = defaultdict(Counter)
    kwh: Counter[Key] = Counter()
    for one in world.reserved:
        if not (asked.has(one.day) and not one.is_merged and one.is_contracted and is_ripe(world, one.day)):
            continue
        for origin, weights in weighed(one, asked):
            if asked.passes(origin):
                contracts[judged_by(origin)].update(weights)
                kwh[judged_by(origin)] += weights[asked.model] * one.row["annual_kwh"]
    spent: dict[Key, list[Mapping[str, Any]]] = defaultdict(list)
    for cost in costs_of(world, asked) or []:
        spent["campaign", cost["utm_source"], cost["utm_medium"], cost["utm_campaign"], ""].append(cost)
    visits = Counter(judged_by(one.origin) for one in sessions_of(world, asked))
    reserved = [one for one in reserved_of(world, asked) if is_ripe(world, one.day)]
    found = {}
    for key in {*contracts, *spent}:
        ripe = cents(row for row in spent[key] if is_ripe(world, row["day"]))
        young = cents(row for row in spent[key] if not is_ripe(world, row["day"]))
        if any(contracts[key].values()) or ripe is not None or young is not None:
            row = _exact(contracts[key], asked.model, ripe, young) | {"kwh_ppm": kwh[key], "visits": visits[key]}
            row |= _became([one for one in reserved if judged_by(one.origin(asked.look_back_days)) == key])
            found[key] = Judged(row, *_interval(contracts[key], ripe), _verdict(contracts[key], ripe, young, target))
    return found


def _became(reserved: list[Reserved]) -> Row:
    """What became of ripe reservations by their last known origin; shares of ten at least."""
    parts = {name: count_of(reserved, f"is_{name}") for name in ("contracted", "cancelled")}
    return {"ripe": len(reserved)} | {
        f"{name}_share": share(part, len(reserved)) if len(reserved) >= 10 else None for name, part in parts.items()
    }


def _exact(weights: Counter[str], model: str, ripe: int | None, young: int | None) -> Row:
    return {
        "cost_cents": ripe,
        "unripe_cost_cents": young,
        "contracts_ppm": weights[model],
        "fewest_ppm": min(weights[name] for name in MODELS),
        "most_ppm": max(weights[name] for name in MODELS),
        "cost_per_contract": None if ripe is None else half_up(ripe * UNIT, weights[model]),
    }


def _interval(weights: Counter[str], ripe: int | None) -> tuple[float | None, float | None]:
    if ripe is None:
        return None, None
    fewest, most = (count(weights[name] for name in MODELS) / UNIT for count in (min, max))
    lower = quantile(fewest, 0.1) if fewest else 0.0
    return ripe / quantile(most + 1, 0.9), ripe / lower if lower else math.inf


def _verdict(weights: Counter[str], ripe: int | None, young: int | None, target: int | None) -> str:
    least, most = _interval(weights, ripe)
    if least is None or most is None:
        return "no_costs" if young is None else "young"
    if target is None:
        return "no_target"
    if most <= target:
        return "worth"
    return "not_worth" if least > target else "open"


def quantile(shape: float, probability: float) -> float:
    """Of the gamma distribution, by halving an interval a hundred times."""
    least, most = 0.0, 4 * shape + 40
    for _ in range(100):
        middle = (least + most) / 2
        least, most = (least, middle) if 1 - _upper_share(shape, middle) >= probability else (middle, most)
    return most


def _upper_share(shape: float, value: float) -> float:
    """The regularized upper incomplete gamma function. Far below the mean by the lower one's series, else by Legendre's
    continued fraction, evaluated from its end.
    """
    head = math.exp(shape * math.log(value) - value - math.lgamma(shape)) if value > 0 else 0.0
    if value < shape + 1:
        term = total = 1 / shape
        for n in range(1, 2_000):
            term *= value / (shape + n)
            total += term
        return 1 - head * total
    fraction = 0.0
    for n in range(400, 0, -1):
        fraction = n * (shape - n) / (value + 2 * n + 1 - shape + fraction)
    return head / (value + 1 - shape + fraction)
