"""Credit where earlier visits may be remembered, and extrapolated to all, in reservations, contracts, kWh and money:
counted a second time, reservation by reservation and in fractions. The reports sum by origin and pool instead.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
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


MEASURES: Mapping[str, Callable[[Reserved], int]] = {
    "": lambda one: 1,
    "_contracts": lambda one: int(one.is_contracted),
    "_kwh": lambda one: int(one.row["annual_kwh"]) if one.is_contracted else 0,
    "_money": lambda one: int(one.row["share_amount_cents"]) if one.is_contracted else 0,
}
"""What is divided, by the end of the tables' names: how much of it a reservation is."""


@dataclass(frozen=True, slots=True)
class Credited:
    """A reservation with the origins it is credited to."""

    is_remembered: bool
    amount: int
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


@dataclass(frozen=True, slots=True)
class Filled:
    """What the unknown are credited with, where the filters let it through, and how sure that is."""

    unknown: int
    amounts: Mapping[Key, Counter[str]]
    """By origin and model."""
    squares: Mapping[Key, int]
    """By origin: what the chosen model credits it with of the sum of squared weights, in millionths."""
    uncertainty: int | None
    """One divided by Kish's number of cases, in 10^-12."""


def remembered(world: World, asked: Asked) -> Mapping[str, list[Row]]:
    """The tables `measured…` and `extrapolated…` of the report on models."""
    tables = {}
    for name, amount_of in MEASURES.items():
        reserved = [
            Credited(one.is_remembered is True, amount_of(one), _touches(one, asked))
            for one in world.reserved
            if asked.has(one.day) and not one.is_merged and amount_of(one)
        ]
        tables[f"measured{name}"], tables[f"extrapolated{name}"] = _of_measure(reserved, asked)
    return tables


def _touches(one: Reserved, asked: Asked) -> list[tuple[Key, bool, Mapping[str, int]]]:
    return [(judged_by(origin), asked.passes(origin), weights) for origin, weights in weighed(one, asked)]


def _of_measure(reserved: list[Credited], asked: Asked) -> tuple[list[Row], list[Row]]:
    known = [one for one in reserved if one.is_remembered]
    measured, touched, touched_known = _measured(known), _touching(reserved), _touching(known)
    rows = [_measured_row(key, keys, touched_known, measured) for key, keys in _merged(touched_known).items()]
    filled = _filled(reserved, known, asked.model)
    if filled is None:
        return rows, []
    seen = _measured([*known, *(_by_last(one) for one in reserved if not one.is_remembered and not one.is_unknown)])
    wholes = [_extrapolated_row(key, keys, asked.model, seen, filled) for key, keys in _merged(touched).items()]
    return rows, wholes


def _by_last(one: Credited) -> Credited:
    """As it was seen: its last touch has it whole in every model."""
    return Credited(False, one.amount, [(*one.own, dict.fromkeys(MODELS, _UNIT))])


def _measured(known: Iterable[Credited]) -> dict[Key, Counter[str]]:
    sums: dict[Key, Counter[str]] = defaultdict(Counter)
    for one in known:
        for key, passes, weights in one.touches:
            if passes:
                sums[key].update({model: weight * one.amount for model, weight in weights.items()})
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


def _filled(reserved: list[Credited], known: list[Credited], chosen: str) -> Filled | None:
    """None where there are too few remembered ones."""
    strata: dict[tuple[Key, bool], list[int]] = defaultdict(list)
    for one in reserved:
        if one.is_unknown:
            strata[one.own].append(one.amount)
    pools = {own: _pool(own, known) for own, _ in strata}
    if not all(pools.values()):
        return None
    stands_for = _stands_for(strata, pools, known)
    amounts: dict[Key, Counter[str]] = defaultdict(Counter)
    squares: Counter[Key] = Counter()
    for (own, passes), unknown in strata.items():
        pool = [known[place] for place in pools[own]]
        for model in MODELS:
            for key, ppm in _of_stratum(own, passes, sum(unknown), pool, model).items():
                amounts[key][model] += ppm
        squares.update(_squares_of_stratum(own, passes, unknown, pool, [stands_for[n] for n in pools[own]], chosen))
    whole = sum(sum(unknown) for unknown in strata.values())
    return Filled(whole, amounts, squares, _uncertainty(strata, known, stands_for))


def _pool(own: Key, known: list[Credited]) -> tuple[int, ...]:
    """Places of the remembered that stand for this origin: of the same, else of its channel, else all."""
    for fits in (
        lambda other: other == own,
        lambda other: other[0] == own[0],
        lambda other: other[0] in _ASKED,
    ):
        pool = tuple(place for place, one in enumerate(known) if fits(one.own[0]))
        if len(pool) >= _FEW:
            return pool
    return ()


def _stands_for(
    strata: Mapping[tuple[Key, bool], list[int]], pools: Mapping[Key, tuple[int, ...]], known: list[Credited]
) -> Counter[int]:
    """By place: for how much of the unknown one unit of a remembered one stands, in millionths."""
    by_pool: Counter[tuple[int, ...]] = Counter()
    for (own, _), unknown in strata.items():
        by_pool[pools[own]] += sum(unknown)
    stands_for: Counter[int] = Counter()
    for pool, amount in by_pool.items():
        stands_for.update(dict.fromkeys(pool, amount * _UNIT // sum(known[place].amount for place in pool)))
    return stands_for


def _cells(own: Key, passes: bool, one: Credited, model: str) -> Iterable[tuple[tuple[bool, Key, bool], int]]:
    """What an unknown reservation would be credited to, were its path like this one: its own origin, or another."""
    for key, is_shown, weights in one.touches:
        is_own = key == one.own[0]
        yield ((True, own, passes) if is_own else (False, key, is_shown)), weights[model]


def _of_stratum(own: Key, passes: bool, unknown: int, pool: list[Credited], model: str) -> Counter[Key]:
    parts: dict[tuple[bool, Key, bool], Fraction] = defaultdict(Fraction)
    whole = sum(one.amount for one in pool)
    for one in pool:
        for to, weight in _cells(own, passes, one, model):
            parts[to] += Fraction(weight * one.amount * unknown, whole)
    floors = {to: math.floor(part) for to, part in parts.items()}
    order = sorted(parts, key=lambda to: (floors[to] - parts[to], not to[0], to[1], not to[2]))
    for to in order[: unknown * _UNIT - sum(floors.values())]:
        floors[to] += 1
    sums: Counter[Key] = Counter()
    for (_, key, is_shown), ppm in floors.items():
        if is_shown:
            sums[key] += ppm
    return sums


def _squares_of_stratum(
    own: Key, passes: bool, unknown: list[int], pool: list[Credited], stands_for: list[int], model: str
) -> Counter[Key]:
    """What an origin is credited with of the squared weights, by the sample and by the unknown themselves."""
    sampled: Counter[tuple[bool, Key, bool]] = Counter()
    plain: Counter[tuple[bool, Key, bool]] = Counter()
    for one, weight_of_unit in zip(pool, stands_for, strict=True):
        for to, weight in _cells(own, passes, one, model):
            sampled[to] += weight * one.amount * one.amount * weight_of_unit
            plain[to] += weight * one.amount
    whole, squared = sum(one.amount for one in pool), sum(amount * amount for amount in unknown)
    sums: Counter[Key] = Counter()
    for to in plain:
        if to[2]:
            sums[to[1]] += sum(unknown) * (sampled[to] // _UNIT) // whole + squared * plain[to] // whole
    return sums


def _uncertainty(
    strata: Mapping[tuple[Key, bool], list[int]], known: list[Credited], stands_for: Mapping[int, int]
) -> int | None:
    whole = sum(sum(unknown) for unknown in strata.values())
    by_origin: Counter[tuple[tuple[Key, bool], int]] = Counter()
    for place, weight in stands_for.items():
        by_origin[known[place].own, weight] += known[place].amount ** 2
    sampled = sum(squares * weight * weight // _UNIT for (_, weight), squares in by_origin.items())
    unknown = sum(amount * amount for amounts in strata.values() for amount in amounts)
    return _in_cases(sampled + _UNIT * unknown, whole)


def _in_cases(squares: int, amount: int) -> int | None:
    return squares * _UNIT // (amount * amount) if amount else None


def _extrapolated_row(key: Key, keys: list[Key], model: str, seen: Mapping[Key, Counter[str]], filled: Filled) -> Row:
    known = sum(seen[one][model] for one in keys if one in seen)
    parts = (seen, filled.amounts)
    sums = {name: sum(part[one][name] for part in parts for one in keys if one in part) for name in MODELS}
    lower, upper = _limits(
        sums[model] - known, sum(filled.squares[one] for one in keys if one in filled.squares), filled
    )
    return {
        **dict(zip(JUDGED_BY, key, strict=True)),
        "origins": len(keys),
        "seen_ppm": known,
        "chosen_ppm": sums[model],
        "lower_ppm": known + lower,
        "upper_ppm": known + upper,
        **_six(sums),
    }


def _limits(estimate: int, squares: int, filled: Filled) -> tuple[int, int]:
    """Wilson's 80 % interval (JASA 22, 1927) for what the unknown are credited with."""
    if filled.uncertainty is None:
        return estimate, estimate
    unknown = filled.unknown
    share = estimate / (unknown * 1e6)
    cases = _cases(share, filled.uncertainty, _in_cases(squares, unknown) or 0)
    middle = (share + _Z_SQUARED / (2 * cases)) / (1 + _Z_SQUARED / cases)
    spread = share * (1 - share) / cases + _Z_SQUARED / (4 * cases * cases)
    half = math.sqrt(_Z_SQUARED) / (1 + _Z_SQUARED / cases) * math.sqrt(spread)
    lower, upper = unknown * 1e6 * (middle - half), unknown * 1e6 * (middle + half)
    return max(0, math.floor(lower)), min(unknown * _UNIT, math.ceil(upper))


def _cases(share: float, whole: int, own: int) -> float:
    """Kish's number; fewer where the larger weights go with the share."""
    if not 0 < share < 1:
        return 1e12 / whole
    at_share = ((1 - share) * (1 - share) * own + share * share * (whole - own)) / (share * (1 - share))
    return 1e12 / max(whole, at_share)
