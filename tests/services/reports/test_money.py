"""„Was bringt mein Geld“ against a recount in plain Python: sums to the last unit, intervals, verdicts, what is missing
for one, and the sums of verdicts.
"""

import math
from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from analytics.reporting import TableResult
from services.reports.period import last_ripe_quarter
from tests.fixtures.proved import proved
from tests.services.reports.recount import money, told_origins
from tests.services.reports.recount.asked import JUDGED_BY, half_up, reserved_of, ripe_days
from tests.services.reports.recount.told import Told
from tests.services.reports.test_recount import WHOLE, asked_of

pytestmark = pytest.mark.xdist_group("demo year")  # it is built once

NEAR = 0.006
"""How far interpolated limits of chance may be from exact ones."""
ASKED: Mapping[str, Mapping[str, Any]] = {
    "the usual period": {},
    "the whole year": WHOLE,
    "a target nobody reaches": {**WHOLE, "target_cents": "100"},
    "a target everybody reaches": {**WHOLE, "target_cents": "10000000"},
    "another model": {**WHOLE, "model": "linear", "look_back_days": "90", "target_cents": "40000"},
    "one source": {**WHOLE, "only_utm_source": ["google"]},
    "one page, of which costs are not known": {**WHOLE, "only_landing_path": ["/"]},
    "the last weeks, where nothing is ripe": {"from": "2026-11-01", "to": "2026-11-21"},
}


def campaigns(year: Told, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    return year.ask("money", given, ("totals", "campaigns")).tables["campaigns"].rows


def ask(year: Told, given: Mapping[str, Any]) -> tuple[TableResult, dict[str, Any], Mapping[money.Key, money.Judged]]:
    answer = year.ask("money", given, ("totals", "campaigns"))
    totals = answer.tables["totals"].rows[0]
    expected = money.judged(year.world, asked_of(answer.parameters), totals["target_cents"])
    return answer.tables["campaigns"], totals, expected


@pytest.mark.parametrize("given", ASKED.values(), ids=ASKED)
def test_every_row_is_what_the_tables_hold_and_the_verdicts_add_up(year: Told, given: Mapping[str, Any]) -> None:
    campaigns, totals, expected = ask(year, given)
    ours = {tuple(row[name] for name in JUDGED_BY): row for row in campaigns.rows}
    assert ours.keys() == expected.keys()
    for key, one in expected.items():
        row = ours[key]
        assert {name: row[name] for name in one.row} == one.row, key
        assert_near(row["least_cents"], one.least)
        assert_near(row["most_cents"], one.most)
        if not on_the_line(one, totals["target_cents"]):
            assert row["verdict"] == one.verdict, key
    by_verdict = {"worth": 0, "not_worth": 0, "open": 0}
    for row in campaigns.rows:
        if row["cost_cents"] is not None:
            by_verdict[row["verdict"]] += row["cost_cents"]
    assert [totals["worth_cents"], totals["not_worth_cents"], totals["open_cents"]] == list(by_verdict.values())
    assert sum(by_verdict.values()) == (totals["cost_cents"] or 0)
    assert totals["contracts_ppm"] == sum(row["contracts_ppm"] for row in campaigns.rows)
    paid = sum(row["contracts_ppm"] for row in campaigns.rows if row["cost_cents"] is not None)
    prices = [half_up((totals["cost_cents"] or 0) * money.UNIT, parts) for parts in (totals["contracts_ppm"], paid)]
    assert [totals["blended_cents"], totals["paid_cents"]] == (
        prices if totals["cost_cents"] is not None else [None] * 2
    )


def test_as_many_households_were_asked_and_answered_as_the_tables_hold(year: Told) -> None:
    answer = year.ask("money", WHOLE, ("totals", "campaigns"))
    heard = told_origins.asked_how_heard(year.world, asked_of(answer.parameters))
    [totals] = answer.tables["totals"].rows
    assert (totals["asked"], totals["answered"]) == (len(heard), sum(bool(one.answer) for one in heard))
    assert totals["answered"] > 0


def assert_near(cents: int | None, exact: float | None) -> None:
    if exact is None or exact == math.inf or exact > 10_000_000_00:  # an end beyond ten million euro is none
        assert cents is None or cents > 1_000_000_00
    else:
        assert cents == pytest.approx(exact, rel=NEAR, abs=1)


def on_the_line(one: money.Judged, target: int | None) -> bool:
    ends = (one.least, one.most)
    return target is not None and any(end is not None and abs(end / target - 1) < NEAR for end in ends)


def test_the_year_has_every_verdict_and_what_is_missing_for_one_would_bring_it(year: Told) -> None:
    """So many more contracts at the same course decide, and a twentieth fewer do not. Without any, money decides."""
    tried, found = 0, set()
    for target in proved((30_000, 60_000, 90_000, 150_000), (15_000, 30_000, 40_000, 60_000, 90_000, 150_000, 300_000)):
        rows = campaigns(year, {**WHOLE, "target_cents": str(target)})
        found |= {row["verdict"] for row in rows}
        for row in rows:
            if row["more_contracts"] is not None:
                reference = (row["contracts_ppm"] or row["most_ppm"]) / money.UNIT
                assert is_decided(row, 1 + 1.01 * (row["more_contracts"] + 1) / reference, target)
                assert not is_decided(row, 1 + 0.95 * max(row["more_contracts"] - 2, 0) / reference, target)
                tried += 1
    assert tried >= 3
    assert found >= {"worth", "not_worth", "open", "no_costs"}
    rows = campaigns(year, {**WHOLE, "target_cents": "10000000"})
    for row in (row for row in rows if row["most_ppm"] == 0 and row["cost_cents"]):
        assert row["verdict"] == "open"
        assert row["cost_cents"] + row["more_cents"] == math.floor(10_000_000 * 2.302585) + 1


def is_decided(row: Mapping[str, Any], times: float, target: int) -> bool:
    cost, fewest, most = (row[name] * times for name in ("cost_cents", "fewest_ppm", "most_ppm"))
    lower = money.quantile(fewest / money.UNIT, 0.1) if fewest else 0.0
    return cost <= target * lower or cost > target * money.quantile(most / money.UNIT + 1, 0.9)


def test_the_totals_say_what_is_ripe(year: Told) -> None:
    _, totals, _ = ask(year, WHOLE)
    asked = asked_of({"from_day": date(2025, 11, 21), "to_day": date(2026, 11, 21)})
    ages = [(year.world.today - one.day).days for one in reserved_of(year.world, asked)]
    ripe = [age for age in ages if age >= ripe_days(year.world)]
    assert (totals["reservations"], totals["unripe_reservations"]) == (len(ripe), len(ages) - len(ripe))
    assert (totals["ripe_days"], totals["youngest_days"]) == (ripe_days(year.world), min(ripe))


def test_the_last_ripe_quarter_ended_six_weeks_ago() -> None:
    for today, first, last in (
        (date(2026, 11, 10), date(2026, 4, 1), date(2026, 6, 30)),
        (date(2026, 11, 11), date(2026, 7, 1), date(2026, 9, 30)),
        (date(2026, 2, 10), date(2025, 7, 1), date(2025, 9, 30)),
        (date(2026, 2, 11), date(2025, 10, 1), date(2025, 12, 31)),
    ):
        assert last_ripe_quarter(today) == (first, last)


QUARTERS = ({"from": "2026-04-01", "to": "2026-06-30"}, {"from": "2026-01-01", "to": "2026-03-31"})
COMPARED = ("cost_cents", "contracts_ppm", "cost_per_contract")


def by_origin(rows: list[dict[str, Any]]) -> dict[tuple[Any, ...], dict[str, Any]]:
    return {tuple(row[name] for name in JUDGED_BY): row for row in rows}


def test_a_ripe_quarter_stands_beside_the_one_before_as_each_is_told_alone(year: Told) -> None:
    compared = by_origin(year.ask("money", {**QUARTERS[0], "compare": "previous"}).tables["compared"].rows)
    now, before = (by_origin(campaigns(year, asked)) for asked in QUARTERS)
    paid = {key for ones in (now, before) for key, row in ones.items() if row["cost_cents"] or row["most_ppm"]}
    assert compared.keys() == paid
    for key, row in compared.items():
        for name in COMPARED:
            absent = 0 if name == "contracts_ppm" else None
            assert row[name] == (now[key][name] if key in now else absent)
            assert row[f"{name}_before"] == (before[key][name] if key in before else absent)
    assert sum(row["cost_per_contract"] is not None for row in compared.values()) > 1
    assert any(row["cost_per_contract_before"] is None for row in compared.values()), "a side that is not known"


def test_files_have_the_comparison_only_where_one_is_chosen(year: Told) -> None:
    alone, both = year.ask("money", QUARTERS[0]), year.ask("money", {**QUARTERS[0], "compare": "previous"})
    assert list(alone.in_files) == [name for name in alone.tables if name != "compared"]
    assert list(both.in_files) == list(both.tables)
    assert "compared" in both.in_files


def test_what_is_not_ripe_as_a_whole_is_never_compared(year: Told) -> None:
    for asked in (
        QUARTERS[0],  # no comparison
        {"from": "2026-10-01", "to": "2026-10-31", "compare": "previous"},  # a month that is not ripe
        {"from": "2026-01-01", "to": "2026-11-20", "compare": "year"},  # ripe in part
        {**QUARTERS[1], "compare": "own", "compare_from": "2026-08-01", "compare_to": "2026-11-10"},  # later
    ):
        answer = year.ask("money", asked, ("compared",))
        assert answer.tables["compared"].rows == []
        assert answer.sentences["compared"].startswith("Nichts zu vergleichen")
