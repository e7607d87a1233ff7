"""Credit where earlier visits may be remembered, and extrapolated to all: counted a second time, reservation by
reservation and in fractions. The reports sum by origin and pool instead.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tests.services.reports.recount.asked import JUDGED_BY, Asked, Row, judged_by
from tests.services.reports.recount.credit import MODELS, weighed
from tests.services.reports.recount.world import Reserved, World

Key = tuple[str, ...]
_ASKED = {"campaign", "referral"}
_FEW = 5
_UNIT = 1_000_000
_Z_SQUARED = 1.642374415
"""Of the 80 % quantile of the normal distribution, 1.28155."""


@dataclass(frozen=True, slots=True)
class Credited:
    """A reservation with the origins it is credited to."""

    is_remembered: bool
    touches: list[tuple[Key, bool, Mapping[str, int]]]
    """Each touch: its origin, whether the filters let it through, its weights by model."""

    @property
    def own(self) -> tuple[Key, bool]:
        """The origin of the last touch, which has it whole in one model."""
        return next((key, passes) for key, passes, weights in self.touches if weights["last"] == _UNIT)

    @property
    def is_unknown(self) -> bool:
        """Whether it was asked for consent in its last visit and did not say yes."""
        return not self.is_remembered and self.own[0][0] in _ASKED


def remembered(world: World, asked: Asked) -> Mapping[str, list[Row]]:
    """The tables `measured` and `extrapolated` of the report on models."""
    reserved = [_credited(one, asked) for one in world.reserved if asked.has(one.day) and not one.is_merged]
    known = [one for one in reserved if one.is_remembered]
    measured, touched, touched_known = _measured(known), _touching(reserved), _touching(known)
    rows = [_measured_row(key, keys, touched_known, measured) for key, keys in _merged(touched_known).items()]
    filled = _filled(reserved, known)
    if filled is None:
        return {"measured": rows, "extrapolated": []}
    amounts, cases = filled
    unknown = sum(one.is_unknown for one in reserved)
    seen = _measured([*known, *(_by_last(one) for one in reserved if not one.is_remembered and not one.is_unknown)])
    wholes = [
        _extrapolated_row(key, keys, asked.model, seen, amounts, unknown, cases)
        for key, keys in _merged(touched).items()
    ]
    return {"measured": rows, "extrapolated": wholes}


def _credited(one: Reserved, asked: Asked) -> Credited:
    touches = [(judged_by(origin), asked.passes(origin), weights) for origin, weights in weighed(one, asked)]
    return Credited(one.is_remembered is True, touches)


def _by_last(one: Credited) -> Credited:
    """As it was seen: its last touch has it whole in every model."""
    return Credited(False, [(*one.own, dict.fromkeys(MODELS, _UNIT))])


def _measured(known: Iterable[Credited]) -> dict[Key, Counter[str]]:
    sums: dict[Key, Counter[str]] = defaultdict(Counter)
    for one in known:
        for key, passes, weights in one.touches:
            if passes:
                sums[key].update(weights)
    return sums


def _touching(reserved: Iterable[Credited]) -> Counter[Key]:
    return Counter(key for one in reserved for key in {key for key, passes, _ in one.touches if passes})


def _merged(touched: Counter[Key]) -> dict[Key, list[Key]]:
    rows: dict[Key, list[Key]] = defaultdict(list)
    for key in touched:
        rows[key if touched[key] >= _FEW else (key[0], "", "", "", "")].append(key)
    return rows


def _measured_row(key: Key, keys: list[Key], touched: Counter[Key], measured: Mapping[Key, Counter[str]]) -> Row:
    sums = {model: sum(measured[one][model] for one in keys) for model in MODELS}
    count = sum(touched[one] for one in keys)
    return {**dict(zip(JUDGED_BY, key, strict=True)), "origins": len(keys), "remembered": count, **_six(sums)}


def _six(sums: Mapping[str, int]) -> Row:
    named = {f"{model}_ppm": sums[model] for model in MODELS}
    return {**named, "fewest_ppm": min(named.values()), "most_ppm": max(named.values())}


def _filled(reserved: list[Credited], known: list[Credited]) -> tuple[dict[Key, Counter[str]], float] | None:
    """By origin and model what the unknown are credited with, where the filters let it through, and Kish's number of
    cases; None where there are too few remembered ones.
    """
    strata = Counter(one.own for one in reserved if one.is_unknown)
    amounts: dict[Key, Counter[str]] = defaultdict(Counter)
    for (own, passes), unknown in strata.items():
        pool = _pool(own, known)
        if not pool:
            return None
        for model in MODELS:
            for (key, is_shown), ppm in _of_stratum(own, passes, unknown, [known[n] for n in pool], model).items():
                if is_shown:
                    amounts[key][model] += ppm
    return amounts, _cases(strata, known)


def _pool(own: Key, known: list[Credited]) -> list[int]:
    """Places of the remembered that stand for this origin: of the same, else of its channel, else all."""
    for fits in (
        lambda other: other == own,
        lambda other: other[0] == own[0],
        lambda other: other[0] in _ASKED,
    ):
        pool = [place for place, one in enumerate(known) if fits(one.own[0])]
        if len(pool) >= _FEW:
            return pool
    return []


def _of_stratum(own: Key, passes: bool, unknown: int, pool: list[Credited], model: str) -> Counter[tuple[Key, bool]]:
    parts: dict[tuple[bool, Key, bool], Fraction] = defaultdict(Fraction)
    for one in pool:
        for key, is_shown, weights in one.touches:
            is_own = key == one.own[0]
            to = (True, own, passes) if is_own else (False, key, is_shown)
            parts[to] += Fraction(weights[model] * unknown, len(pool))
    floors = {to: math.floor(part) for to, part in parts.items()}
    order = sorted(parts, key=lambda to: (floors[to] - parts[to], not to[0], to[1], not to[2]))
    for to in order[: unknown * _UNIT - sum(floors.values())]:
        floors[to] += 1
    sums: Counter[tuple[Key, bool]] = Counter()
    for (_, key, is_shown), ppm in floors.items():
        sums[key, is_shown] += ppm
    return sums


def _cases(strata: Counter[tuple[Key, bool]], known: list[Credited]) -> float:
    unknown = sum(strata.values())
    if not unknown:
        return math.inf
    pools: Counter[tuple[int, ...]] = Counter()
    for (own, _), count in strata.items():
        pools[tuple(_pool(own, known))] += count
    stands_for: Counter[int] = Counter()
    for pool, count in pools.items():
        stands_for.update(dict.fromkeys(pool, count * _UNIT // len(pool)))
    by_origin = Counter((known[place].own, weight) for place, weight in stands_for.items())
    squares = sum(count * weight * weight // _UNIT for (_, weight), count in by_origin.items())
    return 1e6 * unknown * unknown / (squares + _UNIT * unknown)


def _extrapolated_row(
    key: Key,
    keys: list[Key],
    model: str,
    seen: Mapping[Key, Counter[str]],
    filled: Mapping[Key, Counter[str]],
    unknown: int,
    cases: float,
) -> Row:
    known = sum(seen[one][model] for one in keys if one in seen)
    sums = {name: sum(part[one][name] for part in (seen, filled) for one in keys if one in part) for name in MODELS}
    lower, upper = _limits(sums[model] - known, unknown, cases)
    return {
        **dict(zip(JUDGED_BY, key, strict=True)),
        "origins": len(keys),
        "seen_ppm": known,
        "chosen_ppm": sums[model],
        "lower_ppm": known + lower,
        "upper_ppm": known + upper,
        **_six(sums),
    }


def _limits(estimate: int, unknown: int, cases: float) -> tuple[int, int]:
    """Wilson's 80 % interval (JASA 22, 1927) for what the unknown are credited with."""
    if not unknown:
        return estimate, estimate
    share = estimate / (unknown * 1e6)
    middle = (share + _Z_SQUARED / (2 * cases)) / (1 + _Z_SQUARED / cases)
    spread = share * (1 - share) / cases + _Z_SQUARED / (4 * cases * cases)
    half = math.sqrt(_Z_SQUARED) / (1 + _Z_SQUARED / cases) * math.sqrt(spread)
    lower, upper = unknown * 1e6 * (middle - half), unknown * 1e6 * (middle + half)
    return max(0, math.floor(lower)), min(unknown * _UNIT, math.ceil(upper))
