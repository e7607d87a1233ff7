"""Visits and reservations, computed twice by different means: equal to the last unit. `make prove` takes a million."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import duckdb
import pandas as pd
import pytest

from analytics import weights
from analytics.bulk.origins import ALIASES, CAMPAIGNS
from analytics.bulk.visits import make_visits
from analytics.runner import add_macros, build
from analytics.sources import COUNTS, create_empty
from tests.analytics import in_pandas
from tests.analytics.in_pandas import CHANNEL, MODELS, ORIGIN, PPM
from tests.fixtures.bulk_reservations import MadeReservations, make_reservations
from tests.fixtures.proved import proved

pytestmark = pytest.mark.xdist_group("against pandas")  # the rows are made once

VISITS = proved(50_000, 1_000_000)
RESERVATIONS = proved(2_000, 20_000)
FIRST, DAYS = date(2025, 11, 1), 365
LOOK_BACK, HALF_LIFE = 30, 7


@dataclass
class World:
    """The same rows for both."""

    connection: duckdb.DuckDBPyConnection
    visits: pd.DataFrame
    made: MadeReservations
    aliases: pd.DataFrame


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    visits = make_visits(VISITS, 7, FIRST, DAYS)
    made = make_reservations(RESERVATIONS, 8, FIRST, DAYS)
    with duckdb.connect(config={"threads": 2, "memory_limit": "400MB"}) as connection:
        create_empty(connection)
        add_macros(connection)
        _put(connection, "visits", visits)
        for name in ("reservations", "touches", "reservation_changes"):
            _put(connection, name, getattr(made, name))
        aliases = pd.DataFrame(ALIASES, columns=["field", "raw", "canonical"])
        _put(connection, "aliases", aliases)
        campaigns = pd.DataFrame(CAMPAIGNS, columns=["utm_source", "utm_medium", "utm_campaign"])
        _put(connection, "campaigns", campaigns.assign(id=range(1, len(CAMPAIGNS) + 1)))
        frame = in_pandas.spelled_alike(visits.to_pandas(date_as_object=True))
        yield World(connection, frame, made, aliases)


@pytest.fixture(scope="module")
def sessions(world: World) -> pd.DataFrame:
    return in_pandas.sessions(world.visits)


@pytest.fixture(scope="module")
def weighed(world: World) -> pd.DataFrame:
    touches = in_pandas.spelled_alike(world.made.touches.to_pandas())
    named = in_pandas.canonical(touches, world.aliases)
    return in_pandas.weights(world.made.reservations.to_pandas(), named, LOOK_BACK, HALF_LIFE)


def _put(connection: duckdb.DuckDBPyConnection, name: str, rows: Any) -> None:
    connection.register("rows_of_test", rows)
    connection.execute(f"INSERT INTO source.{name} BY NAME SELECT * FROM rows_of_test")
    connection.unregister("rows_of_test")


def _rows(frame: pd.DataFrame) -> list[tuple[Any, ...]]:
    return sorted(frame.itertuples(index=False, name=None))


def _assert_same(ours: list[tuple[Any, ...]], theirs: list[tuple[Any, ...]]) -> None:
    """As sets first: a difference then shows only what differs."""
    assert list(set(ours) - set(theirs))[:5] == list(set(theirs) - set(ours))[:5] == []
    assert len(ours) == len(theirs)


def test_the_rows_hold_the_hard_cases(world: World) -> None:
    asked = (
        "SELECT count(*), count(DISTINCT v.day), count(*) FILTER (v.step = 6), "
        "count(*) - count(DISTINCT (v.visitor, v.at)), count(*) FILTER (v.day <> CAST(v.at AS DATE)) "
        "FROM source.visits AS v"
    )
    total, days, reserved, same_instant, near_midnight = world.connection.execute(asked).fetchone() or ()
    assert total == VISITS
    assert days == DAYS or days == DAYS + 1
    assert min(reserved, same_instant, near_midnight) > VISITS // 1_000
    first, last = (world.visits["at"].min().to_pydatetime(), world.visits["at"].max().to_pydatetime())
    assert first < datetime(2026, 3, 29, 1) < datetime(2026, 10, 25, 1) < last, "the clock changes"  # noqa: DTZ001


def test_every_visit_stands_on_its_day_in_berlin(world: World) -> None:
    wrong = "SELECT count(*) FROM source.visits AS v WHERE berlin_day(v.at) <> v.day"
    build(world.connection, ["staging.visits"])
    assert world.connection.execute(wrong).fetchone() == (0,)


def test_rollup_funnel_and_sessions_are_equal(world: World, sessions: pd.DataFrame) -> None:
    build(world.connection, ["marts.visit_days"])
    key = ["day", "is_bot", "is_referrer_spam", *ORIGIN]
    columns = ", ".join([*key, *COUNTS])
    ours = sorted(world.connection.execute(f"SELECT {columns} FROM marts.visit_days").fetchall())
    theirs = sessions.groupby(key, sort=False)[list(COUNTS)].sum().reset_index()
    _assert_same(ours, _rows(theirs[[*key, *COUNTS]]))


def test_days_under_canonical_names_are_equal(world: World, sessions: pd.DataFrame) -> None:
    build(world.connection, ["marts.origin_days"])
    key = ["day", *CHANNEL]
    columns = ", ".join([*key, *COUNTS])
    ours = sorted(world.connection.execute(f"SELECT {columns} FROM marts.origin_days").fetchall())
    people = sessions[~(sessions["is_bot"] | sessions["is_referrer_spam"])]
    named = in_pandas.canonical(people, world.aliases)
    theirs = named.groupby(key, sort=False)[list(COUNTS)].sum().reset_index()
    _assert_same(ours, _rows(theirs[[*key, *COUNTS]]))


@pytest.mark.parametrize(
    ("day", "hour", "hours"), [("2026-03-30", 7, 24), ("2026-10-26", 18, 48), ("2025-11-20", 0, 168)]
)
def test_what_followed_a_sending_is_equal(world: World, day: str, hour: int, hours: int) -> None:
    asked = {"from_day": date.fromisoformat(day), "began_hour": hour, "hours": hours, "campaign": 1}
    build(world.connection, ["marts.sending_windows"], asked)
    columns = "weeks_before, has_begun, visitors, tagged_visitors, direct_visitors, reservations"
    ours = world.connection.execute(f"SELECT {columns} FROM marts.sending_windows ORDER BY 1").fetchall()
    named = in_pandas.canonical(world.visits, world.aliases)
    begins = pd.Timestamp(day) + pd.Timedelta(hours=hour)
    theirs = in_pandas.sending_windows(named, world.made.reservations.to_pandas(), CAMPAIGNS[0], begins, hours)
    assert ours == theirs
    assert max(row[3] for row in ours) > 0 and max(row[4] for row in ours) > 0


def test_the_weights_of_six_models_are_equal(world: World, weighed: pd.DataFrame) -> None:
    build(world.connection, ["marts.attribution"], {"look_back_days": LOOK_BACK, "half_life_days": HALF_LIFE})
    columns = ", ".join(["reservation_id", "position", *CHANNEL, *PPM.values()])
    ours = sorted(world.connection.execute(f"SELECT {columns} FROM marts.attribution").fetchall())
    _assert_same(ours, _rows(weighed[["reservation_id", "position", *CHANNEL, *PPM.values()]]))


def test_the_reference_in_python_gives_the_same_weights(world: World, weighed: pd.DataFrame) -> None:
    at = world.made.touches.select(["reservation_id", "position", "at"]).to_pandas()
    told = weighed[weighed["position"] > 0].merge(at, on=["reservation_id", "position"])
    for _, touches in told.groupby("reservation_id", sort=False):
        points = [
            weights.TouchPoint(moment.to_pydatetime().replace(tzinfo=UTC), channel == "direct")
            for moment, channel in zip(touches["at"], touches["channel"], strict=True)
        ]
        found = weights.weigh(points, HALF_LIFE)
        assert {name: list(found[name]) for name in MODELS} == {name: touches[PPM[name]].tolist() for name in MODELS}


def test_sums_over_campaigns_are_equal_and_make_up_all_reservations(world: World, weighed: pd.DataFrame) -> None:
    build(world.connection, ["marts.attribution_by_campaign"])
    reservations = in_pandas.reached(world.made.reservations.to_pandas(), world.made.reservation_changes.to_pandas())
    theirs = in_pandas.by_campaign(weighed, reservations)
    columns = ", ".join(theirs.columns)
    ours = world.connection.execute(f"SELECT {columns} FROM marts.attribution_by_campaign").fetchall()
    _assert_same(sorted(ours), _rows(theirs))
    sums = "SELECT model, sum(reservations_ppm + merged_ppm) FROM marts.attribution_by_campaign GROUP BY model"
    found = dict(world.connection.execute(sums).fetchall())
    assert found == dict.fromkeys(MODELS, RESERVATIONS * 1_000_000)


def test_the_weights_of_each_reservation_sum_to_one(world: World) -> None:
    build(world.connection, ["marts.attribution"])
    sums = ", ".join(f"sum({column})" for column in PPM.values())
    query = f"SELECT DISTINCT {sums} FROM marts.attribution GROUP BY reservation_id"
    assert world.connection.execute(query).fetchall() == [(1_000_000,) * 6]
