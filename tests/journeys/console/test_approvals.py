"""The supply begins for more than 25 households: one clerk asks with the number; that another one approves is a part
of `test_clerks_day.py`.
"""

from playwright.sync_api import Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from services.reservations.states import ReservationState
from tests.fixtures.servers import Server
from tests.fixtures.staff import add_member
from tests.journeys.axe import violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.moving import go
from tests.journeys.console.reservation_pages import ReservationPages
from tests.services.reservations.standing import households, reserve_many, stand

MANY = 26


def test_what_binds_many_households_is_asked_for_with_their_number_and_a_reason(
    page: Page, sign_in: SignIn, server: Server, records_db: Database
) -> None:
    for id_ in reserve_many(records_db, utc_now(), households(MANY)):
        stand(records_db, utc_now(), id_, ReservationState.CONTRACTED)
    add_member(records_db, "staff")
    sign_in(page, "staff", name="Jonas Reiter")
    ReservationPages(page).open_list("?perPage=100")
    page.get_by_role("checkbox", name="Alle auf dieser Seite auswählen").check()
    page.get_by_role("button", name="Weitere Vorgänge").click()
    page.get_by_role("menuitem", name="Lieferung beginnen").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Deshalb gibt eine zweite Person den Vorgang frei")
    button = dialog.get_by_role("button", name=f"Zur Freigabe vorlegen ({MANY})")
    dialog.get_by_label("Zahl der Reservierungen").fill(str(MANY))
    expect(button).to_be_disabled()  # who approves has to know why
    dialog.get_by_label("Grund").fill("Der Park ist am Netz")
    assert violations_as_it_stands(page) == []
    button.click()
    expect(page.get_by_text("Zur Freigabe vorgelegt.")).to_be_visible()
    go(page, "/admin/operation-requests")
    expect(page.get_by_text("Freigeben kann das nur eine zweite Person.")).to_be_visible()
