"""The relations that models are written for are those the warehouse gives them."""

import pytest

from analytics.bulk.visits import make_visits
from analytics.engine.warehouse import NAMES, open_warehouse
from analytics.runner import models, needs
from analytics.shipped import SHIPPED
from analytics.sources import SCHEMAS
from analytics.store.catalogue import Store
from services.core.db.db import Database
from tests.bench.all_reports import FIRST
from tests.fixtures.bulk_reservations import make_reservations

pytestmark = pytest.mark.both_databases

_NUMBERS = {"SMALLINT", "INTEGER", "BIGINT"}


def test_the_warehouse_gives_every_relation_with_its_columns(db: Database, store: Store) -> None:
    with open_warehouse(store, NAMES) as warehouse:
        for name in SCHEMAS.keys() - SHIPPED:
            given = {row[0]: row[1] for row in warehouse.execute(f"DESCRIBE source.{name}").fetchall()}
            for column, kind in SCHEMAS[name].items():
                assert given.get(column) == kind or {given.get(column), kind} <= _NUMBERS, f"{name}.{column}"


def test_models_need_nothing_else() -> None:
    assert needs(models()) <= NAMES | SHIPPED


def test_made_up_rows_have_the_columns_of_their_relations() -> None:
    assert make_visits(500, 1, FIRST, 30).column_names == list(SCHEMAS["visits"])
    made = make_reservations(50, 1, FIRST, 30)
    for name in ("reservations", "touches", "reservation_changes"):
        assert getattr(made, name).column_names == list(SCHEMAS[name])


def test_the_same_seed_makes_the_same_visits() -> None:
    assert make_visits(2_000, 5, FIRST, 30).equals(make_visits(2_000, 5, FIRST, 30))
    assert not make_visits(2_000, 5, FIRST, 30).equals(make_visits(2_000, 6, FIRST, 30))
