"""A full park sells nothing: every button to reserve, and the form itself, lead to the waiting list."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.servers import Server
from tests.journeys.axe import violations
from tests.journeys.pages import overflow, visit
from tests.journeys.records import Records

JOIN = "Auf die Warteliste"
LIST = "/warteliste"
SELLING = ("/", "/pilot", "/wie-es-funktioniert", "/ueber-uns", "/voltigo-im-vergleich")


@pytest.fixture
def full_park(server: Server, records: Records) -> None:
    records.fill_park()


@pytest.mark.usefixtures("full_park")
def test_no_page_leads_into_the_form(page: Page) -> None:
    for path in SELLING:
        visit(page, path)
        expect(page.get_by_role("main").get_by_role("link", name=JOIN).first).to_have_attribute("href", LIST)
        expect(page.get_by_role("main").get_by_role("link", name="Anteil reservieren")).to_have_count(0)
        if path != "/pilot":  # asks for its spots alone, and the page has one request less
            banner = page.get_by_role("banner").get_by_role("link", name="Zur Warteliste")
            expect(banner).to_have_attribute("href", LIST)


@pytest.mark.usefixtures("full_park")
def test_the_start_page_says_so_and_names_the_list(page: Page) -> None:
    visit(page, "/")
    expect(page.locator(".hero")).to_contain_text("Zurzeit sind alle 500 Plätze vergeben.")
    expect(page.locator(".hero")).to_contain_text("Die Warteliste kostet nichts")
    expect(page.locator(".hero")).not_to_contain_text("Kostenlos und unverbindlich")
    expect(page.locator(".hero .flag")).to_have_text("Ein Platzvon 500")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) == 0, width
    assert violations(page) == []


@pytest.mark.usefixtures("full_park")
def test_the_form_leads_to_the_list(page: Page) -> None:
    visit(page, "/reservierung")
    expect(page).to_have_url(re.compile(f"{LIST}$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Alle 500 Plätze sind vergeben.")


def test_with_places_one_yellow_button_is_in_the_first_view(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    visit(page, "/")
    yellow = page.locator(".button--sun").evaluate_all(
        "buttons => buttons.filter(button => button.getBoundingClientRect().top < innerHeight).length"
    )
    assert yellow == 1
    expect(page.locator(".hero .flag")).to_have_text("Ihr Platzeiner von 500")
    expect(page.get_by_role("banner").get_by_role("link", name="Anteil reservieren")).to_be_visible()
