"""What an upgrade takes away: rows of dropped tables lie as CSV in the data folder, and the rest is as it was."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, text

from services.core.db.db import Database
from services.models import metadata
from services.schedules.models import ReportSchedule
from services.schema.migrate import downgrade, migrate
from tests.services.held_clock import HeldClock

pytestmark = pytest.mark.both_databases(sample="postgresql")
BEFORE = "0055"


def schedule(id_: int, report: str, **values: Any) -> dict[str, Any]:
    now = HeldClock()()
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
    db.write(lambda session: session.execute(insert(ReportSchedule), rows) and None)
    further = text("UPDATE report_schedules SET further_reports = :further WHERE id = 3")
    packed = '[{"report": "changes", "parameters": {"compare": "none"}}, {"report": "money", "parameters": {}}]'
    db.write(lambda session: session.execute(further, {"further": packed}) and None)
    migrate(db, data_folder=tmp_path)
    table = metadata.tables["report_schedules"]
    with db.read() as session:
        found = {row["id"]: row for row in session.execute(table.select()).mappings()}
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
