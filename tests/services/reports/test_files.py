"""Tables of reports as files, opened again and compared value by value."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow as pa
import pytest
from pyarrow import parquet

from analytics.columns import LABELS
from analytics.definitions import Column
from analytics.kinds import MEASURES
from services.reports.export.kinds import KINDS
from services.reports.export.table_file import FileFormat, ReportTable, file_name, file_of
from services.reports.labels import WORDS
from tests.fixtures.proved import proved

shown = datetime.fromisoformat
FORMULA = '=HYPERLINK("http://x";"y")'
DAY = date(2026, 11, 21)
MOMENT = datetime.fromisoformat("2026-07-31T22:30")
Cell = tuple[Any, str, Any]
"""A value, how a CSV file writes it, and what a workbook holds."""
CELLS: list[tuple[Column, str, Cell, Cell, str, str]] = [
    (Column("day", "day", "Tag", "Der Tag in Berlin."), "Tag",
     (DAY, "21.11.2026", shown("2026-11-21")), (DAY, "21.11.2026", shown("2026-11-21")), "dd.mm.yyyy", ""),
    (Column("month", "month", "Monat", "Der Monat."), "Monat",
     (date(2026, 11, 1), "11.2026", shown("2026-11-01")), (date(2026, 1, 1), "01.2026", shown("2026-01-01")),
     "mm.yyyy", ""),
    (Column("made_at", "moment", "Eingang", "Wann sie kam."), "Eingang",
     (MOMENT, "01.08.2026 00:30", shown("2026-08-01T00:30")), (MOMENT, "01.08.2026 00:30", shown("2026-08-01T00:30")),
     "dd.mm.yyyy hh:mm", ""),
    (Column("source", "text", "Quelle", "Wie geschrieben."), "Quelle",
     ("Mühlbäch ß €", "Mühlbäch ß €", "Mühlbäch ß €"), (FORMULA, f"'{FORMULA}", FORMULA), "General", ""),
    (Column("channel", "channel", "Kanal", "Woher."), "Kanal",
     ("referrer", "Andere Seite", "Andere Seite"), ("direct", "Direkt", "Direkt"), "General", ""),
    (Column("plan", "plan", "Zahlweise", "Wie bezahlt wird."), "Zahlweise",
     ("24m", "24 Raten", "24 Raten"), ("one-off", "Einmalzahlung", "Einmalzahlung"), "General", ""),
    (Column("package", "package", "Paket", "Wie groß."), "Paket",
     (2000, "Standard (2.000 kWh)", "Standard (2.000 kWh)"), (3000, "Premium (3.000 kWh)", "Premium (3.000 kWh)"),
     "General", "kWh a year"),
    (Column("state", "state", "Stand", "Wie weit."), "Stand",
     ("contracted", "Vertrag geschlossen", "Vertrag geschlossen"), ("cancelled", "Storniert", "Storniert"),
     "General", ""),
    (Column("is_new", "flag", "Neu", "Ob neu."), "Neu", (True, "ja", True), (False, "nein", False), "General", ""),
    (Column("id", "id", "Nummer", "Die Nummer."), "Nummer", (7, "7", 7), (8, "8", 8), "0", "any"),
    (Column("visitors", "count", "Besucher", "Gezählt."), "Besucher",
     (1_234_567, "1234567", 1_234_567), (-1, "-1", -1), "#,##0", "any"),
    (Column("reservations", "ppm", "Reservierungen", "Anteilig gezählt."), "Reservierungen",
     (12_345_678, "12,345678", 12.345678), (-1, "-0,000001", -1e-6), "#,##0.00", "any"),
    (Column("rate", "share_ppm", "Quote", "Reservierungen durch Besucher."), "Quote (%)",
     (34_567, "3,4567", 0.034567), (-1_000_000, "-100,0000", -1), "0.0 %", "millionth of 1"),
    (Column("cost", "cents", "Kosten", "Was gebucht wurde."), "Kosten (€)",
     (129_999, "1299,99", 1299.99), (-5, "-0,05", -0.05), '#,##0.00 "€"', "cent"),
    (Column("kwh", "kwh", "Vertraglich", "Größe der Anteile."), "Vertraglich (kWh)",
     (2_000, "2000", 2000), (-3, "-3", -3), '#,##0 "kWh"', "any"),
    (Column("share_kwh", "kwh_ppm", "Anteilig", "Größe, anteilig."), "Anteilig (kWh)",
     (1_500_000, "1,500000", 1.5), (-1, "-0,000001", -1e-6), '#,##0.00 "kWh"', "any"),
    (Column("share_cost", "cents_ppm", "Kosten anteilig", "Kosten, anteilig."), "Kosten anteilig (€)",
     (123_456_789, "1,23456789", 1.23456789), (-1, "-0,00000001", -1e-8), '#,##0.00 "€"', "any"),
    (Column("each", "milli_ct", "Kosten je kWh (ct)", "Kosten durch kWh."), "Kosten je kWh (ct)",
     (4_250, "4,250", 4.25), (-1, "-0,001", -0.001), '#,##0.000 "ct"', "thousandth of a cent"),
    (Column("years", "tenths", "Jahre", "Bis es sich trägt."), "Jahre",
     (155, "15,5", 15.5), (-1, "-0,1", -0.1), "#,##0.0", "any"),
]  # fmt: skip
"""Column, its head in CSV, a value, one below zero, the number format, the unit that Parquet names ("any": some)."""
COLUMNS = tuple(one[0] for one in CELLS)
FULL, NEGATIVE = (tuple(one[place][0] for one in CELLS) for place in (2, 3))
ZERO = (DAY, DAY, MOMENT, "", "somewhere", "99m", 1, "lost", False, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
NULLS = (None,) * len(COLUMNS)
ROWS = [FULL, NEGATIVE, ZERO, NULLS]
TABLE = ReportTable(
    report="Überblick",
    question="Was kommt, was bleibt?",
    title="Nach Tagen",
    grain="eine Zeile je Tag",
    sentence="Im Zeitraum kamen 1.234.567 Besucher.",
    told={
        "from": "2026-08-24",
        "to": "2026-11-21",
        "compare": "previous",
        "with_bots": False,
        "look_back_days": 30,
        "park": "ingolstadt",
        "only_channel": ["referral", ""],
        "only_utm_source": ["=1+1"],
        "only_utm_medium": None,
    },
    compared=(date(2026, 5, 25), date(2026, 8, 22)),
    at=datetime(2026, 11, 21, 20, 0, tzinfo=UTC),
    visits=110_234,
    reservations=620,
    provisional="",
    version="7-9",
    columns=COLUMNS,
    rows=ROWS,
    total_rows=len(ROWS),
)
PARKS = {"ingolstadt": "Ingolstadt"}


def made(form: str, folder: Path, table: ReportTable = TABLE) -> bytes:
    """The whole file; nothing is left in its folder."""
    file = file_of(table, FileFormat(form), folder, PARKS)
    content = b"".join(file.pieces)
    file.close()
    assert list(folder.iterdir()) == []
    return content


def csv_rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))


def test_every_kind_of_column_has_a_form_in_files() -> None:
    assert set(KINDS) == LABELS | MEASURES.keys()


def test_words_are_those_of_kinds_there_are() -> None:
    assert set(WORDS) <= LABELS


def test_name_is_plain_ascii_and_says_what_is_in_it() -> None:
    assert file_name(TABLE, "xlsx") == "voltigo-ueberblick-nach-tagen-ingolstadt-2026-08-24-bis-2026-11-21.xlsx"
    odd = replace(TABLE, report="Größe, Preis & „Anteil“?", title="É/ß", told={})
    assert file_name(odd, "csv") == "voltigo-groesse-preis-anteil-e-ss.csv"


# CSV


def test_csv_reads_in_german_excel_as_it_stands_on_the_screen(tmp_path: Path) -> None:
    content = made("csv", tmp_path)
    assert content.startswith(b"\xef\xbb\xbfTag;Monat;Eingang;Quelle;")
    assert content.count(b"\r\n") == content.count(b"\n") == 5
    head, full, negative, zero, nulls = csv_rows(content)
    assert head == [one[1] for one in CELLS]
    assert full == [one[2][1] for one in CELLS]
    assert negative == [one[3][1] for one in CELLS]
    assert zero[3:9] == ["ohne Angabe", "somewhere", "99m", "1", "lost", "nein"]
    assert [Decimal(cell.replace(",", ".")) for cell in zero[9:]] == [0] * 10
    assert nulls == [""] * len(COLUMNS)


def test_text_that_looks_like_a_formula_is_text_in_both(tmp_path: Path) -> None:
    texts = ["=1+1", "+49", "-1", "@sum", "\tx", "\rx", "＝1"]
    table = replace(TABLE, columns=(COLUMNS[3],), rows=[(text,) for text in texts], total_rows=len(texts))
    assert csv_rows(made("csv", tmp_path, table))[1:] == [[f"'{text}"] for text in texts]
    sheet = openpyxl.load_workbook(io.BytesIO(made("xlsx", tmp_path, table)))["Nach Tagen"]
    assert {(cell.data_type, cell.hyperlink) for cell in sheet["A"][1:]} == {("s", None)}


# XLSX


def test_workbook_has_numbers_that_excel_calculates_with(tmp_path: Path) -> None:
    book = openpyxl.load_workbook(io.BytesIO(made("xlsx", tmp_path)))
    assert book.sheetnames == ["Nach Tagen", "Angaben"]
    head, full, negative, zero = book["Nach Tagen"].iter_rows(max_row=4)
    assert [cell.value for cell in head] == [column.label for column in COLUMNS]
    assert [cell.value for cell in full] == [one[2][2] for one in CELLS]
    assert [cell.value for cell in negative] == [one[3][2] for one in CELLS]
    assert negative[3].data_type == "s"
    assert [cell.value for cell in zero[9:]] == [0] * 10
    assert zero[3].value == "ohne Angabe"
    assert [cell.value for cell in next(book["Nach Tagen"].iter_rows(min_row=5, max_row=5))] == [None] * len(COLUMNS)
    assert {cell.data_type for cell in full[9:]} == {"n"}
    places = [*range(3), *range(10, len(CELLS))]
    assert [full[place].number_format for place in places] == [CELLS[place][4] for place in places]


def test_workbook_opens_ready_to_work_with_and_tells_what_it_is(tmp_path: Path) -> None:
    book = openpyxl.load_workbook(io.BytesIO(made("xlsx", tmp_path)))
    sheet = book["Nach Tagen"]
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A2", "A1:S5")
    assert sheet.column_dimensions["D"].width >= 20
    said = [(line[0].value, line[1].value) for line in book["Angaben"].iter_rows()]
    assert said == [
        ("Bericht", "Überblick"),
        ("Frage", "Was kommt, was bleibt?"),
        ("Tabelle", "Nach Tagen"),
        ("Was sie zeigt", "Im Zeitraum kamen 1.234.567 Besucher."),
        ("Zeitraum", "24.08.2026 bis 21.11.2026"),
        ("Verglichen mit", "25.05.2026 bis 22.08.2026"),
        ("Bots mitzählen", "nein"),
        ("Rückblick in Tagen", "30"),
        ("Park", "Ingolstadt"),
        ("Kanal", "Empfehlung, ohne Angabe"),
        ("Quelle", "=1+1"),
        ("Stand", shown("2026-11-21T21:00")),
        ("Ereignisse von Besuchen", 110_234),
        ("Reservierungen", 620),
        ("Zeilen", 4),
        ("Aufbau", "eine Zeile je Tag"),
        (None, None),
        ("Spalte", "Woher die Zahl kommt"),
        *((column.label, column.meaning) for column in COLUMNS),
    ]


def test_a_title_that_excel_does_not_allow_for_a_sheet_is_cut(tmp_path: Path) -> None:
    table = replace(TABLE, title="Kosten/kWh: [je Monat] und noch viel mehr")
    book = openpyxl.load_workbook(io.BytesIO(made("xlsx", tmp_path, table)))
    assert book.sheetnames == ["Kosten kWh je Monat und noc", "Angaben"]


def test_notes_of_a_table_are_a_file_of_their_own_with_a_line_for_each_metric(tmp_path: Path) -> None:
    columns = (replace(COLUMNS[10], metric="visitors"), replace(COLUMNS[10], name="visitors_before", label="davor"))
    table = replace(TABLE, columns=(*columns, replace(columns[1], metric="visitors")))
    text = made("angaben", tmp_path, table).decode("utf-8-sig")
    lines = [line.split(";") for line in text.splitlines()]
    assert lines[0] == ["Angabe", "Wert"]
    assert ["Quelle", "'=1+1"] in lines
    assert lines[-2:] == [["Kennzahl", "Spalte"], ["visitors", "Besucher"]]


# Parquet


def test_parquet_keeps_whole_numbers_and_says_what_they_are(tmp_path: Path) -> None:
    file = parquet.ParquetFile(io.BytesIO(made("parquet", tmp_path)))
    table = file.read()
    moment = MOMENT.replace(tzinfo=UTC)
    assert [tuple(row.values()) for row in table.to_pylist()] == [
        tuple(moment if value is MOMENT else value for value in row) for row in ROWS
    ]
    schema = file.schema_arrow
    assert {schema.field(one.name).type for one in (COLUMNS[6], *COLUMNS[9:])} == {pa.int64()}
    assert (schema.field("day").type, schema.field("made_at").type) == (pa.date32(), pa.timestamp("us", tz="UTC"))
    units = [(schema.field(one.name).metadata.get(b"unit") or b"").decode() for one in COLUMNS]
    assert [unit if expected != "any" else "any" for unit, (*_, expected) in zip(units, CELLS, strict=True)] == [
        expected for *_, expected in CELLS
    ]
    assert all(unit for unit, (*_, expected) in zip(units, CELLS, strict=True) if expected)
    assert schema.field("cost").metadata[b"meaning"].decode() == "Was gebucht wurde."
    assert json.loads(schema.metadata[b"voltigo.parameters"])["from"] == "2026-08-24"
    assert schema.metadata[b"voltigo.rows"] == b"4"


def test_parquet_says_which_metric_a_column_is(tmp_path: Path) -> None:
    table = replace(TABLE, columns=(*COLUMNS[:10], replace(COLUMNS[10], metric="visitors"), *COLUMNS[11:]))
    schema = parquet.ParquetFile(io.BytesIO(made("parquet", tmp_path, table))).schema_arrow
    assert schema.field("visitors").metadata[b"metric"] == b"visitors"
    assert b"metric" not in schema.field("reservations").metadata
    assert json.loads(schema.metadata[b"voltigo.metrics"]) == {"visitors": "visitors"}


# Size


class Counted(tuple[Any, ...]):
    """A row that knows how many of its kind are in memory."""

    alive = 0
    most = 0

    def __new__(cls, values: tuple[Any, ...]) -> "Counted":
        cls.alive += 1
        cls.most = max(cls.most, cls.alive)
        return super().__new__(cls, values)

    def __del__(self) -> None:
        Counted.alive -= 1


def many(count: int) -> Iterator[Counted]:
    return (Counted((DAY, number, number)) for number in range(count))


@pytest.mark.parametrize(
    ("form", "count"),
    [("csv", proved(40_000, 1_000_000)), ("parquet", proved(40_000, 1_000_000)), ("xlsx", proved(12_000, 50_000))],
)
def test_rows_are_written_as_they_come_and_never_all_in_memory(form: str, count: int, tmp_path: Path) -> None:
    columns = (COLUMNS[0], COLUMNS[10], COLUMNS[13])
    Counted.most = 0
    file = file_of(
        replace(TABLE, columns=columns, rows=many(count), total_rows=count), FileFormat(form), tmp_path, PARKS
    )
    size = sum(len(piece) for piece in file.pieces)
    file.close()
    assert 1_000 <= Counted.most <= 7_000
    assert size > count // 2


def test_a_table_without_rows_has_its_head_in_every_format(tmp_path: Path) -> None:
    empty = replace(TABLE, rows=[], total_rows=0)
    assert len(csv_rows(made("csv", tmp_path, empty))) == 1
    sheet = openpyxl.load_workbook(io.BytesIO(made("xlsx", tmp_path, empty)))["Nach Tagen"]
    assert (sheet.max_row, sheet.max_column) == (1, len(COLUMNS))
    assert parquet.read_table(io.BytesIO(made("parquet", tmp_path, empty))).num_rows == 0


def test_rows_as_answers_have_them_make_the_same_files(tmp_path: Path) -> None:
    """A kept run has its days and moments as texts."""
    kept = [tuple(value.isoformat() if isinstance(value, date) else value for value in row) for row in ROWS]
    for form in ("csv", "parquet"):
        assert made(form, tmp_path, replace(TABLE, rows=kept)) == made(form, tmp_path)


def test_a_file_that_is_given_up_leaves_nothing_behind(tmp_path: Path) -> None:
    for form in FileFormat:
        file = file_of(TABLE, form, tmp_path, PARKS)
        file.close()
        assert list(tmp_path.iterdir()) == []
