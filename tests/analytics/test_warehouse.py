"""What a report finds in `source`, whatever the database is."""

from datetime import UTC, date, datetime

import duckdb
import pytest
from starlette.testclient import TestClient

from analytics.engine.relations import RELATIONS
from analytics.engine.warehouse import NAMES, open_warehouse
from analytics.store.catalogue import Store
from services.core.db.db import Database
from tests.analytics.visit_rows import add_visits, visit
from tests.factories import reservation_body

pytestmark = pytest.mark.both_databases


def test_every_relation_is_there_and_typed_in_an_empty_database(db: Database, store: Store) -> None:
    with open_warehouse(store, NAMES) as warehouse:
        for name, relation in RELATIONS.items():
            described = warehouse.execute(f"DESCRIBE source.{name}").fetchall()
            assert [(row[0], row[1]) for row in described] == [(c.name, c.kind.value) for c in relation.columns]
        assert warehouse.execute("SELECT count(*) FROM source.spots").fetchall() == [(500,)]
        for name in ("visits", "touches", "visit_days", "open_days", "open_visits", "reservations"):
            assert warehouse.execute(f"SELECT count(*) FROM source.{name}").fetchall() == [(0,)], name


def test_visits_have_the_same_values_and_types_on_both_databases(db: Database, store: Store) -> None:
    at = datetime(2026, 10, 24, 22, 30, 0, 123456, tzinfo=UTC)
    add_visits(db, [visit(at, visitor=-(2**63), utm_source="0815", referrer_host="müller.de", is_bot=True, step=6)])
    with open_warehouse(store, {"visits"}) as warehouse:
        query = 'SELECT "at", day, visitor, utm_source, referrer_host, is_bot, is_arrival, step FROM source.visits'
        found = warehouse.execute(query).fetchall()
        types = [row[1] for row in warehouse.execute(f"DESCRIBE {query}").fetchall()]
    assert found == [
        (at.replace(tzinfo=None), date(2026, 10, 25), -(2**63), "0815", "müller.de", True, True, 6),
    ]
    assert types == ["TIMESTAMP", "DATE", "BIGINT", "VARCHAR", "VARCHAR", "BOOLEAN", "BOOLEAN", "SMALLINT"]


def test_a_reservation_arrives_without_what_names_a_household(
    client: TestClient, database_url: str, store: Store
) -> None:
    assert client.post("/functions/v1/reserve-spot", json=reservation_body()).status_code == 200
    with open_warehouse(store, {"reservations", "touches"}) as warehouse:
        names = {row[0] for row in warehouse.execute("DESCRIBE source.reservations").fetchall()}
        row = warehouse.execute(
            "SELECT state, annual_kwh, share_amount_cents, email_confirmed_at, merged_into_id FROM source.reservations"
        ).fetchall()
        touches = warehouse.execute(
            'SELECT reservation_id, position, utm_source, day = CAST("at" + INTERVAL 1 HOUR AS DATE) '
            'OR day = CAST("at" + INTERVAL 2 HOUR AS DATE) FROM source.touches'
        ).fetchall()
    assert row == [("reserved", 2000, 129900, None, None)]
    assert touches == [(1, 1, "newsletter", True)]
    assert names.isdisjoint({"reference", "first_name", "last_name", "email", "postcode", "notes", "mobile_phone"})


def test_a_run_reaches_no_file_but_its_own(db: Database, store: Store, tmp_path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n")
    with open_warehouse(store, {"visits"}) as warehouse:
        with pytest.raises(duckdb.PermissionException):
            warehouse.execute(f"SELECT * FROM '{secret}'")
        with pytest.raises(duckdb.InvalidInputException):
            warehouse.execute("SET enable_external_access = true")


def test_an_unknown_relation_is_refused(db: Database, store: Store) -> None:
    with pytest.raises(ValueError, match="no such relation: mails"), open_warehouse(store, {"mails"}):
        pass
