"""Many reservations at once: two hundred cancelled in one call with a result each, and duplicates merged."""

import re

from playwright.sync_api import Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from services.reservations.states import ReservationState
from tests.factories import reservation_body
from tests.fixtures.proved import proved
from tests.journeys.axe import violations, violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.services.reservations.standing import check_invariants, households, reserve_many, spot, stand

MANY = proved(40, 200)
ALL = MANY + 3
"""With three that are withdrawn already."""


def test_many_are_cancelled_at_once_with_a_result_for_each(page: Page, sign_in: SignIn, records_db: Database) -> None:
    now = utc_now()
    ids = reserve_many(records_db, now, households(ALL))
    for id_ in ids[:3]:
        stand(records_db, now, id_, ReservationState.WITHDRAWN)
    sign_in(page)
    pages = ReservationPages(page)
    pages.open_list("?perPage=25")
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


def test_a_duplicate_is_merged_into_the_earlier_reservation(page: Page, sign_in: SignIn, records_db: Database) -> None:
    twice = [
        reservation_body(first_name="Anton", last_name="Brandl", email="anton@example.org"),
        reservation_body(first_name="Anton", last_name="Brandl", email="anton@example.org", annual_kwh=3000,
                         expected_annual_credit=180, expected_monthly_credit=15, expected_total_credits=3600),
    ]  # fmt: skip
    earlier, later = reserve_many(records_db, utc_now(), twice)
    stand(records_db, utc_now(), later, ReservationState.RESERVED, duplicate_suspected=True)
    sign_in(page)
    page.goto("/admin/reservations/duplicates")
    suspects = page.get_by_role("region", name="Anton Brandl")
    expect(suspects.locator("mark")).to_have_count(2)
    assert violations(page, (390, 1280)) == []
    suspects.get_by_role("button", name="Zusammenführen").click()
    pages = ReservationPages(page)
    expect(pages.dialog).to_contain_text("Platz 2 bleibt 24 Stunden gesperrt und wird dann frei.")
    pages.confirm("Zusammenführen", "Versehentlich zweimal abgeschickt")
    expect(page).to_have_url(re.compile(rf"/reservations/{earlier}/show$"))
    expect(page.get_by_role("region", name="Verlauf")).to_contain_text("Versehentlich zweimal abgeschickt")
    page.goto(f"/admin/reservations/{later}/show")
    expect(page.get_by_role("region", name="Zusammengeführt")).to_be_visible()
    left = spot(records_db, 2)
    assert (left.state, left.held_for) == ("held", "undo")
    check_invariants(records_db)
