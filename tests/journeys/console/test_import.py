"""A list of reservations in the console: mapped, checked, entered, its refused rows kept, taken back."""

import csv
import io
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import Page, expect

from services.parks.models import Spot
from services.reservations.imports.models import ImportRow
from services.reservations.models import Reservation
from tests.journeys.axe import violations
from tests.journeys.console.conftest import SignIn
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records
from tests.services.reservations.lists import ANNA, HEADER, as_csv, people, row

WIDTHS = (390, 1280)
LONG = "Rothenburg-Hohenlohe-Waldenburg-Schillingsfürst-Langenburg"


def taken(records: Records) -> list[int]:
    return [spot["number"] for spot in records.rows(Spot) if spot["state"] == "reserved"]


def workbook(path: Path) -> Path:
    """As Excel writes it: an empty sheet, two filled ones, numbers and days as such, a formula, a hidden row."""
    book = openpyxl.Workbook()
    filled = book.create_sheet("Messe")
    filled.append([*HEADER, "Eingegangen am", "Notiz"])
    cells: list[object] = list(ANNA)
    cells[3], cells[4], cells[7], cells[8] = 1705551234, 1067, 3, 85.5
    filled.append([*cells, date(2026, 5, 12), "=1+1"])
    filled.append([*row(last="Roth", email="roth@example.org", phone="0171 1112223"), None, "Ruft an.\nAbends."])
    filled.row_dimensions[3].hidden = True
    book.create_sheet("Alt").append(["Vorname"])
    book.save(path)
    return path


def test_a_list_is_entered_its_refused_rows_come_back_and_all_of_it_is_undone(
    page: Page, sign_in: SignIn, records: Records, tmp_path: Path
) -> None:
    bad = row(last=LONG, email="roth@example.org", phone="1,71E+10", postcode="12")
    header = [name for name in HEADER if name != "Paket"]
    rows = [*people(2), bad, people(1)[0]]
    kept = [[cell for name, cell in zip(HEADER, cells, strict=True) if name != "Paket"] for cells in rows]
    path = tmp_path / "messe.csv"
    path.write_bytes(as_csv(kept, header).encode("cp1252"))
    sign_in(page, "staff")
    page.goto("/admin/reservations/imports")
    page.get_by_label("Datei wählen").set_input_files(path)
    expect(page.get_by_text("5 Zeilen mit Kopfzeile, Windows-1252")).to_be_visible()
    expect(page.get_by_text("4 Zeilen: 0 bekommen einen Platz, 4 werden abgewiesen.")).to_be_visible()
    page.get_by_label("Paket").select_option(label="Standard, 2.000 kWh")
    told = "4 Zeilen: 2 bekommen einen Platz, eine wird abgewiesen, eine ist schon bekannt."
    expect(page.get_by_text(told)).to_be_visible()
    table = page.get_by_role("region", name="Zeilen der Datei")
    expect(table.get_by_role("row").nth(1)).to_contain_text("Telefon: Die Tabelle hat diese Nummer gerundet")
    expect(table.get_by_role("row").nth(2)).to_contain_text("Dieser Haushalt steht schon in Zeile 2")
    page.set_viewport_size({"width": 1280, "height": 844})
    why = table.get_by_role("row").nth(1).get_by_role("cell").last.bounding_box()
    assert why is not None
    assert why["width"] >= 208, "a long name leaves the reasons their room"
    assert table.evaluate("region => region.scrollWidth - region.clientWidth") == 0, "and all of them is in sight"
    assert violations(page, WIDTHS) == []

    enter = page.get_by_role("button", name="2 Reservierungen eintragen")
    enter.click()
    expect(page.get_by_text("Bitte geben Sie an, wo die Einwilligungen belegt sind.")).to_be_visible()
    told = {"Was die Haushalte bekommen": "Bestätigung senden", "Wo die Einwilligungen liegen": "Ordner 7"}
    fill_completely(page.get_by_role("region", name="4. Eintragen"), told)
    enter.press("Enter")
    done = page.get_by_role("region", name="Ergebnis")
    expect(done).to_contain_text("2 Reservierungen sind eingetragen.")
    assert taken(records) == [1, 2]
    with page.expect_download() as download:
        done.get_by_role("button", name="Nicht eingetragene Zeilen als Datei").click()
    assert download.value.suggested_filename == "messe-nicht-eingelesen.csv"
    back = Path(download.value.path()).read_text(encoding="utf-8-sig")
    names = [line[1] for line in csv.reader(io.StringIO(back), delimiter=";")]
    assert names == ["Nachname", LONG, people(1)[0][1]]

    done.get_by_role("button", name="Rückgängig machen").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("2 Reservierungen werden zurückgenommen.")
    dialog.get_by_role("button", name="Rückgängig machen").click()
    expect(page.get_by_role("region", name="Bisher eingelesen")).to_contain_text("rückgängig gemacht")
    assert taken(records) == []
    assert [one["state"] for one in records.rows(Reservation)] == ["cancelled", "cancelled"]


@pytest.mark.sample(0)
def test_a_workbook_is_read_in_the_browser_and_files_that_are_none_are_named(
    page: Page, sign_in: SignIn, records: Records, tmp_path: Path
) -> None:
    sign_in(page, "staff")
    page.goto("/admin/reservations/imports")
    field = page.get_by_label("Datei wählen")
    old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    for content, sentence in (
        (old + "EncryptedPackage".encode("utf-16-le"), "mit einem Kennwort geschützt"),
        (old + b"\x00" * 600, "aus einem alten Excel"),
        (b"<html><table><tr><td>Name</td></tr></table>", "Das ist eine Internetseite, keine Tabelle"),
        (workbook(tmp_path / "whole.xlsx").read_bytes()[:-40], "lässt sich nicht lesen"),
    ):
        broken = tmp_path / "liste.xlsx"
        broken.write_bytes(content)
        field.set_input_files(broken)
        expect(page.get_by_role("alert")).to_contain_text(sentence)
    field.set_input_files(workbook(tmp_path / "messe.xlsm"))
    expect(page.get_by_text("Blatt „Messe“, 3 Zeilen mit Kopfzeile, Excel")).to_be_visible()
    expect(page.get_by_text("Eine Zeile ist in Excel ausgeblendet.")).to_be_visible()
    table = page.get_by_role("region", name="Zeilen der Datei")
    expect(table).to_contain_text("gelesen ist 01067.")
    page.get_by_label("Wo die Einwilligungen liegen").fill("Ordner 7")
    page.get_by_role("radio", name="Keine Mail, kein Brief").check()
    page.get_by_role("button", name="2 Reservierungen eintragen").click()
    expect(page.get_by_text("2 Reservierungen sind eingetragen.")).to_be_visible()
    first, second = records.rows(Reservation)
    assert (first["postcode"], first["mobile_phone_e164"], first["received_on"]) == (
        "01067", "+491705551234", date(2026, 5, 12),
    )  # fmt: skip
    assert (first["monthly_abschlag_cents"], second["last_name"]) == (8550, "Roth")
    assert [one["line"] for one in records.rows(ImportRow)] == [2, 3]
