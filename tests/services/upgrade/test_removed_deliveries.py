"""What a version no longer has lies as CSV in the data folder, and what the simpler form needs of it is kept."""

import csv
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, Connection, MetaData, Table, insert, select

from services.core.db.db import Database
from services.schema.migrate import downgrade, migrate
from tests.services.test_migrations import MakeEmpty, make_empty

__all__ = ["make_empty"]
pytestmark = pytest.mark.both_databases(sample="postgresql")
BEFORE = "0059"
NOW = datetime(2026, 11, 2, 5, tzinfo=UTC)
HERBST, NOTHING = {"only_utm_campaign": ["herbst"]}, {"only_utm_campaign": ["winter"]}
PLAN: dict[str, Any] = {
    "name": "Woche", "report": "overview", "parameters": {"only_utm_campaign": ["herbst", "sommer"]},
    "period": "last_week", "timing": {"kind": "daily", "time": "06:00", "weekdays": [], "month_day": None},
    "zone": "Europe/Berlin", "formats": ["body"], "condition": None, "cool_down_hours": 0, "retention_days": 90,
    "owner_id": 1, "state": "active", "due_since": NOW, "failures": 0, "version": 3, "created_by": "staff:1",
    "created_at": NOW, "changed_at": NOW, "gate": None, "further_reports": None,
}  # fmt: skip
RUN: dict[str, Any] = {
    "report": "overview", "parameters": {}, "trigger": "scheduled", "state": "delivered", "label": "Woche",
    "created_by": "system", "created_at": NOW, "started_at": NOW, "schedule_id": 1, "is_test": False, "attempts": 1,
}  # fmt: skip


@pytest.fixture
def old(make_empty: MakeEmpty, tmp_path: Path) -> Iterator[Database]:
    """A database as the version before left it."""
    database = Database(make_empty())
    migrate(database, BEFORE, data_folder=tmp_path)
    yield database
    database.close()


def put(connection: Connection, table: str, *rows: dict[str, Any]) -> None:
    reflected = Table(table, MetaData(), autoload_with=connection, resolve_fks=False)
    for row in rows:
        values = {
            name: json.dumps(value) if isinstance(value, dict | list) and not is_json(reflected, name) else value
            for name, value in row.items()
            if value is not None
        }
        connection.execute(insert(reflected).values(values))


def is_json(table: Table, name: str) -> bool:
    return isinstance(table.c[name].type, JSON)


def rows_of(database: Database, table: str) -> list[dict[str, Any]]:
    with database.engine.connect() as connection:
        reflected = Table(table, MetaData(), autoload_with=connection, resolve_fks=False)
        found = connection.execute(select(reflected).order_by(*reflected.primary_key.columns)).mappings()
        return [{name: plain(value) for name, value in row.items()} for row in found]


def plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)
    return value


def kept(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / "removed" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def fill(old: Database) -> None:
    """A pack of two with two recipients, one of whom has a filter of her own; one that nothing happens to; one all of
    whose recipients have a filter, which no longer fits.
    """
    pack = PLAN | {"further_reports": [{"report": "funnel", "parameters": {}}]}
    rows = PLAN | {"name": "Liste", "condition": {"kind": "rows", "table": "values", "least": 7}}
    stale = PLAN | {"name": "Eng", "parameters": {"only_utm_campaign": ["sommer"]}}
    with old.engine.begin() as connection:
        put(connection, "report_schedules", pack, rows, stale)
        put(
            connection,
            "report_recipients",
            {"schedule_id": 1, "place": 0, "address": "bank@example.org", "filters": None} | ENTERED,
            {"schedule_id": 1, "place": 1, "address": "stadt@example.org", "filters": HERBST} | ENTERED,
            {"schedule_id": 2, "place": 0, "address": "bank@example.org", "filters": None} | ENTERED,
            {"schedule_id": 3, "place": 0, "address": "stadt@example.org", "filters": NOTHING} | ENTERED,
        )
        put(
            connection,
            "report_runs",
            RUN | {"scheduled_for": NOW},
            RUN | {"report": "funnel", "due_at": NOW, "pack_of": 1, "pack_place": 1},
            RUN | {"due_at": NOW, "part_of": 1, "narrowed_to": HERBST, "narrowing": key_of(HERBST)},
            RUN | {"due_at": NOW, "part_of": 1, "narrowed_to": NOTHING, "narrowing": key_of(NOTHING)},
        )
        put(connection, "machine_tokens", TOKEN)


ENTERED = {"entered_by": "staff:1", "entered_at": NOW}
TOKEN = {
    "name": "Pivot", "beginning": "vgr_", "token_hash": "0" * 64, "schedules": [1], "created_by": "staff:1",
    "created_at": NOW,
}  # fmt: skip


def key_of(filters: dict[str, list[str]]) -> str:
    """As the version before wrote it."""
    return sha256(json.dumps(filters, ensure_ascii=False).encode()).hexdigest()


def test_packs_and_own_filters_become_schedules_and_their_runs_stay_readable(old: Database, tmp_path: Path) -> None:
    fill(old)
    migrate(old, "0060", data_folder=tmp_path)
    told = {
        row["name"]: (row["report"], loaded(row["parameters"]), row["state"], row["least_rows"], whom(old, row["id"]))
        for row in rows_of(old, "report_schedules")
    }
    both = {"only_utm_campaign": ["herbst", "sommer"]}
    assert told == {
        "Woche": ("overview", both, "active", 1, ["bank@example.org"]),
        "Woche: Weg zum Vertrag": ("funnel", {}, "active", 1, ["bank@example.org"]),
        "Woche (eigener Filter)": ("overview", HERBST, "active", 1, ["stadt@example.org"]),
        "Woche: Weg zum Vertrag (eigener Filter)": ("funnel", HERBST, "active", 1, ["stadt@example.org"]),
        "Liste": ("overview", both, "active", 7, ["bank@example.org"]),
        "Eng": ("overview", {"only_utm_campaign": ["sommer"]}, "paused", 1, []),
        "Eng (eigener Filter)": ("overview", {"only_utm_campaign": ["sommer"]}, "paused", 1, ["stadt@example.org"]),
    }, "nobody gets more than before"
    by_id = {row["id"]: row["name"] for row in rows_of(old, "report_schedules")}
    [reason] = [
        row["paused_reason"] for row in rows_of(old, "report_schedules") if row["name"] == "Eng (eigener Filter)"
    ]
    assert "eigene Filter dieser Empfänger passte nicht mehr" in reason
    slots = [(by_id[row["schedule_id"]], row["scheduled_for"]) for row in rows_of(old, "report_runs")]
    at = plain(NOW)
    assert slots == [
        ("Woche", at),
        ("Woche: Weg zum Vertrag", at),
        ("Woche (eigener Filter)", at),
        ("Woche", None),  # for somebody who is no recipient any more: no program takes it for the whole
    ]
    [token] = rows_of(old, "machine_tokens")
    assert [by_id[id_] for id_ in loaded(token["schedules"])] == ["Woche", "Woche: Weg zum Vertrag"]


def loaded(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def whom(database: Database, schedule: int) -> list[str]:
    found = rows_of(database, "report_recipients")
    return [row["address"] for row in found if row["schedule_id"] == schedule]


def test_what_the_columns_held_is_written_and_the_way_back_is_open(old: Database, tmp_path: Path) -> None:
    fill(old)
    migrate(old, "0060", data_folder=tmp_path)
    filters = [loaded(row["filters"]) for row in kept(tmp_path, "report_recipients.filters")]
    assert filters == [HERBST, NOTHING]
    conditions = {
        row["id"]: (row["condition"], row["further_reports"]) for row in kept(tmp_path, "report_schedules.condition")
    }
    assert loaded(conditions["1"][1]) == [{"report": "funnel", "parameters": {}}]
    assert loaded(conditions["2"][0])["least"] == 7
    narrowings = [row["narrowing"] for row in kept(tmp_path, "report_runs.part_of")]
    assert narrowings == ["", key_of(HERBST), key_of(NOTHING)]
    downgrade(old, BEFORE)
    assert {row["further_reports"] for row in rows_of(old, "report_schedules")} == {None}
    assert len(rows_of(old, "report_schedules")) == 7


def test_a_database_without_such_rows_gets_no_file(old: Database, tmp_path: Path) -> None:
    migrate(old, "0060", data_folder=tmp_path)
    assert not (tmp_path / "removed").exists()
