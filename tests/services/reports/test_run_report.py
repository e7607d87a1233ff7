"""A report is what its definition says: its rows, its order, its comparison, its refusals."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest

from analytics.definitions import BadDefinition, Definition, definitions, read_definition
from analytics.reporting import compared_period
from analytics.store.catalogue import Store
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.core.http.errors import ValidationProblem
from services.reports.errors import Stopped
from services.reports.parameters import LABELS, address_name, read_parameters
from services.reports.pool.progress import Monitor
from services.reports.report_schemas import parameter_out
from services.reports.run import ReportContext, run_report
from tests.analytics.visit_rows import add_visits, visit
from tests.services.held_clock import HeldClock

REPORT = """
title = "Tage"
question = "Wie viele kamen?"
roles = "marketing"
parameters = ["from_day", "to_day", "compare", "with_bots"]
tables = ["sums", "days"]
"""
SUMS = """/*
title = "Summen"
grain = "eine Zeile"
key = []
order = "sessions"
is_compared = true
columns = ["sessions", "each=quote"]
*/
SELECT coalesce(sum(d.sessions), 0)::BIGINT AS sessions, share_of(sum(d.sessions), sum(d.visitors)) AS each
FROM marts.visits_by_day AS d
"""
DAYS = """/*
title = "Nach Tagen"
grain = "eine Zeile je Tag"
key = ["day"]
order = "day DESC"
is_compared = true
columns = ["day", "sessions", "each=quote"]
*/
SELECT d.day, d.sessions, share_of(d.sessions, d.visitors) AS each FROM marts.visits_by_day AS d
"""
MONDAY = datetime(2026, 10, 19, 10, 0, tzinfo=UTC)

Ask = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "tage"
    folder.mkdir()
    (folder / "report.toml").write_text(REPORT)
    (folder / "sums.sql").write_text(SUMS)
    (folder / "days.sql").write_text(DAYS)
    return folder


@pytest.fixture
def definition(folder: Path) -> Definition:
    return read_definition(folder)


@pytest.fixture
def context(db: Database, store: Store, clock: HeldClock) -> ReportContext:
    return ReportContext(db, store, clock())


@pytest.fixture
def ask(context: ReportContext, definition: Definition) -> Ask:
    def run(limit: int | None = None, **given: str) -> Any:
        named = {name.rstrip("_"): text for name, text in given.items()}
        parameters = read_parameters(definition, named.items(), berlin_day(context.now))
        return run_report(context, definition, parameters, limit=limit)

    return run


def week_of_visits(db: Database, first: datetime, amounts: list[int]) -> None:
    rows = [
        visit(first + timedelta(days=day, minutes=number), visitor=number)
        for day, amount in enumerate(amounts)
        for number in range(amount)
    ]
    add_visits(db, rows)


def test_rows_come_in_the_order_and_number_asked_for(db: Database, ask: Ask) -> None:
    week_of_visits(db, MONDAY, [1, 2, 3])
    days = ask(limit=2, from_="2026-10-19", to="2026-10-25").tables["days"]
    assert [(row["day"], row["sessions"]) for row in days.rows] == [(date(2026, 10, 21), 3), (date(2026, 10, 20), 2)]
    assert days.total_rows == 3


def test_without_a_comparison_nothing_is_said_of_before(db: Database, ask: Ask) -> None:
    week_of_visits(db, MONDAY, [1])
    answer = ask(from_="2026-10-19", to="2026-10-25")
    assert answer.compared is None
    assert answer.tables["sums"].rows == [
        {"sessions": 1, "sessions_before": None, "each": 1_000_000, "each_before": None}
    ]


def test_weekdays_meet_in_the_comparison(db: Database, ask: Ask) -> None:
    week_of_visits(db, MONDAY - timedelta(days=7), [5, 0, 7])
    week_of_visits(db, MONDAY, [1, 2])
    answer = ask(from_="2026-10-19", to="2026-10-23", compare="previous")
    assert answer.compared == (date(2026, 10, 12), date(2026, 10, 16))
    assert answer.tables["sums"].rows[0]["sessions_before"] == 12
    assert [
        (row["day"].day, row["sessions"], row["sessions_before"], row["each"], row["each_before"])
        for row in answer.tables["days"].rows
    ] == [
        (21, 0, 7, None, 1_000_000),  # nobody came: no session, and no share of nobody
        (20, 2, 0, 1_000_000, None),
        (19, 1, 5, 1_000_000, 1_000_000),
    ]


COMPARED = [
    # whole weeks earlier
    ("2026-10-19", "2026-10-25", "previous", ("2026-10-12", "2026-10-18")),
    ("2026-10-01", "2026-10-31", "weekdays", ("2026-08-27", "2026-09-26")),  # 31 days: five weeks earlier
    ("2026-10-01", "2026-10-30", "previous", ("2026-08-27", "2026-09-25")),  # not a whole month
    ("2026-10-21", "2026-10-21", "previous", ("2026-10-14", "2026-10-14")),
    ("2026-10-19", "2026-10-25", "year", ("2025-10-20", "2025-10-26")),
    ("2026-10-19", "2026-10-25", "none", None),
    # whole months with those of the calendar
    ("2026-07-01", "2026-09-30", "previous", ("2026-04-01", "2026-06-30")),
    ("2026-01-01", "2026-03-31", "previous", ("2025-10-01", "2025-12-31")),
    ("2026-03-01", "2026-03-31", "previous", ("2026-02-01", "2026-02-28")),
    ("2024-03-01", "2024-03-31", "previous", ("2024-02-01", "2024-02-29")),
    ("2026-12-01", "2026-12-31", "previous", ("2026-11-01", "2026-11-30")),
    ("2026-01-01", "2026-12-31", "previous", ("2025-01-01", "2025-12-31")),
    ("2026-07-01", "2026-09-30", "year", ("2025-07-01", "2025-09-30")),
]


def test_the_compared_period_is_whole_weeks_earlier_or_whole_months() -> None:
    for first, last, compare, expected in COMPARED:
        days = {"from_day": date.fromisoformat(first), "to_day": date.fromisoformat(last)}
        found = compared_period({**days, "compare": compare})
        assert (found and tuple(map(str, found))) == expected, (first, last, compare)


def test_a_period_of_comparison_is_chosen_freely(db: Database, ask: Ask) -> None:
    week_of_visits(db, MONDAY - timedelta(days=7), [5, 0, 7])
    week_of_visits(db, MONDAY, [1, 2])
    chosen = {"compare": "own", "compare_from": "2026-10-12", "compare_to": "2026-10-12"}
    answer = ask(from_="2026-10-19", to="2026-10-20", **chosen)
    assert answer.compared == (date(2026, 10, 12), date(2026, 10, 12))
    assert answer.tables["sums"].rows[0]["sessions_before"] == 5
    assert [(row["day"].day, row["sessions_before"]) for row in answer.tables["days"].rows] == [(20, None), (19, 5)]


def test_before_the_first_visit_nothing_is_known(db: Database, ask: Ask) -> None:
    week_of_visits(db, MONDAY - timedelta(days=3), [1, 1, 1, 1])
    answer = ask(from_="2026-10-19", to="2026-10-25", compare="previous")
    assert answer.compared == (date(2026, 10, 12), date(2026, 10, 18))
    assert answer.stand.known_from == date(2026, 10, 16)
    assert answer.tables["sums"].rows[0]["sessions_before"] is None


def test_a_period_without_anything_is_empty_and_no_error(ask: Ask) -> None:
    answer = ask(from_="2026-10-19", to="2026-10-25", compare="year")
    assert answer.tables["days"].rows == []
    assert answer.tables["sums"].rows == [{"sessions": 0, "sessions_before": None, "each": None, "each_before": None}]
    assert (answer.stand.visits, answer.stand.reservations) == (0, 0)


WRONG = [
    ([("from", "2026-10-02"), ("to", "2026-10-01")], "to", "Das Ende liegt vor dem Anfang."),
    ([("from", "2026-02-30")], "from", "Bitte geben Sie einen Tag an, den es gibt, zum Beispiel 2026-11-21."),
    ([("from", "1990-01-01"), ("to", "2026-10-01")], "from", "Bitte wählen Sie höchstens zehn Jahre."),
    ([("compare", "gestern")], "compare", "Bitte wählen Sie einen der angebotenen Werte."),
    ([("compare", "own")], "compare_from", "Bitte geben Sie an, mit welchem Zeitraum verglichen werden soll."),
    ([("compare", "own"), ("compare_from", "2026-02-02"), ("compare_to", "2026-02-01")], "compare_to",
     "Das Ende liegt vor dem Anfang."),
    ([("with_bots", "ja")], "with_bots", "Hier geht nur „true“ oder „false“."),
    ([("years", "40")], "years", "Diese Angabe kennt der Bericht nicht."),
    ([("compare", "none"), ("compare", "year")], "compare", "Bitte geben Sie hier nur einen Wert an."),
]  # fmt: skip


def test_wrong_parameters_are_refused_in_german(definition: Definition) -> None:
    for given, field, message in WRONG:
        with pytest.raises(ValidationProblem) as refused:
            read_parameters(definition, given, date(2026, 11, 10))
        assert [(error["field"], error["message"]) for error in refused.value.errors] == [(field, message)]


def test_every_parameter_of_a_report_has_a_label_and_describes_itself() -> None:
    for definition in definitions().values():
        for name in definition.parameters:
            assert address_name(name) in LABELS
            assert parameter_out(definition, name).label == LABELS[address_name(name)]


def test_a_run_tells_how_far_it_is_and_one_stopped_before_it_starts_computes_nothing(
    context: ReportContext, definition: Definition
) -> None:
    monitor, stopped = Monitor(), Monitor()
    parameters = read_parameters(definition, [("compare", "year")], berlin_day(context.now))
    assert monitor.fraction == 0
    run_report(context, definition, parameters, monitor=monitor)
    assert monitor.fraction == 1
    stopped.stop()
    with pytest.raises(Stopped):
        run_report(context, definition, parameters, monitor=stopped)


def test_a_definition_that_cannot_be_is_refused(folder: Path) -> None:
    for file, written, wrong, right in (
        ("report.toml", REPORT, 'roles = "marketing"', 'roles = "niemand"'),
        ("report.toml", REPORT, '"with_bots"]', '"with_robots"]'),
        ("report.toml", REPORT, '"compare", ', ""),
        ("days.sql", DAYS, "each=quote", "each=quotient"),
        ("days.sql", DAYS, '"sessions"', '"origin_key"'),  # no report shows it: it has no label
        ("days.sql", DAYS, '"sessions"', '"sessions=touches"'),  # a number, and neither of the key nor a metric
        ("days.sql", DAYS, '"sessions"', '"sessions", "sessions=visitors"'),
        ("days.sql", DAYS, '"day", ', '"day", "*days", '),
        ("days.sql", DAYS, "is_compared = true", 'ripens.count = ["contracted"]'),
        ("days.sql", DAYS, 'key = ["day"]', 'key = ["tag"]'),
        # A parameter that it does not name is no secret input.
        ("days.sql", DAYS, "AS d\n", "AS d WHERE getvariable('tag') = 'utm_source'"),
    ):
        assert wrong in written
        (folder / file).write_text(written.replace(wrong, right))
        with pytest.raises(BadDefinition):
            read_definition(folder)
        (folder / file).write_text(written)


def test_the_version_changes_with_the_sql_and_only_then(folder: Path, definition: Definition) -> None:
    assert read_definition(folder).version == definition.version
    (folder / "days.sql").write_text(f"{DAYS} WHERE true")
    assert read_definition(folder).version != definition.version
    (folder / "days.sql").write_text(DAYS)
    assert read_definition(folder).version == definition.version


def test_a_run_that_is_just_closing_its_connection_is_watched_and_stopped_without_a_fault() -> None:
    monitor, connection = Monitor(), duckdb.connect()
    monitor.attach(connection)
    assert 0.0 <= monitor.fraction < 1.0
    connection.close()
    assert monitor.fraction == 1.0
    monitor.stop()
