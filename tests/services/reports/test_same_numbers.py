"""The same number in the API and in every kind of file, for each report over the demonstration year."""

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import openpyxl
import pyarrow.parquet as pq
import pytest
from starlette.testclient import TestClient

from analytics.definitions import Column, definitions
from services.app import create_app
from tests.fixtures.staff import OWN_PAGE
from tests.services.held_clock import HeldClock
from tests.services.reports.recount.told import NOW, Year

pytestmark = pytest.mark.xdist_group("demo year")  # it is built once

PLACES = {"cents": 2, "ppm": 6, "share_ppm": 6, "milli_ct": 3, "tenths": 1, "cents_ppm": 8, "kwh_ppm": 6}
"""Decimals of a figure where people read it; in the API and in Parquet it is a whole number."""


@pytest.fixture(scope="module")
def marketer(year: Year) -> Iterator[TestClient]:
    with TestClient(create_app(year.settings, clock=HeldClock(NOW)), headers=OWN_PAGE) as client:
        entry = next(one for one in year.log_ins if one.role == "marketing")
        body = {"email": entry.email, "password": entry.password}
        assert client.post("/api/staff/session", json=body).status_code == 200
        yield client


@pytest.mark.sample(2)
@pytest.mark.parametrize("report", definitions())
def test_the_api_and_every_file_tell_the_same(year: Year, marketer: TestClient, report: str) -> None:
    definition = definitions()[report]
    asked = {"compare": "previous"} if definition.is_compared else {}
    answer = marketer.get(f"/api/staff/reports/{report}", params=asked)
    assert answer.status_code == 200, answer.text
    computed = year.ask(report, asked).tables
    for name, told in answer.json()["tables"].items():
        columns = computed[name].columns
        rows = [told_row(row, columns) for row in computed[name].values]
        answered = [told_row([row[column.name] for column in columns], columns) for row in told["rows"]]
        assert answered == rows[: len(answered)]
        assert told["total_rows"] == len(rows)
        address = f"/api/staff/reports/{report}/files/{name}"
        stored = pq.read_table(io.BytesIO(fetched(marketer, f"{address}.parquet", asked)))
        assert stored.column_names == [column.name for column in columns]
        assert [told_row(row.values(), columns) for row in stored.to_pylist()] == rows
        figures = [[row[place] for place in figures_of(columns)] for row in rows]
        assert in_workbook(fetched(marketer, f"{address}.xlsx", asked), columns) == figures
        assert in_csv(fetched(marketer, f"{address}.csv", asked), columns) == figures


def fetched(client: TestClient, address: str, asked: dict[str, str]) -> bytes:
    answer = client.get(address, params=asked)
    assert answer.status_code == 200, answer.text
    return answer.content


def told_row(row: Iterable[Any], columns: tuple[Column, ...]) -> list[Any]:
    """Figures as they are; names and days as their texts."""
    return [
        value if column.is_measure or value is None else value.isoformat() if isinstance(value, date) else str(value)
        for value, column in zip(row, columns, strict=True)
    ]


def figures_of(columns: tuple[Column, ...]) -> list[int]:
    return [place for place, column in enumerate(columns) if column.is_measure]


def in_workbook(content: bytes, columns: tuple[Column, ...]) -> list[list[int | None]]:
    sheet = openpyxl.load_workbook(io.BytesIO(content), read_only=True).worksheets[0]
    found = []
    for cells in sheet.iter_rows(min_row=2, max_col=len(columns), values_only=True):
        told = [(cells[place], columns[place]) for place in figures_of(columns)]
        found.append([None if value is None else whole(Decimal(repr(value)), column.kind) for value, column in told])
    return found


def in_csv(content: bytes, columns: tuple[Column, ...]) -> list[list[int | None]]:
    lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))
    found = []
    for cells in lines[1:]:
        told = [(cells[place], columns[place]) for place in figures_of(columns)]
        found.append([read(text, column.kind) if text else None for text, column in told])
    return found


def read(text: str, kind: str) -> int:
    """Per cent have a hundredth of what they are of; all else stands as it is."""
    value = Decimal(text.replace(",", "."))
    return whole(value / 100 if kind == "share_ppm" else value, kind)


def whole(value: Decimal, kind: str) -> int:
    scaled = value.scaleb(PLACES.get(kind, 0))
    assert abs(scaled - round(scaled)) < Decimal("0.001"), (value, kind)
    return round(scaled)
