"""A full park sells nothing: every button to reserve asks for a free place instead, and the form is filled for it."""

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.servers import Server
from tests.journeys.axe import violations
from tests.journeys.pages import overflow, visit
from tests.journeys.records import Records

ASK = "Nach freiem Platz fragen"
FORM = "/kontakt?anliegen=platz"
SELLING = ("/", "/pilot", "/wie-es-funktioniert", "/ueber-uns", "/voltigo-im-vergleich")


@pytest.fixture
def full_park(server: Server, records: Records) -> None:
    records.fill_park()


@pytest.mark.usefixtures("full_park")
def test_no_page_leads_into_the_form(page: Page) -> None:
    for path in SELLING:
        visit(page, path)
        expect(page.get_by_role("main").get_by_role("link", name=ASK).first).to_have_attribute("href", FORM)
        expect(page.get_by_role("main").get_by_role("link", name="Anteil reservieren")).to_have_count(0)
        if path != "/pilot":  # asks for its spots alone, and the page has one request less
            banner = page.get_by_role("banner").get_by_role("link", name="Platz anfragen")
            expect(banner).to_have_attribute("href", FORM)


@pytest.mark.usefixtures("full_park")
def test_the_start_page_says_so_and_promises_no_list(page: Page) -> None:
    visit(page, "/")
    expect(page.locator(".hero")).to_contain_text("Zurzeit sind alle 500 Plätze vergeben.")
    expect(page.locator(".hero")).to_contain_text("eine Warteliste gibt es noch nicht")
    expect(page.locator(".hero")).not_to_contain_text("Kostenlos und unverbindlich")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) == 0, width
    assert violations(page) == []


@pytest.mark.sample(0)
@pytest.mark.usefixtures("full_park")
def test_the_contact_form_is_filled_for_the_question(page: Page) -> None:
    visit(page, "/")
    page.locator(".hero").get_by_role("link", name=ASK).click()
    expect(page.get_by_label("Worum geht es?")).to_have_value("platz")
    expect(page.get_by_label("Ihre Nachricht")).to_have_value(
        "Bitte schreiben Sie mir, sobald im Pilotpark ein Platz frei ist."
    )


def test_with_places_one_yellow_button_is_in_the_first_view(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    visit(page, "/")
    yellow = page.locator(".button--sun").evaluate_all(
        "buttons => buttons.filter(button => button.getBoundingClientRect().top < innerHeight).length"
    )
    assert yellow == 1
    expect(page.get_by_role("banner").get_by_role("link", name="Anteil reservieren")).to_be_visible()
