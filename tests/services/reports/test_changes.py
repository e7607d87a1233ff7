"""The report on what changed: it sums exactly, agrees with the breakdown and with a second computation of every cause,
and lists what happened at the time.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any

import pytest

from services.reports.events.window import begun
from services.reports.run import ReportAnswer
from tests.fixtures.proved import proved
from tests.services.reports.recount.changes import FACTORS, explained
from tests.services.reports.recount.told import Told
from tests.services.reports.test_recount import asked_of

pytestmark = pytest.mark.xdist_group("demo year")  # it is built once

QUARTER = {"from": "2026-07-01", "to": "2026-09-30"}
YOUNG = {"from": "2026-10-23", "to": "2026-11-21"}
OWN = {"compare": "own", "compare_from": "2026-10-01", "compare_to": "2026-11-20"}
ASKED: Mapping[str, Mapping[str, Any]] = {
    "contracts of a young month": {**YOUNG, "measure": "contracted"},
    "reservations of a quarter": QUARTER,
    "kWh by source": {**QUARTER, "measure": "kwh", "field": "utm_source"},
    "contracts by campaign, bots too": {
        **QUARTER,
        "measure": "contracted",
        "field": "utm_campaign",
        "with_bots": "true",
    },
    "contracts, the earlier period being the one asked for": {**QUARTER, **OWN, "measure": "contracted"},
    "one source": {**QUARTER, "only_utm_source": ["google"], "field": "utm_medium"},
    "another year's days": {**YOUNG, "compare": "own", "compare_from": "2026-02-01", "compare_to": "2026-02-03"},
    "a look-back of a day": {**QUARTER, "look_back_days": "1", "field": "channel", "measure": "kwh"},
}
COLUMNS = (*FACTORS, "unvisited", "ripeness")


def asked(year: Told, given: Mapping[str, Any]) -> ReportAnswer:
    return year.ask("changes", {"field": "channel", **given})


@pytest.mark.parametrize("given", proved([*ASKED.values()][:3], [*ASKED.values()]), ids=str)
def test_every_cause_is_what_all_orders_give_on_average(year: Told, given: Mapping[str, Any]) -> None:
    answer = asked(year, given)
    assert answer.compared is not None
    parameters = {name: value for name, value in answer.parameters.items() if name != "measure"}
    counted = explained(year.world, asked_of(parameters), answer.compared, answer.parameters["measure"])
    rows = {(row["is_unvisited"], row["value"]): row for row in answer.tables["origins"].rows}
    assert rows.keys() == counted.keys()
    for key, causes in counted.items():
        for name in COLUMNS:
            assert abs(rows[key][f"{name}_ppm"] - causes[name] * 1_000_000) <= 1, (key, name)
        assert sum(causes.values(), Fraction(0)) == rows[key]["difference"]


@pytest.mark.parametrize("given", proved([*ASKED.values()][:2], [*ASKED.values()]), ids=str)
def test_rows_and_columns_sum_exactly_to_the_difference_of_the_breakdown(year: Told, given: Mapping[str, Any]) -> None:
    answer = asked(year, given)
    origins, causes = answer.tables["origins"].rows, answer.tables["causes"].rows
    (totals,) = answer.tables["totals"].rows
    for row in origins:
        assert sum(row[f"{name}_ppm"] for name in COLUMNS) == row["difference"] * 1_000_000
    for row in causes:
        assert sum(one[f"{row['cause']}_ppm"] for one in origins) == row["effect_ppm"]
    assert sum(row["effect_ppm"] for row in causes) == totals["difference"] * 1_000_000
    shown = year.ask("breakdown", {"field": "channel", "compare": "previous", **given}).tables["values"].rows
    measure = answer.parameters["measure"]
    for column, name in (("amount", measure), ("amount_before", f"{measure}_before")):
        assert totals[column] == sum(row[name] for row in shown)
    assert totals["visits"] == sum(row["sessions"] for row in shown)


def test_without_a_comparison_nothing_is_explained(year: Told) -> None:
    for given in ({**QUARTER, "compare": "none"}, {"from": "2025-11-21", "to": "2026-01-31"}):
        answer = asked(year, given)
        assert answer.tables["totals"].rows == answer.tables["origins"].rows == answer.tables["causes"].rows == []
        assert answer.sentences["totals"].startswith("Es gibt nichts zu vergleichen")


def test_usually_the_period_before_is_explained_by_channel_groups(year: Told) -> None:
    answer = year.ask("changes", QUARTER)
    assert answer.compared == (date(2026, 4, 1), date(2026, 6, 30))
    assert answer.told["field"] == "channel_group"
    assert {column.kind for column in answer.tables["origins"].columns if column.name == "value"} == {"channel_group"}


def test_amounts_of_kwh_have_their_unit(year: Told) -> None:
    kinds = {
        column.name: column.kind for column in asked(year, {**QUARTER, "measure": "kwh"}).tables["origins"].columns
    }
    assert (kinds["difference"], kinds["mix_ppm"], kinds["visits"]) == ("kwh", "kwh_ppm", "count")


def test_what_happened_in_both_periods_is_listed_with_its_page(year: Told) -> None:
    rows = year.ask("changes", QUARTER).tables["events"].rows
    kinds = {row["kind"] for row in rows}
    assert {"campaign", "costs", "note", "spelling"} <= kinds
    days = [row["day"] for row in rows]
    assert days == sorted(days, reverse=True)
    assert all(date(2026, 4, 1) <= day <= date(2026, 9, 30) for day in days)
    assert all(row["path"].startswith("/") for row in rows)
    assert all(row["is_before"] == (row["day"] < date(2026, 7, 1)) for row in rows)


def test_a_fault_of_many_nights_is_told_once() -> None:
    nights = [datetime(2026, 5, day, tzinfo=UTC) for day in range(1, 7)]
    results = zip(nights, (0, 3, 3, 0, 1, 1), strict=True)
    assert list(begun(results)) == [(nights[1], 3), (nights[4], 1)]
