"""What must not get lost: what somebody typed when the session ends, and how they like to see a list."""

from playwright.sync_api import Page, expect
from sqlalchemy import delete

from services.core.clock import utc_now
from services.core.db.db import Database
from services.staff.models import StaffSession
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.staff import PASSWORD, add_member, sign_in_browser
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.lists import narrow
from tests.journeys.console.reservation_pages import ReservationPages
from tests.services.reservations.standing import households, reserve_many


def test_what_was_typed_is_there_after_the_session_ended_and_a_new_log_in(
    page: Page, server: Server, records_db: Database, watch: Watch
) -> None:
    watch.expect("status of 401")
    [id_] = reserve_many(records_db, utc_now(), households(1))
    member = add_member(records_db, "staff")
    sign_in_browser(page.context, server.url, member)
    pages = ReservationPages(page)
    page.goto(f"/admin/reservations/{id_}/show")
    pages.open_fact("Merkmale").fill("Zieht im Mai um")
    records_db.write(lambda session: session.execute(delete(StaffSession)))
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Anmelden")).to_be_visible()
    page.get_by_label("E-Mail-Adresse").fill(member.email)
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    key = (server.data_dir / "secret").read_bytes()
    page.get_by_label("Code aus Ihrer App").fill(member.code(utc_now(), key))
    page.keyboard.press("Enter")

    field = pages.facts.get_by_role("textbox", name="Merkmale")
    expect(field).to_have_value("Zieht im Mai um")
    # Not to the field: where the focus has left it, it is saved and gone by now.
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Arbeit")).to_contain_text("Zieht im Mai um")


def test_a_view_is_saved_shared_and_found_again(page: Page, sign_in: SignIn, records_db: Database) -> None:
    reserve_many(records_db, utc_now(), households(3))
    sign_in(page)
    pages = ReservationPages(page)
    pages.open_list()
    narrow(page, "Paket", "Standard")
    view = page.get_by_role("button", name="Ansicht: ")
    view.click()
    page.get_by_role("menuitem", name="Ansicht speichern").click()
    pages.dialog.get_by_label("Name").fill("Zweitausender")
    pages.dialog.get_by_label("Auch für das Team").check()
    pages.dialog.get_by_role("button", name="Speichern").click()
    expect(view).to_have_accessible_name("Ansicht: Zweitausender")

    sign_in(page, "staff", name="Miriam Falk")
    page.goto("/admin/")
    pages.open_list()
    view.click()
    page.get_by_role("menu", name="Gespeicherte Ansichten").get_by_text("Zweitausender").click()
    expect(page.get_by_role("button", name="Paket: Standard")).to_be_visible()
    expect(page.get_by_text("3 Reservierungen")).to_be_visible()
