"""One label is one number: every table that shows a metric has the same sum of it, over the demonstration year.

Tables differ by what they divide it by. Where they do not agree, the label means two things, and one needs another
word.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import pytest

from analytics.definitions import definitions
from analytics.metrics import places
from analytics.reporting import TableResult
from tests.services.reports.recount.told import Year
from tests.services.reports.test_money import campaigns

pytestmark = pytest.mark.xdist_group("demo year")  # it is built once

ASKED: Mapping[str, Mapping[str, Any]] = {
    # Weeks of reservations are shown once they are over.
    "a year": {"from": "2025-11-08", "to": "2026-11-08"},
    "a quarter, and the one before": {"from": "2026-07-01", "to": "2026-09-30", "compare": "previous"},
    "a source": {"from": "2026-01-01", "to": "2026-11-08", "only_utm_source": ["google"]},
}
NOT_OF_THE_PERIOD = frozenset({"credits", "capacity"})
"""Reports of a park: their stocks of a day have no sum. `test_the_spots_of_a_park` has what does."""

MONEY = ("cost_cents", "contracts_ppm")

OF_SOME = frozenset(
    {"money.campaigns.visits", "money.campaigns.ripe", "money.cohorts.reservations"}
    | {f"money.compared.{name}" for name in MONEY}
)
"""Tables that leave origins out that had neither costs nor contracts, months that are not two weeks over, or only have
rows beside a comparison: they are compared row by row, or counted again in `test_recount.py`.
"""
ORIGIN = ("channel", "utm_source", "utm_medium", "utm_campaign", "referrer_host")


def sums(found: Mapping[str, Mapping[str, TableResult]]) -> dict[str, dict[str, int]]:
    """Of each metric whose values add up: its sum, by the place that shows it."""
    told: dict[str, dict[str, int]] = defaultdict(dict)
    for key, ones in places().items():
        for one in ones:
            if one.column.adds_up and one.definition.name in found and one.name not in OF_SOME:
                values = found[one.definition.name][one.table.name].rows
                if one.table.needs_comparison and not values:
                    continue  # no comparison was asked for
                told[key][one.name] = sum(row.get(one.column.name) or 0 for row in values)
    return told


@pytest.mark.sample(2)
@pytest.mark.parametrize("asked", ASKED)
def test_every_place_of_a_metric_has_the_same_sum(year: Year, asked: str) -> None:
    reports = [name for name in definitions() if name not in NOT_OF_THE_PERIOD]
    found = sums({name: year.ask(name, ASKED[asked]).tables for name in reports})
    assert {key: ones for key, ones in found.items() if len(set(ones.values())) > 1} == {}
    assert len({key for key, ones in found.items() if len(ones) > 1 and any(ones.values())}) >= proved_by(asked)


def proved_by(asked: str) -> int:
    """How many metrics have several places with figures at least, so that the comparison says something."""
    return 12 if asked != "a source" else 8


def test_the_spots_of_a_park(year: Year) -> None:
    answer = year.ask("capacity", {"from": "2026-07-01", "to": "2026-09-30", "park": "ingolstadt"}).tables
    totals, days, mix = (answer[name].rows for name in ("totals", "days", "mix"))
    for name in ("new", "given_up", "returned"):
        assert totals[0][name] == sum(day[name] for day in days)
    for name in ("taken", "taken_kwh"):
        assert totals[0][name] == days[-1][name] == sum(row[name] for row in mix)
    assert totals[0]["new"] == sum(row["new"] for row in mix) > 0


def test_visits_beside_costs_are_those_of_the_funnel(year: Year) -> None:
    funnel = year.ask("funnel", ASKED["a quarter, and the one before"], ("origins",)).tables["origins"].rows
    visits = {origin_of(row): row["landing"] for row in funnel}
    shown = campaigns(year, ASKED["a quarter, and the one before"])
    assert {origin_of(row): row["visits"] for row in shown} == {
        origin_of(row): visits.get(origin_of(row), 0) for row in shown
    }
    assert sum(row["visits"] for row in shown) > 0


def origin_of(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in ORIGIN)
