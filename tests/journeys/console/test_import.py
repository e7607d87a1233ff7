"""A list of reservations in the console: mapped, checked, entered, its refused rows kept, taken back."""

import csv
import io
from pathlib import Path

from playwright.sync_api import Page, expect

from services.parks.models import Spot
from services.reservations.models import Reservation
from tests.journeys.axe import violations
from tests.journeys.console.conftest import SignIn
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records
from tests.services.reservations.lists import HEADER, as_csv, people, row

WIDTHS = (390, 1280)
LONG = "Rothenburg-Hohenlohe-Waldenburg-Schillingsfürst-Langenburg"


def taken(records: Records) -> list[int]:
    return [spot["number"] for spot in records.rows(Spot) if spot["state"] == "reserved"]


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
