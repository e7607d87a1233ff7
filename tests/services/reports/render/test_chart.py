"""The chart in a report mail: its bars hold every day."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from analytics.definitions import definitions
from analytics.reporting import TableResult
from services.reports.basis import ReportBasis
from services.reports.render.body import body_of
from services.reports.render.chart import charts_of, percent_of
from services.reports.render.main_figures import headline
from services.reports.run import ReportAnswer
from tests.services.reports.render.test_mail import breakdown, parts, sent

FIRST = date(2026, 1, 1)


def overview(days: int, *, is_ripe: bool = True, at: date = date(2026, 12, 31)) -> ReportAnswer:
    """So many days from 1 January on; on the n-th day n % 4 reservations."""
    definition = definitions()["overview"]
    tables = {table.name: table for table in definition.tables}
    columns = {name: {column.name: column for column in table.columns} for name, table in tables.items()}
    rows = [(FIRST + timedelta(days=day), 30, day % 4) for day in range(days)]
    of_days = tuple(columns["days"][name] for name in ("day", "visitors", "reservations"))
    ripe_on = None if is_ripe else date(2027, 1, 4)
    contracted = replace(columns["totals"]["contracted"], ripe_on=ripe_on)
    of_totals = (*(columns["totals"][name] for name in ("visitors", "sessions", "reservations")), contracted)
    found = {
        "totals": TableResult(tables["totals"], of_totals, [(30 * days, 40 * days, sum(row[2] for row in rows), 1)], 1),
        "days": TableResult(tables["days"], of_days, rows, days),
    }
    asked = dict.fromkeys(definition.parameters) | {"from_day": FIRST, "to_day": FIRST + timedelta(days=days - 1)}
    stand = ReportBasis(datetime(at.year, at.month, at.day, 5, tzinfo=UTC), 9_000, 620, "7-9")
    return ReportAnswer(definition, asked, None, stand, found, {})


@pytest.mark.parametrize(
    ("days", "step", "bars"),
    [(2, "Tag", 2), (14, "Tag", 14), (15, "Woche", 3), (90, "Woche", 14), (200, "Monat", 7), (1_000, "Monat", 24)],
)
def test_bars_are_days_then_weeks_then_months_and_lose_no_reservation(days: int, step: str, bars: int) -> None:
    answer = overview(days)
    [chart] = charts_of(answer)
    assert (chart.title, len(chart.bars)) == (f"Reservierungen je {step}", bars)
    counted = sum(int(bar.value) for bar in chart.bars)
    if not chart.more:
        assert counted == answer.tables["totals"].rows[0]["reservations"]
    assert max(bar.percent for bar in chart.bars) == 100


def test_labels_are_the_days_that_are_in_a_bar_and_today_is_not_over() -> None:
    today = FIRST + timedelta(days=20)
    [weeks] = charts_of(overview(21, at=today))
    assert [bar.label for bar in weeks.bars] == [
        "01.01. bis 04.01.",
        "05.01. bis 11.01.",
        "12.01. bis 18.01.",
        "19.01. bis 21.01., bis jetzt",
    ]
    [days] = charts_of(overview(7, at=FIRST + timedelta(days=6)))
    assert [days.bars[0].label, days.bars[-1].label] == ["Do 01.01.", "Mi 07.01., bis jetzt"]


@pytest.mark.parametrize(
    ("value", "longest", "percent"),
    [(0, 8, 0), (None, 8, 0), (-3, 8, 0), (8, 8, 100), (1, 8, 13), (1, 1_000, 1), (995, 1_000, 100), (0, 0, 0)],
)
def test_a_value_above_zero_has_something_to_see(value: int | None, longest: int, percent: int) -> None:
    assert percent_of(value, longest) == percent


def test_both_parts_show_the_chart_and_the_html_loads_nothing() -> None:
    text, html = parts(sent(overview(7)))
    assert "<img" not in html
    assert "url(" not in html
    lines = text.splitlines()
    start = lines.index("Reservierungen je Tag")
    assert [line.split() for line in lines[start + 4 : start + 11]] == [
        [name, f"0{day + 1}.01.", str(day % 4)] for day, name in enumerate(("Do", "Fr", "Sa", "So", "Mo", "Di", "Mi"))
    ]
    lengths = [int(found) for found in re.findall(r'width="(\d+)%"[^>]*><tr><td class="bar"', html)]
    assert lengths == [33, 67, 100, 33, 67]


def of_report(report: str, rows: dict[str, list[dict[str, Any]]]) -> ReportAnswer:
    """The report with these rows; columns that none of a table names are left out."""
    definition = definitions()[report]
    found = {}
    for table in definition.tables:
        given = rows.get(table.name, [])
        columns = tuple(one for one in table.columns if not given or one.name in given[0])
        values = [tuple(row[one.name] for one in columns) for row in given]
        found[table.name] = TableResult(table, columns, values, len(values))
    whole = overview(1)
    asked = dict.fromkeys(definition.parameters) | {"from_day": FIRST, "to_day": FIRST}
    return replace(whole, definition=definition, parameters=asked, tables=found, sentences={"causes": "Ein Satz."})


@pytest.mark.parametrize(
    ("days", "ends", "labels"),
    [(3, "jedes Tages", 3), (20, "jeder Woche", 4), (200, "jedes Monats", 7)],
)
def test_a_park_is_shown_as_it_was_at_the_end_of_each_time_beside_all_its_spots(
    days: int, ends: str, labels: int
) -> None:
    rows = [{"day": FIRST + timedelta(days=n), "spot_limit": 1_000, "taken": 2 * (n + 1)} for n in range(days)]
    [chart] = charts_of(of_report("capacity", {"days": rows}))
    assert (chart.title, len(chart.bars)) == (f"Mit Reservierung am Ende {ends}", labels)
    last = chart.bars[-1]
    assert (last.value, last.percent) == (str(2 * days), percent_of(2 * days, 1_000))
    assert chart.legend == "Ein ganzer Balken sind alle 1.000 Plätze."
    grown = [row | {"spot_limit": 500 + row["taken"]} for row in rows]
    [chart] = charts_of(of_report("capacity", {"days": grown}))
    assert chart.legend == f"Ein ganzer Balken sind {500 + 2 * days} Plätze, so viele gab es höchstens."


def test_reservations_are_counted_by_their_state() -> None:
    states = ["reserved", "cancelled", "reserved", "active"]
    rows: list[dict[str, Any]] = [{"state": state} for state in states]
    [chart] = charts_of(of_report("reservations", {"rows": rows}))
    assert [(bar.label, bar.value, bar.percent) for bar in chart.bars] == [
        ("Reserviert", "2", 100), ("Storniert", "1", 50), ("Aktiv", "1", 50),
    ]  # fmt: skip


def test_the_subject_says_contracts_only_once_they_are_ripe() -> None:
    period = "01.01.2026 bis 07.01.2026"
    assert sent(overview(7))["Subject"] == f"Wochenüberblick: {period}: 9 Reservierungen, 1 Vertrag"
    young = sent(overview(7, is_ripe=False))
    assert young["Subject"] == f"Wochenüberblick: {period}: 9 Reservierungen"
    assert "noch nicht reif: frühestens am 04.01.2027" in parts(young)[0]
    assert sent(overview(7), with_figures=False)["Subject"] == f"Wochenüberblick: {period}"


STEPS = ("landing", "form_started", "reservation", "contracted")


@pytest.mark.parametrize(
    ("report", "table", "rows", "words"),
    [
        (
            "breakdown", "values",
            [{"value": one, "reservations": 4, "contracted": n} for n, one in enumerate(["", "google", "bing"])],
            "12 Reservierungen, 3 Verträge",
        ),
        ("breakdown", "values", [{"value": "google", "reservations": 1, "contracted": 1}], "1 Reservierung, 1 Vertrag"),
        (
            "breakdown", "values", [{"value": "google", "reservations": 1_200, "contracted": 0}],
            "1.200 Reservierungen, keine Verträge",
        ),
        ("breakdown", "values", [{"value": "google", "reservations": 0, "contracted": 0}], "keine Reservierungen"),
        ("breakdown", "values", [], "keine Reservierungen"),
        (
            "funnel", "steps", [{"step": step, "amount": 1_000 // 10**n} for n, step in enumerate(STEPS)],
            "1.000 Besuche, 10 Reservierungen",
        ),
        ("funnel", "steps", [{"step": step, "amount": 1} for step in STEPS], "1 Besuch, 1 Reservierung"),
        (
            "funnel", "steps", [{"step": step, "amount": int(step == "reservation")} for step in STEPS],
            "keine Besuche, 1 Reservierung",
        ),
        ("funnel", "steps", [{"step": step, "amount": 0} for step in STEPS], "keine Besuche"),
        ("referrals", "totals", [{"uses": 12, "contracted": 5}], "12 Reservierungen mit Code, 5 Verträge"),
        ("referrals", "totals", [{"uses": 1, "contracted": 0}], "1 Reservierung mit Code, keine Verträge"),
        ("referrals", "totals", [{"uses": 0, "contracted": 0}], "keine Reservierungen mit Code"),
        ("capacity", "totals", [{"taken": 0, "contracted": 0}], "keine Reservierungen"),
        ("capacity", "totals", [], ""),
        ("reservations", "rows", [{"state": "reserved"}], "1 Reservierung"),
        ("reservations", "rows", [], "keine Reservierungen"),
    ],
)  # fmt: skip
def test_the_subject_has_a_figure(report: str, table: str, rows: list[dict[str, Any]], words: str) -> None:
    assert headline(of_report(report, {table: rows})) == words


def test_the_subject_sums_no_rows_that_are_left_out() -> None:
    answer = of_report("breakdown", {"values": [{"value": "google", "reservations": 1, "contracted": 0}]})
    assert headline(replace(answer, tables={"values": replace(answer.tables["values"], total_rows=2)})) == ""


def test_a_breakdown_shows_its_largest_rows_and_contracts_once_they_are_ripe() -> None:
    answer = breakdown(12)
    [chart] = charts_of(answer)
    assert (len(chart.bars), chart.more) == (8, "Das sind die 8 größten von 12.")
    assert [head.label for head in body_of(answer).tables[0].heads][-1] == "Verträge"
    table = answer.tables["values"]
    columns = tuple(
        replace(one, ripe_on=date(2027, 1, 4)) if one.name == "contracted" else one for one in table.columns
    )
    young = replace(answer, tables={"values": replace(table, columns=columns)})
    assert [head.label for head in body_of(young).tables[0].heads][-1] == "Quote"
