"""Models, quality and paths, counted a second time in plain Python."""

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
    ripe_days,
    share,
)
from tests.services.reports.recount.world import NOTHING, Origin, Reserved, Touch, World, berlin_day

Tables = Mapping[str, list[Row]]
MODELS = ("last", "last_non_direct", "first", "linear", "position", "time_decay")
SHOWN_WEEKS = (0, 1, 2, 4, 6, 8, 10, 12, 16, 20, 26, 39, 52)
_UNIT = 1_000_000
_FEW = 5
_CHANNELS = {"campaign": "Kampagne", "referral": "Empfehlung", "referrer": "andere Seite", "direct": "direkt"}


def models(world: World, asked: Asked) -> Tables:
    credited: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    contracts: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    measures: dict[str, dict[tuple[str, ...], Counter[str]]] = {
        name: defaultdict(Counter) for name in ("contracts", "kwh", "money")
    }
    shown: Counter[str] = Counter()
    reserved = [one for one in world.reserved if asked.has(one.day) and not one.is_merged]
    for one in reserved:
        for origin, weights in weighed(one, asked):
            if asked.passes(origin):
                credited[judged_by(origin)].update(weights)
                shown.update(weights)
                if one.is_contracted:
                    for name, amount in (("contracts", 1), ("kwh", one.row["annual_kwh"]), ("money", _price(one))):
                        whole = {model: weight * amount for model, weight in weights.items()}
                        measures[name][judged_by(origin)].update(whole)
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
    totals = [
        {
            "model": model,
            "reservations_ppm": shown[model],
            "left_out_ppm": len(reserved) * _UNIT - shown[model],
            "reservations": len(reserved),
            **_known(reserved),
        }
        for model in MODELS
    ]
    divided = {name: [_measure_row(*item) for item in found.items()] for name, found in measures.items()}
    return {"origins": rows, "totals": totals, **divided}


def _price(one: Reserved) -> int:
    cents: int = one.row["share_amount_cents"]
    return cents


def _measure_row(key: tuple[str, ...], weights: Counter[str]) -> Row:
    return {
        **dict(zip(JUDGED_BY, key, strict=True)),
        **{f"{name}_ppm": weights[name] for name in MODELS},
        "fewest_ppm": min(weights[name] for name in MODELS),
        "most_ppm": max(weights[name] for name in MODELS),
    }


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


def quality(world: World, asked: Asked) -> Tables:
    days = ripe_days(world)
    by_origin: dict[tuple[str, ...], list[Reserved]] = defaultdict(list)
    for one in reserved_of(world, asked):
        by_origin[judged_by(one.origin(asked.look_back_days))].append(one)
    rows = []
    for key, reserved in by_origin.items():
        campaign = world.campaigns.get(key[1:4])
        ripe = [one for one in reserved if is_ripe(world, one.day)]
        verdict = "beurteilbar" if len(ripe) >= 10 else "zu jung" if len(reserved) >= 10 else "zu wenige"
        facts = {"confirmed": "is_confirmed", "contracted": "is_contracted", "cancelled": "is_cancelled"}
        shares = {f"{name}_share": share(count(ripe, fact), len(ripe)) for name, fact in facts.items()}
        rows.append(
            {
                **dict(zip(JUDGED_BY, key, strict=True)),
                "name": campaign["name"] if campaign else None,
                "age_days": _age(campaign, world.today) if campaign else None,
                "reservations": len(reserved),
                **{name: count(reserved, fact) for name, fact in facts.items()},
                "ripe": len(ripe),
                "ripe_days": days,
                "verdict": verdict,
                **(shares if verdict == "beurteilbar" else dict.fromkeys(shares)),
            }
        )
    return {"campaigns": rows, "cohorts": _cohorts(world, asked)}


def _age(campaign: Mapping[str, Any], today: date) -> int:
    began: date = campaign["starts_on"] or berlin_day(campaign["created_at"])
    return (today - began).days


def _cohorts(world: World, asked: Asked) -> list[Row]:
    by_week: dict[date, list[Reserved]] = defaultdict(list)
    for one in reserved_of(world, asked):
        by_week[one.day - timedelta(days=one.day.weekday())].append(one)
    rows = []
    for week, members in by_week.items():
        for weeks in SHOWN_WEEKS:
            if week + timedelta(days=6 + 7 * weeks + 6) >= world.today:
                continue
            row: Row = {"week": week, "weeks_since": weeks, "reservations": len(members)}
            for name in ("confirmed", "contracted", "cancelled"):
                days = [getattr(one, f"{name}_on") for one in members]
                within = [
                    on for on, one in zip(days, members, strict=True) if on and (on - one.day).days <= 7 * weeks + 6
                ]
                row |= {name: len(within), f"{name}_share": share(len(within), len(members))}
            rows.append(row)
    return rows


def paths(world: World, asked: Asked) -> Tables:
    by_length: dict[int, list[Reserved]] = defaultdict(list)
    by_days: dict[int | None, list[Reserved]] = defaultdict(list)
    reserved = [one for one in reserved_of(world, asked) if asked.offers(one)]
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
