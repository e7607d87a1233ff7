"""Visits of a demonstration year: the same for the same randomness, as the site would report them, and in season."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import click
import pytest

from services.campaigns.site_pages import TARGETS
from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.demo.visits.bulk import add_visits
from services.demo.visits.journeys import Report
from services.demo.visits.sources import CAMPAIGNS, SOURCES
from services.demo.visits.traffic import Traffic
from services.demo.year import LENGTH, busyness, moment_of
from services.settings import Settings
from services.store.ingest import StoreIngest
from services.store.place import store_of
from services.visits.models import Visit
from services.visits.steps import Step
from services.visits.validation import THANK_YOU_PATH, read_report
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

START = date(2025, 11, 21)
ROUTES = frozenset((*TARGETS, THANK_YOU_PATH))
CODES = ["ANNAS4"]


def week_of(seed: int, first: date = date(2026, 4, 6)) -> list[Report]:
    traffic = Traffic(START, 1, Random(seed))
    return [report for day in range(7) for report in traffic.lookers(first + timedelta(days=day), CODES)]


def test_the_same_randomness_makes_the_same_week() -> None:
    assert week_of(1) == week_of(1)
    assert week_of(1) != week_of(2)


def test_every_report_is_one_the_visit_call_takes_whole() -> None:
    for report in week_of(3):
        read = read_report(report.body, ROUTES)
        assert read.path == report.body["path"] != ""
        assert read.step == Step[report.body["step"].upper()]


def test_a_walk_goes_forward_in_time_and_begins_with_an_arrival() -> None:
    by_caller: dict[object, list[Report]] = {}
    for report in Traffic(START, 0.02, Random(5)).lookers(date(2026, 5, 4), CODES):
        by_caller.setdefault(report.caller, []).append(report)
    for reports in by_caller.values():
        assert reports[0].body["is_arrival"]
        assert reports[0].body["step"] == "page_view"


def test_a_household_that_reserves_has_walked_through_every_step_and_sends_only_what_it_let_be_kept() -> None:
    traffic = Traffic(START, 1, Random(7))
    moment = datetime(2026, 6, 1, 18, tzinfo=UTC)
    kept_before = 0
    for _ in range(200):
        approach = traffic.approach(moment, CODES)
        last = [report for report in approach.reports if report.at >= moment]
        names = [report.body["step"] for report in last if report.body["step"] not in ("page_view", "answered")]
        assert names == ["form_started", "step_2", "step_3", "step_4"]
        said_yes = {
            r.at.date() for r in approach.reports if r.body["step"] == "answered" and r.body["consent"] == "yes"
        }
        earlier = [touch for touch in approach.touches if datetime.fromisoformat(touch["at"]) < moment]
        assert {datetime.fromisoformat(touch["at"]).date() for touch in earlier} <= said_yes
        kept_before += len(earlier)
        assert len({report.caller for report in approach.reports}) == 1
    assert kept_before > 20


def test_a_year_has_seasons_weekdays_and_evenings() -> None:
    days = [START + timedelta(days=day) for day in range(LENGTH.days)]
    by_month: Counter[int] = Counter()
    for day in days:
        by_month[day.month] += round(1000 * busyness(day, START))
    assert by_month[4] > 1.5 * by_month[12]
    monday, saturday = date(2026, 4, 13), date(2026, 4, 18)
    assert busyness(monday, START) > 1.2 * busyness(saturday, START)
    hours = Counter(moment_of(monday, Random(n)).hour for n in range(2000))
    assert hours[20] > 5 * hours[4]


def test_moments_of_a_day_lie_on_that_day_in_berlin_also_when_clocks_change() -> None:
    random = Random(9)
    for day in (date(2026, 3, 29), date(2026, 10, 25), date(2026, 7, 1)):
        assert {berlin_day(moment_of(day, random)) for _ in range(500)} == {day}


def test_campaigns_differ_as_marketing_has_to_find_out() -> None:
    registered = {entry.key for entry in CAMPAIGNS}
    spelled = {
        tuple(touch.get(name, "") for name in ("utm_source", "utm_medium", "utm_campaign"))
        for source in SOURCES
        for _, touch in source.spellings
        if touch.get("utm_campaign")
    }
    assert registered - spelled == {("plakat", "print", "naechster-halt-sonne")}
    assert ("whatsapp", "social", "nachbarschaft") in spelled - registered
    assert ("fb", "paid_social", "balkon-ohne-balkon") in spelled
    assert min(entry.days[0] for entry in CAMPAIGNS) < 30


NOW = HeldClock().now


@pytest.mark.both_databases
@pytest.mark.sample(2)
@pytest.mark.parametrize("count", [0, 1, 3_001])
def test_so_many_visits_come_in_on_the_right_days_and_into_the_store(
    count: int, db: Database, database_url: str, tmp_path: Path
) -> None:
    told: list[int] = []
    add_visits(db, count, NOW, told.append)
    visits = stored(db, Visit)
    assert len(visits) == sum(told) == count
    assert all(visit["day"] == berlin_day(visit["at"]) for visit in visits)
    assert all(NOW - LENGTH - timedelta(days=1) <= visit["at"] <= NOW + timedelta(days=1) for visit in visits)
    if count > 1_000:
        assert len({visit["day"].month for visit in visits}) == 12
    settings = Settings(_env_file=None, data_dir=tmp_path / "var", database_url=database_url)
    assert StoreIngest(db, store_of(settings), utc_now).run().rows == count


def test_a_number_may_be_written_with_underscores() -> None:
    assert click.INT.convert("10_000_000", None, None) == 10_000_000
