"""Files of reports over HTTP: by role, with the parameters of the screen, the same figures as the answer."""

import csv
import io
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from pyarrow import parquet
from starlette.testclient import TestClient

from analytics.definitions import definitions
from analytics.store.catalogue import Store
from services.core.db.db import Database
from services.reports.export.table_file import FileFormat, file_of, table_of
from services.reports.parameters import read_parameters
from services.reports.run import ReportContext, run_report
from tests.fixtures.staff import StaffClient, state_of
from tests.services.exports.stored_rows import add_reservations
from tests.services.held_clock import HeldClock

CAPACITY = "/api/staff/reports/capacity"
AUTUMN = {"from": "2026-10-01", "to": "2026-11-03", "park": "ingolstadt"}


@pytest.fixture
def clerk(staff_client: StaffClient, db: Database) -> TestClient:
    browser = staff_client("staff")
    add_reservations(state_of(browser).db, [{"state": "reserved"}, {"state": "contracted", "annual_kwh": 3000}])
    return browser


def rows_of(browser: TestClient, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser.get(CAPACITY, params=AUTUMN).json()["tables"][table]["rows"]
    return found


def fetched(browser: TestClient, table: str, form: str) -> Any:
    answer = browser.get(f"{CAPACITY}/files/{table}.{form}", params=AUTUMN)
    assert answer.status_code == 200, answer.text
    return answer


def test_every_format_holds_what_the_answer_says(clerk: TestClient) -> None:
    rows = rows_of(clerk, "mix")
    assert len(rows) == 2
    answer = fetched(clerk, "mix", "parquet")
    assert parquet.read_table(io.BytesIO(answer.content)).to_pylist() == rows
    book = openpyxl.load_workbook(io.BytesIO(fetched(clerk, "mix", "xlsx").content))
    sheet = list(book["Pakete und Zahlweisen"].iter_rows(values_only=True))[1:]
    assert [line[2:5] for line in sheet] == [
        (row["taken"], row["taken_share"] / 1_000_000, row["taken_kwh"]) for row in rows
    ]
    text = fetched(clerk, "mix", "csv").content.decode("utf-8-sig")
    lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))[1:]
    assert [[int(line[2]), int(float(line[3].replace(",", ".")) * 10_000)] for line in lines] == [
        [row["taken"], row["taken_share"]] for row in rows
    ]


def test_a_file_says_its_name_its_rows_and_that_nobody_keeps_it(clerk: TestClient) -> None:
    answer = fetched(clerk, "days", "csv")
    name = "voltigo-auslastung-tag-fuer-tag-ingolstadt-2026-10-01-bis-2026-11-03.csv"
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert answer.headers["x-rows"] == str(len(rows_of(clerk, "days"))) == "34"
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"


def test_the_sheet_beside_says_what_the_screen_says(clerk: TestClient) -> None:
    told = clerk.get(CAPACITY, params=AUTUMN).json()
    book = openpyxl.load_workbook(io.BytesIO(fetched(clerk, "forecast", "xlsx").content))
    said = {line[0]: line[1] for line in book["Angaben"].iter_rows(values_only=True)}
    assert said["Was sie zeigt"] == told["tables"]["forecast"]["sentence"]
    assert (said["Zeitraum"], said["Park"]) == ("01.10.2026 bis 03.11.2026", "Ingolstadt")
    assert (said["Reservierungen"], said["Zeilen"]) == (told["stand"]["reservations"], 1)
    assert said["Noch zu reservieren"] == "Voll bei weniger Plätze mit Reservierung."


@pytest.mark.parametrize(("path", "status"), [("lost.csv", 404), ("days.pdf", 422), ("days.csv?from=gestern", 422)])
def test_what_there_is_not_is_refused(path: str, status: int, clerk: TestClient) -> None:
    answer = clerk.get(f"{CAPACITY}/files/{path}")
    assert (answer.status_code, answer.json()["success"]) == (status, False)


@pytest.mark.sample(5)
@pytest.mark.parametrize("report", definitions())
def test_every_table_of_a_report_is_a_file_even_without_rows(
    report: str, db: Database, database_url: str, tmp_path: Path
) -> None:
    context = ReportContext(db, Store(database_url, tmp_path / "store"), HeldClock().now)
    definition = definitions()[report]
    answer = run_report(context, definition, read_parameters(definition, [], date(2026, 11, 3)), limit=None)
    for table in answer.tables:
        for form in FileFormat:
            file = file_of(table_of(answer, table), form, tmp_path, {})
            assert b"".join(file.pieces)
            file.close()


@pytest.mark.parametrize("report", definitions())
def test_a_file_asks_for_the_role_of_its_report(client: TestClient, staff_client: StaffClient, report: str) -> None:
    address = f"/api/staff/reports/{report}/files/{definitions()[report].tables[0].name}.csv"
    assert client.get(address).status_code == 401
    expected = 200 if definitions()[report].audience == "everyone" else 403
    assert staff_client("staff").get(address).status_code == expected
