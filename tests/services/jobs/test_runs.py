"""Runs of slots: leases that are kept, lost and given back, sleep, pauses, failures, a database that is away."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.base import STATE_STOPPED
from sqlalchemy import insert
from sqlalchemy.orm import Session

from services.core.clock import BERLIN
from services.core.db.db import Database
from services.core.http.errors import DatabaseUnavailable, HttpProblem
from services.core.job_queue import queue
from services.core.job_queue.job import Job
from services.core.job_queue.queue import LEASES
from services.core.schedules import AtTime, Every, Rule
from services.jobs import claims
from services.jobs.models import JobRun, KnownJob
from services.jobs.runner import Runner
from services.jobs.scheduler import Timetable
from services.jobs.sweep import forget_old_runs
from services.schedules.errors import RunFailed
from tests.fixtures.databases import PostgresqlDatabases
from tests.services.held_clock import HeldClock
from tests.services.jobs.conftest import Work, in_a_thread, job_of, scheduled
from tests.services.stored import stored, wait_for, waits_for_a_lock

pytestmark = pytest.mark.both_databases(sample="postgresql")


def runs(db: Database) -> list[tuple[str, str, int, int]]:
    """Trigger, state, attempts and missed slots of every run."""
    return [(row["trigger"], row["state"], row["attempts"], row["missed"]) for row in stored(db, JobRun)]


# Slots


def test_an_interval_is_run_at_once_where_it_was_never_run_and_then_once_a_slot(
    one: Database, clock: HeldClock, work: Work
) -> None:
    runner, job = Runner(one, clock), job_of(work.note)
    assert runner.attend(job)
    assert not runner.attend(job)
    assert not Runner(one, clock).attend(job), "another instance"
    clock.advance(minutes=5)
    assert runner.attend(job)
    assert [slot.isoformat() for slot in work.slots] == ["2026-11-03T10:30:00+00:00", "2026-11-03T10:35:00+00:00"]
    assert runs(one) == [("schedule", "done", 1, 0)] * 2
    assert [row["result"] for row in stored(one, JobRun)] == ["1. Lauf.", "2. Lauf."]


def test_slots_of_a_clock_that_was_ahead_keep_no_later_one_from_running(
    one: Database, clock: HeldClock, work: Work
) -> None:
    """Neither after the step back nor when the time of those slots comes, and in another process as well."""
    runner, job, nightly = (
        Runner(one, clock),
        job_of(work.note),
        replace(job_of(work.note, AtTime(time(3, 40))), name="n"),
    )
    runner.attend(nightly)
    runner.attend(job)
    clock.advance(days=2)
    assert runner.attend(job)
    assert runner.attend(nightly)
    clock.advance(days=-2, minutes=5)
    assert runner.attend(job)
    clock.advance(minutes=5)
    assert Runner(one, clock).attend(job)
    for _ in range(3):
        clock.advance(days=1)
        assert Runner(one, clock).attend(nightly)


def test_a_time_of_day_that_was_over_when_the_job_was_first_known_is_not_run(
    one: Database, clock: HeldClock, work: Work
) -> None:
    runner, job = Runner(one, clock), job_of(work.note, AtTime(time(3, 40)))
    assert not runner.attend(job)
    clock.advance(days=1)
    assert runner.attend(job)
    assert work.slots == [datetime(2026, 11, 4, 3, 40, tzinfo=BERLIN)]


@pytest.mark.parametrize("night", ["2026-10-25", "2027-03-28"])
def test_two_instances_run_a_daily_job_once_in_the_night_of_a_clock_change(
    night: str, one: Database, clock: HeldClock, work: Work
) -> None:
    """Minute by minute through the hour that comes twice or not at all; in UTC, since a minute added to a wall clock
    would leap an hour there.
    """
    midnight = datetime.fromisoformat(f"{night}T00:00:00").replace(tzinfo=BERLIN)
    clock.now = midnight.astimezone(UTC) - timedelta(hours=1)
    runners, job = [Runner(one, clock) for _ in range(2)], job_of(work.note, AtTime(time(2, 30)))
    for _ in range(6 * 60):
        for runner in runners:
            runner.attend(job)
        clock.advance(minutes=1)
    assert [slot.astimezone(BERLIN).date().isoformat() for slot in work.slots] == [night]
    assert runs(one) == [("schedule", "done", 1, 0)]


def test_three_hours_of_sleep_are_one_run_that_says_what_was_missed(
    one: Database, clock: HeldClock, work: Work
) -> None:
    with scheduled(one, clock, job_of(work.note)):
        wait_for(lambda: [row for row in stored(one, JobRun) if row["finished_at"]])  # three hours end any lease
        clock.advance(hours=3)
        caught_up = wait_for(lambda: [row for row in stored(one, JobRun)[1:] if row["finished_at"]])
        clock.advance(minutes=5)
        wait_for(lambda: len(work.slots) == 3)
    assert (caught_up[0]["scheduled_for"], caught_up[0]["missed"]) == (work.slots[0] + timedelta(hours=3), 35)
    assert runs(one) == [("schedule", "done", 1, 0), ("catch_up", "done", 1, 35), ("schedule", "done", 1, 0)]


def test_a_daily_slot_that_was_slept_through_is_run_on_waking(one: Database, clock: HeldClock, work: Work) -> None:
    Runner(one, clock).attend(job_of(work.note, AtTime(time(12))))
    clock.advance(hours=3)
    assert Runner(one, clock).attend(job_of(work.note, AtTime(time(12)))), "after a restart"
    assert runs(one) == [("catch_up", "done", 1, 0)]


def test_an_instance_whose_clock_is_behind_runs_no_slot_before_the_newest(
    one: Database, clock: HeldClock, work: Work
) -> None:
    Runner(one, clock).attend(job_of(work.note))
    assert not Runner(one, HeldClock(clock.now - timedelta(minutes=7))).attend(job_of(work.note))


def test_a_slot_from_before_a_schedule_was_changed_is_not_run(one: Database, clock: HeldClock, work: Work) -> None:
    job = job_of(work.note, AtTime(time(6)))
    one.write(lambda session: claims.register(session, [job.name], clock.now - timedelta(days=9)))
    assert not Runner(one, clock).attend(replace(job, since=clock.now - timedelta(hours=1)))
    assert Runner(one, clock).attend(job)


# Leases


def test_a_run_that_takes_long_keeps_its_lease(one: Database, clock: HeldClock, work: Work) -> None:
    runner = Runner(one, clock, beat_seconds=0.01)
    runner.start()
    with in_a_thread(lambda: runner.attend(job_of(work.wait))):
        assert work.begun.wait(60)
        for _ in range(5):
            clock.advance(seconds=40)
            wait_for(lambda: stored(one, JobRun)[0]["leased_until"] == clock.now + LEASES.length)
            assert Runner(one, clock).free_runs() == []
        work.may_end.set()
    assert runner.stop(5)
    assert runs(one) == [("schedule", "done", 1, 0)]


def test_a_run_that_lost_its_lease_cannot_overwrite_the_result_of_the_next(
    db: Database, clock: HeldClock, work: Work
) -> None:
    slow, quick = Runner(db, clock), Runner(db, clock)
    with in_a_thread(lambda: slow.attend(job_of(work.wait))):
        assert work.begun.wait(60)
        clock.advance(seconds=61)
        ((run_id, _),) = quick.free_runs()
        assert quick.take(job_of(lambda _slot: "the second's"), run_id)
        work.may_end.set()
    assert work.slots, "the first came to its end, too"
    (row,) = stored(db, JobRun)
    assert (row["result"], row["owner"], row["attempts"], row["state"]) == ("the second's", quick.owner, 2, "done")


def test_a_run_that_was_begun_three_times_and_never_ended_is_lost(one: Database, clock: HeldClock, work: Work) -> None:
    def die(_slot: datetime) -> str:
        raise SystemExit

    runner = Runner(one, clock)
    with pytest.raises(SystemExit):
        runner.attend(job_of(die))
    for _ in range(2):
        clock.advance(seconds=61)
        ((run_id, _),) = runner.free_runs()
        with pytest.raises(SystemExit):
            runner.take(job_of(die), run_id)
    clock.advance(seconds=61)
    ((run_id, _),) = runner.free_runs()
    assert not runner.take(job_of(work.note), run_id)
    (row,) = stored(one, JobRun)
    assert (row["state"], row["attempts"], work.slots) == ("lost", 3, [])
    assert row["error"] == "3-mal begonnen und nie beendet: Der Prozess brach jedes Mal ab."
    assert stored(one, KnownJob)[0]["failures"] == 1
    assert runner.free_runs() == []


def test_an_instance_that_ends_gives_back_what_takes_too_long(one: Database, clock: HeldClock, work: Work) -> None:
    ending, other = Runner(one, clock), Runner(one, clock)
    with in_a_thread(lambda: ending.attend(job_of(work.wait))):
        assert work.begun.wait(60)
        assert not ending.stop(0)
        assert not ending.attend(job_of(work.note, name="more")), "it takes nothing more"
        ((run_id, _),) = other.free_runs()
        assert other.take(job_of(lambda _slot: "the other's"), run_id), "without waiting for the lease"
        work.may_end.set()
    (row,) = stored(one, JobRun)
    assert (row["result"], row["state"]) == ("the other's", "done")


def test_an_instance_that_ends_waits_for_what_is_nearly_done(one: Database, clock: HeldClock, work: Work) -> None:
    runner = Runner(one, clock)
    with in_a_thread(lambda: runner.attend(job_of(work.wait))):
        assert work.begun.wait(60)
        with in_a_thread(work.may_end.set):
            assert runner.stop(10)
    assert runs(one) == [("schedule", "done", 1, 0)]


# Runs longer than their interval


def test_no_slot_begins_while_an_earlier_one_runs_in_another_instance(
    db: Database, clock: HeldClock, work: Work
) -> None:
    slow, other = Runner(db, clock, beat_seconds=0.01), Runner(db, clock)
    slow.start()
    quick = Work()
    with in_a_thread(lambda: slow.attend(job_of(work.wait))):
        assert work.begun.wait(60)
        for _ in range(3):
            clock.advance(minutes=5)
            wait_for(lambda: stored(db, JobRun)[0]["leased_until"] == clock.now + LEASES.length)
            assert not other.attend(job_of(quick.note)), "the first slot is not over"
            assert other.is_due(job_of(quick.note)), "it comes back to it"
        work.may_end.set()
    clock.advance(seconds=20)
    assert other.attend(job_of(quick.note))
    assert not slow.attend(job_of(quick.note)), "it is caught up once"
    assert slow.stop(5)
    first, caught_up = stored(db, JobRun)
    assert [slot.isoformat() for slot in quick.slots] == ["2026-11-03T10:45:00+00:00"]
    assert runs(db) == [("schedule", "done", 1, 0), ("catch_up", "done", 1, 2)]
    assert (first["waited_for"], caught_up["waited_for"]) == (None, first["id"])
    assert caught_up["started_at"] > first["started_at"]


def test_slots_that_a_sleeping_machine_missed_name_no_run_as_the_reason(
    one: Database, clock: HeldClock, work: Work
) -> None:
    runner = Runner(one, clock)
    runner.attend(job_of(work.note))
    clock.advance(hours=1)
    runner.attend(job_of(work.note))
    assert [row["waited_for"] for row in stored(one, JobRun)] == [None, None]


def test_a_slot_waits_for_a_run_that_was_asked_for(db: Database, clock: HeldClock, work: Work) -> None:
    first, second = Runner(db, clock), Runner(db, clock)
    asked = db.write(lambda session: claims.ask(session, "work", "staff:7", clock.now))
    with in_a_thread(lambda: first.take(job_of(work.wait), asked.id)):
        assert work.begun.wait(60)
        assert not second.attend(job_of(work.note))
        work.may_end.set()
    assert second.attend(job_of(work.note))
    assert len(work.slots) == 2


def test_a_run_that_was_left_waits_until_a_later_slot_is_over(db: Database, clock: HeldClock, work: Work) -> None:
    def die(_slot: datetime) -> str:
        raise SystemExit

    first, second = Runner(db, clock), Runner(db, clock)
    with pytest.raises(SystemExit):
        first.attend(job_of(die))
    clock.advance(minutes=5)
    with in_a_thread(lambda: first.attend(job_of(work.wait))):
        assert work.begun.wait(60)
        ((left, _),) = second.free_runs()
        assert not second.take(job_of(work.note), left)
        work.may_end.set()
    assert second.take(job_of(work.note), left)
    assert [row["attempts"] for row in stored(db, JobRun)] == [2, 1]


def test_two_who_take_runs_of_one_job_at_the_same_moment_do_not_both_begin(
    db: Database, clock: HeldClock, work: Work
) -> None:
    """The one has taken its run and not committed yet when the other looks."""
    asked = db.write(lambda session: claims.ask(session, "work", "staff:7", clock.now))
    first, second = Runner(db, clock), Runner(db, clock)
    result: list[bool] = []
    taken = threading.Event()

    def take_slowly(session: Session) -> claims.Taken | None:
        found = claims.take_free(session, asked.id, first.owner, clock.now)
        taken.set()
        if not db.is_sqlite:  # where the other one cannot even begin
            wait_for(lambda: waits_for_a_lock(db))
        return found

    looking = threading.Thread(target=lambda: result.append(taken.wait(60) and second.attend(job_of(work.note))))
    looking.start()
    assert db.write(take_slowly) is not None
    looking.join(60)
    assert (result, work.slots) == ([False], [])


# Failures


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("anna@example.org"), "Unerwarteter Fehler: ValueError"),
        (HttpProblem(404), "Diese Adresse gibt es nicht."),
        (RunFailed("Der Park ist gelöscht."), "Der Park ist gelöscht."),
        (PermissionError(13, "Permission denied", "/home/anna"), "Das Betriebssystem lehnt ab: keine Berechtigung."),
    ],
    ids=["any", "problem", "told", "system"],
)
def test_a_failure_is_noted_without_what_it_may_quote(
    error: Exception, said: str, one: Database, clock: HeldClock, work: Work
) -> None:
    def fail(_slot: datetime) -> str:
        raise error

    runner = Runner(one, clock)
    for _ in range(2):
        assert runner.attend(job_of(fail))
        clock.advance(minutes=5)
    rows = stored(one, JobRun)
    assert [(row["state"], row["error"], row["result"]) for row in rows] == [("failed", said, None)] * 2
    (known,) = stored(one, KnownJob)
    assert (known["failures"], known["last_error"]) == (2, said)
    assert runner.attend(job_of(work.note))
    assert stored(one, KnownJob)[0]["failures"] == 0


def test_a_run_that_the_database_left_alone_is_tried_again(one: Database, clock: HeldClock, work: Work) -> None:
    def miss(_slot: datetime) -> str:
        raise DatabaseUnavailable

    runner = Runner(one, clock)
    runner.attend(job_of(miss))
    (row,) = stored(one, JobRun)
    assert (row["state"], row["error"]) == ("queued", "Die Datenbank war nicht erreichbar.")
    assert runner.free_runs() == []
    clock.advance(seconds=30)
    ((run_id, _),) = runner.free_runs()
    assert runner.take(job_of(work.note), run_id)
    assert runs(one) == [("schedule", "done", 2, 0)]
    assert stored(one, JobRun)[0]["error"] is None


def test_a_database_that_is_away_at_the_slot_is_no_end_of_the_scheduler(
    postgresql_url: str, postgresql_databases: PostgresqlDatabases, clock: HeldClock, work: Work
) -> None:
    db = Database(postgresql_url)
    with scheduled(db, clock, job_of(work.note)) as timetable:
        wait_for(lambda: len(work.slots) == 1)
        with postgresql_databases.unreachable(postgresql_url):
            clock.advance(minutes=5)
            wait_for(lambda: timetable.is_owed("work"))
            clock.advance(seconds=10)
        wait_for(lambda: len(work.slots) == 2)
        wait_for(lambda: runs(db)[1:] == [("catch_up", "done", 1, 0)])
        clock.advance(minutes=5)
        wait_for(lambda: runs(db)[2:] == [("schedule", "done", 1, 0)])
    db.close()


def test_a_stop_in_the_middle_of_the_schedulers_round_ends_its_thread_in_peace(
    one: Database, clock: HeldClock, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round has its jobs in hand when the stop comes; an exception of the thread fails the test by itself."""
    in_round, due_jobs = threading.Event(), MemoryJobStore.get_due_jobs

    def held_up(self: MemoryJobStore, now: datetime) -> list:
        due = due_jobs(self, now)
        if any(job.name != "Timetable._look" for job in due) and not in_round.is_set():
            in_round.set()
            wait_for(lambda: self._scheduler.state == STATE_STOPPED)
        return due

    monkeypatch.setattr(MemoryJobStore, "get_due_jobs", held_up)
    with scheduled(one, clock, job_of(work.note), job_of(work.note, Every(2), name="continuous")):
        assert in_round.wait(60)


# Schedules of reports


def report_job(name: str, title: str, rule: Rule, run: Callable[[datetime], str]) -> Job:
    """A schedule as its room hands it over."""
    return Job(name, title, "", rule, run, takes_slot=True, is_report=True)


def test_schedules_that_come_and_go_are_taken_up_and_let_go(one: Database, clock: HeldClock, work: Work) -> None:
    listed: list[Job] = []
    daily = report_job("report-schedule:7", "Wochenüberblick", AtTime(time(12)), work.note)
    with scheduled(one, clock, sources=(lambda: listed,), ask_seconds=0.01) as timetable:
        listed.append(daily)
        wait_for(lambda: [row["name"] for row in stored(one, KnownJob)] == ["report-schedule:7"])
        clock.now = datetime(2026, 11, 3, 12, 0, 1, tzinfo=BERLIN)
        wait_for(lambda: len(work.slots) == 1)
        listed.clear()
        wait_for(lambda: not timetable.has("report-schedule:7"))
        clock.advance(days=1)
        listed.append(replace(daily, since=clock.now))
        wait_for(lambda: timetable.has("report-schedule:7"))
        clock.advance(days=1)
        wait_for(lambda: len(work.slots) == 2)
    assert work.slots == [datetime(2026, 11, day, 12, tzinfo=BERLIN) for day in (3, 5)]


def test_a_report_that_failed_says_why_and_a_source_that_fails_ends_nothing(
    one: Database, clock: HeldClock, work: Work
) -> None:
    def fail(_slot: datetime) -> str:
        raise RunFailed("Die Person, die den Bericht angelegt hat, ist nicht mehr aktiv.")

    def broken() -> Sequence[Job]:
        raise ValueError

    failing = report_job("report-schedule:8", "Lage", Every(300), fail)
    with scheduled(one, clock, job_of(work.note), failing, sources=(broken,), ask_seconds=0.01):
        wait_for(lambda: len(stored(one, JobRun)) == 2 and all(row["finished_at"] for row in stored(one, JobRun)))
    errors = {row["job"]: row["error"] for row in stored(one, JobRun)}
    assert errors == {
        "work": None,
        "report-schedule:8": "Die Person, die den Bericht angelegt hat, ist nicht mehr aktiv.",
    }


# Asked for, paused, forgotten


def test_a_run_asked_for_waits_until_the_job_is_not_running_elsewhere(
    one: Database, clock: HeldClock, work: Work
) -> None:
    first, second = Runner(one, clock), Runner(one, clock)
    with in_a_thread(lambda: first.attend(job_of(work.wait))):
        assert work.begun.wait(60)
        asked = one.write(lambda session: claims.ask(session, "work", "staff:7", clock.now))
        again = one.write(lambda session: claims.ask(session, "work", "staff:8", clock.now))
        assert again.id == asked.id, "clicked twice"
        assert second.free_runs() == [(asked.id, "work")]
        assert not second.take(job_of(work.note), asked.id)
        work.may_end.set()
    assert second.take(job_of(work.note), asked.id)
    assert runs(one) == [("schedule", "done", 1, 0), ("manual", "done", 1, 0)]
    assert stored(one, JobRun)[1]["asked_by"] == "staff:7"


def test_a_run_asked_for_does_not_take_the_place_of_a_slot(one: Database, clock: HeldClock, work: Work) -> None:
    runner = Runner(one, clock)
    runner.attend(job_of(work.note))
    clock.now = clock.now.replace(minute=35, second=0, microsecond=0)
    asked = one.write(lambda session: claims.ask(session, "work", "staff:7", clock.now))
    assert runner.take(job_of(work.note), asked.id)
    clock.advance(minutes=5)
    assert runner.attend(job_of(work.note))
    assert runs(one)[2] == ("catch_up", "done", 1, 1), "the slot of 10:35 was taken by nobody"


def ask_for_report(db: Database, clock: HeldClock, number: int) -> int:
    """As the room of schedules asks, below this one."""
    name = f"report-schedule:{number}"
    return db.write(lambda session: queue.enqueue(session, name, "staff:7", clock.now, {"test_for": "staff:7"}).id)


def test_a_requested_report_is_not_delayed_by_long_jobs_and_runs_beside_others(one: Database, clock: HeldClock) -> None:
    long, reports = [Work() for _ in range(6)], [Work() for _ in range(3)]
    jobs = [job_of(work.wait, name=f"long-{number}") for number, work in enumerate(long)]
    daily = AtTime(time(12))
    due = [report_job(f"report-schedule:{n}", "Lage", daily, work.wait) for n, work in enumerate(reports)]
    with scheduled(one, clock, *jobs, *due):
        wait_for(lambda: sum(work.begun.is_set() for work in long) == 4)  # all threads of slots
        for number in range(3):
            ask_for_report(one, clock, number)
        for work in reports:
            assert work.begun.wait(60)
        for work in (*reports, *long):
            work.may_end.set()
        wait_for(lambda: len(stored(one, JobRun)) == 9 and all(row["finished_at"] for row in stored(one, JobRun)))
    assert {row["state"] for row in stored(one, JobRun)} == {"done"}


def test_a_run_of_a_job_that_is_not_in_the_timetable_is_carried_out(
    one: Database, clock: HeldClock, work: Work
) -> None:
    """A paused schedule takes no slots, and may be tested nevertheless."""
    paused = report_job("report-schedule:7", "Lage", AtTime(time(12)), work.note)
    asked = [ask_for_report(one, clock, number) for number in (7, 8)]

    def unlisted(name: str) -> Job | None:
        if name.endswith("8"):
            raise OSError
        return paused

    timetable = Timetable(Runner(one, clock), (), (), unlisted, look_seconds=0.01)
    timetable.start()
    wait_for(lambda: stored(one, JobRun)[0]["finished_at"])
    assert timetable.stop(60)
    rows = {row["id"]: row["state"] for row in stored(one, JobRun)}
    assert (rows, timetable.has(paused.name)) == ({asked[0]: "done", asked[1]: "queued"}, False)


def test_what_another_room_asked_for_counts_neither_as_failure_nor_as_success_of_the_job(
    one: Database, clock: HeldClock, work: Work
) -> None:
    def fail(_slot: datetime) -> str:
        raise RunFailed("Kein Empfänger.")

    runner, failing = Runner(one, clock), job_of(fail, AtTime(time(12)), "report-schedule:7")
    assert runner.take(failing, ask_for_report(one, clock, 7))
    assert runs(one) == [("manual", "failed", 1, 0)]
    assert stored(one, KnownJob)[0]["failures"] == 0
    one.write(lambda session: claims.note_failure(session, failing.name, "Weg.", 1, clock.now))
    assert runner.take(replace(failing, run=work.note), ask_for_report(one, clock, 7))
    assert stored(one, KnownJob)[0]["failures"] == 1


def test_a_paused_job_takes_no_slot_and_makes_up_for_none(one: Database, clock: HeldClock, work: Work) -> None:
    runner, job = Runner(one, clock), job_of(work.note)
    runner.attend(job)
    one.write(lambda session: claims.pause(session, job.name, "Wartung", "staff:7", clock.now))
    for _ in range(3):
        clock.advance(minutes=5)
        assert not runner.attend(job)
    asked = one.write(lambda session: claims.ask(session, job.name, "staff:7", clock.now))
    assert runner.take(job, asked.id), "asked for all the same"
    one.write(lambda session: claims.resume(session, job.name, "staff:7", clock.now))
    clock.advance(minutes=5)
    assert runner.attend(job)
    assert runs(one) == [("schedule", "done", 1, 0), ("manual", "done", 1, 0), ("schedule", "done", 1, 0)]


def test_continuous_work_is_paused_too(one: Database, clock: HeldClock, work: Work) -> None:
    job = job_of(work.note, Every(2))
    runner = Runner(one, clock)
    runner.do(job)
    one.write(lambda session: claims.pause(session, job.name, "Wartung", "staff:7", clock.now))
    runner.free_runs()
    runner.do(job)
    assert len(work.slots) == 1
    one.write(lambda session: claims.resume(session, job.name, "staff:7", clock.now))
    runner.free_runs()
    runner.do(job)
    assert len(work.slots) == 2


def test_old_runs_are_forgotten_and_open_ones_kept(db: Database, clock: HeldClock, work: Work) -> None:
    runner, job = Runner(db, clock), job_of(work.note)
    runner.attend(job)
    db.write(lambda session: claims.ask(session, "gone", "staff:7", clock.now))
    clock.advance(days=91)
    runner.attend(job)
    crowd = [
        {"job": "many", "scheduled_for": clock.now - timedelta(minutes=n), "trigger": "schedule", "state": "done",
         "attempts": 1, "missed": 0, "created_at": clock.now, "finished_at": clock.now}
        for n in range(510)
    ]  # fmt: skip
    db.write(lambda session: session.execute(insert(JobRun), crowd) and None)
    assert db.write(lambda session: forget_old_runs(session, clock.now)) == 11
    rows = stored(db, JobRun)
    assert [(row["job"], row["state"]) for row in rows if row["job"] != "many"] == [("gone", "lost"), ("work", "done")]
    assert sum(row["job"] == "many" for row in rows) == 500
