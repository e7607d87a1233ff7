"""Charts are true: what is drawn on paper is as much as the rows say, and the declared columns are there."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import pytest

from analytics.definitions import definitions
from services.reports.charts import CHARTS, Look
from services.reports.figures import Figure, Line, Point, figures
from services.reports.render.paper_tables import ORIGIN
from services.reports.render.pdf.canvas import COVERED, INK, MODULE, WIDTH
from services.reports.render.pdf.chart import axis_words, picture_of, ticks
from services.reports.run import ReportAnswer
from tests.services.reports.render.test_chart import FIRST, of_report, overview

RECT = re.compile(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([-\d.]+)" height="([-\d.]+)" fill="(#\w+)"')


def figure(kind: str, names: Sequence[str], *, measure: str = "count", **values: Sequence[int | None]) -> Figure:
    points = tuple(Point(name, name, at, words=name) for at, name in enumerate(names))
    looks: dict[str, Look] = {
        "solid": "solid", "second": "second", "low": "low", "high": "high", "mark": "mark", "line": "line",
    }  # fmt: skip
    return Figure(
        kind, "", measure, "", points, tuple(Line(one, looks[one], tuple(given)) for one, given in values.items())
    )


def boxes(drawn: Figure) -> list[tuple[float, float, float, float, str]]:
    """Every filled rectangle of the picture, all within it."""
    picture = picture_of(drawn)
    found = [(*map(float, one[:4]), one[4]) for one in RECT.findall(picture.svg)]
    assert all(x >= 0 and y >= 0 and x + w <= WIDTH + 0.01 and y + h <= picture.height for x, y, w, h, _ in found)
    return found


def said(drawn: Figure) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", picture_of(drawn).svg)


@pytest.mark.parametrize("factor", [1, 37, 100_000])
def test_bars_are_as_long_as_their_values_and_their_parts_follow_each_other(factor: int) -> None:
    values = [40 * factor, 10 * factor, None]
    drawn = figure("bars", ["a", "b", "c"], solid=values, second=[20 * factor, 0, None])
    bars = [box for box in boxes(drawn) if box[3] > 4]
    whole, quarter = (box for box in bars if box[4] == MODULE)
    (rest,) = (box for box in bars if box[4] == COVERED)
    assert quarter[2] / whole[2] == pytest.approx(1 / 4, rel=0.01)
    assert rest[2] / whole[2] == pytest.approx(1 / 2, rel=0.01)
    assert rest[0] == pytest.approx(whole[0] + whole[2], abs=0.02)


def test_columns_are_as_high_as_their_values_and_nothing_stands_where_none_is_known() -> None:
    drawn = figure("columns", ["1.1.", "2.1.", "3.1.", "4.1."], measure="cents", solid=[20_000, 5_000, 0, None])
    high, low = boxes(drawn)
    assert low[3] / high[3] == pytest.approx(1 / 4, rel=0.01)
    assert {"200\u00a0€", "1.1.", "4.1."} <= set(said(drawn))


def test_a_column_that_will_grow_is_only_outlined() -> None:
    drawn = figure("columns", ["a", "b"], solid=[4, 2])
    cut = Figure(
        "columns", "", "count", "", (drawn.points[0], Point("b", "b", 1, unfinished=True)), drawn.lines, more="Umrandet"
    )
    assert (len(boxes(drawn)), len(boxes(cut))) == (2, 1)
    assert "Umrandet" in said(cut)


def test_a_month_that_is_too_young_to_be_judged_is_only_outlined() -> None:
    month = {"reservations": 9, "given_up": 2, "cancelled": 2, "expired": 0, "withdrawn": 0, "rate": None}
    rows = [{"month": date(2026, 1 + n, 1), **month, "is_judged": n == 0} for n in range(2)]
    (drawn,) = figures(of_report("capacity", {"cancellations": rows}), "cancellations", "paper")
    assert [point.unfinished for point in drawn.points] == [False, True]
    assert drawn.points[1].words == "noch zu jung, 2 von 9"
    assert len([box for box in boxes(drawn) if box[3] > 4 and box[4] == MODULE]) == 1


def test_a_range_without_an_upper_end_reaches_the_edge() -> None:
    drawn = figure("ranges", ["a", "b"], measure="cents", low=[100, 200], high=[300, None], mark=[200, 200])
    ends = [
        float(x)
        for x in re.findall(
            r'points="[\d.]+,[\d.]+ ([\d.]+),[\d.]+" fill="none" stroke="#17384a"', picture_of(drawn).svg
        )
    ]
    assert max(ends) == pytest.approx(WIDTH - 1, abs=0.1)
    assert picture_of(drawn).svg.count("<polygon") == 2


def test_a_range_that_ends_far_away_leaves_the_others_apart() -> None:
    """Six campaigns of 15 to 1,300 € were three dots at the edge, since a seventh might have cost 19,000."""
    drawn = figure("ranges", ["a", "b"], measure="cents", low=[100, 200], high=[300, 90_000], mark=[200, 200])
    assert [one for one in said(drawn) if one.endswith("\u00a0€")] == ["0\u00a0€", "1\u00a0€", "2\u00a0€", "3\u00a0€"]


@pytest.mark.parametrize("target", [10_000, None])
def test_prices_stand_on_both_sides_of_the_target(target: int | None) -> None:
    prices = {"least_cents": 5_000, "most_cents": 20_000, "cost_cents": 30_000, "cost_per_contract": 15_000}
    row = {**dict.fromkeys(ORIGIN, ""), "channel": "direct", **prices, "verdict": "open"}
    answer = of_report("money", {"campaigns": [row], "totals": [{"target_cents": target}]})
    (drawn,) = figures(answer, "campaigns", "paper")
    svg = picture_of(drawn).svg
    (low, high), *_ = re.findall(r'points="([\d.]+),[\d.]+ ([\d.]+),[\d.]+" fill="none" stroke="#17384a"', svg)
    lines = [float(x) for x in re.findall(rf'points="([\d.]+),[\d.]+ \1,[\d.]+" fill="none" stroke="{INK}"', svg)]
    third = float(low) + (float(high) - float(low)) / 3
    assert lines == pytest.approx([third] if target else [], abs=0.02)
    assert ("Linie: Ziel je Vertrag: 100,00\u00a0€" in " ".join(said(drawn))) == bool(target)


@pytest.mark.parametrize(
    ("largest", "marks"),
    [
        (500, [0, 100, 200, 300, 400, 500]),
        (0, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (7, [0, 2, 4, 6, 8]),
        (0.9, [0, 0.2, 0.4, 0.6, 0.8, 1]),
    ],
)  # fmt: skip
def test_marks_are_round_and_reach_over_the_largest(largest: float, marks: list[float]) -> None:
    assert ticks(0, largest) == pytest.approx(marks)


@pytest.mark.parametrize("kind", ["bars", "columns", "lines", "areas", "ranges"])
@pytest.mark.parametrize("largest", [0, 1, 2, 7, 12_345, 98_765_432_150])
def test_marks_of_an_axis_read_differently(kind: str, largest: int) -> None:
    """ "0 €, 0 €, 0 €, 1 €, 1 €, 1 €" was on paper once."""
    words = [axis_words("cents", mark) for mark in ticks(0, largest / 100)]
    assert len(set(words)) == len(words) > 1
    looks = {"low": [0, 0], "high": [largest, 0], "mark": [0, 0]} if kind == "ranges" else {"solid": [largest, 0]}
    on_paper = [one for one in said(figure(kind, ["a", "b"], measure="cents", **looks)) if one.endswith("\u00a0€")]
    assert len(set(on_paper)) == len(on_paper) > 1


def test_every_report_has_charts_of_columns_that_its_tables_have() -> None:
    assert set(CHARTS) == set(definitions())
    for name, charts in CHARTS.items():
        tables = {table.name: {column.name for column in table.columns} for table in definitions()[name].tables}
        for chart in charts:
            known = tables[chart.table] | (tables[chart.then] if chart.then else set()) | {"origin"}
            terms = {term for one in chart.y for term in re.findall(r"\w+", one.column.format(model="first"))}
            named = {*chart.x.split(), chart.by, chart.choice, *chart.only, *(one.where for one in chart.y)} - {""}
            assert (name, chart.table, sorted((terms | named) - known)) == (name, chart.table, [])
            assert all(one.label or re.fullmatch(r"[\w{}]+", one.column) for one in chart.y)
    assert all(any("paper" in chart.places for chart in charts) for charts in CHARTS.values())


@pytest.mark.parametrize(("days", "columns"), [(20, 20), (92, 92), (93, 14), (700, 25)])
def test_days_are_gathered_in_whole_weeks_and_none_is_lost(days: int, columns: int) -> None:
    _, drawn, *_ = figures(overview(days), "days", "screen")
    assert (len(drawn.points), sum(value or 0 for value in drawn.lines[0].values)) == (
        columns, sum(day % 4 for day in range(days)),
    )  # fmt: skip
    assert (drawn.points[0].first, drawn.points[-1].last) == (FIRST, FIRST + timedelta(days=days - 1))


def test_today_is_not_over() -> None:
    _, drawn, *_ = figures(overview(3, at=date(2026, 1, 3)), "days", "screen")
    assert [point.unfinished for point in drawn.points] == [False, False, True]
    assert drawn.more == "Nur umrandet, weil noch nicht ganz: 03.01.2026."


def test_reservations_are_counted_by_their_state_and_packages_divided_by_plan() -> None:
    (states,) = figures(
        of_report("reservations", {"rows": [{"state": one} for one in ("reserved", "active", "reserved")]}),
        "rows", "screen",
    )  # fmt: skip
    assert [(point.name, value) for point, value in zip(states.points, states.lines[0].values, strict=True)] == [
        ("Reserviert", 2), ("Aktiv", 1),
    ]  # fmt: skip
    rows = [
        {"package": 2000, "plan": "one-off", "taken": 3},
        {"package": 2000, "plan": "24m", "taken": 1},
        {"package": 4000, "plan": "24m", "taken": 5},
    ]
    (mix,) = figures(of_report("capacity", {"mix": rows}), "mix", "paper")
    assert [(line.label, line.values) for line in mix.lines] == [("Einmalzahlung", (3, None)), ("24 Raten", (1, 5))]
    assert [point.words for point in mix.points] == ["4", "5"]


def course(days: int, *, ahead: Sequence[int]) -> ReportAnswer:
    """A park of ten spots with 6 reserved on each day, and its forecast so many days after the last."""
    rows = [
        {
            "day": FIRST + timedelta(days=n), "spot_limit": 10, "active": 0, "contracted": 0, "invited": 2,
            "reserved": 4, "taken": 6, "taken_kwh": 500 * n,
        }
        for n in range(days)
    ]  # fmt: skip
    last = FIRST + timedelta(days=days - 1)
    then = [
        {"day": last + timedelta(days=n), "lower": 6, "likely": 6 + n % 5, "upper": 10, "full_at": 10} for n in ahead
    ]
    return of_report("capacity", {"days": rows, "course": then})


def test_a_forecast_goes_on_where_the_past_ends() -> None:
    drawn, *_ = figures(course(3, ahead=[0, 7, 14]), "days", "screen")
    assert [point.at for point in drawn.points] == [0, 1, 2, 2, 9, 16]
    known = {line.look: [value for value in line.values if value is not None] for line in drawn.lines}
    assert (known["fourth"], known["low"], known["high"]) == ([4, 4, 4], [6, 6, 6], [10, 10, 10])
    assert known["mark"] == [6, 8, 10]
    texts = said(drawn)
    assert {"Reserviert, nicht eingeladen 4", "Plätze 10", "acht von zehn möglichen Verläufen"} <= set(texts)
    assert picture_of(drawn).svg.count("<polygon") == 6  # four states, the band in the legend and in the drawing


def test_a_forecast_is_drawn_for_as_long_as_the_past_and_six_weeks_at_least() -> None:
    assert figures(course(1, ahead=[0, 42, 200]), "days", "screen")[0].points[-1].at == 42
    assert figures(course(60, ahead=[0, 42, 60, 200]), "days", "screen")[0].points[-1].at == 119
    assert [figure.title for figure in figures(course(1, ahead=[]), "days", "paper")] == [""]


def test_a_run_kept_before_a_column_was_there_has_no_chart_of_it() -> None:
    rows = [{"day": FIRST, "spot_limit": 10, "taken": 6, "new": 1}]
    assert [one.title for one in figures(of_report("capacity", {"days": rows}), "days", "screen")] == ["Neu reserviert"]


def words(report: str, table: str, row: Mapping[str, object]) -> str:
    chart = next(one for one in CHARTS[report] if one.table == table and one.words)
    assert chart.words
    return chart.words(row).replace("\u00a0", " ")


def test_bars_say_the_change_and_the_quote_or_of_few_visitors_their_number() -> None:
    row = {"visitors": 745, "reservations": 23, "reservations_before": 19, "quote": 30_872}
    assert words("breakdown", "values", row) == "23, ↑ +21 %, Quote 3,1 %"
    assert words("breakdown", "values", row | {"visitors": 28, "reservations_before": None}) == "23, von 28 Besuchern"
    assert words("breakdown", "values", row | {"reservations": 0, "reservations_before": None}) == "0"
    code = {"valid": 4, "uses": 5, "contracted": 1, "cancelled": 2}
    assert words("referrals", "codes", code) == "4 von 5, 2 aufgegeben"


def test_ranges_say_what_a_contract_cost_and_what_that_is_worth() -> None:
    row = {"least_cents": 4_000, "most_cents": 5_000, "verdict": "worth"}
    assert words("money", "campaigns", row) == "40,00 € bis 50,00 €: lohnt sich"
    assert words("money", "campaigns", row | {"most_cents": None, "verdict": "not_worth"}) == (
        "40,00 € und mehr: lohnt sich nicht"
    )


@pytest.mark.parametrize(
    ("covered", "told"),
    [
        ({"covered_min": 130, "covered_max": 150}, ", gedeckt nach 13,0 bis 15,0 Jahren"),
        ({"covered_min": 150, "covered_max": 150}, ", gedeckt nach 15,0 Jahren"),
        ({"covered_min": 130, "covered_max": None}, ", teils gedeckt, ab 13,0 Jahren"),
        ({"covered_min": None, "covered_max": None}, ", in dieser Zeit nicht gedeckt"),
        ({}, ""),
    ],
)
def test_scenarios_say_when_shares_are_covered(covered: dict[str, object], told: str) -> None:
    row = {"rate_milli_ct": 6_500, "credit_cents": 100_000, "first_year_cents": 5_000, **covered}
    assert words("credits", "scenarios", row) == f"1.000,00 € bei 6,5 Cent, 50,00 € im ersten Jahr{told}"
