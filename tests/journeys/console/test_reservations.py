"""The list of reservations and one of them, by keys; and what is done to many at once."""

import re

from playwright.sync_api import Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from services.reservations.states import ReservationState
from tests.factories import reservation_body
from tests.fixtures.proved import proved
from tests.journeys.axe import defects, violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.services.reservations.standing import check_invariants, households, reserve_many, stand

MANY = proved(27, 200)
ALL = MANY + 3
"""With three that are withdrawn already."""
OTHER = {"email": "nele.hartwik@example.org", "first_name": "Nele", "last_name": "Hartwik"}


def test_keys_alone_lead_from_the_list_to_a_reservation_and_what_is_done_to_many_has_a_result_for_each(
    page: Page, sign_in: SignIn, records_db: Database
) -> None:
    now = utc_now()
    ids = reserve_many(records_db, now, [*households(ALL - 1), reservation_body(**OTHER)])
    for id_ in ids[:3]:
        stand(records_db, now, id_, ReservationState.WITHDRAWN)
    sign_in(page)
    pages = ReservationPages(page)
    pages.open_list()
    for key in ("j", "j", "x"):
        page.keyboard.press(key)
    expect(page.get_by_text("1 Eintrag ausgewählt")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/reservations/\d+/show$"))
    second = page.url
    # The address changes before the page of the next one is there, which is the one that hears the keys.
    place = page.get_by_role("navigation", name="In der Liste")
    expect(place).to_contain_text("2 von")
    name = page.get_by_role("heading", level=1).inner_text()
    page.keyboard.press("j")
    expect(page).not_to_have_url(second)
    expect(place).to_contain_text("3 von")
    page.keyboard.press("k")
    expect(page).to_have_url(second)
    expect(place).to_contain_text("2 von")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(pages.head.get_by_role("button", name="Vorgänge")).to_be_visible()
    page.keyboard.press("x")
    expect(pages.dialog.get_by_role("heading", name="Vorgänge")).to_be_visible()
    page.keyboard.press("Escape")
    assert defects(page) == []
    pages.search("hartwik")
    expect(pages.rows).to_have_count(1)
    expect(page.locator("tbody mark")).to_have_text("Hartwik")
    page.goto("/admin/reservations")
    page.get_by_role("main").get_by_text("Hartwik").first.wait_for()
    assert defects(page) == []

    page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_role("checkbox", name="Alle auf dieser Seite auswählen").check()
    page.get_by_role("button", name=f"Alle {ALL} auswählen").click()
    expect(page.get_by_text(f"{ALL} Einträge ausgewählt")).to_be_visible()
    page.get_by_role("button", name="Stornieren", exact=True).click()
    expect(pages.dialog).to_contain_text(f"3 von {ALL} bleiben unverändert")
    pages.confirm("Stornieren", "Abgesprochen")
    expect(pages.dialog.get_by_role("status").first).to_have_text(f"{MANY} erledigt, 3 abgelehnt")
    assert violations_as_it_stands(page) == []
    pages.dialog.get_by_role("button", name="Nur abgelehnte").click()
    expect(pages.dialog.locator("tbody tr")).to_have_count(3)
    with page.expect_download() as download:
        pages.dialog.get_by_role("button", name="Als Text speichern").click()
    assert len(download.value.path().read_text(encoding="utf-8-sig").splitlines()) == 4
    check_invariants(records_db)
    pages.dialog.get_by_role("button", name="Alles rückgängig machen").click()
    expect(page.get_by_text(f"{MANY} Änderungen rückgängig gemacht.")).to_be_visible()
    check_invariants(records_db)
