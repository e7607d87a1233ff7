"""Data protection in the console: the page of all tables, the dry run, and a household that is erased."""

import pytest
from playwright.sync_api import Page, expect

from services.contact.models import ContactMessage
from services.core.db.db import Database
from services.reservations.models import Reservation
from tests.factories import contact_body
from tests.fixtures.servers import Server
from tests.journeys.axe import defects, violations_as_it_stands, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.moving import go
from tests.journeys.console.reserving import reserve
from tests.journeys.records import Records
from tests.services.stored import execute

WIDTHS = (390, 1440)


@pytest.fixture
def with_an_old_message(page: Page, server: Server, records_db: Database) -> None:
    """One reservation, and a message whose year is over."""
    reserve(page, server, email="nele@example.org")
    assert page.request.post("/api/contact", data=contact_body(reference=None)).ok
    for table, column in (("contact_messages", "created_at"), ("conversations", "created_at"),
                          ("conversations", "last_inbound_at"), ("messages", "received_at")):  # fmt: skip
        execute(records_db.engine, f"UPDATE {table} SET {column} = '2024-01-01 12:00:00.000000'")


@pytest.mark.usefixtures("with_an_old_message")
def test_an_admin_sees_what_is_due_and_erases_a_household_that_asks_for_it(
    page: Page, sign_in: SignIn, records: Records
) -> None:
    sign_in(page, "admin")
    page.goto("/admin/")
    page.get_by_role("link", name="Einstellungen").click()
    page.get_by_role("navigation", name="Einstellungen").get_by_role("link", name="Nachweise").click()
    page.get_by_role("navigation", name="Nachweise").get_by_role("link", name="Datenschutz").click()
    expect(page.get_by_role("heading", level=1, name="Datenschutz")).to_be_visible()
    messages = page.get_by_role("row").filter(has_text="Anfragen beantworten.")
    expect(messages).to_contain_text("01.01.2024")
    expect(messages).to_contain_text("12 Monate nach dem Eingang jeder Nachricht")
    run = page.get_by_role("region", name="Nächtliches Löschen")
    expect(run).to_contain_text("Fällig sind jetzt 5 Zeilen.")
    expect(run).to_contain_text("Noch keiner.")
    run.get_by_role("button", name="Probelauf").click()
    expect(run).to_contain_text("Jetzt würden 5 Zeilen gelöscht")
    expect(run).to_contain_text("Mails 2, Nachrichten 1")
    assert len(records.rows(ContactMessage)) == 1
    assert defects(page, WIDTHS) + violations_in_forced_colours(page, WIDTHS) == []

    go(page, "/admin/reservations/1/show")
    page.get_by_role("button", name="Daten löschen").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Platz 1 wird damit zurückgegeben.")
    assert violations_as_it_stands(page) == []
    dialog.get_by_role("button", name="Endgültig löschen").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Gelöschter Haushalt")
    expect(page.get_by_role("region", name="Datenschutz")).to_contain_text("Gelöscht am")
    expect(page.get_by_role("region", name="Verlauf")).to_contain_text("Daten des Haushalts gelöscht")
    assert records.only(Reservation)["email"] == "haushalt-1@geloescht.invalid"
