"""Synthetic reservations with touches and later states, in any number. The same arguments give the same rows."""

from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np
import pandas as pd
import pyarrow as pa

from analytics.bulk.origins import DAY, SECOND, days_of, origins, picked, touch_columns
from analytics.sources import SCHEMAS


@dataclass(frozen=True, slots=True)
class MadeReservations:
    """Reservations with dependent rows, as relations of schema `source`."""

    reservations: pa.Table
    touches: pa.Table
    reservation_changes: pa.Table


def make_reservations(n: int, seed: int, first_day: date, days: int) -> MadeReservations:
    """`n` reservations, each with 0 to 20 touches from the 90 days before it and with its later states."""
    chance = np.random.default_rng(seed)
    begin = int(pd.Timestamp(first_day).value // 1000)
    created = np.sort(begin + days_of(chance, n, first_day, days) * DAY + chance.integers(0, DAY, n))
    created[::7] -= created[::7] % SECOND
    count = np.where(chance.random(n) < 0.15, 0, np.minimum(chance.geometric(0.35, n), 20))
    count[chance.random(n) < 0.002] = 20
    reservations, changes = _reservations_and_changes(chance, created)
    return MadeReservations(reservations, _touches(chance, created, count), changes)


def _touches(chance: np.random.Generator, created: np.ndarray, count: np.ndarray) -> pa.Table:
    owner = np.repeat(np.arange(len(count)), count)
    age = (chance.exponential(12, len(owner)) * DAY).astype(np.int64) % (90 * DAY)
    edge = chance.random(len(owner)) < 0.01
    age[edge] = 30 * DAY + chance.integers(
        0, 2, int(edge.sum())
    )  # at the edge of the usual look-back and just beyond it
    age[chance.random(len(owner)) < 0.02] = 0
    at = created[owner] - age
    order = np.lexsort((at, owner))
    at = at[order]
    position = np.arange(len(owner)) - np.repeat(np.cumsum(count) - count, count) + 1
    kinds, weights = origins()
    origin = chance.choice(len(kinds), len(owner), p=weights)
    columns = {
        "id": np.arange(1, len(owner) + 1),
        "reservation_id": owner + 1,
        "position": position.astype(np.int32),
        "at": pa.array(at.astype("datetime64[us]")),
        **touch_columns(origin),
    }
    return pa.table({name: columns[name] for name in SCHEMAS["touches"]})


def _reservations_and_changes(chance: np.random.Generator, created: np.ndarray) -> tuple[pa.Table, pa.Table]:
    n = len(created)
    fate = chance.choice(["reserved", "invited", "contracted", "active", "cancelled", "withdrawn"], n, p=_FATES)
    kwh = chance.choice([1000, 2000, 3000], n)
    rate = chance.choice([50, 55, 60, 65, 70, 75, 80], n)
    confirmed = np.where(chance.random(n) < 0.8, created + chance.integers(0, 5 * DAY, n), -1)
    merged = np.where((fate == "cancelled") & (chance.random(n) < 0.1), np.maximum(np.arange(n), 1), -1)
    share = np.select([kwh == 1000, kwh == 2000], [69_900, 129_900], 189_900)
    columns = {
        "id": np.arange(1, n + 1),
        "park_id": picked(("ingolstadt", "regensburg"), (chance.random(n) < 0.2).astype(int)),
        "spot_number": np.arange(1, n + 1, dtype=np.int32),
        "state": pa.array(fate),
        "created_at": pa.array(created.astype("datetime64[us]")),
        "email_confirmed_at": pa.array(confirmed.astype("datetime64[us]"), mask=confirmed < 0),
        "annual_kwh": kwh,
        "payment_plan": picked(("once", "24m", "48m"), chance.integers(0, 3, n)),
        "credit_tenth_ct": rate,
        "share_amount_cents": share,
        "plan_total_cents": share,
        "setup_fee_cents": np.zeros(n, np.int64),
        "monthly_credit_cents": kwh * rate // 120,
        "annual_credit_cents": kwh * rate // 10,
        "merged_into_id": pa.array(merged, mask=merged < 0),
        "touch_consent": pa.array(np.arange(n) % 5, mask=np.arange(n) % 5 == 4),
        "utm_source": picked(("",), np.zeros(n)),
        "utm_campaign": picked(("",), np.zeros(n)),
        "referral_code": picked(("",), np.zeros(n)),
    }
    table = pa.table({name: columns[name] for name in SCHEMAS["reservations"]})
    return table, _changes(chance, created, fate)


_FATES: Final = (0.3, 0.15, 0.2, 0.15, 0.15, 0.05)
_WAYS: Final = {
    "reserved": (),
    "invited": (("invite", "reserved", "invited"),),
    "contracted": (("invite", "reserved", "invited"), ("mark_contracted", "invited", "contracted")),
    "active": (
        ("invite", "reserved", "invited"),
        ("mark_contracted", "invited", "contracted"),
        ("activate", "contracted", "active"),
    ),
    "cancelled": (
        ("cancel", "reserved", "cancelled"),
        ("undo_cancel", "cancelled", "reserved"),
        ("cancel", "reserved", "cancelled"),
    ),
    "withdrawn": (
        ("invite", "reserved", "invited"),
        ("mark_contracted", "invited", "contracted"),
        ("withdraw", "contracted", "withdrawn"),
    ),
}
"""The changes that lead a reservation to its state."""


def _changes(chance: np.random.Generator, created: np.ndarray, fate: np.ndarray) -> pa.Table:
    frames = []
    for state, way in _WAYS.items():
        owners = np.flatnonzero(fate == state)
        at = created[owners]
        for action, before, after in way:
            at = at + chance.integers(1, 20 * DAY, len(owners))
            moment = at.astype("datetime64[us]")
            values = {"action": action, "state_before": before, "state_after": after}
            frames.append(pd.DataFrame({"reservation_id": owners + 1, "at": moment, **values}))
    joined = pd.concat(frames, ignore_index=True).sort_values(["at", "reservation_id"], kind="stable")
    joined["id"] = np.arange(1, len(joined) + 1)
    return pa.Table.from_pandas(joined[list(SCHEMAS["reservation_changes"])], preserve_index=False)
