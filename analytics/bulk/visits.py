"""Synthetic visits in any number: for benchmarks, for the comparison with pandas, for a large demo.

The same arguments give the same rows. They resemble real ones: seasons, weekdays, sessions with pauses, campaign
changes mid-session, steps skipped and repeated, equal timestamps, midnight in the middle of a session, bots and spam.
They are not a forecast.
"""

from datetime import date

import numpy as np
import pandas as pd
import pyarrow as pa

from analytics.bulk.origins import DAY, PAGES, SECOND, days_of, origins, picked, touch_columns
from analytics.sources import SCHEMAS


def make_visits(n: int, seed: int, first_day: date, days: int) -> pa.Table:
    """`n` visit events from the first day to `days` days later, by id and nearly by time."""
    chance = np.random.default_rng(seed)
    events = _events(chance, max(n // 3, 64), first_day, days)
    while len(events["at"]) < n:
        more = _events(chance, max(n // 8, 64), first_day, days)
        more["person"] += events["person"].max() + 1
        events = {name: np.concatenate([events[name], more[name]]) for name in events}
    # Events are generated person by person, in no order of time: dropping some thins out all days alike.
    events = {name: values[:n] for name, values in events.items()}
    order = np.argsort(events["at"], kind="stable")
    events = {name: values[order] for name, values in events.items()}
    return _as_visits(events, n, chance)


def _events(chance: np.random.Generator, people: int, first_day: date, days: int) -> dict[str, np.ndarray]:
    """Sessions of people, expanded to events."""
    begin = int(pd.Timestamp(first_day).value // 1000)
    person = np.repeat(np.arange(people), chance.choice([1, 1, 1, 1, 1, 1, 2, 2, 3], people))
    day = days_of(chance, people, first_day, days)[person]
    clock = (chance.normal(15, 4.5, len(person)) % 24 * 3600 * SECOND).astype(np.int64)
    start = begin + day * DAY + clock
    kinds, weights = origins()
    origin = chance.choice(len(kinds), len(person), p=weights)
    length = np.minimum(1 + chance.geometric(0.42, len(person)), 14)
    length[chance.random(len(person)) < 0.3] = 1
    session = np.repeat(np.arange(len(person)), length)
    nth = np.arange(len(session)) - np.repeat(np.cumsum(length) - length, length)
    gap = (chance.exponential(70, len(session)) * SECOND).astype(np.int64)
    gap[chance.random(len(session)) < 0.02] += 30 * 60 * SECOND  # some come back after a pause
    gap[chance.random(len(session)) < 0.01] = 0  # some events share a timestamp
    gap[nth == 0] = 0
    passed = np.cumsum(gap)
    at = start[session] + passed - np.repeat(passed[np.cumsum(length) - length], length)
    whole = chance.random(len(session)) < 0.2
    at[whole] -= at[whole] % SECOND
    switched = (nth > 0) & (chance.random(len(session)) < 0.015)
    later = chance.choice(len(kinds), len(session), p=weights)
    return {
        "at": at,
        "person": person[session],
        "step": _steps(chance, nth, length[session], session),
        "origin": np.where(switched, later, origin[session]),
        "is_arrival": (nth == 0) | switched,
        "consent": np.where(nth == 0, 1, chance.choice([0, 1, 2, 3], len(person))[session]),
        "is_bot": (chance.random(people) < 0.06)[person][session],
        "is_spam": (chance.random(people) < 0.01)[person][session],
    }


def _steps(chance: np.random.Generator, nth: np.ndarray, length: np.ndarray, session: np.ndarray) -> np.ndarray:
    """The type of each event: mostly page views; in some sessions the form in order, in some of those out of order."""
    roll = chance.random(len(nth))
    step = np.where(roll < 0.06, 1, np.where(roll > 0.97, 7, 0))
    in_form = (chance.random(int(session[-1]) + 1) < 0.12)[session]
    goes_on = np.clip(nth + 1, 2, 6)
    step = np.where(in_form & (nth > 0) & (length > 2), goes_on, step)
    astray = in_form & (chance.random(len(nth)) < 0.12)
    step = np.where(astray, chance.integers(0, 8, len(nth)), step)
    return np.where(nth == 0, 0, step).astype(np.int16)


def _as_visits(events: dict[str, np.ndarray], n: int, chance: np.random.Generator) -> pa.Table:
    at = pd.DatetimeIndex(events["at"].astype("datetime64[us]")).tz_localize("UTC")
    day = at.tz_convert("Europe/Berlin").tz_localize(None).to_numpy().astype("datetime64[D]")
    # A visitor counts as new each day, since the hash changes daily.
    visitor = _scrambled(events["person"].astype(np.uint64) * np.uint64(100_003) + day.astype(np.int64).view(np.uint64))
    near = np.argsort(np.arange(n) + chance.integers(0, 4, n), kind="stable")  # adjacent rows may commit out of order
    ids = np.empty(n, np.int64)
    ids[near] = np.arange(1, n + 1)
    columns = {
        "id": ids,
        "at": pa.array(events["at"].astype("datetime64[us]")),
        "day": pa.array(day),
        "visitor": visitor.view(np.int64),
        "step": events["step"],
        "path": picked(PAGES, chance.integers(0, len(PAGES), n)),
        "is_arrival": events["is_arrival"],
        **touch_columns(events["origin"], events["person"]),
        "consent": events["consent"].astype(np.int16),
        "is_bot": events["is_bot"],
        "is_referrer_spam": events["is_spam"],
    }
    table = pa.table({name: columns[name] for name in SCHEMAS["visits"]})
    return table.take(np.argsort(ids))


def _scrambled(value: np.ndarray) -> np.ndarray:
    """Distinct 64-bit numbers that look like hashes, one per input."""
    with np.errstate(over="ignore"):
        value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return np.asarray(value ^ (value >> np.uint64(31)))
