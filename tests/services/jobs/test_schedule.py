"""When jobs are due: the trigger that drives the scheduler, over sleep and over both clock changes."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from services.core.clock import BERLIN, utc_now
from services.core.db.db import Database
from services.core.job_queue.job import Job
from services.core.schedules import AtTime, Every, Rule
from services.jobs.registry import all_jobs
from services.jobs.scheduler import SlotTrigger
from services.settings import Settings

SUMMER_ENDS, SUMMER_BEGINS = datetime(2026, 10, 25, tzinfo=UTC), datetime(2027, 3, 28, tzinfo=UTC)


def fired(rule: Rule, begin: datetime, end: datetime) -> Iterator[datetime]:
    """When the scheduler would come to the job, if it looked all the time."""
    trigger = SlotTrigger(rule)
    at = trigger.get_next_fire_time(None, begin)
    while at < end:
        yield at
        at = trigger.get_next_fire_time(at, at + timedelta(milliseconds=3))


@pytest.mark.parametrize("change", [SUMMER_ENDS, SUMMER_BEGINS], ids=["clock back", "clock forward"])
@pytest.mark.parametrize("at", [time(0), time(1, 59), time(2), time(2, 30), time(2, 59), time(3), time(3, 40)], ids=str)
def test_a_daily_job_is_due_once_a_day_around_a_clock_change(change: datetime, at: time) -> None:
    begin, end = change - timedelta(hours=60), change + timedelta(hours=60)
    slots = list(fired(AtTime(at), begin, end))
    days = [slot.astimezone(BERLIN).date() for slot in slots]
    assert len(days) == len(set(days)) == 5
    assert all(later - earlier == timedelta(days=1) for earlier, later in pairwise(days))
    hours = {(later - earlier) / timedelta(hours=1) for earlier, later in pairwise(slots)}
    assert {24.0} < hours <= {23.0, 24.0, 25.0}


@pytest.mark.parametrize(
    ("at", "change", "expected"),
    [
        (time(2, 30), SUMMER_ENDS, datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        (time(2, 30), SUMMER_BEGINS, datetime(2027, 3, 28, 1, 30, tzinfo=UTC)),
        (time(3, 40), SUMMER_ENDS, datetime(2026, 10, 25, 2, 40, tzinfo=UTC)),
        (time(3, 40), SUMMER_BEGINS, datetime(2027, 3, 28, 1, 40, tzinfo=UTC)),
    ],
)
def test_the_moment_on_the_day_of_a_clock_change(at: time, change: datetime, expected: datetime) -> None:
    """A time that comes twice is taken the first time, one that does not exist an hour later."""
    assert next(fired(AtTime(at), change - timedelta(hours=2), change + timedelta(days=1))) == expected


def test_intervals_know_no_clock_change() -> None:
    slots = list(fired(Every(1800), SUMMER_ENDS - timedelta(hours=4), SUMMER_ENDS + timedelta(hours=8)))
    assert {later - earlier for earlier, later in pairwise(slots)} == {timedelta(minutes=30)}


@pytest.mark.parametrize("rule", [Every(300), AtTime(time(3, 40))], ids=["interval", "daily"])
def test_after_sleep_the_trigger_fires_for_the_latest_slot_only(rule: Rule) -> None:
    trigger, asleep = SlotTrigger(rule), datetime(2026, 11, 3, 12, tzinfo=UTC)
    before = trigger.get_next_fire_time(None, asleep)
    awake = asleep + timedelta(days=3, minutes=7)
    latest = trigger.get_next_fire_time(before, awake)
    assert latest == rule.latest(awake).at
    assert trigger.get_next_fire_time(latest, awake) == next(rule.after(awake)).at


def test_a_clock_that_was_put_back_does_not_repeat_a_slot() -> None:
    trigger, now = SlotTrigger(Every(60)), datetime(2026, 11, 3, 12, tzinfo=UTC)
    assert trigger.get_next_fire_time(now, now - timedelta(minutes=10)) == now + timedelta(minutes=1)


def test_work_of_seconds_is_continuous_and_all_else_has_slots() -> None:
    kinds = {seconds: Job("a", "", "", Every(seconds), list).kind for seconds in (2, 29, 30, 300)}
    assert kinds == {2: "continuous", 29: "continuous", 30: "slotted", 300: "slotted"}
    assert Job("a", "", "", AtTime(time(6)), list).kind == "slotted"
    assert Job("a", "", "", AtTime(time(6)), list, is_report=True).kind == "report"
    with pytest.raises(ValueError, match="up to 80 characters"):
        Job("a" * 81, "", "", Every(2), list)


def test_every_job_has_a_name_of_its_own_and_german_words(sqlite_url: str, tmp_path: Path) -> None:
    db = Database(sqlite_url)
    jobs = all_jobs(Settings(_env_file=None, data_dir=tmp_path), db, utc_now)
    assert len({job.name for job in jobs}) == len({job.title for job in jobs}) == len(jobs)
    assert all(job.title[0].isupper() and job.does.endswith(".") for job in jobs)
    assert {"deliver-mail", "search-texts"} <= {job.name for job in jobs if job.is_continuous}
    db.close()


def test_every_job_says_what_it_did_in_german(db: Database, database_url: str, tmp_path: Path) -> None:
    """On an empty database there is nothing to do; the pages are walked elsewhere."""
    jobs = all_jobs(Settings(_env_file=None, data_dir=tmp_path, database_url=database_url), db, utc_now)
    said = {job.name: job.at(utc_now()) for job in jobs if job.name != "self-check"}
    assert said.pop("forget") == "Gelöscht, was abgelaufen war."
    assert re.fullmatch(r"Alle \d+ Prüfungen bestanden\.", said.pop("prove-invariants"))
    assert (said.pop("check-setup"), said.pop("check-public-address")) == ("5 Prüfungen offen.", "1 Prüfung offen.")
    assert set(said.values()) == {"Es gab nichts zu tun."}
