"""Visits and reservations counted again in pandas, which knows nothing of our SQL: equal to what an engine computes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import pandas as pd
import pytest

from analytics.bulk.origins import ALIASES
from analytics.bulk.visits import make_visits
from analytics.distributed.computing import model_rows
from analytics.distributed.engine import Engine, opened
from analytics.distributed.translation import view_name
from analytics.parameters import literals
from analytics.runner import needs
from analytics.sources import COUNTS, SCHEMAS
from tests.analytics import in_pandas
from tests.analytics.given import warehouse
from tests.analytics.in_pandas import CHANNEL, ORIGIN, PPM
from tests.fixtures.bulk_reservations import MadeReservations, make_reservations
from tests.fixtures.proved import proved

pytestmark = pytest.mark.sample(0)

FIRST, DAYS = date(2025, 11, 1), 365
"""Both changes of the clock are in it."""
LOOK_BACK, HALF_LIFE = 47, 3
READ = ("marts.visit_days", "marts.attribution", "marts.attribution_by_campaign")


@dataclass
class World:
    """The same rows for both."""

    session: Engine
    visits: pd.DataFrame
    made: MadeReservations
    aliases: pd.DataFrame

    def rows(self, model: str, columns: list[str], **parameters: Any) -> list[tuple[Any, ...]]:
        """What the engine computes."""
        found = model_rows(self.session, model, literals(parameters)).select(columns).to_pylist()
        return sorted(tuple(row.values()) for row in found)


@pytest.fixture(scope="module")
def world(engine_url: str) -> Iterator[World]:
    visits = make_visits(proved(8_000, 300_000), 7, FIRST, DAYS)
    made = make_reservations(proved(1_000, 10_000), 8, FIRST, DAYS)
    aliases = pd.DataFrame(ALIASES, columns=["field", "raw", "canonical"])
    given = {"visits": visits, "aliases": aliases}
    given |= {name: getattr(made, name) for name in ("reservations", "touches", "reservation_changes")}
    relations = frozenset[str]().union(*(needs([name]) for name in READ))
    with warehouse() as connection, opened(engine_url) as session:
        for relation in relations:
            if relation in given:
                connection.register("given", given[relation])
                connection.execute(f"INSERT INTO source.{relation} BY NAME SELECT * FROM given")
            columns = ", ".join(f'"{name}"' for name in SCHEMAS[relation])
            rows = connection.sql(f"SELECT {columns} FROM source.{relation}").to_arrow_table()
            session.put(view_name(f"source.{relation}"), rows)
        frame = in_pandas.spelled_alike(visits.to_pandas(date_as_object=True))
        yield World(session, frame, made, aliases)


@pytest.fixture(scope="module")
def weighed(world: World) -> pd.DataFrame:
    named = in_pandas.canonical(in_pandas.spelled_alike(world.made.touches.to_pandas()), world.aliases)
    return in_pandas.weights(world.made.reservations.to_pandas(), named, LOOK_BACK, HALF_LIFE)


def _same(ours: list[tuple[Any, ...]], theirs: pd.DataFrame) -> bool:
    return ours == sorted(theirs.itertuples(index=False, name=None))


def test_rollup_sessions_and_the_ordered_funnel(world: World) -> None:
    key = ["day", "is_bot", "is_referrer_spam", *ORIGIN]
    sessions = in_pandas.sessions(world.visits).groupby(key, sort=False)[list(COUNTS)].sum().reset_index()
    assert _same(world.rows("marts.visit_days", [*key, *COUNTS]), sessions[[*key, *COUNTS]])


def test_weights_of_six_models_with_unusual_parameters(world: World, weighed: pd.DataFrame) -> None:
    columns = ["reservation_id", "position", *CHANNEL, *PPM.values()]
    ours = world.rows("marts.attribution", columns, look_back_days=LOOK_BACK, half_life_days=HALF_LIFE)
    assert _same(ours, weighed[columns])


def test_sums_over_campaigns(world: World, weighed: pd.DataFrame) -> None:
    made = world.made
    reservations = in_pandas.reached(made.reservations.to_pandas(), made.reservation_changes.to_pandas())
    theirs = in_pandas.by_campaign(weighed, reservations)
    parameters = {"look_back_days": LOOK_BACK, "half_life_days": HALF_LIFE}
    assert _same(world.rows("marts.attribution_by_campaign", list(theirs.columns), **parameters), theirs)
