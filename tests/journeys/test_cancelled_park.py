"""A park that was called off: every page says so, and none offers a place in it."""

import pytest
from playwright.sync_api import Page, expect

from services.core.db.db import Database
from tests.fixtures.servers import Server
from tests.fixtures.staff import OWN_PAGE, add_member, sign_in_browser
from tests.journeys.axe import violations
from tests.journeys.pages import overflow, visit

WIDTHS = (390, 1280)
NAMES = {"ingolstadt": "Ingolstadt", "munich": "München-Ost"}


@pytest.fixture
def cancelled(server: Server, sqlite_url: str, page: Page, request: pytest.FixtureRequest) -> None:
    """The named park is called off, as the administration does it."""
    database = Database(sqlite_url)
    sign_in_browser(page.context, server.url, add_member(database))
    database.close()
    body = {"name": NAMES[request.param], "confirmed_count": 0, "reason": "Der Netzanschluss fehlt"}
    address = f"{server.url}/api/staff/parks/{request.param}/cancellation"
    reply = page.request.post(address, data=body, headers=OWN_PAGE)
    assert reply.ok, reply.text()


@pytest.mark.usefixtures("cancelled")
@pytest.mark.parametrize("cancelled", ["ingolstadt"], indirect=True)
def test_a_pilot_that_is_called_off_sells_nothing(page: Page) -> None:
    for path, of_the_drawing in (("/", ""), ("/pilot", "Der Park ist abgesagt.")):
        visit(page, path)
        main = page.get_by_role("main")
        expect(main).to_contain_text("Dieser Solarpark wird nicht gebaut.")
        expect(main).to_contain_text(of_the_drawing)
        ask = main.get_by_role("link", name="Schreiben Sie uns", exact=True).first
        expect(ask).to_have_attribute("href", "/kontakt")
        expect(page.get_by_role("link", name="Warteliste")).to_have_count(0)
        expect(main.get_by_role("link", name="Anteil reservieren")).to_have_count(0)
        expect(main.get_by_text("wieder einer frei", exact=False)).to_have_count(0)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            assert overflow(page) == 0, (path, width)
        assert violations(page) == []
    visit(page, "/reservierung")
    expect(page.get_by_role("heading", level=1)).to_have_text("Dieser Solarpark wird nicht gebaut")


@pytest.mark.sample(0)
@pytest.mark.usefixtures("cancelled")
@pytest.mark.parametrize("cancelled", ["munich"], indirect=True)
def test_a_share_of_a_park_that_is_called_off_cannot_be_chosen(page: Page) -> None:
    visit(page, "/dashboard/invest?project=munich")
    expect(page.get_by_role("radio", name="München-Ost")).to_be_disabled()
    expect(page.get_by_role("radio", name="München-Ost")).not_to_be_checked()
    card = page.locator(".invest__site").filter(has=page.get_by_role("radio", name="München-Ost"))
    expect(card).to_contain_text("Abgesagt")
    expect(card).to_contain_text("Entfällt")
    visit(page, "/kontakt?anliegen=anteil&projekt=munich&betrag=1000")
    expect(page.get_by_label("Solarpark", exact=True)).to_have_value("")
    expect(page.get_by_label("Solarpark", exact=True).get_by_role("option", name="München-Ost")).to_have_count(0)
    visit(page, "/faqs")
    expect(page.get_by_role("main")).to_contain_text("Ein zweiter Park, München-Ost, ist abgesagt.")
