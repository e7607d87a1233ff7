"""An installation of the revision before, with rows in what goes: they are kept as CSV, and the rest is untouched."""

import csv
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from services.alerts.models import Alert, AlertRule
from services.core.db.db import Database
from services.mail.models import Mail
from services.schema.migrate import downgrade, migrate
from tests.fixtures.staff import add_member
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases
NOW = HeldClock().now
DAY = NOW.date()
NBSP = "\u00a0"


def insert(db: Database, table: str, **values: Any) -> None:
    names = ", ".join(f'"{name}"' for name in values)
    statement = text(f"INSERT INTO {table} ({names}) VALUES ({', '.join(f':{name}' for name in values)})")
    if db.engine.dialect.name == "sqlite":
        stored_as = {datetime: lambda value: value.isoformat(" "), time: lambda value: value.isoformat("microseconds")}
        values = {name: stored_as.get(type(value), lambda one: one)(value) for name, value in values.items()}
    db.write(lambda session: session.execute(statement, values) and None)


def rows_of(folder: Path, table: str) -> list[dict[str, str]]:
    with (folder / "removed" / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def own_alert(db: Database, number: int, owner: int, **changes: Any) -> None:
    values: dict[str, Any] = {
        "id": number, "owner_id": owner, "figure": "sessions", "scope": "all", "scope_value": None, "kind": "outside",
        "threshold": None, "days": 1, "direction": "low", "false_alarms": 4, "by_mail": True, "quiet_from": None,
        "quiet_to": None, "quiet_days": "[]", "paused_at": None, "version": 2, "created_at": NOW, "changed_at": NOW,
        "removed_at": None,
    }  # fmt: skip
    insert(db, "figure_alerts", **values | changes)


SHARED = "Früher ein eigener Hinweis, jetzt eine Regel für alle, deren Rolle die Zahl sieht."


def test_own_alerts_become_rules_and_what_they_found_stays(db: Database, tmp_path: Path) -> None:
    lena, gone = add_member(db, "marketing"), add_member(db, "marketing", state="disabled")
    before = {row["kind"]: row for row in stored(db, AlertRule)}
    downgrade(db, "0060")
    insert(
        db, "alerts", id=5, kind="capacity", subject="park:ingolstadt", headline="Voll", words="Voll.", value=99,
        threshold=90, opened_at=NOW, seen_at=NOW,
    )  # fmt: skip
    own_alert(db, 1, lena.id, quiet_from=time(22), quiet_to=time(6), quiet_days="[1]")
    own_alert(db, 2, lena.id, kind="below", threshold=3, days=7, by_mail=False, paused_at=NOW)
    own_alert(db, 3, gone.id, figure="cost_per_contract", direction="high", days=14)
    own_alert(db, 4, lena.id, figure="costs_without_visits", kind="unvisited", days=14)
    own_alert(db, 5, lena.id, direction="both", removed_at=NOW)
    for number, alert, closed in ((1, 1, None), (2, 1, NOW - timedelta(days=3)), (3, 3, None), (4, 5, NOW)):
        insert(
            db, "figure_alert_openings", id=number, alert_id=alert, headline=f"H{number}", words=f"W{number}", day=DAY,
            opened_at=NOW - timedelta(days=4), closed_at=closed, mailed_at=NOW,
        )  # fmt: skip
    insert(
        db, "mails", id=1, dedupe_key="figure-alert:1:opened", kind="figure_alert", subject_ref="figure_alert:1",
        recipient="x@example.org", values="{}", message_id="<1@x>", state="queued", attempts=0, next_attempt_at=NOW,
        created_at=NOW,
    )  # fmt: skip

    migrate(db, "0061", data_folder=tmp_path / "data")

    assert [row["direction"] for row in rows_of(tmp_path / "data", "figure_alerts")] == [
        "low",
        "low",
        "high",
        "low",
        "both",
    ]
    assert [row["headline"] for row in rows_of(tmp_path / "data", "figure_alert_openings")] == ["H1", "H2", "H3", "H4"]
    assert not (tmp_path / "data" / "removed" / "alerts.csv").exists(), "nothing of it is lost"
    rules = stored(db, AlertRule)
    assert {row["kind"]: row for row in rules if row["comparison"] is None} == before
    made = [row for row in rules if row["comparison"]]
    assert [(row["kind"], row["comparison"], row["threshold"], row["days"], row["is_on"]) for row in made] == [
        ("sessions", "less_than_usual", 50, 1, True),
        ("sessions", "below", 3, 7, False),
        ("cost_per_contract", "more_than_usual", 50, 7, False),
        ("costs_without_visits", "above", 0, 14, True),
    ]
    assert [row["recipients"] for row in made] == [[lena.id], [], [gone.id], [lena.id]]
    assert (made[0]["quiet_from"], made[0]["quiet_to"], made[0]["quiet_days"]) == (time(22), time(6), [1])
    assert made[1]["note"] == SHARED
    assert f"ab 50{NBSP}% Abweichung" in made[0]["note"]
    assert "Statt 14 Tagen zählen 7 zusammen. Ausgeschaltet, weil sie schon vorher ruhte" in made[2]["note"]
    found = {row["headline"]: row for row in stored(db, Alert)}
    assert (found["Voll"]["id"], found["Voll"]["closed_at"]) == (5, None)
    assert {name: row["closed_at"] is None for name, row in found.items()} == {
        "Voll": True, "H1": True, "H2": False, "H3": False
    }  # fmt: skip
    assert (found["H1"]["mailed_at"], found["H2"]["mailed_at"]) == (None, NOW), "what had not left is mailed anew"
    assert [row["state"] for row in stored(db, Mail)] == ["cancelled"]

    downgrade(db, "0060")
    migrate(db, "0061", data_folder=tmp_path / "data")
    assert {row["kind"]: row for row in stored(db, AlertRule)} == before
    assert [row["headline"] for row in stored(db, Alert)] == ["Voll"]


def test_without_rows_nothing_is_written(db: Database, tmp_path: Path) -> None:
    downgrade(db, "0060")
    migrate(db, "0061", data_folder=tmp_path / "data")
    assert not (tmp_path / "data").exists()
