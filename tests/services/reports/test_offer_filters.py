"""Reservations by package and payment plan, in the reports that count nothing else, over the demonstration year."""

from typing import Any

import pytest

from analytics.definitions import definitions
from analytics.parameters import PARAMETERS, OneOf
from tests.services.reports.recount.told import Year

pytestmark = pytest.mark.xdist_group("demo year")  # it is built once

ASKED: dict[str, Any] = {"from": "2026-03-01", "to": "2026-11-08"}
OFFERED = {"credits", "paths", "reservations"}


def choices(name: str) -> list[str]:
    parameter = PARAMETERS[name]
    assert isinstance(parameter, OneOf)
    return [choice for choice in parameter.names if choice != "all"]


def test_reports_of_visits_and_costs_do_not_offer_what_these_do_not_have() -> None:
    found = {name for name, one in definitions().items() if {"package", "plan"} & set(one.parameters)}
    assert found == OFFERED


@pytest.mark.parametrize("name", ["package", "plan"])
def test_the_parts_are_the_whole_and_lead_to_themselves(year: Year, name: str) -> None:
    whole = year.ask("paths", ASKED).tables
    parts = {choice: year.ask("paths", ASKED | {name: choice}).tables for choice in choices(name)}
    for table in ("lengths", "durations", "paths"):
        counts = {choice: sum(row["reservations"] for row in part[table].rows) for choice, part in parts.items()}
        assert sum(counts.values()) == sum(row["reservations"] for row in whole[table].rows)
        assert min(counts.values()) > 0
        for choice, count in counts.items():
            behind = year.ask("reservations", ASKED | {name: choice}).tables["rows"].rows
            column = "annual_kwh" if name == "package" else "plan"
            assert len(behind) == count
            assert {str(row[column]) for row in behind} == {choice}
