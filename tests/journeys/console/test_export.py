"""The list taken away as a file, opened again and compared with what the console and the database hold."""

from datetime import date, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from playwright.sync_api import Download, Page, expect
from sqlalchemy import update

from services.core.clock import BERLIN, utc_now
from services.core.db.db import Database
from services.reservations.models import Reservation
from services.settings import Settings
from services.staff.models import AuditEntry, StaffSession
from tests.factories import reservation_body
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.staff import PASSWORD, add_member, sign_in_browser
from tests.journeys.axe import violations_as_it_stands
from tests.journeys.console.lists import narrow
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.filling import CHOICES, fill_completely
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

STATES = {"reserved": "Reserviert"}
DEPOSITS = {"reserved": "Offen"}
PLANS = {"one-off": "Einmalzahlung", "24m": "24 Raten"}


@pytest.fixture
def reserved(records_db: Database) -> list[int]:
    """Three households in one whole second; with the second are a tag and a day."""
    ids = reserve_many(records_db, utc_now().replace(microsecond=0), HOUSEHOLDS)
    noted = update(Reservation).where(Reservation.id == ids[1])
    records_db.write(lambda session: session.execute(noted.values(follow_up_on=date(2026, 12, 24))) and None)
    add_tags(records_db, ids[1], "Rückruf")
    return ids


def listed(page: Page, **filters: str) -> list[dict[str, Any]]:
    """The rows as the list's own call answers them, in its order."""
    answer = page.request.get("/api/staff/reservations", params={"sort": "created_at", "order": "desc", **filters})
    rows: list[dict[str, Any]] = answer.json()["data"]
    return rows


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
        **{choice.exported: row[name] for name, choice in CHOICES.items()},
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


def test_the_list_opened_in_excel_is_the_list_and_asks_again_who_is_there(
    page: Page, server: Server, records_db: Database, reserved: list[int], records: Records, watch: Watch
) -> None:
    watch.expect("status of 403")
    member = add_member(records_db, "staff", name="Miriam Falk")
    sign_in_browser(page.context, server.url, member)
    ago = utc_now() - timedelta(minutes=1)
    records_db.write(lambda session: session.execute(update(StaffSession).values(confirmed_until=ago)) and None)
    pages = ReservationPages(page)
    pages.open_list()
    show_all_columns(page)
    page.get_by_role("button", name="3 Zeilen exportieren", exact=True).click()
    assert violations_as_it_stands(page) == []
    fill_completely(pages.dialog.locator("form"), {"Format": "Excel (XLSX)", "Spalten": "Wie in der Liste"})
    pages.dialog.get_by_role("button", name="3 Zeilen exportieren", exact=True).click()
    question = page.get_by_role("dialog", name="Bitte bestätigen Sie, dass Sie es sind")
    question.get_by_label("Passwort").fill(PASSWORD)
    key = Settings(_env_file=None, data_dir=server.data_dir).secret_key  # type: ignore[call-arg]
    question.get_by_label("Code aus Ihrer App").fill(member.code(utc_now(), key))
    assert violations_as_it_stands(page) == []
    with page.expect_download() as started:
        question.get_by_role("button", name="Bestätigen").click()
    today = f"{utc_now().astimezone(BERLIN):%Y-%m-%d}"
    assert started.value.suggested_filename == f"reservierungen-{today}-3-zeilen.xlsx"
    expect(pages.dialog).to_have_count(0)
    head, *lines = workbook(started.value)["Reservierungen"].iter_rows()
    stored = {row["id"]: row for row in records.rows(Reservation)}
    found = [{title.value: cell.value for title, cell in zip(head, line, strict=True)} for line in lines]
    assert found == [as_cells(row, stored[row["id"]]) for row in listed(page)]
    cells = [cell for line in lines for cell in line]
    assert not any(cell.data_type == "f" or cell.hyperlink for cell in cells)
    assert {cell.data_type for cell in cells if cell.value in (FORMULA, "=1+1")} == {"s"}
    assert {cell.number_format for cell in cells if cell.value == 1299} == {'#,##0.00 "€"'}

    narrow(page, "Paket", "Standard")
    page.get_by_role("button", name="2 Zeilen exportieren", exact=True).click()
    with page.expect_download() as again:
        pages.dialog.get_by_role("button", name="2 Zeilen exportieren", exact=True).click()
    narrowed = workbook(again.value)
    about = {what.value: value.value for what, value in narrowed["Auswahl"].iter_rows()}
    assert (about["Zeilen"], about["Paket"], about["Erstellt von"]) == (2, "2.000 kWh", "Miriam Falk")
    titles, *rest = narrowed["Reservierungen"].iter_rows(values_only=True)
    sold = [row["reference"] for row in listed(page, annual_kwh="2000")]
    assert [line[titles.index("Referenz")] for line in rest] == sold
    told = [entry["details"]["rows"] for entry in records.rows(AuditEntry) if "export" in entry["action"]]
    assert told == [3, 2]
