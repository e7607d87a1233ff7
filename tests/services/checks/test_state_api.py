"""What the console reads about the state of the installation."""

from datetime import timedelta
from typing import Any

from starlette.testclient import TestClient

from services.checks.examine import CHECKS
from services.core.clock import utc_now
from services.core.db.db import Database
from services.jobs.models import JobRun, KnownJob
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.stored import execute


def run_of(hours_ago: float, state: str = "done") -> JobRun:
    at = utc_now() - timedelta(hours=hours_ago)
    moments = {"scheduled_for": at, "created_at": at, "started_at": at, "finished_at": at}
    return JobRun(job="forget", trigger="schedule", state=state, attempts=1, missed=0, **moments)


def check_of(answer: Any, name: str) -> Any:
    return next(one for one in answer.json()["data"] if one["name"] == name)


def test_every_check_comes_with_what_helps_the_worst_of_each_group_first(
    staff_client: StaffClient, client: TestClient, db: Database
) -> None:
    now = utc_now()
    execute(db.engine, "UPDATE alembic_version SET version_num = '9999'")
    db.write(lambda session: session.add(KnownJob(name="x", known_since=now, seen_at=now, failures=0)))
    db.write(lambda session: session.add_all([run_of(1), run_of(1.01), run_of(5, "failed"), run_of(90)]))
    admin = staff_client("admin", client=client)
    answer = admin.get("/api/staff/state")
    assert answer.status_code == 200, answer.text
    page = answer.json()
    assert {one["name"] for one in page["data"]} == {check.name for check in CHECKS}
    assert page["data"][0]["name"] in ("schema", "invariants", "backup")
    assert check_of(answer, "schema")["level"] == "hint"
    assert all(one["helps"] and one["means"] for one in page["data"])
    assert len(page["hours"]) == 24
    assert sum(hour["done"] for hour in page["hours"]) == 2
    assert sum(hour["failed"] for hour in page["hours"]) == 1
    assert page["hours"][0]["begins_at"] < page["hours"][-1]["begins_at"]
    assert any(one["name"] == "forget" and one["at"] for one in page["last_successes"])
    looked = admin.post("/api/staff/state/check")
    assert looked.status_code == 200
    assert check_of(looked, "writable")["words"] == "Ein Versuch, zu schreiben, ist gelungen."


def test_looks_are_bounded_for_each_person(staff_client: StaffClient, make_client: MakeClient) -> None:
    admin = staff_client("admin", client=make_client(rate_limits="on"))
    assert [admin.post("/api/staff/state/check").status_code for _ in range(21)] == [200] * 20 + [429]
