"""What others do appears on an open page by itself, and disturbs nobody who works on it."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from tests.fixtures.servers import Server
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.console.reserving import reserve
from tests.services.reservations.standing import do

A_MINUTE = 61_000
pytestmark = pytest.mark.own_tab
"""The browser's clock is held."""

LIST, BOARD, PARK = "/admin/reservations", "/admin/board", "/admin/parks/ingolstadt/show"


@pytest.fixture
def clerk(page: Page, server: Server, sign_in: SignIn) -> Page:
    """A page of a clerk whose minutes can be passed; one household has reserved."""
    reserve(page, server, last_name="Hartwig")
    sign_in(page, "staff")
    page.clock.install()
    return page


def show_new(page: Page) -> None:
    """What came waits above the rows, which stay where they are. No minute is passed for it: the line would count as
    dead, and a new one has the whole list read again, new rows and all.
    """
    page.clock.resume()  # the stream comes in its own time, and what it says is gathered for a moment
    page.get_by_role("button", name="1 neue oben zeigen").click()


@pytest.mark.sample(1)
@pytest.mark.parametrize(("path", "said"), [(LIST, "Weiß"), (BOARD, "Weiß"), (PARK, "2 von 500 belegt: 2 reserviert")])
def test_a_new_reservation_appears_within_a_minute(path: str, said: str, clerk: Page, server: Server) -> None:
    clerk.goto(path)
    expect(clerk.get_by_role("main")).to_contain_text("1 von 500 belegt" if path == PARK else "Hartwig")
    reserve(clerk, server, last_name="Weiß")
    if path == LIST:
        show_new(clerk)
    else:
        clerk.clock.fast_forward(A_MINUTE)
    expect(clerk.get_by_role("main")).to_contain_text(said)


def test_a_record_follows_what_a_colleague_does(clerk: Page, records_db: Database) -> None:
    clerk.goto(f"{LIST}/1/show")
    glance = ReservationPages(clerk).state()
    expect(glance).to_contain_text("Neu")
    do(records_db, "invite", [1], utc_now())
    clerk.clock.fast_forward(A_MINUTE)
    expect(glance).to_contain_text("Eingeladen")


def test_a_page_that_somebody_comes_back_to_is_as_it_is_now(clerk: Page, server: Server) -> None:
    clerk.goto(LIST)
    expect(clerk.get_by_role("main")).to_contain_text("Hartwig")
    reserve(clerk, server, last_name="Weiß")
    clerk.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    expect(clerk.get_by_role("main")).to_contain_text("Weiß")


def test_what_came_while_the_line_was_not_open_yet_appears(clerk: Page, server: Server) -> None:
    """The list was read before, the line opened after the reservation."""
    held: list[Route] = []
    clerk.route("**/api/staff/live?*", lambda route: held.append(route))  # noqa: PLW0108 - playwright asks for a function
    clerk.goto(LIST)
    expect(clerk.get_by_role("main")).to_contain_text("Hartwig")
    reserve(clerk, server, last_name="Weiß")
    assert len(held) == 1
    held[0].continue_()
    show_new(clerk)
    expect(clerk.get_by_role("main")).to_contain_text("Weiß")


def test_what_is_selected_and_typed_stays(clerk: Page, server: Server) -> None:
    clerk.goto(LIST)
    chosen = clerk.get_by_role("checkbox", name=re.compile("Hartwig.* auswählen"))
    chosen.check()
    reserve(clerk, server, last_name="Weiß")
    show_new(clerk)
    expect(clerk.get_by_role("main")).to_contain_text("Weiß")
    expect(chosen).to_be_checked()
    expect(clerk.get_by_text("1 Eintrag ausgewählt")).to_be_visible()

    clerk.goto(PARK)
    clerk.get_by_label("Plätze", exact=True).fill("20–23")
    clerk.get_by_label("Grund").fill("Wechselrichter wird")
    reserve(clerk, server, last_name="Brandl")
    clerk.clock.fast_forward(A_MINUTE)
    expect(clerk.get_by_role("main")).to_contain_text("3 von 500 belegt")
    expect(clerk.get_by_label("Plätze", exact=True)).to_have_value("20–23")
    expect(clerk.get_by_label("Grund")).to_have_value("Wechselrichter wird")
    expect(clerk.get_by_label("Grund")).to_be_focused()
