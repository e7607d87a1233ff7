"""What an upgrade takes away: rows of dropped tables lie as CSV in the data folder, and the rest is as it was."""

import csv
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, Table, insert, inspect, text
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.schema.migrate import downgrade, migrate
from services.staff import audit
from tests.services.held_clock import HeldClock

pytestmark = pytest.mark.both_databases(sample="postgresql")
BEFORE = "0058"
NOW = HeldClock()()
DROPPED: dict[str, list[dict[str, Any]]] = {
    "metric_checks": [
        {"id": 1, "metric": "contracts", "version": 2, "fingerprint": "0123456789abcdef", "checked_by": "staff:1"},
        {"id": 2, "metric": "visitors", "version": 1, "fingerprint": "fedcba9876543210", "checked_by": "staff:2"},
    ],
}
"""Rows of tables that are gone, without their moments, by table."""
_OWN = ("alembic_version", "installation")
"""Written by every migration."""
MOMENTS = {"metric_checks": ["checked_at"]}


@pytest.mark.parametrize("name", DROPPED)
def test_what_a_dropped_table_held_is_written_as_csv(db: Database, tmp_path: Path, name: str) -> None:
    db.write(lambda session: audit.append(session, [audit.Event("staff:1", "metric.checked", "metric:visitors")], NOW))
    downgrade(db, BEFORE)
    with db.read() as session:
        before = everything(session, but=name)
    rows = [row | dict.fromkeys(MOMENTS[name], NOW) for row in DROPPED[name]]
    with db.engine.begin() as connection:
        connection.execute(insert(Table(name, MetaData(), autoload_with=connection)), rows)
    migrate(db, "0059", data_folder=tmp_path)
    with db.read() as session:
        assert not inspect(session.get_bind()).has_table(name)
        assert everything(session, but=name) == before
    with (tmp_path / "removed" / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        found = list(csv.DictReader(file))
    told = [{column: str(value) for column, value in row.items()} for row in DROPPED[name]]
    assert [{column: row[column] for column in told[0]} for row in found] == told
    assert all(row[moment].startswith("2026-11-0") for row in found for moment in MOMENTS[name])


def test_an_empty_table_leaves_no_file(db: Database, tmp_path: Path) -> None:
    downgrade(db, BEFORE)
    migrate(db, "0059", data_folder=tmp_path)
    assert not (tmp_path / "removed").exists()


def everything(session: Session, but: str) -> dict[str, list[str]]:
    """Every row of every table besides that one and what migrations write themselves."""
    tables = sorted(set(inspect(session.get_bind()).get_table_names()) - {but, *_OWN, *DROPPED})
    return {name: sorted(map(repr, session.execute(text(f'SELECT * FROM "{name}"')))) for name in tables}


def schedule(id_: int, report: str, **values: Any) -> dict[str, Any]:
    now = NOW
    usual = {
        **{"id": id_, "name": f"Nummer {id_}", "report": report, "parameters": {}, "period": "last_week"},
        **{"timing": {"kind": "weekly"}, "zone": "Europe/Berlin", "formats": ["pdf"], "condition": None},
        **{"cool_down_hours": 0, "retention_days": 90, "owner_id": 1, "state": "active", "due_since": now},
        **{"failures": 0, "version": 1, "created_by": "staff:1", "created_at": now, "changed_at": now},
    }
    return usual | values


def test_schedules_of_the_report_on_changes_send_the_breakdown(db: Database, tmp_path: Path) -> None:
    downgrade(db, BEFORE)
    rows = [
        schedule(1, "changes", parameters={"measure": "kwh", "field": "utm_source", "only_channel": ["campaign"]}),
        schedule(2, "changes", condition={"table": "totals", "column": "difference", "than": -5}),
        schedule(3, "overview", parameters={"compare": "year"}),
    ]
    with db.engine.begin() as connection:
        schedules = Table("report_schedules", MetaData(), autoload_with=connection)
        for row in rows:
            connection.execute(insert(schedules), row)
    further = text("UPDATE report_schedules SET further_reports = :further WHERE id = 3")
    packed = '[{"report": "changes", "parameters": {"compare": "none"}}, {"report": "money", "parameters": {}}]'
    db.write(lambda session: session.execute(further, {"further": packed}) and None)
    migrate(db, "0059", data_folder=tmp_path)
    with db.read() as session:
        found = {row["id"]: row for row in session.execute(schedules.select()).mappings()}
    assert [(found[n]["report"], found[n]["state"]) for n in (1, 2, 3)] == [
        ("breakdown", "active"),
        ("breakdown", "paused"),
        ("overview", "active"),
    ]
    assert found[1]["parameters"] == {"compare": "previous", "field": "utm_source", "only_channel": ["campaign"]}
    assert (found[2]["parameters"], found[2]["condition"]) == ({"compare": "previous", "field": "channel_group"}, None)
    assert "Bedingung" in found[2]["paused_reason"]
    assert found[3]["parameters"] == {"compare": "year"}
    assert found[3]["further_reports"] == [
        {"report": "breakdown", "parameters": {"compare": "none", "field": "channel_group"}},
        {"report": "money", "parameters": {}},
    ]
