"""What staff should look at: runs that are missing, jobs that keep failing; from the rows alone."""

from datetime import datetime, time, timedelta

from services.core.clock import BERLIN
from services.core.db.db import Database
from services.core.http.errors import DatabaseUnavailable
from services.core.job_queue.job import Job
from services.core.job_queue.queue import LEASES
from services.core.schedules import AtTime, Every
from services.jobs import claims
from services.jobs.health import Finding, findings, health_of, read_rows
from services.jobs.models import JobRun
from services.jobs.runner import Runner
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
