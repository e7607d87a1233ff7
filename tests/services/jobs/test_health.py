"""What staff should look at: runs that are missing, jobs that keep failing; from the rows alone."""

import re
from datetime import datetime, time, timedelta
from pathlib import Path

from sqlalchemy import select

from services.alerts.models import Alert
from services.cli.job_commands import history, named, run_once
from services.core.clock import BERLIN, utc_now
from services.core.db.db import Database
from services.core.http.errors import DatabaseUnavailable
from services.core.job_queue.job import Job
from services.core.job_queue.queue import LEASES
from services.core.schedules import AtTime, Every
from services.jobs import claims
from services.jobs.health import Finding, findings, health_of, read_rows
from services.jobs.models import JobRun, KnownJob
from services.jobs.registry import all_jobs
from services.jobs.runner import Runner
from services.settings import Settings
from tests.services.held_clock import HeldClock
from tests.services.jobs.conftest import Work, in_a_thread, job_of
from tests.services.stored import stored, wait_for


def found(db: Database, clock: HeldClock, *jobs: Job) -> list[Finding]:
    with db.read() as session:
        return findings(session, jobs, clock.now)


def health(db: Database, clock: HeldClock, job: Job) -> tuple[str, str]:
    with db.read() as session:
        return health_of(job, read_rows(session), clock.now)


def test_a_run_that_nobody_took_is_a_finding_after_five_minutes(one: Database, clock: HeldClock, work: Work) -> None:
    nightly, often = job_of(work.note, AtTime(time(12))), job_of(work.note, name="often")
    runner = Runner(one, clock)
    runner.note_plan([nightly, often])
    runner.attend(often)
    clock.now = datetime(2026, 11, 3, 12, 4, 59, tzinfo=BERLIN)
    runner.attend(often)
    assert found(one, clock, nightly, often) == []
    clock.advance(seconds=1)
    (missing,) = found(one, clock, nightly, often)
    assert missing == Finding(
        "missing", "work", "Arbeit", datetime(2026, 11, 3, 12, tzinfo=BERLIN), 1,
        "„Arbeit“ hätte am 03.11.2026 um 12:00 Uhr laufen sollen und ist nicht gelaufen.",
    )  # fmt: skip
    assert health(one, clock, nightly) == ("missed", missing.words)
    assert health(one, clock, often) == ("ok", "In Ordnung.")
    assert runner.attend(nightly)
    assert found(one, clock, nightly, often) == []
    clock.advance(minutes=12)
    assert [finding.job for finding in found(one, clock, nightly, often)] == ["often"]


def test_a_job_that_was_never_due_or_is_paused_misses_nothing(one: Database, clock: HeldClock, work: Work) -> None:
    job = job_of(work.note, AtTime(time(12)))
    assert found(one, clock, job) == [], "nobody knows it yet"
    Runner(one, clock).note_plan([job])
    clock.now = datetime(2026, 11, 3, 11, 50, tzinfo=BERLIN)
    assert found(one, clock, job) == []
    one.write(lambda session: claims.pause(session, job.name, "Wartung", "staff:7", clock.now))
    clock.advance(days=2)
    assert found(one, clock, job) == []
    one.write(lambda session: claims.resume(session, job.name, "staff:7", clock.now))
    assert found(one, clock, job) == []
    clock.advance(days=2)
    assert [finding.kind for finding in found(one, clock, job)] == ["missing"]


def test_failures_are_a_finding_the_third_time_and_of_what_is_daily_the_first(one: Database, clock: HeldClock) -> None:
    def fail(_slot: datetime) -> str:
        raise ValueError

    often, nightly = job_of(fail), job_of(fail, AtTime(time(12)), "nightly")
    runner = Runner(one, clock)
    one.write(lambda session: claims.register(session, ["nightly"], clock.now - timedelta(days=1)))
    runner.attend(nightly)
    (daily,) = found(one, clock, nightly)
    assert (daily.kind, daily.count) == ("failing", 1)
    assert daily.words.startswith("„Arbeit“ ist zuletzt gescheitert, am 03.11.2026 um 11:30 Uhr: Unerwarteter Fehler")
    for number in range(3):
        assert (health(one, clock, often)[0] == "failed") == (number > 0)
        assert found(one, clock, often) == []
        runner.attend(often)
        clock.advance(minutes=5)
    (third,) = found(one, clock, often)
    assert (third.kind, third.count) == ("failing", 3)
    assert "ist 3-mal in Folge gescheitert" in third.words


def test_a_run_under_way_says_so_and_also_when_its_process_keeps_silent(
    one: Database, clock: HeldClock, work: Work
) -> None:
    job = job_of(work.wait)
    with in_a_thread(lambda: Runner(one, clock).attend(job)):
        assert work.begun.wait(60)
        assert health(one, clock, job) == ("running", "Läuft seit 03.11.2026 um 11:30 Uhr.")
        clock.advance(seconds=61)
        kind, words = health(one, clock, job)
        assert (kind, words.split(",")[0]) == ("running", "Der Prozess")
        clock.advance(minutes=9)
        assert health(one, clock, job)[0] == "missed", "it hangs, and the slot of 11:35 was for nobody"
        work.may_end.set()


def test_slots_that_pass_while_a_run_does_not_end_are_missing_because_of_it(
    one: Database, clock: HeldClock, work: Work
) -> None:
    runner, job = Runner(one, clock, beat_seconds=0.01), job_of(work.wait)
    runner.start()
    with in_a_thread(lambda: runner.attend(job)):
        assert work.begun.wait(60)
        clock.advance(minutes=11)
        wait_for(lambda: stored(one, JobRun)[0]["leased_until"] == clock.now + LEASES.length)
        words = health(one, clock, job)
        work.may_end.set()
    assert runner.stop(5)
    assert words == (
        "missed",
        "„Arbeit“ hätte am 03.11.2026 um 11:35 Uhr laufen sollen und ist nicht gelaufen: "
        "Der Lauf, der am 03.11.2026 um 11:30 Uhr begonnen hat, ist noch nicht zu Ende.",
    )


def test_continuous_work_is_missing_when_it_keeps_silent_and_failing_when_it_fails(
    one: Database, clock: HeldClock
) -> None:
    fault: Exception | None = None

    def do(_slot: datetime) -> str:
        if fault:
            raise fault
        return ""

    job, runner = job_of(do, Every(2)), Runner(one, clock)
    runner.note_plan([job])
    assert health(one, clock, job)[0] == "never"
    runner.do(job)
    assert health(one, clock, job)[0] == "ok"
    clock.advance(minutes=15, seconds=1)
    assert [finding.kind for finding in found(one, clock, job)] == ["missing"]
    fault = ValueError()
    for _ in range(3):
        runner.do(job)
    runner.note_plan([job])
    assert [(finding.kind, finding.count) for finding in found(one, clock, job)] == [("failing", 3)]
    fault = None
    runner.do(job)
    assert found(one, clock, job) == []
    fault = DatabaseUnavailable()
    for _ in range(3):
        runner.do(job)
    runner.note_plan([job])
    assert found(one, clock, job) == [], "it is back as soon as anybody can tell"


def test_a_job_that_stays_away_becomes_an_alert_and_ends_it_by_running(sqlite_url: str, tmp_path: Path) -> None:
    db, clock = Database(sqlite_url), HeldClock()
    settings = Settings(_env_file=None, data_dir=tmp_path, database_url=sqlite_url)  # type: ignore[call-arg]
    jobs = {job.name: job for job in all_jobs(settings, db, clock)}
    db.write(lambda session: session.add(KnownJob(name="carry-visits", known_since=clock.now, failures=0)))
    assert jobs["check-alerts"].at(clock.now) == "Es gab nichts zu tun."
    assert _open(db) == {}
    clock.advance(minutes=10)
    assert jobs["check-alerts"].at(clock.now) == "1 Hinweis eröffnet."
    assert _open(db) == {"job:carry-visits": "Auswertungen nachführen: nicht gelaufen"}

    def fail(session: object) -> None:
        known = session.get_one(KnownJob, "carry-visits")  # type: ignore[attr-defined]
        known.known_since = clock.now
        known.failures, known.failed_at, known.last_error = 3, clock.now, "Unerwarteter Fehler: ValueError"

    db.write(fail)
    jobs["check-alerts"].at(clock.now + timedelta(minutes=1))
    assert "job:carry-visits" in _open(db)
    db.write(lambda session: setattr(session.get_one(KnownJob, "carry-visits"), "failures", 0))
    jobs["check-alerts"].at(clock.now)
    assert _open(db) == {}
    db.close()


def _open(db: Database) -> dict[str, str]:
    with db.read() as session:
        rows = session.scalars(select(Alert).where(Alert.closed_at.is_(None)))
        return {row.subject: row.headline for row in rows}


def test_a_job_run_by_hand_is_in_its_history(one: Database, sqlite_url: str, tmp_path: Path) -> None:
    settings = Settings(_env_file=None, data_dir=tmp_path, database_url=sqlite_url)
    job = named(settings, one, "forget-salts")
    assert job is not None
    assert history(one, job.name, 20) == []
    assert run_once(one, job) == ("Es gab nichts zu tun.", True)
    (line,) = history(one, job.name, 20)
    assert re.fullmatch(r"[.0-9]{10} [:0-9]{8}  von Hand +fertig +1 +[,0-9]+ s  Es gab nichts zu tun.", line)


def test_a_job_that_fails_by_hand_says_why(one: Database) -> None:
    def fail(_slot: object) -> str:
        raise OSError(28, "No space left on device")

    assert run_once(one, job_of(fail)) == ("Das Betriebssystem lehnt ab: kein Platz mehr auf dem Datenträger.", False)
    assert history(one, "work", 1)[0].endswith("Das Betriebssystem lehnt ab: kein Platz mehr auf dem Datenträger.")


def test_continuous_work_is_run_by_hand_without_a_row(one: Database, work: Work) -> None:
    job = Job("all-the-time", "", "", Every(2), lambda: work.note(utc_now()))
    assert run_once(one, job) == ("1. Lauf.", True)
    assert history(one, job.name, 1) == []
