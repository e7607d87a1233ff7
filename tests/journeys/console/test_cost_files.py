"""Costs from files in the console: read as it was meant, taken over whole, taken back."""

from datetime import date
from pathlib import Path

import pytest
import xlsxwriter
from playwright.sync_api import Page, expect

from services.campaigns.models import CampaignCost
from tests.journeys.axe import violations, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.test_campaigns import is_sound, register
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records

WIDTHS = (390, 1280)
LINES = ["Tag;Werbeträger;Kampagne;Kosten in €", "01.10.2026;Zeitung;Münchner Straße;1.234,56"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """As German Excel writes it: semicolons, decimal commas, Windows-1252."""
    path = tmp_path / "kosten.csv"
    path.write_bytes("\r\n".join([*LINES, "02.10.2026;Zeitung;Münchener Str.;20,00"]).encode("cp1252"))
    return path


def live(records: Records) -> list[tuple[str, int]]:
    """Day and cents of what counts."""
    return [(str(row["day"]), row["cents"]) for row in records.rows(CampaignCost) if row["removed_at"] is None]


def test_a_german_file_is_mended_taken_over_and_taken_back(
    page: Page, sign_in: SignIn, records: Records, file: Path
) -> None:
    sign_in(page, "marketing")
    register(page, "Münchner Straße", "zeitung", "print", "muenchner-strasse")
    page.goto("/admin/costs")
    expect(page.get_by_text("Noch wurde keine Datei eingelesen.")).to_be_visible()
    page.get_by_label("Datei wählen").set_input_files(file)
    expect(page.get_by_text("Windows-1252")).to_be_visible()
    expect(page.get_by_label("Spalte: Betrag").locator("option:checked")).to_have_text("4. Kosten in €")
    rows = page.get_by_role("region", name="Zeilen der Datei")
    expect(rows.get_by_role("row").nth(1)).to_contain_text("Diese Kampagne ist nicht angelegt.")
    expect(rows.get_by_role("row").nth(2)).to_contain_text("1.234,56 €")
    assert rows.get_by_role("row").nth(1).get_by_role("cell").first.inner_text() == "3"
    confirm = page.get_by_role("region", name="4. Einlesen").get_by_role("button")
    expect(confirm).to_be_disabled()
    is_sound(page)

    file.write_bytes("\r\n".join([*LINES, "02.10.2026;Zeitung;Münchner Straße;20,00"]).encode("cp1252"))
    page.get_by_role("button", name="Andere Datei").click()
    page.get_by_label("Datei wählen").set_input_files(file)
    page.get_by_label("Spalte: Kampagne").select_option(label="2. Werbeträger")
    expect(rows.get_by_role("row").nth(1)).to_contain_text("Diese Kampagne ist nicht angelegt.")
    columns = {"Kampagne": "3. Kampagne", "Tag": "1. Tag", "Betrag": "4. Kosten in €", "Klicks": "keine"}
    read = {"Trennzeichen": "Semikolon (;)", "Zahlen": "1.299,50 (deutsch)", "Tage": "31.12.2026"}
    fill_completely(
        page.get_by_role("region", name="2. Zuordnung"),
        {f"Spalte: {name}": column for name, column in {**columns, "Einblendungen": "keine"}.items()}
        | {**read, "Die erste Zeile ist die Überschrift": True},
    )
    confirm.filter(has_text="2 Beträge, zusammen 1.254,56 €, einlesen").click()
    expect(page.get_by_text("Eingelesen als Nummer 1: 2 Beträge")).to_be_visible()
    assert live(records) == [("2026-10-01", 123456), ("2026-10-02", 2000)]

    page.get_by_label("Datei wählen").set_input_files(file)
    expect(page.get_by_text("Genau diese Datei wurde schon eingelesen")).to_be_visible()
    expect(confirm).to_be_disabled()
    page.get_by_role("radio", name="Vorhandene Beträge ersetzen").check()
    assert violations(page, WIDTHS) == []
    confirm.click()
    expect(page.get_by_text("2 Beträge wurden ersetzt.")).to_be_visible()
    imports = page.get_by_role("region", name="Bisher eingelesen")
    for _ in range(2):
        imports.get_by_role("button", name="Rückgängig machen").first.click()
        page.get_by_role("dialog").get_by_role("button", name="Rückgängig machen").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    expect(imports.get_by_text("rückgängig gemacht")).to_have_count(2)
    assert live(records) == []
    assert violations_in_forced_colours(page, WIDTHS) == []


@pytest.mark.sample(0)
def test_an_excel_file_and_one_in_utf_16_are_read(
    page: Page, sign_in: SignIn, records: Records, tmp_path: Path
) -> None:
    sign_in(page, "marketing")
    register(page, "Łódź Süd", "zeitung", "print", "lodz")
    spreadsheet = tmp_path / "kosten.xlsx"
    with xlsxwriter.Workbook(spreadsheet) as book:
        day = book.add_format({"num_format": "dd.mm.yyyy"})
        sheet = book.add_worksheet("Bericht")
        sheet.write_row(0, 0, ["Kampagne", "Tag", "Kosten (EUR)"])
        sheet.write_row(1, 0, ["", "", 9999.0])
        for row, (number, cents) in enumerate([(1, 1234.5), (2, 1.234)], start=2):
            sheet.write_string(row, 0, "Łódź Süd")
            sheet.write_datetime(row, 1, date(2026, 10, number), day)
            sheet.write_number(row, 2, cents)
    page.goto("/admin/costs")
    page.get_by_label("Datei wählen").set_input_files(spreadsheet)
    rows = page.get_by_role("region", name="Zeilen der Datei")
    expect(rows.get_by_role("row").nth(1)).to_contain_text("die übrigen Zeilen ergeben einen anderen Betrag")
    page.get_by_role("button", name="Auslassen: Zeile 2").click()
    expect(rows.get_by_role("button", name="Wieder aufnehmen: Zeile 2")).to_be_visible()
    is_sound(page)
    page.get_by_role("button", name="2 Beträge, zusammen 1.235,73 €, einlesen").click()
    expect(page.get_by_text("Eingelesen als Nummer 1: 2 Beträge")).to_be_visible()

    wide = tmp_path / "kosten.csv"
    wide.write_bytes("Tag\tKampagne\tKosten\r\n2026-10-03\tŁódź Süd\t5,00\r\n".encode("utf-16"))
    page.get_by_label("Datei wählen").set_input_files(wide)
    expect(page.get_by_text("UTF-16")).to_be_visible()
    page.get_by_role("button", name="Einen Betrag, zusammen 5,00 €, einlesen").click()
    expect(page.get_by_text("Eingelesen als Nummer 2: Ein Betrag")).to_be_visible()
    assert live(records) == [("2026-10-01", 123450), ("2026-10-02", 123), ("2026-10-03", 500)]


@pytest.mark.sample(0)
def test_lines_exported_twice_are_asked_about(page: Page, sign_in: SignIn, records: Records, tmp_path: Path) -> None:
    sign_in(page, "marketing")
    register(page, "Herbst", "zeitung", "print", "herbst")
    twice = tmp_path / "kosten.csv"
    twice.write_text("Kampagne;Tag;Kosten\n" + "Herbst;2026-10-01;7,00\n" * 2)
    page.goto("/admin/costs")
    page.get_by_label("Datei wählen").set_input_files(twice)
    expect(page.get_by_text("Eine Zeile steht Wort für Wort schon weiter oben.")).to_be_visible()
    expect(page.get_by_role("region", name="4. Einlesen").get_by_role("button")).to_be_disabled()
    page.get_by_role("radio", name="Nur einmal zählen").check()
    assert violations(page, WIDTHS) == []
    page.get_by_role("button", name="Einen Betrag, zusammen 7,00 €, einlesen").click()
    expect(page.get_by_text("Eingelesen als Nummer 1: Ein Betrag")).to_be_visible()
    assert live(records) == [("2026-10-01", 700)]


def test_a_name_of_the_platform_is_explained_once(
    page: Page, sign_in: SignIn, records: Records, tmp_path: Path
) -> None:
    sign_in(page, "marketing")
    register(page, "Solar ohne Dach", "google", "cpc", "solar")
    report = tmp_path / "meta.csv"
    head = "Kampagnenname,Tag,Klicks (alle),Impressionen,Ausgegebener Betrag (USD)\n"
    page.goto("/admin/costs")
    for month in ("09", "10"):
        report.write_text(f"{head}DE_SolarOhneDach,2026-{month}-01,4,80,10.00\nTest,2026-{month}-01,0,0,-1.00\n")
        page.get_by_label("Datei wählen").set_input_files(report)
        if month == "09":
            page.get_by_label("DE_SolarOhneDach").select_option(label="Solar ohne Dach")
            page.get_by_label("Test", exact=False).first.select_option(label="immer auslassen")
        expect(page.get_by_text("2 gemerkte Namen in dieser Datei")).to_be_visible()
        rate = {"1 USD in €": "0,9213", "Kurs vom": "2026-10-02", "Quelle": "Referenzkurs der EZB"}
        fill_completely(page.get_by_role("form", name="Kurs für USD"), rate)
        page.get_by_role("button", name="Umrechnen").click()
        expect(page.get_by_text("4 Klicks, 80 Einblendungen, 2,30 € je Klick.")).to_be_visible()
        if month == "09":
            assert violations(page, WIDTHS) == []
        page.get_by_role("button", name="Einen Betrag, zusammen 9,21 €, einlesen").click()
        expect(page.get_by_text(f"Eingelesen als Nummer {1 if month == '09' else 2}")).to_be_visible()
    imports = page.get_by_role("region", name="Bisher eingelesen")
    expect(imports.get_by_text("1 USD = 0,9213 €, Referenzkurs der EZB vom 02.10.2026")).to_have_count(2)
    assert live(records) == [("2026-09-01", 921), ("2026-10-01", 921)]
