"""How sure prices are, by models, ways and answers, counted a second time in plain Python."""

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import date, timedelta
from fractions import Fraction
from itertools import groupby
from typing import Any

from tests.services.reports.recount.asked import (
    JUDGED_BY,
    Asked,
    Row,
    cents,
    costs_of,
    count,
    half_up,
    is_ripe,
    judged_by,
    reserved_of,
    share,
)
from tests.services.reports.recount.quarters import quarters
from tests.services.reports.recount.told_origins import told
from tests.services.reports.recount.world import NOTHING, Origin, Reserved, Touch, World

Tables = Mapping[str, list[Row]]
MODELS = ("last", "last_non_direct", "first", "linear", "position", "time_decay")
SHOWN_WEEKS = (2, 4, 6, 8, 12, 26, 52)
_UNIT = 1_000_000
_FEW = 5
_CHANNELS = {"campaign": "Kampagne", "referral": "Empfehlung", "referrer": "andere Seite", "direct": "direkt"}


def money(world: World, asked: Asked) -> Tables:
    """All tables but prices and verdicts, which `money.py` counts."""
    beside = {"cohorts": _cohorts(world, asked), "quarters": quarters(world, asked)}
    return models(world, asked) | paths(world, asked) | told(world, asked) | beside


def models(world: World, asked: Asked) -> Tables:
    credited: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    contracts: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    sizes: dict[tuple[str, ...], dict[str, Counter[str]]] = defaultdict(lambda: {"kwh": Counter(), "price": Counter()})
    reserved = [one for one in world.reserved if asked.has(one.day) and not one.is_merged]
    for one in reserved:
        for origin, weights in weighed(one, asked):
            if asked.passes(origin):
                credited[judged_by(origin)].update(weights)
                if one.is_contracted:
                    for name, amount in (("kwh", one.row["annual_kwh"]), ("price", _price(one))):
                        whole = {model: weight * amount for model, weight in weights.items()}
                        sizes[judged_by(origin)][name].update(whole)
                if one.is_contracted and is_ripe(world, one.day):
                    contracts[judged_by(origin)].update(weights)
    spent: dict[tuple[str, ...], list[Mapping[str, Any]]] = defaultdict(list)
    for cost in costs_of(world, asked) or []:
        spent["campaign", cost["utm_source"], cost["utm_medium"], cost["utm_campaign"], ""].append(cost)
    rows = [
        _origin_row(key, credited[key], asked.model) | _cost_of(world, asked, spent[key], credited[key], contracts[key])
        for key in {*credited, *spent}
        if any(credited[key].values()) or cents(spent[key])
    ]
    certain = [
        _certain(world, asked, key, contracts[key])
        for key in {*contracts, *spent}
        if any(contracts[key].values()) or cents(row for row in spent[key] if is_ripe(world, row["day"]))
    ]
    return {
        "models": rows,
        "certainty": certain if is_ripe(world, asked.from_day) else [],
        "sizes": [_size_row(*item) for item in sizes.items()],
    }


def _certain(world: World, asked: Asked, key: tuple[str, ...], weights: Counter[str]) -> Row:
    """What an origin's contracts rest on: models, its places on their ways, how long they took, what it is called."""
    signed = [
        one
        for one in world.reserved
        if asked.has(one.day) and not one.is_merged and one.is_contracted and is_ripe(world, one.day)
    ]
    ways = [
        [judged_by(touch.origin) for touch in one.counted(asked.look_back_days)] or [judged_by(NOTHING)]
        for one in signed
    ]
    own = [
        one for one in signed if one in reserved_of(world, asked) and judged_by(one.origin(asked.look_back_days)) == key
    ]
    took = sorted((one.contracted_on - one.day).days for one in own if one.contracted_on)
    campaign = world.campaigns.get(key[1:4])
    names = {"campaign": key[1] or "Kampagne ohne Quelle", "referrer": key[4], "referral": "Empfehlung"}
    return {
        **dict(zip(JUDGED_BY, key, strict=True)),
        **_by_models(weights),
        "name": campaign["name"] if campaign else None,
        "first_for": sum(way[0] == key for way in ways),
        "last_for": sum(way[-1] == key for way in ways),
        "among_for": sum(key in way for way in ways),
        "days_to_contract": took[(len(took) - 1) // 2] if took else None,
        "measured": names.get(key[0], "Direkt"),
    }


def _price(one: Reserved) -> int:
    cents: int = one.row["share_amount_cents"]
    return cents


def _by_models(weights: Counter[str], prefix: str = "") -> Row:
    of = {name: weights[name] for name in MODELS}
    of |= {"fewest": min(of.values()), "most": max(of.values())}
    return {f"{prefix}{name}_ppm": weight for name, weight in of.items()}


def _size_row(key: tuple[str, ...], of: Mapping[str, Counter[str]]) -> Row:
    sizes = {name: of_size for size, weights in of.items() for name, of_size in _by_models(weights, f"{size}_").items()}
    return dict(zip(JUDGED_BY, key, strict=True)) | sizes


def _origin_row(key: tuple[str, ...], weights: Counter[str], model: str) -> Row:
    fewest, most = min(weights[name] for name in MODELS), max(weights[name] for name in MODELS)
    return {
        **dict(zip(JUDGED_BY, key, strict=True)),
        **{f"{name}_ppm": weights[name] for name in MODELS},
        "fewest_ppm": fewest,
        "fewest_by": next(name for name in MODELS if weights[name] == fewest),
        "most_ppm": most,
        "most_by": next(name for name in MODELS if weights[name] == most),
        "would_gain_ppm": most - weights[model],
        "would_lose_ppm": weights[model] - fewest,
    }


def _cost_of(
    world: World, asked: Asked, costs: list[Mapping[str, Any]], weights: Counter[str], contracts: Counter[str]
) -> Row:
    """What it cost, and what of that was old enough, by the contracts of what is old enough."""
    spent, ripe = cents(costs), cents(row for row in costs if is_ripe(world, row["day"]))
    fewest, most = min(contracts[name] for name in MODELS), max(contracts[name] for name in MODELS)
    is_known = is_ripe(world, asked.from_day)
    each = {
        name: None if ripe is None else half_up(ripe * _UNIT, parts)
        for name, parts in (("", contracts[asked.model]), ("least_", most), ("most_", fewest))
    }
    return {
        "cost_cents": spent,
        "cost_per_reservation": None if spent is None else half_up(spent * _UNIT, weights[asked.model]),
        "ripe_cost_cents": ripe,
        "ripe_contracts_ppm": contracts[asked.model] if is_known else None,
        "fewest_ripe_contracts_ppm": fewest if is_known else None,
        "most_ripe_contracts_ppm": most if is_known else None,
        **{f"{name}cost_per_contract": amount for name, amount in each.items()},
    }


def weighed(one: Reserved, asked: Asked) -> list[tuple[Origin, dict[str, int]]]:
    """Each touch that counts with what it is worth in millionths, by each model."""
    touches = one.counted(asked.look_back_days)
    if not touches:
        return [(NOTHING, dict.fromkeys(MODELS, _UNIT))]
    n = len(touches)
    known = [place for place, touch in enumerate(touches) if touch.origin["channel"] != "direct"] or [n - 1]
    middle = Fraction(1, 5 * (n - 2)) if n > 2 else Fraction(1, n)
    ends = Fraction(2, 5) if n > 2 else Fraction(1, n)
    decayed = _decayed(touches, asked.half_life_days)
    parts = {
        "last": [Fraction(place == n - 1) for place in range(n)],
        "last_non_direct": [Fraction(place == known[-1]) for place in range(n)],
        "first": [Fraction(place == 0) for place in range(n)],
        "linear": [Fraction(1, n)] * n,
        "position": [ends if place in (0, n - 1) else middle for place in range(n)],
        "time_decay": [Fraction(part, sum(decayed)) for part in decayed],
    }
    whole = {model: _millionths(of_model) for model, of_model in parts.items()}
    return [(touch.origin, {model: whole[model][place] for model in MODELS}) for place, touch in enumerate(touches)]


def _decayed(touches: list[Touch], half_life_days: int) -> list[int]:
    """A power of two by the polynomial that `ATTRIBUTION.md` gives, in units of 2^-30."""
    newest = max(touch.at for touch in touches)
    half_life, found = half_life_days * 86_400_000, []
    for touch in touches:
        age = (newest - touch.at) // timedelta(milliseconds=1)
        x, power = age % half_life * 2**30 // half_life, 0
        for coefficient in (123_394, 1_386_885, 10_304_738, 59_591_844, 257_940_802, 744_261_112):
            power = coefficient - (x * power >> 30)
        found.append((2**30 - (x * power >> 30)) >> min(age // half_life, 62))
    return found


def _millionths(parts: list[Fraction]) -> list[int]:
    """Rounded down; what is missing goes to the largest remainders, among equal ones to the earlier."""
    floors = [math.floor(part * _UNIT) for part in parts]
    by_remainder = sorted(range(len(parts)), key=lambda place: (floors[place] - parts[place] * _UNIT, place))
    for place in by_remainder[: _UNIT - sum(floors)]:
        floors[place] += 1
    return floors


def _cohorts(world: World, asked: Asked) -> list[Row]:
    by_month: dict[date, list[Reserved]] = defaultdict(list)
    for one in reserved_of(world, asked):
        by_month[one.day.replace(day=1)].append(one)
    rows = []
    for month, members in by_month.items():
        for weeks in SHOWN_WEEKS:
            if max(one.day for one in members) + timedelta(weeks=weeks) > world.today:
                continue
            row: Row = {"month": month, "weeks_since": weeks, "reservations": len(members)}
            for name in ("contracted", "cancelled"):
                days = [(getattr(one, f"{name}_on"), one.day) for one in members]
                within = sum(on is not None and (on - day).days < 7 * weeks for on, day in days)
                row |= {name: within, f"{name}_share": share(within, len(members))}
            rows.append(row)
    return rows


def paths(world: World, asked: Asked) -> Tables:
    by_length: dict[int, list[Reserved]] = defaultdict(list)
    by_days: dict[int | None, list[Reserved]] = defaultdict(list)
    reserved = reserved_of(world, asked)
    for one in reserved:
        touches = one.counted(asked.look_back_days)
        by_length[len(touches)].append(one)
        by_days[(one.day - touches[0].day).days if touches else None].append(one)
    told = _stations_of(reserved, asked)
    lengths = [
        {"touches": n, "reservations": len(rows), "share": share(len(rows), len(reserved))}
        | _known(rows)
        | _signed(rows)
        for n, rows in by_length.items()
    ]
    waits = sorted(days for days, rows in by_days.items() if days is not None for one in rows if one.is_remembered)
    durations = [
        {
            "days": days,
            "reservations": len(rows),
            **_known(rows),
            "share_so_far": None if days is None else share(bisect_right(waits, days), len(waits)),
        }
        for days, rows in by_days.items()
    ]
    return {"paths": told, "lengths": lengths, "durations": durations}


def _stations_of(reserved: list[Reserved], asked: Asked) -> list[Row]:
    """Each path; those of fewer than five stand together by the channels of their stations, else by their number."""
    ways: dict[tuple[tuple[str, str], ...], list[Reserved]] = defaultdict(list)
    for one in reserved:
        met = [
            (_station(touch.origin), _CHANNELS[touch.origin["channel"]]) for touch in one.counted(asked.look_back_days)
        ]
        ways[tuple(station for station, _ in groupby(met)) or (("direkt", "direkt"),)].append(one)
    alike: Counter[tuple[str, ...]] = Counter()
    for way, rows in ways.items():
        if len(rows) < _FEW:
            alike[tuple(channel for _, channel in way)] += len(rows)
    told: dict[str, list[tuple[int, list[Reserved]]]] = defaultdict(list)
    for way, rows in ways.items():
        channels = tuple(channel for _, channel in way)
        if len(rows) >= _FEW:
            name = " → ".join(station for station, _ in way)
        elif alike[channels] >= _FEW:
            name = f"seltene Wege: {' → '.join(channels)}"
        else:
            name = f"seltene Wege mit {f'{len(way)} Stationen' if len(way) > 1 else 'einer Station'}"
        told[name].append((len(way), rows))
    return [
        {
            "path": name,
            "origins": found[0][0],
            "paths": len(found),
            "reservations": sum(len(rows) for _, rows in found),
            **_signed([one for _, rows in found for one in rows]),
        }
        for name, found in told.items()
    ]


def _known(rows: list[Reserved]) -> Row:
    said = Counter(one.is_remembered for one in rows)
    return {"remembered": said[True], "one_visit": said[False]}


def _signed(rows: list[Reserved]) -> Row:
    signed = count(rows, "is_contracted")
    return {"contracted": signed, "contracted_share": share(signed, len(rows))}


def _station(origin: Origin) -> str:
    if origin["channel"] == "campaign":
        return " / ".join(filter(None, (origin["utm_source"], origin["utm_medium"], origin["utm_campaign"])))
    return {"referral": "Empfehlung", "direct": "direkt"}.get(origin["channel"], origin["referrer_host"])
