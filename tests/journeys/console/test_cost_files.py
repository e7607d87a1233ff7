"""Costs from files in the console: read as it was meant, taken over whole, taken back."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from services.campaigns.models import CampaignCost
from tests.fixtures.table_files import workbook
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

    two_days = "02.10.2026 - 03.10.2026;Zeitung;Münchner Straße;20,00"
    file.write_bytes("\r\n".join([*LINES, two_days]).encode("cp1252"))
    page.get_by_role("button", name="Andere Datei").click()
    page.get_by_label("Datei wählen").set_input_files(file)
    spread = page.get_by_role("button", name="Gleichmäßig auf die Tage verteilen, zusammen 1.254,56 €")
    spread.click()
    page.get_by_label("Spalte: Kampagne").select_option(label="2. Werbeträger")
    expect(rows.get_by_role("row").nth(1)).to_contain_text("Diese Kampagne ist nicht angelegt.")
    columns = {"Kampagne": "3. Kampagne", "Tag": "1. Tag", "Betrag": "4. Kosten in €", "Klicks": "keine"}
    read = {
        "Trennzeichen": "Semikolon (;)",
        "Zahlen": "1.299,50 (deutsch)",
        "Tage": "31.12.2026",
        "Beträge": "ohne Umsatzsteuer",
    }
    fill_completely(
        page.get_by_role("region", name="2. Zuordnung"),
        {f"Spalte: {name}": column for name, column in {**columns, "Einblendungen": "keine"}.items()}
        | {**read, "Die erste Zeile ist die Überschrift": True, "Beträge von Wochen, …": True},
    )
    confirm.filter(has_text="3 Beträge, zusammen 1.254,56 €, einlesen").click()
    expect(page.get_by_text("Eingelesen als Nummer 1: 3 Beträge")).to_be_visible()
    assert live(records) == [("2026-10-01", 123456), ("2026-10-02", 1000), ("2026-10-03", 1000)]

    page.get_by_label("Datei wählen").set_input_files(file)
    expect(page.get_by_text("Genau diese Datei wurde schon eingelesen")).to_be_visible()
    expect(confirm).to_be_disabled()
    spread.click()
    page.get_by_role("button", name="mit 19 % Umsatzsteuer: 1.054,26 €").click()
    page.get_by_role("radio", name="Vorhandene Beträge ersetzen").check()
    assert violations(page, WIDTHS) == []
    confirm.click()
    expect(page.get_by_text("3 Beträge wurden ersetzt.")).to_be_visible()
    imports = page.get_by_role("region", name="Bisher eingelesen")
    expect(imports.get_by_text("19 % Umsatzsteuer abgezogen")).to_be_visible()
    for _ in range(2):
        imports.get_by_role("button", name="Rückgängig machen").first.click()
        page.get_by_role("dialog").get_by_role("button", name="Rückgängig machen").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    expect(imports.get_by_text("rückgängig gemacht")).to_have_count(2)
    assert live(records) == []
    assert violations_in_forced_colours(page, WIDTHS) == []
    explain_a_name_of_the_platform_once(page, records, file)


def explain_a_name_of_the_platform_once(page: Page, records: Records, file: Path) -> None:
    """In September; in October it is remembered, and comes as a workbook. Its money is converted."""
    head = "Kampagnenname,Tag,Klicks (alle),Impressionen,Ausgegebener Betrag (USD)"
    october = {"day": 46296}
    rows = [head.split(","), ["DE_SolarOhneDach", october, 4, 80, 10.0], ["Test", october, 0, 0, -1.0]]
    for month in ("09", "10"):
        text = f"{head}\nDE_SolarOhneDach,2026-09-01,4,80,10.00\nTest,2026-09-01,0,0,-1.00\n"
        file.write_bytes(text.encode() if month == "09" else workbook({"Leer": [], "Bericht": rows}))
        page.get_by_label("Datei wählen").set_input_files(file)
        if month == "09":
            page.get_by_label("DE_SolarOhneDach").select_option(label="Münchner Straße")
            page.get_by_label("Test", exact=False).first.select_option(label="immer auslassen")
        expect(page.get_by_text("2 gemerkte Namen in dieser Datei")).to_be_visible()
        rate = {"1 USD in €": "0,9213", "Kurs vom": "2026-10-02", "Quelle": "Referenzkurs der EZB"}
        fill_completely(page.get_by_role("form", name="Kurs für USD"), rate)
        page.get_by_role("button", name="Umrechnen").click()
        expect(page.get_by_text("4 Klicks, 80 Einblendungen, 2,30 € je Klick.")).to_be_visible()
        page.get_by_role("button", name="Einen Betrag, zusammen 9,21 €, einlesen").click()
        expect(page.get_by_text(f"Eingelesen als Nummer {3 if month == '09' else 4}")).to_be_visible()
    imports = page.get_by_role("region", name="Bisher eingelesen")
    expect(imports.get_by_text("1 USD = 0,9213 €, Referenzkurs der EZB vom 02.10.2026")).to_have_count(2)
    assert live(records) == [("2026-09-01", 921), ("2026-10-01", 921)]
