"""Every figure of the report on capacity, counted once more from the raw tables of a demonstration year."""

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from analytics import definitions as analytics_definitions
from analytics.definitions import definitions
from services.core.http.errors import ValidationProblem
from services.reports.parameters import read_parameters
from services.reports.run import ReportAnswer, ReportContext, run_report
from tests.services.reports.recount.capacity import ParkYear, shown_course
from tests.services.reports.recount.told import NOW, Year

pytestmark = pytest.mark.xdist_group("demo year")  # it is built once

TODAY = NOW.date()
REPORT = definitions()["capacity"]
ABOUT = Path(analytics_definitions.__file__).with_name("CAPACITY.md")
PERIODS = {
    "three months": (date(2026, 8, 24), TODAY),
    "the whole year": (date(2025, 11, 1), TODAY),
    "with a change of the clock": (date(2026, 3, 20), date(2026, 4, 10)),
    "one day": (date(2026, 6, 1), date(2026, 6, 1)),
    "beyond today": (date(2026, 11, 1), date(2026, 12, 31)),
    "before the first": (date(2025, 1, 1), date(2025, 1, 31)),
}


@pytest.fixture(scope="module")
def park(year: Year) -> ParkYear:
    return ParkYear(year.context.db, "ingolstadt", TODAY)


def asked(context: ReportContext, first: date, last: date, park: str = "ingolstadt") -> ReportAnswer:
    given = {"from": first.isoformat(), "to": last.isoformat(), "park": park}
    return run_report(context, REPORT, read_parameters(REPORT, given.items(), TODAY), limit=None)


@pytest.mark.sample(2)
@pytest.mark.parametrize("period", PERIODS)
def test_every_figure_is_what_the_tables_hold(period: str, year: Year, park: ParkYear) -> None:
    first, last = PERIODS[period]
    tables = {name: table.rows for name, table in asked(year.context, first, last).tables.items()}
    assert tables["totals"] == park.totals(first, last)
    assert tables["days"] == park.days(first, last)
    assert sorted(tables["mix"], key=str) == sorted(park.mix(first, last), key=str)
    assert tables["cancellations"] == park.cancellations(last)
    if last >= date(2025, 11, 21):
        row, course = park.forecast(last)
        assert tables["forecast"] == [row]
        assert tables["course"] == shown_course(course)


def test_tables_agree_with_each_other(year: Year) -> None:
    tables = {name: table.rows for name, table in asked(year.context, date(2025, 11, 1), TODAY).tables.items()}
    totals, days = tables["totals"][0], tables["days"]
    for name in ("taken", "taken_kwh"):
        assert totals[name] == days[-1][name] == sum(row[name] for row in tables["mix"])
    for name in ("contracted", "contracted_kwh"):
        assert totals[name] == sum(row[name] for row in tables["mix"]) > 0
    assert totals["new"] == sum(row["new"] for row in days) == sum(row["new"] for row in tables["mix"])
    assert all(
        row["taken"] == sum(row[state] for state in ("reserved", "invited", "contracted", "active")) for row in days
    )
    assert totals["spot_limit"] == totals["taken"] + totals["blocked"] + totals["held"] + totals["free"]


@pytest.mark.sample(0)
def test_four_of_five_forecasts_of_the_year_held_the_day_it_came_to(year: Year, park: ParkYear) -> None:
    """A forecast every week, from the first that could be made to the week before the park was full."""
    full = park.became_full()
    day = min(life.states[0][0] for life in park.lives) + timedelta(days=55)
    held = []
    while day < full - timedelta(days=6):
        row = asked(year.context, day, day).tables["forecast"].rows[0]
        assert row["is_known_long_enough"]
        held.append(row["early_day"] <= full and (row["late_day"] is None or full <= row["late_day"]))
        day += timedelta(days=7)
    covered = 100 * sum(held) // len(held)
    assert 70 <= covered <= 95, "the band is to hold eight of ten"
    assert f"{sum(held)} of {len(held)}" in re.sub(r"\s+", " ", ABOUT.read_text()), (sum(held), len(held), full)


def test_a_park_that_was_called_off_is_closed_in_the_report(year: Year) -> None:
    """Three households had reserved in it; nothing can be reserved there any more, and nothing is forecast."""
    answer = asked(year.context, date(2026, 8, 24), TODAY, "munich")
    totals, forecast = answer.tables["totals"].rows[0], answer.tables["forecast"].rows[0]
    assert (totals["spot_limit"], totals["taken"], totals["taken_kwh"], totals["mean_kwh"]) == (0, 0, 0, None)
    assert (totals["occupied"], totals["free"], totals["blocked"]) == (0, 0, 0)
    assert (forecast["full_at"], forecast["full_since"], forecast["likely_day"]) == (0, None, None)
    assert "hatte der Park keine Plätze" in answer.sentences["totals"]
    assert answer.sentences["mix"] == "Noch ist kein Platz reserviert."
    assert answer.sentences["forecast"] == "Der Park hat keine Plätze, die sich füllen könnten."


def test_an_unknown_park_is_refused_in_german(year: Year) -> None:
    for park in ("paris", "Ingolstadt", "x' OR 1=1", ""):
        with pytest.raises(ValidationProblem) as refused:
            asked(year.context, TODAY, TODAY, park)
        [error] = refused.value.members["errors"]
        assert (error["field"], error["message"]) == ("park", "Diesen Park gibt es nicht."), park


def said(**row: Any) -> str:
    """The sentence of a forecast."""
    from services.reports.sentences.capacity import _forecast

    usual = {"day": date(2026, 8, 31), "full_at": 496, "room": 119, "full_since": None, "is_known_long_enough": True}
    measured = {"measured_until": date(2026, 8, 31), "net_per_week": 7_875_000}
    days = {"early_day": date(2026, 11, 12), "likely_day": date(2026, 12, 15), "late_day": date(2027, 3, 6)}
    return _forecast({**usual, **measured, **days, **row})


def test_the_forecast_is_said_in_german() -> None:
    assert said() == (
        "Am 31.08.2026 ließen sich noch 119 Plätze reservieren. Bei netto 7,9 Plätzen je Woche ist der Park "
        "voraussichtlich am 15.12.2026 voll, frühestens am 12.11.2026, spätestens am 06.03.2027."
    )
    assert said(full_since=date(2026, 8, 1)) == "Der Park ist seit dem 01.08.2026 voll."
    assert said(full_at=0) == "Der Park hat keine Plätze, die sich füllen könnten."
    assert said(net_per_week=0, likely_day=None, early_day=None, late_day=None, room=1) == (
        "Am 31.08.2026 ließ sich noch 1 Platz reservieren. In den letzten acht Wochen kam netto nichts dazu: Wann der "
        "Park voll ist, ist nicht absehbar."
    )
    assert said(late_day=None).endswith("frühestens am 12.11.2026, ein spätester Tag ist nicht absehbar.")
    assert said(is_known_long_enough=False).endswith("Für eine Vorhersage braucht es acht Wochen mit Reservierungen.")
    assert "dauert es mehr als fünf Jahre" in said(likely_day=None, late_day=None)
    assert "(gemessen bis zum 01.08.2026, bevor er voll war)" in said(measured_until=date(2026, 8, 1))
