"""A contract for more than 25 households: one clerk asks with the number, another one approves."""

from playwright.sync_api import Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from services.reservations.states import ReservationState
from tests.fixtures.servers import Server
from tests.fixtures.staff import add_member, sign_in_browser
from tests.journeys.axe import expect_clean, violations_as_it_stands, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.services.reservations.standing import households, reserve_many, stand

MANY = 26


def test_a_second_person_approves_what_binds_many_households(
    page: Page, sign_in: SignIn, server: Server, records_db: Database
) -> None:
    for id_ in reserve_many(records_db, utc_now(), households(MANY)):
        stand(records_db, utc_now(), id_, ReservationState.INVITED)
    aylin = add_member(records_db, "staff", name="Aylin Demir")
    sign_in(page, "staff", name="Jonas Reiter")
    ReservationPages(page).open_list("?perPage=100")
    page.get_by_role("checkbox", name="Alle auf dieser Seite auswählen").check()
    page.get_by_role("button", name="Weitere Vorgänge").click()
    page.get_by_role("menuitem", name="Vertrag eintragen").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Deshalb gibt eine zweite Person den Vorgang frei")
    button = dialog.get_by_role("button", name=f"Zur Freigabe vorlegen ({MANY})")
    dialog.get_by_label("Zahl der Reservierungen").fill(str(MANY))
    expect(button).to_be_disabled()  # who approves has to know why
    dialog.get_by_label("Grund").fill("Die Verträge sind unterschrieben")
    assert violations_as_it_stands(page) == []
    button.click()
    expect(page.get_by_text("Zur Freigabe vorgelegt.")).to_be_visible()
    page.goto("/admin/operation-requests")
    expect(page.get_by_text("Freigeben kann das nur eine zweite Person.")).to_be_visible()

    page.context.clear_cookies()
    sign_in_browser(page.context, server.url, aylin)
    page.goto("/admin/")
    work = page.get_by_role("region", name="Zu erledigen")
    work.get_by_role("button", name=f"Freigeben Vertragsabschluss {MANY} Reservierungen").click()
    page.get_by_role("region", name="Die Aufgabe").get_by_role("link", name="Freigeben").click()
    section = page.get_by_role("region", name=f"Vertrag eintragen: {MANY} Reservierungen")
    expect(section).to_be_focused()
    expect(section).to_contain_text("Vorgelegt von Jonas Reiter")
    expect(section).to_contain_text("Grund: Die Verträge sind unterschrieben")
    section.get_by_text(f"{MANY} Haushalte mit Namen").click()
    expect(section.get_by_role("link", name="Änne Ha", exact=True)).to_be_visible()
    expect_clean(page)
    assert violations_in_forced_colours(page) == []
    approve = section.get_by_role("button", name=f"Freigeben ({MANY})")
    approve.focus()
    page.keyboard.press("Enter")
    settled = page.get_by_role("region", name="Zuletzt entschieden")
    expect(settled).to_contain_text("Freigegeben von Aylin Demir. Alle erledigt.")
    expect(page.get_by_text("Gerade wartet nichts auf eine Freigabe.")).to_be_visible()

    recent = page.get_by_role("region", name="Letzte Vorgänge")
    expect(recent).to_contain_text(f"Vertrag eingetragen: {MANY} Reservierungen")
    recent.get_by_role("button", name="Alles rückgängig machen").click()
    expect(page.get_by_text(f"{MANY} Änderungen rückgängig gemacht.")).to_be_visible()
    expect(recent).to_contain_text("Zurückgenommen von Aylin Demir")
    expect(page.get_by_role("button", name="Alles rückgängig machen")).to_have_count(0)
