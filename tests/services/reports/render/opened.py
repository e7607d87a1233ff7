"""Files that arrived, opened again by a library and read back into the whole numbers that the screen is given."""

import csv
import io
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import openpyxl
import pyarrow as pa

from services.core.table_files.csv import disarmed
from services.reports.labels import NOT_GIVEN, WORDS

PARTS = {
    "count": 1, "kwh": 1, "id": 1, "ppm": 10**6, "kwh_ppm": 10**6, "share_ppm": 10**6, "cents": 100,
    "cents_ppm": 10**8, "milli_ct": 1000, "tenths": 10,
}  # fmt: skip
"""How many of what a column holds are one of what people read."""
CODES = {kind: {word: code for code, word in words.items()} for kind, words in WORDS.items()}
_BERLIN = ZoneInfo("Europe/Berlin")
Column = Mapping[str, Any]


def from_excel(content: bytes, sheet: str, columns: list[Column]) -> Iterator[dict[str, Any]]:
    """The rows of a sheet; numbers have to be numbers there."""
    book = openpyxl.load_workbook(io.BytesIO(content), data_only=False)
    head, *rows = book[sheet].iter_rows()
    assert [cell.value for cell in head] == [column["label"] for column in columns]
    for row in rows:
        yield {c["name"]: _of_cell(c["kind"], cell) for c, cell in zip(columns, row, strict=True)}


def _of_cell(kind: str, cell: Any) -> Any:
    value = cell.value
    if value is None:
        return None
    if kind in PARTS:
        assert cell.data_type == "n"
        return round(Decimal(repr(value)) * PARTS[kind])
    if kind in ("day", "month"):
        return value.date().isoformat()
    if kind == "moment":
        return value.replace(tzinfo=_BERLIN).astimezone(UTC)
    return value if kind == "flag" else _code(kind, value)


def from_csv(content: bytes, columns: list[Column]) -> Iterator[dict[str, Any]]:
    """The rows as German Excel reads them."""
    head, *rows = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";")
    assert [name.split(" (")[0] for name in head] == [column["label"].split(" (")[0] for column in columns]
    for row in rows:
        yield {c["name"]: _of_text(c["kind"], text) for c, text in zip(columns, row, strict=True)}


def _of_text(kind: str, text: str) -> Any:
    if text == "":
        return None
    if kind in PARTS:
        parts = 10_000 if kind == "share_ppm" else PARTS[kind]  # in per cent
        assert "." not in text
        return round(Decimal(text.replace(",", ".")) * parts)
    match kind:
        case "day":
            return datetime.strptime(text, "%d.%m.%Y").date().isoformat()  # noqa: DTZ007
        case "month":
            return datetime.strptime(text, "%m.%Y").date().isoformat()  # noqa: DTZ007
        case "flag":
            return {"ja": True, "nein": False}[text]
        case _:
            return _code(kind, armed(text))


def armed(text: str) -> str:
    """The inverse of `disarmed`."""
    return text[1:] if text.startswith("'") and disarmed(text[1:]) == text else text


def _code(kind: str, word: str) -> Any:
    code = "" if word == NOT_GIVEN else CODES.get(kind, {}).get(word, word)
    return int(code) if kind == "package" else code


def from_parquet(table: pa.Table, columns: list[Column]) -> Iterator[dict[str, Any]]:
    """The rows as a program reads them: the whole numbers themselves."""
    assert table.column_names == [column["name"] for column in columns]
    for row in table.to_pylist():
        yield {name: value.isoformat() if isinstance(value, date) else value for name, value in row.items()}
