"""Jobs over HTTP: what is listed, asked for, paused and resumed, and by whom."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.jobs import claims
from services.jobs.models import JobRun
from services.jobs.registry import planned_jobs
from services.jobs.runner import Runner
from services.settings import Settings
from services.staff.models import AuditEntry
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient, state_of
from tests.services.held_clock import HeldClock
from tests.services.stored import stored


@pytest.fixture
def clock() -> HeldClock:
    """The evening before summer time ends."""
    return HeldClock(datetime.fromisoformat("2026-10-24T18:00:10+00:00"))


@pytest.fixture
def admin(make_client: MakeClient, staff_client: StaffClient, clock: HeldClock) -> TestClient:
    return staff_client("admin", client=make_client(clock=clock, rate_limits="off"))


def run_here(admin: TestClient, clock: HeldClock, name: str) -> None:
    """As an instance beside this server would."""
    state = state_of(admin)
    (job,) = [job for job in planned_jobs(state.settings, state.db, clock) if job.name == name]
    runner = Runner(state.db, clock)
    for run_id, of in runner.free_runs():
        if of == name:
            runner.take(job, run_id)
    runner.attend(job)


def shown(admin: TestClient, name: str) -> dict[str, Any]:
    answer = admin.get(f"/api/staff/jobs/{name}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_every_job_is_listed_with_its_words_and_next_runs(admin: TestClient) -> None:
    answer = admin.get("/api/staff/jobs").json()
    assert (answer["is_alive"], answer["seen_at"]) == (False, None)
    jobs = {job["name"]: job for job in answer["data"]}
    mail = jobs["deliver-mail"]
    assert (mail["kind"], mail["turn"], mail["next"]) == ("continuous", "alle 2 Sekunden", [])
    assert {job["health"] for job in jobs.values()} == {"never"}
    nightly = jobs["self-check"]
    assert (nightly["kind"], nightly["turn"], nightly["last"]) == ("slotted", "täglich um 3:40 Uhr", None)
    assert [slot["day"] for slot in nightly["next"]] == [f"2026-10-{day}" for day in (25, 26, 27, 28, 29)]
    assert nightly["next"][0] == {
        "at": "2026-10-25T02:40:00Z",
        "local_time": "03:40",
        "day": "2026-10-25",
        "note": "back",
        "words": "Sonntag, 25. Oktober 2026, 3:40 Uhr. Zeitumstellung: Die Uhr wird zurückgestellt, der Abstand zum "
        "vorigen Mal ist eine Stunde länger.",
    }
    assert [slot["note"] for slot in nightly["next"][1:]] == [None] * 4
    assert nightly["next"][1]["words"] == "Montag, 26. Oktober 2026, 3:40 Uhr"


def test_a_run_asked_for_is_run_by_an_instance_and_told(admin: TestClient, db: Database, clock: HeldClock) -> None:
    asked = admin.post("/api/staff/jobs/forget-salts/run")
    assert asked.status_code == 202
    assert asked.json() | {"id": 0} == {
        "id": 0, "scheduled_for": "2026-10-24T18:00:10Z", "trigger": "manual", "state": "queued", "attempts": 0,
        "started_at": None, "finished_at": None, "duration_ms": None, "missed": 0, "waited_for": None,
        "result": None, "error": None, "asked_by_name": "Kim Admin",
    }  # fmt: skip
    assert admin.post("/api/staff/jobs/forget-salts/run").json() == asked.json(), "clicked twice"
    job = shown(admin, "forget-salts")
    assert (job["health"], job["last"]["id"]) == ("running", asked.json()["id"])
    run_here(admin, clock, "forget-salts")
    answer = admin.get("/api/staff/jobs/forget-salts/runs").json()
    slot, manual = answer["data"]
    assert (answer["total"], answer["has_next"], slot["trigger"]) == (2, False, "schedule")
    assert (manual["state"], manual["attempts"], manual["duration_ms"]) == ("done", 1, 0)
    assert (manual["result"], manual["asked_by_name"]) == ("Es gab nichts zu tun.", "Kim Admin")
    second = admin.get("/api/staff/jobs/forget-salts/runs?page=2&per_page=1").json()
    assert ([run["id"] for run in second["data"]], second["has_next"]) == ([manual["id"]], False)
    assert shown(admin, "forget-salts")["health"] == "ok"


def test_a_paused_job_says_since_when_by_whom_and_why(admin: TestClient, db: Database, clock: HeldClock) -> None:
    path = "/api/staff/jobs/carry-visits"
    paused = admin.post(f"{path}/pause", json={"reason": "  Umzug der Datenbank "}).json()
    assert paused["paused"] == {"at": "2026-10-24T18:00:10Z", "by_name": "Kim Admin", "reason": "Umzug der Datenbank"}
    assert (paused["health"], paused["health_words"]) == ("paused", "Angehalten seit 24.10.2026 um 20:00 Uhr.")
    clock.advance(minutes=10)
    run_here(admin, clock, "carry-visits")
    assert stored(db, JobRun) == []
    resumed = admin.post(f"{path}/resume").json()
    assert (resumed["paused"], resumed["health"]) == (None, "never")
    entries = [(row["action"], row["subject"], row["details"]) for row in stored(db, AuditEntry)]
    assert entries == [("job.paused", "job:carry-visits", {}), ("job.resumed", "job:carry-visits", {})]


def test_what_cannot_be_done_is_refused_in_german(admin: TestClient) -> None:
    unknown = admin.post("/api/staff/jobs/make-coffee/run")
    assert (unknown.status_code, unknown.json()["title"]) == (404, "Diesen Ablauf gibt es nicht.")
    continuous = admin.post("/api/staff/jobs/deliver-mail/run")
    assert (continuous.status_code, continuous.json()["code"]) == (409, "runs_all_the_time")
    for body in ({}, {"reason": " "}, {"reason": "x" * 301}, {"reason": 7}):
        refused = admin.post("/api/staff/jobs/forget/pause", json=body)
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "reason")
    assert admin.get("/api/staff/jobs/forget/runs?sort=job").status_code == 422


def test_a_living_instance_is_seen(admin: TestClient, db: Database, clock: HeldClock) -> None:
    state = state_of(admin)
    settings: Settings = state.settings
    Runner(state.db, clock).note_plan(planned_jobs(settings, state.db, clock))
    for seconds, is_alive in ((89, True), (1, False)):
        clock.advance(seconds=seconds)
        assert admin.get("/api/staff/jobs").json()["is_alive"] is is_alive


def test_a_name_with_a_colon_is_a_name(admin: TestClient, db: Database, clock: HeldClock) -> None:
    db.write(lambda session: claims.register(session, ["report-schedule:7"], clock.now - timedelta(days=1)))
    assert admin.get("/api/staff/jobs/report-schedule%3A7").status_code == 404, "no source knows it"
