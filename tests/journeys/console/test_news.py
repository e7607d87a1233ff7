"""What others do appears on an open page by itself, and disturbs nobody who works on it."""

import pytest
from playwright.sync_api import Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from tests.fixtures.servers import Server
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.console.reserving import reserve
from tests.services.reservations.standing import do

A_MINUTE = 61_000


@pytest.mark.own_tab  # its clock is held
def test_record_park_and_list_follow_what_others_do_and_what_is_typed_stays(
    page: Page, server: Server, sign_in: SignIn, records_db: Database
) -> None:
    reserve(page, server, last_name="Hartwig")
    sign_in(page, "staff")
    page.clock.install()
    page.goto("/admin/reservations/1/show")
    glance = ReservationPages(page).state()
    expect(glance).to_contain_text("Neu")
    do(records_db, "invite", [1], utc_now())
    page.clock.fast_forward(A_MINUTE)
    expect(glance).to_contain_text("Eingeladen")

    main = page.get_by_role("main")
    page.goto("/admin/parks/ingolstadt/show")
    expect(main).to_contain_text("1 von 500 belegt")
    page.get_by_label("Plätze", exact=True).fill("20–23")
    page.get_by_label("Grund").fill("Wechselrichter wird")
    reserve(page, server, last_name="Brandl")
    page.clock.fast_forward(A_MINUTE)
    expect(main).to_contain_text("2 von 500 belegt")
    expect(page.get_by_label("Plätze", exact=True)).to_have_value("20–23")
    expect(page.get_by_label("Grund")).to_have_value("Wechselrichter wird")
    expect(page.get_by_label("Grund")).to_be_focused()

    page.goto("/admin/reservations")
    expect(main).to_contain_text("Hartwig")
    reserve(page, server, last_name="Weiß")
    page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")  # somebody comes back to it
    expect(main).to_contain_text("Weiß")
