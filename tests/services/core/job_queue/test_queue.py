"""Rows of the queue that another room asks for: their payload says what for, and a lease who carries them out."""

from datetime import timedelta

import pytest

from services.core.db.db import Database
from services.core.job_queue import queue
from services.core.job_queue.models import JobRun
from services.core.job_queue.queue import LEASES, Outcome, Payload, Taken
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases

NOW = HeldClock().now
MINE, YOURS = {"test_for": "staff:1"}, {"test_for": "staff:2"}


def enqueue(db: Database, payload: Payload = None, job: str = "work") -> int:
    return db.write(lambda session: queue.enqueue(session, job, "staff:1", NOW, payload).id)


def waiting(db: Database, payload: Payload, job: str = "work") -> int | None:
    with db.read() as session:
        found = queue.waiting(session, job, payload)
    return found.id if found else None


def take(db: Database, run_id: int, owner: str, seconds: float = 0) -> Taken | None:
    return db.write(lambda session: queue.take(session, run_id, owner, NOW + timedelta(seconds=seconds)))


def test_a_payload_comes_back_to_the_process_that_takes_the_run(db: Database) -> None:
    run_id = enqueue(db, MINE)
    taken = take(db, run_id, "first")
    assert taken == Taken(run_id, "work", NOW, "first", 1, MINE)
    [row] = stored(db, JobRun)
    assert (row["payload"], row["trigger"], row["asked_by"]) == (MINE, "manual", "staff:1")
    assert row["leased_until"] == NOW + LEASES.length


def test_a_run_without_a_payload_has_none_in_its_row(db: Database) -> None:
    enqueue(db)
    with db.read() as session:
        assert session.query(JobRun).where(JobRun.payload.is_(None)).count() == 1


def test_what_waits_is_found_by_job_and_payload_until_it_is_over(db: Database) -> None:
    mine, yours, plain, other = enqueue(db, MINE), enqueue(db, YOURS), enqueue(db), enqueue(db, MINE, "other")
    assert (waiting(db, MINE), waiting(db, YOURS), waiting(db, None)) == (mine, yours, plain)
    assert (waiting(db, MINE, "other"), waiting(db, {"test_for": "staff:3"})) == (other, None)
    taken = take(db, mine, "first")
    assert taken is not None
    assert waiting(db, MINE) == mine, "being carried out"
    assert db.write(lambda session: queue.finish(session, taken, Outcome("Gesendet."), NOW))
    assert waiting(db, MINE) is None


def test_runs_asked_for_at_one_moment_have_slots_of_their_own(db: Database) -> None:
    for payload in (MINE, YOURS, None):
        enqueue(db, payload)
    enqueue(db, MINE, "other")
    assert [row["scheduled_for"] - NOW for row in stored(db, JobRun)] == [
        timedelta(0), timedelta(microseconds=1), timedelta(microseconds=2), timedelta(0)
    ]  # fmt: skip


def test_a_run_is_taken_once_and_again_when_its_lease_has_expired(db: Database) -> None:
    run_id = enqueue(db, MINE)
    first = take(db, run_id, "first")
    assert first is not None
    assert take(db, run_id, "second", 59) is None
    second = take(db, run_id, "second", 60)
    assert second is not None
    assert second.attempts == 2
    assert not db.write(lambda session: queue.finish(session, first, Outcome("the first's"), NOW))
    assert not db.write(lambda session: queue.give_back(session, first, NOW, None))
    assert db.write(lambda session: queue.finish(session, second, Outcome(error="x" * 400), NOW))
    [row] = stored(db, JobRun)
    assert (row["state"], row["owner"], row["result"], row["error"]) == ("failed", "second", None, "x" * 300)
    assert take(db, run_id, "third", 3600) is None


def test_a_renewed_run_stays_with_its_owner(db: Database) -> None:
    run_id, other = enqueue(db, MINE), enqueue(db, YOURS)
    assert take(db, run_id, "first")
    assert take(db, other, "second")
    db.write(lambda session: queue.renew(session, [run_id, other], "first", NOW + timedelta(seconds=30)))
    assert [row["leased_until"] - NOW for row in stored(db, JobRun)] == [timedelta(seconds=90), timedelta(seconds=60)]


def test_a_run_given_back_waits_until_its_moment(db: Database) -> None:
    taken = take(db, enqueue(db, MINE), "first")
    assert taken is not None
    assert db.write(lambda session: queue.give_back(session, taken, NOW + timedelta(seconds=30), "Weg."))
    [row] = stored(db, JobRun)
    assert (row["state"], row["owner"], row["error"]) == ("queued", None, "Weg.")
    assert take(db, taken.id, "second", 29) is None
    assert take(db, taken.id, "second", 30) is not None
