"""Files opened again and compared, cell by cell, with what the database holds."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import openpyxl
import pyarrow as pa
import pytest
from openpyxl.utils.escape import unescape
from pyarrow import parquet
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.core.table_files import xlsx
from services.core.table_files.csv import disarmed
from services.core.table_files.table import Kind
from services.reservations.desk.masking import pseudonym
from services.reservations.listing.columns import COLUMNS
from services.reservations.listing.filters import ListFilters
from services.reservations.models import ASKED, FILTERS
from tests.fixtures.proved import proved
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import state_of
from tests.services.exports.stored_rows import NASTY, NOW, add_reservations, add_tags, with_notes
from tests.services.held_clock import HeldClock
from tests.services.reports.render.opened import armed

BERLIN = ZoneInfo("Europe/Berlin")
MONEY = {"share_amount_cents": Decimal("1299.00"), "instalment_cents": Decimal("57.38")}


@pytest.fixture
def client(make_client: MakeClient) -> TestClient:
    return make_client(rate_limits="off", clock=HeldClock())


def fetched(browser: TestClient, form: str, **wish: Any) -> Any:
    """The answer with the file; rows oldest first."""
    body = {"resource": "reservations", "format": form, "sort": "created_at", "order": "asc", **wish}
    promised = browser.post("/api/staff/exports", json=body)
    assert promised.status_code == 200, promised.text
    answer = browser.get(promised.json()["download"])
    assert answer.status_code == 200, answer.text
    assert answer.headers["x-rows"] == str(promised.json()["rows"])
    assert answer.headers["content-disposition"] == f'attachment; filename="{promised.json()["file_name"]}"'
    assert answer.headers["cache-control"] == "no-store"
    return answer


def csv_rows(answer: Any, delimiter: str) -> list[list[str]]:
    text = answer.content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def workbook(answer: Any) -> Any:
    return openpyxl.load_workbook(io.BytesIO(answer.content))


def nasty_rows() -> list[dict[str, Any]]:
    """A text each in the name and in the notes, in two different rows."""
    return [
        {"last_name": text[:100], "notes": other, "follow_up_on": date(2026, 12, 24) if i % 2 else None}
        for i, (text, other) in enumerate(zip(NASTY, reversed(NASTY), strict=True))
    ]


# CSV


def test_excel_csv_has_german_habits(db: Database, clerk: TestClient) -> None:
    add_reservations(db, [{"notes": 'sagt "ja"; kommt', "email_confirmed_at": NOW}])
    columns = ["last_name", "postcode", "spot_number", "state", "payment_plan", "share_amount_cents", "created_at"]
    more = ["credit_tenth_ct", "price_mismatch", "duplicate_checked", "notes", "follow_up_on", "phone"]
    answer = fetched(clerk, "csv-de", columns=columns + more)
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.content.decode() == (
        "\ufeffPlatz;Stand;Nachname;Telefon;Postleitzahl;Zahlweise;Gutschrift (ct/kWh);Preis des Anteils;"
        "Dublette geprüft;Preisabweichung;Notizen;Wiedervorlage;Eingang\r\n"
        "1;Storniert;Müller;+491701234567;01067;24 Raten;6,5;1299,00;nein;ja;"
        '"sagt ""ja""; kommt";24.12.2026;03.11.2026 11:30\r\n'
    )


def test_plain_csv_is_for_programs(db: Database, clerk: TestClient) -> None:
    add_reservations(db, [{"follow_up_on": None}])
    columns = ["last_name", "state", "share_amount_cents", "price_mismatch", "follow_up_on", "created_at"]
    answer = fetched(clerk, "csv", columns=columns)
    assert answer.content.decode() == (
        "state,last_name,share_amount_eur,price_mismatch,follow_up_on,created_at\r\n"
        "cancelled,Müller,1299.00,true,,2026-11-03T10:30:15.123456Z\r\n"
    )


@pytest.mark.parametrize(("form", "delimiter"), [("csv-de", ";"), ("csv", ",")])
def test_no_text_of_a_csv_file_is_run_and_each_can_be_had_back(
    form: str, delimiter: str, db: Database, clerk: TestClient
) -> None:
    add_reservations(db, nasty_rows())
    head, *rows = csv_rows(fetched(clerk, form, columns=["last_name", "notes"]), delimiter)
    assert len(head) == 2
    assert [[armed(cell) for cell in row] for row in rows] == [[r["last_name"], r["notes"]] for r in with_notes(db)]
    for cell in (cell for row in rows for cell in row):
        begin = re.sub(r"^[\s\u200b]+", "", cell)[:1]
        assert begin not in set("=+-@＝＋－＠"), cell
        assert cell[:1] not in set("\t\r\n"), cell


def test_disarming_can_be_reversed_and_leaves_harmless_texts_as_they_are() -> None:
    for text in (*NASTY, "", "'", "''=1", "' =1", "'a"):
        assert armed(disarmed(text)) == text
    for text in ("Müller", "1.299,00 €", "00123", "'quoted'", "a=b", "", "VG-7K3M-Q2XH"):
        assert disarmed(text) == text
    for text, written in (
        ("+49 1512 3456789", "+49 1512 3456789"),  # a telephone number is no formula
        ("+498999998417", "+498999998417"),
        ("+49+1", "'+49+1"),
        ("+cmd", "'+cmd"),
        ("-1+1", "'-1+1"),
        ("=1+1", "'=1+1"),
        ("'+498999998417", "''+498999998417"),
    ):
        assert disarmed(text) == written
        assert armed(written) == text


# XLSX


def test_workbook_holds_every_cell_as_stored_no_formula_and_no_link(db: Database, clerk: TestClient) -> None:
    add_reservations(db, nasty_rows())
    add_tags(db, 2, "Rückruf", "=1+1", "Bauernhof")
    answer = fetched(clerk, "xlsx")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = archive.namelist()
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet
    assert "hyperlink" not in sheet.replace("HYPERLINK", "").lower()
    assert not any("externalLink" in name or (name.endswith(".rels") and "sheet" in name) for name in names)
    book = workbook(answer)
    head, *lines = book["Reservierungen"].iter_rows()
    assert [cell.value for cell in head] == [column.heading for column in COLUMNS]
    places = {column.name: i for i, column in enumerate(COLUMNS)}
    chosen = [one.column for one in ASKED if one.values.options]
    rows = with_notes(db)
    assert len(lines) == len(rows)
    for line, row in zip(lines, rows, strict=True):
        cells = {name: line[i] for name, i in places.items()}
        for name in ("first_name", "last_name", "notes", "postcode", "email", *chosen, "reference"):
            assert unescape(cells[name].value or "") == row[name]
            assert cells[name].data_type == ("s" if row[name] else "n"), name
            assert cells[name].hyperlink is None
        assert cells["phone"].value == "+491701234567"
        assert cells["pseudonym"].value == pseudonym(row["id"], state_of(clerk).settings.secret_key)
        assert (cells["park"].value, cells["state"].value) == ("Ingolstadt", "Storniert")
        assert cells["spot_number"].value == row["spot_number"]
        for name, amount in MONEY.items():
            assert Decimal(str(cells[name].value)).quantize(Decimal("0.01")) == amount
            assert (cells[name].data_type, cells[name].number_format) == ("n", '#,##0.00 "€"')
        assert cells["credit_tenth_ct"].value == 6.5
        assert cells["price_mismatch"].value is True
        assert cells["price_checked"].value is True
        assert cells["duplicate_checked"].value is False
        in_berlin = row["created_at"].astimezone(BERLIN).replace(tzinfo=None)
        assert abs(cells["created_at"].value - in_berlin) < timedelta(milliseconds=2)
        assert cells["created_at"].is_date
        follow_up = cells["follow_up_on"].value
        assert (follow_up.date() if follow_up else None) == row["follow_up_on"]
    assert lines[1][places["tags"]].value == "=1+1, Bauernhof, Rückruf"
    assert lines[1][places["tags"]].data_type == "s"


def test_workbook_opens_ready_to_work_with(db: Database, clerk: TestClient) -> None:
    add_reservations(db, [{}, {"state": "expired"}, {"state": "withdrawn"}])
    filters = {"state": ["cancelled", "expired"], "payment_plan": "24m"}
    answer = fetched(clerk, "xlsx", filters=filters, columns=["last_name", "created_at", "share_amount_cents"])
    book = workbook(answer)
    assert book.sheetnames == ["Reservierungen", "Auswahl"]
    sheet = book["Reservierungen"]
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A2", "A1:C3")
    assert sheet.column_dimensions["A"].width >= 20
    about = {line[0].value: line[1].value for line in book["Auswahl"].iter_rows()}
    assert about == {
        "Zeilen": 2,
        "Erstellt am": datetime.fromisoformat("2026-11-03T11:30:15.123"),
        "Erstellt von": "Kim Staff",
        "Stand": "Storniert, Verfallen",
        "Zahlweise": "24 Raten",
        "Sortiert nach": "Eingang, aufsteigend",
    }


def test_rows_beyond_what_a_sheet_holds_stand_on_the_next(
    db: Database, clerk: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xlsx, "MOST_ROWS", 2)
    add_reservations(db, [{}] * 5)
    book = workbook(fetched(clerk, "xlsx", columns=["id"]))
    assert book.sheetnames == ["Reservierungen", "Reservierungen 2", "Reservierungen 3", "Auswahl"]
    found = [[cell.value for cell in column][1:] for sheet in book.worksheets[:3] for column in sheet.iter_cols()]
    assert found == [[1, 2], [3, 4], [5]]


def test_a_text_longer_than_a_cell_says_that_it_was_cut(db: Database, clerk: TestClient) -> None:
    add_reservations(db, [{"notes": "x" * 40_000}])
    cell = workbook(fetched(clerk, "xlsx", columns=["notes"]))["Reservierungen"]["A2"].value
    assert len(cell) == 32_767
    assert cell.endswith("x … (gekürzt, Excel fasst nicht mehr)")


# Parquet


def test_parquet_holds_every_value_unchanged_with_its_type(db: Database, clerk: TestClient) -> None:
    add_reservations(db, nasty_rows())
    answer = fetched(clerk, "parquet")
    file = parquet.ParquetFile(io.BytesIO(answer.content))
    table = file.read()
    types = {
        Kind.TEXT: pa.string(),
        Kind.INTEGER: pa.int64(),
        Kind.BOOLEAN: pa.bool_(),
        Kind.DAY: pa.date32(),
        Kind.MOMENT: pa.timestamp("us", tz="UTC"),
        Kind.MONEY: pa.decimal128(12, 2),
    }
    for column in COLUMNS:
        if column.kind in types:
            assert table.schema.field(column.field).type == types[column.kind], column.name
    for read, row in zip(table.to_pylist(), with_notes(db), strict=True):
        for name in ("id", "reference", "last_name", "notes", "postcode", "state", "follow_up_on", "created_at"):
            assert read[name] == row[name], name
        assert read["share_amount_eur"] == Decimal("1299.00")
        assert read["credit_ct_per_kwh"] == Decimal("6.5")
        assert read["effective_interest_percent"] == Decimal("5.81")
        assert (read["price_checked"], read["duplicate_checked"]) == (True, False)
    metadata = file.schema_arrow.metadata
    assert metadata[b"voltigo.rows"] == str(len(NASTY)).encode()
    said = json.loads(metadata[b"voltigo.selection"])
    assert said == {"Auswahl": "Alle Reservierungen", "Sortiert nach": "Eingang, aufsteigend"}


EVERY_FILTER = {
    "q": ("Müller", "Suche", "Müller"),
    "state": (["cancelled", "expired"], "Stand", "Storniert, Verfallen"),
    "annual_kwh": ([1000, 2000], "Paket", "1.000 kWh, 2.000 kWh"),
    "payment_plan": ("24m", "Zahlweise", "24 Raten"),
    **{one.column: (one.values.example, one.label, one.values.example) for one in FILTERS},
    "park": ("ingolstadt", "Solarpark", "Ingolstadt"),
    "spot_number": (17, "Platz", "17"),
    "utm_campaign": ("herbst", "Kampagne", "herbst"),
    "utm_source": ("newsletter", "Quelle", "newsletter"),
    "referral_code": ("ab12", "Empfehlungscode", "ab12"),
    "tag": ("Rückruf", "Merkmal", "Rückruf"),
    "duplicate": ("open", "Mögliche Dubletten", "noch offen"),
    "price_mismatch": ("any", "Preisabweichungen", "alle"),
    "burst": ("2026-11-03T10:30:15Z", "Ansturm", "ab Dienstag, 3. November 2026, 11:30 Uhr"),
    "deposit_state": ("failed", "Kartenprüfung", "Gescheitert"),
    "channel": ("site", "Eingegangen über", "Website"),
    "address": ("unconfirmed", "E-Mail-Adresse", "noch zu bestätigen"),
    "created_from": ("2026-11-01", "Eingang ab", "01.11.2026"),
    "created_to": ("2026-11-30", "Eingang bis", "30.11.2026"),
    "follow_up_until": ("2026-12-24", "Wiedervorlage bis", "24.12.2026"),
    "ids": ([1, 2, 3], "Ausgewählte Reservierungen", "3 einzeln ausgewählt"),
}


def test_a_file_tells_every_filter_by_which_its_rows_were_chosen(clerk: TestClient) -> None:
    assert EVERY_FILTER.keys() == ListFilters.model_fields.keys()

    def told(**filters: Any) -> dict[str, str]:
        file = parquet.ParquetFile(io.BytesIO(fetched(clerk, "parquet", filters=filters, columns=["id"]).content))
        selection: dict[str, str] = json.loads(file.schema_arrow.metadata[b"voltigo.selection"])
        assert selection.pop("Sortiert nach") == "Eingang, aufsteigend"
        return selection

    every = {name: value for name, (value, _, _) in EVERY_FILTER.items()}
    assert told(**every) == {label: words for _, label, words in EVERY_FILTER.values()}
    assert told(burst="last") == {"Ansturm": "der letzte"}
    assert told(burst="9999-99-99T00:00:00Z") == {"Ansturm": "ab 9999-99-99T00:00:00Z"}


# Size


def test_none_of_many_rows_is_missing(db: Database, clerk: TestClient) -> None:
    count = proved(1_200, 5_000)
    add_reservations(db, [{}] * count)
    for form in ("xlsx", "csv-de", "csv", "parquet"):
        answer = fetched(clerk, form, columns=["id", "last_name"], order="desc")
        assert list(ids_in(answer, form)) == list(range(count, 0, -1))
        assert answer.headers["x-rows"] == str(count)
        assert f"reservierungen-2026-11-03-{count}-zeilen" in answer.headers["content-disposition"]


def test_a_file_without_rows_has_its_head(clerk: TestClient) -> None:
    for form in ("xlsx", "csv-de", "csv", "parquet"):
        answer = fetched(clerk, form, columns=["id", "last_name"])
        assert list(ids_in(answer, form)) == []
    assert parquet.read_table(io.BytesIO(answer.content)).column_names == ["id", "last_name"]


def ids_in(answer: Any, form: str) -> Iterator[int]:
    if form == "parquet":
        yield from parquet.read_table(io.BytesIO(answer.content))["id"].to_pylist()
    elif form == "xlsx":
        yield from (line[0] for line in list(workbook(answer)["Reservierungen"].values)[1:])
    else:
        yield from (int(line[0]) for line in csv_rows(answer, ";" if form == "csv-de" else ",")[1:])


def test_moments_are_written_in_the_zone_of_their_day(db: Database, clerk: TestClient) -> None:
    add_reservations(db, [{"created_at": datetime(2026, 7, 31, 22, 30, tzinfo=UTC)}])
    assert csv_rows(fetched(clerk, "csv-de", columns=["created_at"]), ";")[1] == ["01.08.2026 00:30"]
    cell = workbook(fetched(clerk, "xlsx", columns=["created_at"]))["Reservierungen"]["A2"].value
    assert cell == datetime.fromisoformat("2026-08-01T00:30")
