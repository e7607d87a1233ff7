"""A statement is booked, its payments get an owner or go back, and a second person releases the file that pays them."""

import pytest
from playwright.sync_api import Page, expect

from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.payments.bank.models import BankRun, StatementLine
from tests.fixtures.browser import Watch
from tests.journeys.axe import violations, violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.journeys.filling import expect_stored, fill_completely
from tests.services.payments.at_bank import OURS, entry, part, statement
from tests.services.payments.under_contract import add_contracts

TODAY = berlin_day(utc_now()).isoformat()


@pytest.fixture
def server_settings() -> dict[str, object]:
    """The company has an account."""
    return {"creditor_id": "DE98ZZZ09999999999", "creditor_iban": OURS, "company_name": "Voltigo Süd GmbH"}


def payment(cents: int, ref: str) -> str:
    return entry(cents, part(cents, text="Für den Strom"), ref=ref, day=TODAY)


def test_payments_without_a_contract_are_settled_and_two_people_send_a_file(
    page: Page, sign_in: SignIn, records_db: Database, watch: Watch
) -> None:
    watch.expect("status of 409")
    add_contracts(records_db)
    sign_in(page, "staff", name="Jonas Reiter")
    page.goto("/admin/payments")
    upload = page.get_by_role("region", name="Kontoauszüge")
    content = statement(payment(5000, "A"), payment(1200, "B"))
    upload.get_by_label("Datei wählen").set_input_files(
        {"name": "auszug.xml", "mimeType": "text/xml", "buffer": content}
    )
    expect(upload).to_contain_text("2 × noch ohne Vertrag.")
    upload.get_by_role("button", name="Buchen").click()
    waiting = page.get_by_role("region", name="Zahlungen ohne Vertrag", exact=True)
    expect(waiting.get_by_role("row")).to_have_count(3)
    assert violations(page, (390, 1280)) == []

    mine = waiting.get_by_role("row").filter(has_text="50,00")
    mine.get_by_role("button", name="Zuordnen").click()
    dialog = page.get_by_role("dialog")
    fill_completely(dialog.locator("form"), {"Vertragsnummer": "V-2026-000009"})
    dialog.get_by_role("button", name="Zuordnen").click()
    expect(dialog).to_contain_text("Einen Vertrag mit dieser Nummer gibt es nicht.")
    fill_completely(dialog.locator("form"), {"Vertragsnummer": "V-2026-000001"})
    dialog.get_by_role("button", name="Zuordnen").click()
    expect(dialog).to_have_count(0)
    expect_stored(records_db, StatementLine, {"amount_cents": 5000, "finding": "paid"})
    waiting.get_by_role("button", name="Zurücküberweisen").click()
    expect(waiting).to_have_count(0)

    runs = page.get_by_role("region", name="Dateien für die Bank", exact=True)
    runs.get_by_role("button", name="Datei entwerfen").click()
    fill_completely(dialog.locator("form"), {"Was hineinkommt": "Überweisungen", "Tag": TODAY})
    expect(dialog).to_contain_text("Ein Posten, zusammen 12,00")
    dialog.get_by_role("button", name="Entwerfen").click()
    expect(runs).to_contain_text("Eine zweite Person gibt sie frei.")
    expect(runs.get_by_role("button", name="Freigeben")).to_have_count(0)

    sign_in(page, "staff", name="Pia Adler")
    page.goto("/admin/payments")
    runs.get_by_role("button", name="Freigeben").click()
    expect(dialog).to_contain_text("Konto … 3000")
    assert violations_as_it_stands(page) == []
    dialog.get_by_role("button", name="Freigeben").click()
    expect(dialog).to_have_count(0)
    with page.expect_download() as file:
        runs.get_by_role("button", name="Datei laden").click()
    assert b"pain.001" in file.value.path().read_bytes()
    runs.get_by_role("button", name="An die Bank gegeben").click()
    dialog.get_by_role("button", name="An die Bank gegeben").click()
    expect(runs).to_contain_text("Bei der Bank")
    expect_stored(records_db, BankRun, {"kind": "refund", "state": "sent"})

    page.get_by_role("region", name="Buchungen", exact=True).get_by_role("button", name="Exportieren").click()
    days = {"Erster Tag": TODAY, "Letzter Tag": TODAY, "Format": "CSV (international)"}
    fill_completely(dialog.locator("form"), days)
    assert violations_as_it_stands(page) == []
    with page.expect_download() as file:
        dialog.get_by_role("button", name="Exportieren").click()
    rows = file.value.path().read_text(encoding="utf-8").splitlines()
    assert [row for row in rows if "Zahlung ohne Zuordnung" in row and "50.00" in row], rows
