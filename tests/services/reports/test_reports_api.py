"""Reports over HTTP: by role, typed, at once, line by line or as a file, and never longer than somebody listens."""

import asyncio
import csv
import io
import json
import threading
from datetime import date, timedelta
from itertools import product
from typing import Any

import openpyxl
import pytest
from pyarrow import parquet
from starlette.testclient import TestClient

from analytics.definitions import definitions
from services.reports.export.table_file import FileFormat, file_of, table_of
from services.reports.parameters import read_parameters
from services.reports.pool.progress import Monitor
from services.reports.run import ReportContext, run_report
from services.reports.staff_api import LINES, lines_of
from services.store.place import store_of
from tests.analytics.visit_rows import NOON, add_visits, visits_from
from tests.fixtures.proved import proved
from tests.fixtures.staff import StaffClient, state_of
from tests.services.exports.stored_rows import add_reservations

OVERVIEW = "/api/staff/reports/overview"
OCTOBER = {"from": "2026-10-01", "to": "2026-10-31"}


def listed(client: TestClient) -> list[dict[str, Any]]:
    answer = client.get("/api/staff/reports")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["data"]
    return found


def test_marketing_sees_every_report_and_clerks_those_for_everyone(staff_client: StaffClient) -> None:
    everyone = [name for name, one in definitions().items() if one.audience == "everyone"]
    assert [one["name"] for one in listed(staff_client("marketing"))] == list(definitions())
    assert [one["name"] for one in listed(staff_client("staff"))] == everyone


def test_reports_of_an_empty_product_are_answers_with_words_and_files_with_a_head(
    staff_client: StaffClient, client: TestClient, subtests: pytest.Subtests
) -> None:
    admin, state = staff_client("admin"), state_of(client)
    context = ReportContext(state.db, store_of(state.settings), state.clock())
    for name, definition in proved([*definitions().items()][::4], [*definitions().items()]):
        with subtests.test(name):
            answer = admin.get(f"/api/staff/reports/{name}")
            assert answer.status_code == 200, answer.text
            told = answer.json()
            assert (told["report"], told["title"], told["question"]) == (name, definition.title, definition.question)
            assert (told["stand"]["visits"], told["stand"]["reservations"]) == (0, 0)
            shown = [table.name for table in definition.tables if table.reach != "files"]
            assert list(told["tables"]) == shown
            for table in told["tables"].values():
                assert table["sentence"].endswith("."), f"{table} says nothing"
                assert len(table["rows"]) == table["total_rows"]
            computed = run_report(context, definition, read_parameters(definition, [], date(2026, 11, 3)), limit=None)
            for table, form in product(computed.tables, FileFormat):
                file = file_of(table_of(computed, table), form, state.settings.data_dir, {})
                assert b"".join(file.pieces)
                file.close()


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


def test_a_period_before_the_first_visit_is_empty(marketer: TestClient) -> None:
    early = {"from": "2020-01-01", "to": str(NOON.date() - timedelta(days=2_000)), "compare": "year"}
    totals = marketer.get(OVERVIEW, params=early).json()["tables"]["totals"]
    assert (totals["rows"][0]["visitors"], totals["rows"][0]["visitors_before"]) == (0, None)
    assert totals["sentence"] == "In diesem Zeitraum gab es keine Besuche."


CAPACITY = "/api/staff/reports/capacity"
AUTUMN = {"from": "2026-10-01", "to": "2026-11-03", "park": "ingolstadt"}


def test_every_format_holds_what_the_answer_says(staff_client: StaffClient, client: TestClient) -> None:
    add_reservations(state_of(client).db, [{"state": "reserved"}, {"state": "contracted", "annual_kwh": 3000}])
    clerk = staff_client("staff")
    told = clerk.get(CAPACITY, params=AUTUMN).json()
    rows = told["tables"]["mix"]["rows"]
    assert len(rows) == 2

    def fetched(file: str) -> Any:
        answer = clerk.get(f"{CAPACITY}/files/{file}", params=AUTUMN)
        assert answer.status_code == 200, answer.text
        return answer

    assert parquet.read_table(io.BytesIO(fetched("mix.parquet").content)).to_pylist() == rows
    book = openpyxl.load_workbook(io.BytesIO(fetched("mix.xlsx").content))
    sheet = list(book["Pakete und Zahlweisen"].iter_rows(values_only=True))[1:]
    assert [line[2:5] for line in sheet] == [
        (row["taken"], row["taken_share"] / 1_000_000, row["taken_kwh"]) for row in rows
    ]
    text = fetched("mix.csv").content.decode("utf-8-sig")
    lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))[1:]
    assert [[int(line[2]), int(float(line[3].replace(",", ".")) * 10_000)] for line in lines] == [
        [row["taken"], row["taken_share"]] for row in rows
    ]
    days = fetched("days.csv")
    name = "voltigo-auslastung-tag-fuer-tag-ingolstadt-2026-10-01-bis-2026-11-03.csv"
    assert days.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert days.headers["x-rows"] == str(len(told["tables"]["days"]["rows"])) == "34"
    assert days.headers["content-type"] == "text/csv; charset=utf-8"
    assert days.headers["cache-control"] == "no-store"
    book = openpyxl.load_workbook(io.BytesIO(fetched("forecast.xlsx").content))
    said = {line[0]: line[1] for line in book["Angaben"].iter_rows(values_only=True)}
    assert said["Was sie zeigt"] == told["tables"]["forecast"]["sentence"]
    assert (said["Zeitraum"], said["Park"]) == ("01.10.2026 bis 03.11.2026", "Ingolstadt")
    assert (said["Reservierungen"], said["Zeilen"]) == (told["stand"]["reservations"], 1)
    assert said["Noch zu reservieren"] == "Voll bei − mit Reservierung."
    for path, status in (("lost.csv", 404), ("days.pdf", 422), ("days.csv?from=gestern", 422)):
        refused = clerk.get(f"{CAPACITY}/files/{path}")
        assert (refused.status_code, refused.json()["success"]) == (status, False)
