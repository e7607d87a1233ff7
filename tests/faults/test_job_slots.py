"""A job runs once a slot with any number of instances, also when the one that runs it dies."""

import os
import signal
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from services.core.db.db import Database
from services.jobs.models import JobRun
from services.jobs.runner import Runner
from tests.faults.job_processes import FIRST, Ledger, come_together, noting_job, slots, stuck_in_a_run
from tests.fixtures.proved import proved
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases

SLOTS = proved(30, 200)


@pytest.mark.both_databases(sample="postgresql")
def test_three_processes_run_each_slot_once(db: Database, database_url: str, tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    come_together(database_url, ledger.path, slots(SLOTS), processes=3)
    assert ledger.faults(slots(SLOTS)) == []
    rows = stored(db, JobRun)
    assert [row["scheduled_for"] for row in rows] == slots(SLOTS)
    assert {(row["state"], row["trigger"], row["attempts"], row["missed"]) for row in rows} == {
        ("done", "schedule", 1, 0)
    }
    assert {row["result"] for row in rows} == {f"in process {process}" for _, process in ledger.runs()}
    assert len({process for _, process in ledger.runs()}) > 1, "one process did it all: nobody raced"


@pytest.mark.sample(0)
def test_without_the_unique_claim_the_same_check_fails(db: Database, database_url: str, tmp_path: Path) -> None:
    """The negative control: were this green, the test above would prove nothing."""
    ledger = Ledger(tmp_path / "ledger")
    db.write(lambda session: session.execute(text("DROP INDEX uq_job_runs_slot")) and None)
    come_together(database_url, ledger.path, slots(10), processes=3, without_claim=True)
    assert ledger.faults(slots(10)) != []


def test_a_run_whose_process_was_killed_is_run_by_another_one_after_the_lease(
    db: Database, database_url: str, tmp_path: Path
) -> None:
    ledger, clock = Ledger(tmp_path / "ledger"), HeldClock(FIRST)
    runner, job = Runner(db, clock), noting_job(ledger)
    with stuck_in_a_run(database_url, ledger.path) as process:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
    (left,) = stored(db, JobRun)
    assert (left["state"], left["attempts"]) == ("running", 1)
    clock.advance(seconds=59)
    assert runner.free_runs() == []
    assert not runner.attend(job)
    assert not runner.take(job, left["id"])
    assert ledger.runs() == []
    clock.advance(seconds=1)
    assert runner.free_runs() == [(left["id"], "note")]
    assert runner.take(job, left["id"])
    assert ledger.runs() == [(FIRST, os.getpid())]
    (row,) = stored(db, JobRun)
    assert (row["state"], row["attempts"], row["owner"]) == ("done", 2, runner.owner)
    assert row["finished_at"] - FIRST == timedelta(seconds=60)
