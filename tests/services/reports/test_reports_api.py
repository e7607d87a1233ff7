"""Reports over HTTP: by role, typed, at once or line by line, and never longer than somebody listens."""

import asyncio
import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from analytics.definitions import definitions
from services.reports.pool.progress import Monitor
from services.reports.staff_api import LINES, lines_of
from tests.analytics.visit_rows import NOON, add_visits, visits_from
from tests.fixtures.staff import StaffClient, state_of

OVERVIEW = "/api/staff/reports/overview"
OCTOBER = {"from": "2026-10-01", "to": "2026-10-31"}


def listed(client: TestClient) -> list[dict[str, Any]]:
    answer = client.get("/api/staff/reports")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["data"]
    return found


@pytest.mark.usefixtures("database_url")
def test_marketing_sees_every_report_and_clerks_those_for_everyone(staff_client: StaffClient) -> None:
    everyone = [name for name, one in definitions().items() if one.audience == "everyone"]
    assert [one["name"] for one in listed(staff_client("marketing"))] == list(definitions())
    assert [one["name"] for one in listed(staff_client("staff"))] == everyone


@pytest.mark.parametrize("name", definitions())
def test_a_report_asks_for_its_role(client: TestClient, staff_client: StaffClient, name: str) -> None:
    address = f"/api/staff/reports/{name}"
    assert client.get(address).status_code == 401
    expected = 200 if definitions()[name].audience == "everyone" else 403
    assert staff_client("staff").get(address).status_code == expected


@pytest.mark.sample(3)
@pytest.mark.both_databases
@pytest.mark.usefixtures("database_url")
@pytest.mark.parametrize("name", definitions())
def test_a_report_of_an_empty_product_is_an_answer_with_words(staff_client: StaffClient, name: str) -> None:
    answer = staff_client("admin").get(f"/api/staff/reports/{name}")
    assert answer.status_code == 200, answer.text
    told = answer.json()
    definition = definitions()[name]
    assert (told["report"], told["title"], told["question"]) == (name, definition.title, definition.question)
    assert (told["stand"]["visits"], told["stand"]["reservations"]) == (0, 0)
    assert list(told["tables"]) == [table.name for table in definition.tables]
    for table in definition.tables:
        found = told["tables"][table.name]
        assert found["sentence"].endswith("."), f"{table.name} says nothing"
        assert len(found["rows"]) == found["total_rows"]


def test_a_report_tells_the_columns_of_its_tables(marketer: TestClient) -> None:
    overview = next(one for one in listed(marketer) if one["name"] == "overview")
    assert list(overview["columns"]) == list(overview["tables"])
    day, visitors = overview["columns"]["days"][:2]
    assert (day["name"], day["kind"], day["label"]) == ("day", "day", "Tag")
    assert (visitors["name"], visitors["kind"]) == ("visitors", "count")
    assert visitors["meaning"].endswith(".")


def test_a_report_tells_its_parameters_and_where_they_come_from(marketer: TestClient) -> None:
    told = marketer.get(OVERVIEW, params={**OCTOBER, "only_utm_source": ["google", "bing"]}).json()
    assert told["parameters"]["from"] == "2026-10-01"
    assert told["parameters"]["only_utm_source"] == ["google", "bing"]
    assert told["parameters"]["only_utm_medium"] is None
    described = {one["name"]: one for one in next(o for o in listed(marketer) if o["name"] == "overview")["parameters"]}
    assert described["compare"]["choices"] == ["none", "previous", "weekdays", "year", "own"]
    assert described["from"]["kind"] == "day"


def test_wrong_parameters_are_named_with_a_german_sentence(marketer: TestClient) -> None:
    answer = marketer.get(OVERVIEW, params={"from": "gestern", "compare": "immer", "wetter": "schön"})
    assert answer.status_code == 422
    assert {(error["field"], error["message"]) for error in answer.json()["errors"]} == {
        ("from", "Bitte geben Sie einen Tag an, den es gibt, zum Beispiel 2026-11-21."),
        ("compare", "Bitte wählen Sie einen der angebotenen Werte."),
        ("wetter", "Diese Angabe kennt der Bericht nicht."),
    }
    assert "gestern" not in answer.text


@pytest.mark.both_databases
def test_line_by_line_comes_what_comes_at_once(client: TestClient, marketer: TestClient) -> None:
    add_visits(state_of(client).db, visits_from(NOON, 5))
    whole = marketer.get(OVERVIEW, params=OCTOBER).json()
    answer = marketer.get(OVERVIEW, params=OCTOBER, headers={"accept": LINES})
    assert answer.headers["content-type"].startswith(LINES)
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert all(0 <= line["progress"] <= 1 for line in lines[:-1])
    last = lines[-1]["result"]
    assert last["tables"] == whole["tables"]
    assert last["tables"]["totals"]["rows"][0]["visitors"] == 5


def test_a_refusal_while_lines_come_is_the_last_line() -> None:
    def run(monitor: Monitor) -> str:
        monitor.stop()
        monitor.step(1, 2)
        return "{}"

    async def read() -> list[str]:
        return [line async for line in lines_of(run)]

    problem = json.loads(asyncio.run(read())[-1])["problem"]
    assert (problem["code"], problem["title"]) == ("stopped", "Die Auswertung wurde abgebrochen.")


def test_a_run_stops_when_nobody_listens_any_more() -> None:
    waits, has_stopped = threading.Event(), threading.Event()

    def run(monitor: Monitor) -> str:
        try:
            while True:
                monitor.step(1, 4)
                waits.wait(0.01)
        finally:
            has_stopped.set()

    async def leave_after_a_line() -> str:
        lines = lines_of(run)
        first = await anext(lines)
        await lines.aclose()
        return first

    assert json.loads(asyncio.run(leave_after_a_line())) == {"progress": 0.25}
    assert has_stopped.wait(60)


@pytest.mark.both_databases
def test_a_period_before_the_first_visit_is_empty(marketer: TestClient) -> None:
    early = {"from": "2020-01-01", "to": str(NOON.date() - timedelta(days=2_000)), "compare": "year"}
    totals = marketer.get(OVERVIEW, params=early).json()["tables"]["totals"]
    assert (totals["rows"][0]["visitors"], totals["rows"][0]["visitors_before"]) == (0, None)
    assert totals["sentence"] == "In diesem Zeitraum gab es keine Besuche."
