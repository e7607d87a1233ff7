"""The list taken away as a file, opened again and compared with what the console and the database hold."""

import csv
import re
from datetime import date, datetime, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from playwright.sync_api import Download, Page, expect
from sqlalchemy import update

from services.core.clock import BERLIN, utc_now
from services.core.db.db import Database
from services.reservations.desk.models import ReservationNote
from services.reservations.models import Reservation
from services.settings import Settings
from services.staff.models import AuditEntry, StaffSession
from tests.factories import reservation_body
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.staff import PASSWORD, add_member, sign_in_browser
from tests.journeys.axe import violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.lists import narrow
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records
from tests.services.exports.stored_rows import add_tags
from tests.services.reservations.standing import reserve_many

FORMULA = '=HYPERLINK("x";"y")'
HOUSEHOLDS = [
    reservation_body(payment_plan="one-off", payment_interest_rate=0, utm_campaign="=1+1"),
    reservation_body(first_name="Zoë", last_name=FORMULA, email="zoe@example.org", mobile_phone="0171 2345678"),
    reservation_body(first_name="Örs", last_name="Weiß", email="oers@example.org", mobile_phone="0172 3456789",
                     postcode="01067", annual_kwh=3000, expected_annual_credit=180, expected_monthly_credit=15),
]  # fmt: skip
PERSONAL = ("Müller", "Zoë", "Weiß", "HYPERLINK", "@example.org", "0171", "+4917", "85049", "01067", "Rückruf", "VG-")
STATES = {"reserved": "Reserviert"}
DEPOSITS = {"reserved": "Vorgemerkt"}
PLANS = {"one-off": "Einmalzahlung", "24m": "24 Raten"}
MONEY = {
    "Preis des Anteils": "share_amount_cents",
    "Gesamtpreis": "plan_total_cents",
    "Rate": "instalment_cents",
    "Gutschrift im Monat": "monthly_credit_cents",
    "Gutschrift im Jahr": "annual_credit_cents",
    "Gutschriften gesamt": "total_credits_cents",
    "Einrichtung": "setup_fee_cents",
}


@pytest.fixture
def reserved(records_db: Database) -> list[int]:
    """Three households in one whole second; with the second are a note, a tag and a day."""
    ids = reserve_many(records_db, utc_now().replace(microsecond=0), HOUSEHOLDS)
    noted = update(Reservation).where(Reservation.id == ids[1])
    records_db.write(lambda session: session.execute(noted.values(follow_up_on=date(2026, 12, 24))) and None)
    note = {"reservation_id": ids[1], "text": "=1+1; „bitte“ 1.299,00 €", "created_at": utc_now()}
    records_db.write(lambda session: session.add(ReservationNote(**note)))
    add_tags(records_db, ids[1], "Rückruf")
    return ids


def listed(page: Page, **filters: str) -> list[dict[str, Any]]:
    """The rows as the list's own call answers them, in its order."""
    answer = page.request.get("/api/staff/reservations", params={"sort": "created_at", "order": "desc", **filters})
    rows: list[dict[str, Any]] = answer.json()["data"]
    return rows


def exported(page: Page, pages: ReservationPages, count: str, *choices: str) -> Download:
    """Take the list away with these choices of the dialog; list and dialog say how many rows that is."""
    page.get_by_role("button", name=count, exact=True).click()
    if choices:
        fill_completely(pages.dialog.locator("form"), dict(zip(("Format", "Spalten"), choices, strict=True)))
    with page.expect_download() as download:
        pages.dialog.get_by_role("button", name=count, exact=True).click()
    expect(pages.dialog).to_have_count(0)
    return download.value


def show_all_columns(page: Page) -> None:
    page.get_by_role("button", name="Spalten", exact=True).click()
    chooser = page.get_by_role("region", name="Spalten auswählen")
    for name in [box.get_attribute("name") or "" for box in chooser.get_by_role("checkbox", checked=False).all()]:
        chooser.locator(f"input[name='{name}']").check()
    page.keyboard.press("Escape")
    expect(chooser).to_have_count(0)


def workbook(download: Download) -> Any:
    """The file opened; the browser keeps it without the ending of its name."""
    return openpyxl.load_workbook(BytesIO(Path(download.path()).read_bytes()))


def csv_lines(path: Path) -> list[dict[str, str]]:
    """The lines by their German headings; a byte order mark must be there for Excel."""
    content = path.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))


def berlin(moment: datetime) -> datetime:
    return moment.astimezone(BERLIN).replace(tzinfo=None)


def as_cells(row: dict[str, Any], stored: dict[str, Any]) -> dict[str, object]:
    """What Excel is to show of a row of the list. What the list masks comes from the database."""
    return {
        "Referenz": row["reference"],
        "Haushalt": row["pseudonym"],
        "Solarpark": "Ingolstadt",
        "Platz": row["spot_number"],
        "Stand": STATES[row["state"]],
        "Kartenprüfung": DEPOSITS[row["deposit_state"]],
        "Vorname": row["first_name"],
        "Nachname": row["last_name"],
        "E-Mail-Adresse": stored["email"],
        "Telefon": stored["mobile_phone_e164"],
        "Postleitzahl": row["postcode"],
        "Energieversorger": row["energy_provider"],
        "Personen im Haushalt": row["household_size"],
        "Paket (kWh im Jahr)": row["annual_kwh"],
        "Zahlweise": PLANS[row["payment_plan"]],
        "Gesamtpreis": row["plan_total_cents"] / 100,
        "Gutschrift im Jahr": row["annual_credit_cents"] / 100,
        "Quelle": row["utm_source"] or None,
        "Kampagne": row["utm_campaign"] or None,
        "Empfehlungscode": row["referral_code"] or None,
        "Mögliche Dublette": row["duplicate_suspected"],
        "Dublette geprüft": row["duplicate_checked"],
        "Preisabweichung": row["price_mismatch"],
        "Preisabweichung geprüft": row["price_checked"],
        "Merkmale": ", ".join(row["tags"]) or None,
        "Wiedervorlage": datetime.fromisoformat(row["follow_up_on"]) if row["follow_up_on"] else None,
        "Eingang": berlin(datetime.fromisoformat(row["created_at"])),
        "Letzte Änderung": berlin(datetime.fromisoformat(row["updated_at"])),
    }


def test_the_list_opened_in_excel_is_the_list(
    page: Page, sign_in: SignIn, reserved: list[int], records: Records
) -> None:
    sign_in(page, "staff", name="Miriam Falk")
    pages = ReservationPages(page)
    pages.open_list()
    show_all_columns(page)
    page.get_by_role("button", name="3 Zeilen exportieren").click()
    assert violations_as_it_stands(page) == []
    page.keyboard.press("Escape")
    download = exported(page, pages, "3 Zeilen exportieren", "Excel (XLSX)", "Wie in der Liste")
    today = f"{utc_now().astimezone(BERLIN):%Y-%m-%d}"
    assert download.suggested_filename == f"reservierungen-{today}-3-zeilen.xlsx"
    book = workbook(download)
    head, *lines = book["Reservierungen"].iter_rows()
    stored = {row["id"]: row for row in records.rows(Reservation)}
    found = [{title.value: cell.value for title, cell in zip(head, line, strict=True)} for line in lines]
    assert found == [as_cells(row, stored[row["id"]]) for row in listed(page)]
    cells = [cell for line in lines for cell in line]
    assert not any(cell.data_type == "f" or cell.hyperlink for cell in cells)
    assert {cell.data_type for cell in cells if cell.value in (FORMULA, "=1+1")} == {"s"}
    assert {cell.number_format for cell in cells if cell.value == 1299} == {'#,##0.00 "€"'}

    narrow(page, "Paket", "Standard")
    narrowed = workbook(exported(page, pages, "2 Zeilen exportieren"))
    about = {what.value: value.value for what, value in narrowed["Auswahl"].iter_rows()}
    assert (about["Zeilen"], about["Paket"], about["Erstellt von"]) == (2, "2.000 kWh", "Miriam Falk")
    sold = [row["reference"] for row in listed(page, annual_kwh="2000")]
    titles, *rest = narrowed["Reservierungen"].iter_rows(values_only=True)
    assert [line[titles.index("Referenz")] for line in rest] == sold
    told = [entry["details"]["rows"] for entry in records.rows(AuditEntry) if "export" in entry["action"]]
    assert told == [3, 2]


def test_a_file_of_households_asks_again_who_is_there(
    page: Page, server: Server, records_db: Database, reserved: list[int], watch: Watch
) -> None:
    watch.expect("status of 403")
    member = add_member(records_db, "staff")
    sign_in_browser(page.context, server.url, member)
    ago = utc_now() - timedelta(minutes=1)
    records_db.write(lambda session: session.execute(update(StaffSession).values(confirmed_until=ago)) and None)
    pages = ReservationPages(page)
    pages.open_list()
    page.get_by_role("button", name="3 Zeilen exportieren").click()
    pages.dialog.get_by_role("button", name="3 Zeilen exportieren").click()
    question = page.get_by_role("dialog", name="Bitte bestätigen Sie, dass Sie es sind")
    question.get_by_label("Passwort").fill(PASSWORD)
    question.get_by_label("Code aus Ihrer App").fill(member.code(utc_now(), _key_of(server)))
    assert violations_as_it_stands(page) == []
    with page.expect_download() as download:
        question.get_by_role("button", name="Bestätigen").click()
    assert "3-zeilen" in download.value.suggested_filename


def _key_of(server: Server) -> bytes:
    return Settings(_env_file=None, data_dir=server.data_dir).secret_key  # type: ignore[call-arg]


def test_everything_stored_opens_in_german_excel_as_csv(
    page: Page, sign_in: SignIn, reserved: list[int], records: Records
) -> None:
    sign_in(page, "staff")
    pages = ReservationPages(page)
    pages.open_list()
    download = exported(page, pages, "3 Zeilen exportieren", "CSV für Excel (deutsch)", "Alle gespeicherten")
    lines = {int(line["Nummer"]): line for line in csv_lines(Path(download.path()))}
    stored = {row["id"]: row for row in records.rows(Reservation)}
    assert list(lines) == [row["id"] for row in listed(page)]
    for id_, line in lines.items():
        row = stored[id_]
        for heading, column in MONEY.items():
            assert line[heading] == f"{row[column] // 100},{row[column] % 100:02}", heading
        assert line["Eingang"] == f"{berlin(row['created_at']):%d.%m.%Y %H:%M}"
        assert line["Telefon"] == row["mobile_phone_e164"]
        assert (line["Postleitzahl"], line["E-Mail-Adresse"]) == (row["postcode"], row["email"])
        assert (line["Zahlweise"], line["Preisabweichung"]) == (
            PLANS[row["payment_plan"]],
            "ja" if row["price_mismatch"] else "nein",
        )
    first, second, third = (lines[id_] for id_ in reserved)
    assert (first["Nachname"], first["Preis des Anteils"], first["Kampagne"]) == ("Müller", "1299,00", "'=1+1")
    assert (second["Nachname"], second["Notizen"]) == (f"'{FORMULA}", "'=1+1; „bitte“ 1.299,00 €")
    assert (second["Merkmale"], second["Wiedervorlage"]) == ("Rückruf", "24.12.2026")
    assert (third["Vorname"], third["Nachname"], third["Wiedervorlage"]) == ("Örs", "Weiß", "")


@pytest.mark.sample(0)
def test_a_file_of_marketing_has_pseudonyms_and_nothing_personal(
    page: Page, sign_in: SignIn, reserved: list[int]
) -> None:
    sign_in(page, "marketing")
    pages = ReservationPages(page)
    pages.open_list()
    download = exported(page, pages, "3 Zeilen exportieren", "CSV für Excel (deutsch)", "Alle gespeicherten")
    path = Path(download.path())
    lines = csv_lines(path)
    assert [line["Haushalt"] for line in lines] == [row["pseudonym"] for row in listed(page)]
    assert all(re.fullmatch(r"Haushalt \w{4}", line["Haushalt"]) for line in lines)
    assert [word for word in PERSONAL if word in path.read_text(encoding="utf-8")] == []

    pages.open_list()
    show_all_columns(page)
    download = exported(page, pages, "3 Zeilen exportieren", "Excel (XLSX)", "Wie in der Liste")
    cells = workbook(download)["Reservierungen"].iter_rows(values_only=True)
    said = " ".join(str(cell) for line in cells for cell in line)
    assert [word for word in PERSONAL if word in said] == []
