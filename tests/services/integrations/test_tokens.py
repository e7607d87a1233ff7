"""Tokens of machines, and the newest result they read."""

import hashlib
import io
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from analytics.definitions import Column, Definition, Table
from analytics.reporting import TableResult
from services.core.db.db import Database
from services.core.storage.folder import FolderStorage
from services.integrations.models import MachineToken
from services.reports.basis import ReportBasis
from services.reports.kept.result_file import write_result
from services.reports.models import ReportRun
from services.reports.run import ReportAnswer
from services.schedules.models import ReportSchedule
from services.staff.models import AuditEntry
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

TOKENS = "/api/staff/machine-tokens"
NOW = HeldClock().now


def latest(client: TestClient, schedule: int, token: str | None, query: str = "", **headers: str) -> Any:
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    return client.get(f"/api/reports/{schedule}/runs/latest.parquet{query}", headers=headers)


def add_token(admin: TestClient, **changes: object) -> dict[str, Any]:
    answer = admin.post(TOKENS, json={"name": "Auswertung", **changes})
    assert answer.status_code == 201, answer.text
    return answer.json()


def add_schedule(db: Database) -> int:
    values: dict[str, Any] = {
        "name": "Wochenüberblick", "report": "overview", "parameters": {}, "period": "last_week",
        "timing": {"kind": "daily", "time": "06:00", "weekdays": [], "month_day": None}, "zone": "Europe/Berlin",
        "formats": ["parquet"], "least_rows": 0, "retention_days": 90,
        "owner_id": 1, "state": "active", "due_since": NOW, "failures": 0, "version": 1, "created_by": "staff:1",
        "created_at": NOW, "changed_at": NOW,
    }  # fmt: skip

    def unit(session: Any) -> int:
        row = ReportSchedule(**values)
        session.add(row)
        session.flush()
        return row.id

    return db.write(unit)


def add_run(db: Database, folder: Path, schedule: int, tables: dict[str, str], **changes: Any) -> int:
    """A run whose result is kept: each table with one word."""
    at: datetime = changes.pop("at", NOW)
    values: dict[str, Any] = {
        "report": "overview", "parameters": {}, "trigger": "scheduled", "state": "delivered", "label": "",
        "created_by": "system", "created_at": at, "started_at": at, "finished_at": at, "stand": {"at": at.isoformat()},
        "schedule_id": schedule, "scheduled_for": at, "is_test": False, "expires_at": at + timedelta(days=90),
    }  # fmt: skip
    if tables:
        file = write_result(FolderStorage(folder), _answer(tables, at))
        values |= {"result_path": file.path, "sha256": file.sha256, "bytes": file.bytes, "rows": file.rows}

    def unit(session: Any) -> int:
        run = ReportRun(**values | changes)
        session.add(run)
        session.flush()
        return run.id

    return db.write(unit)


def _answer(tables: dict[str, str], at: datetime) -> ReportAnswer:
    word = Column("word", "text", "Wort", "ein Wort")
    kept = {
        name: TableResult(Table(name, name, "", ("word",), "word", False, (word,), ""), (word,), [(value,)], 1)
        for name, value in tables.items()
    }
    definition = Definition("overview", "Überblick", "", "everyone", (), tuple(one.table for one in kept.values()), "1")
    return ReportAnswer(definition, {}, None, ReportBasis(at, 0, 0, "1"), kept, {})


def words(answer: Any) -> list[dict[str, str]]:
    """The rows of a Parquet file."""
    rows: list[dict[str, str]] = pq.read_table(io.BytesIO(answer.content)).to_pylist()
    return rows


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "var"


def test_a_machine_reads_the_newest_result_and_asks_whether_it_changed(
    admin: TestClient, client: TestClient, db: Database, data_dir: Path
) -> None:
    schedule = add_schedule(db)
    add_run(db, data_dir, schedule, {"days": "old", "parks": "old parks"})
    newer = add_run(
        db, data_dir, schedule, {"days": "new", "parks": "new parks"}, at=NOW + timedelta(days=1), state="generated"
    )
    later = {"at": NOW + timedelta(days=2)}
    add_run(db, data_dir, schedule, {"days": "trial"}, **later, is_test=True, scheduled_for=None)
    add_run(db, data_dir, schedule, {}, at=NOW + timedelta(days=3), state="failed")
    # Made before each schedule had one report, for recipients with a filter of their own.
    add_run(db, data_dir, schedule, {"days": "part"}, at=NOW + timedelta(days=4), scheduled_for=None)
    token = add_token(admin)["token"]
    assert latest(client, schedule, token, "?report=2").status_code == 422, "the schedule has one report"
    answer = latest(client, schedule, token)
    assert (answer.status_code, words(answer)) == (200, [{"word": "new"}])
    assert answer.headers["x-run"] == str(newer)
    assert answer.headers["x-stand"] == (NOW + timedelta(days=1)).isoformat()
    assert answer.headers["content-type"] == "application/vnd.apache.parquet"
    assert "x-rows" not in answer.headers
    assert words(latest(client, schedule, token, "?table=parks")) == [{"word": "new parks"}]
    assert latest(client, schedule, token, "?table=nothing").status_code == 404
    unchanged = latest(client, schedule, token, **{"If-None-Match": answer.headers["etag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")


def test_who_has_no_valid_token_learns_nothing(
    admin: TestClient, client: TestClient, db: Database, data_dir: Path, clock: HeldClock, staff_client
) -> None:
    schedule = add_schedule(db)
    add_run(db, data_dir, schedule, {"days": "new"})
    revoked, expiring, valid = add_token(admin), add_token(admin, expires_on="2026-11-03"), add_token(admin)
    assert latest(client, schedule, revoked["token"]).status_code == 200
    assert latest(client, schedule, expiring["token"]).status_code == 200
    assert admin.post(f"{TOKENS}/{revoked['id']}/revoke", json={}).json()["state"] == "revoked"
    clock.now = datetime.fromisoformat("2026-11-03T23:00:00+00:00")
    tried = [revoked["token"], expiring["token"], "vgr_unknown", valid["token"][:-1], "", None]
    answers = [latest(client, number, token) for token in tried for number in (schedule, 999)]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1
    assert {answer.headers["www-authenticate"] for answer in answers} == {"Bearer"}
    assert latest(client, schedule, valid["token"]).status_code == 200
    states = {one["id"]: one["state"] for one in staff_client("admin", client=client).get(TOKENS).json()["data"]}
    assert states == {revoked["id"]: "revoked", expiring["id"]: "expired", valid["id"]: "valid"}


def test_a_token_reads_what_it_is_for_and_does_not_tell_what_else_there_is(
    admin: TestClient, client: TestClient, db: Database, data_dir: Path
) -> None:
    allowed, other = add_schedule(db), add_schedule(db)
    for schedule in (allowed, other):
        add_run(db, data_dir, schedule, {"days": "new"})
    token = add_token(admin, schedules=[allowed])["token"]
    assert latest(client, allowed, token).status_code == 200
    refused = [latest(client, number, token) for number in (other, 999)]
    assert [answer.status_code for answer in refused] == [403, 403]
    assert refused[0].text == refused[1].text
    every = add_token(admin)["token"]
    assert latest(client, other, every).status_code == 200
    assert latest(client, 999, every).json()["code"] == "no_result"


def test_of_a_token_only_its_hash_is_kept_and_nothing_is_written_down(
    admin: TestClient, client: TestClient, db: Database
) -> None:
    with capture_logs() as logs:
        token = add_token(admin)["token"]
        latest(client, 1, token)
        latest(client, 1, token + "x")
    assert token.startswith("vgr_")
    assert len(token) == 47
    (row,) = stored(db, MachineToken)
    assert row["token_hash"] == hashlib.sha256(token.encode()).hexdigest()
    assert token.startswith(row["beginning"])
    assert len(row["beginning"]) == 12
    everything = repr(stored(db, MachineToken)) + repr(stored(db, AuditEntry)) + repr(logs)
    everything += admin.get(TOKENS).text
    assert token not in everything


def test_the_last_use_is_noted_at_most_once_a_minute(
    admin: TestClient, client: TestClient, db: Database, clock: HeldClock
) -> None:
    token = add_token(admin)["token"]
    seen = []
    for _ in range(4):
        latest(client, 1, token)
        seen.append(stored(db, MachineToken)[0]["last_used_at"])
        clock.advance(seconds=30)
    assert seen == [NOW, NOW, NOW + timedelta(seconds=60), NOW + timedelta(seconds=60)]


def test_guesses_are_counted(make_client, clock: HeldClock, data_dir: Path) -> None:
    client = make_client(clock=clock, rate_limits="machine=3/60")
    answers = [latest(client, 1, f"vgr_guess{n}") for n in range(5)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429, 429]
    assert int(answers[-1].headers["retry-after"]) <= 60


def test_what_is_wrong_with_a_token_is_said_at_the_field(admin: TestClient) -> None:
    cases = [
        ({"name": " "}, "name", "missing"),
        ({"schedules": [0]}, "schedules", "unknown_choice"),
        ({"schedules": [True]}, "schedules", "unknown_choice"),
        ({"expires_on": "2026-11-02"}, "expires_on", "in_the_past"),
        ({"expires_on": "2036-11-02"}, "expires_on", "too_late"),
        ({"expires_on": "morgen"}, "expires_on", "not_a_day"),
    ]
    for changes, field, code in cases:
        answer = admin.post(TOKENS, json={"name": "Auswertung", **changes})
        assert answer.status_code == 422, changes
        assert [(fault["field"], fault["code"]) for fault in answer.json()["errors"]] == [(field, code)]


def test_a_damaged_file_is_not_handed_out(admin: TestClient, client: TestClient, db: Database, data_dir: Path) -> None:
    schedule = add_schedule(db)
    run = add_run(db, data_dir, schedule, {"days": "new"})
    [kept] = [row["result_path"] for row in stored(db, ReportRun) if row["id"] == run]
    (data_dir / kept).write_bytes(b"other")
    assert latest(client, schedule, add_token(admin)["token"]).json()["code"] == "result_damaged"
