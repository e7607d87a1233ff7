"""Spellings in the console: seen in visits, mapped with a look at the effect, taken back."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.fixtures.servers import Server
from tests.journeys.axe import violations_as_it_stands, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.test_campaigns import is_sound, open_first, register

WIDTHS = (390, 1280)


def arrive(page: Page, server: Server, browser_name: str, source: str) -> None:
    """A visitor of that browser comes by a link of the campaign, whose source is spelt like that."""
    touch = {"utm_source": source, "utm_medium": "social", "utm_campaign": "herbst", "landing_path": "/"}
    visit = {"step": "page_view", "path": "/", "is_arrival": True, "consent": "unanswered", "touch": touch}
    agent = f"Mozilla/5.0 (X11; Linux x86_64) {browser_name}/140.0"
    answer = page.request.post(
        f"{server.url}/api/visits", data=visit, headers={"User-Agent": agent, "Sec-Fetch-Site": "same-origin"}
    )
    assert answer.status == 204, answer.text()


def test_a_spelling_is_found_mapped_and_taken_back(page: Page, server: Server, sign_in: SignIn, watch: Any) -> None:
    watch.expect("status of 422")
    sign_in(page, "marketing", name="Miriam Falk")
    register(page, "Herbst bei Facebook", "facebook", "social", "herbst")
    arrive(page, server, "Firefox", "facebook")
    arrive(page, server, "Gecko", "FB")
    open_first(page, "Herbst bei Facebook")
    expect(page.get_by_text("Vom ").filter(has_text=": ein Besucher, 0 Reservierungen")).to_be_visible()

    page.goto("/admin/site-check")
    unregistered = page.get_by_role("region", name="Besuche ohne Kampagne", exact=True)
    expect(unregistered).to_contain_text("fb / social / herbst")
    expect(page.get_by_role("region", name="Datenbestand der Auswertung")).to_contain_text("Besuche")
    is_sound(page)
    unregistered.get_by_role("link", name="Schreibweise zuordnen").click()
    dialog = page.get_by_role("dialog", name="Schreibweise zuordnen")
    expect(dialog.get_by_label("Feld")).to_have_value("utm_source")
    expect(dialog.get_by_label("Steht im Link")).to_have_value("fb")
    dialog.get_by_label("Zählt als").fill("fb")
    dialog.get_by_role("button", name="Auswirkung ansehen").click()
    expect(dialog.get_by_text("Das ist dieselbe Schreibweise.")).to_be_visible()
    dialog.get_by_label("Zählt als").fill("facebook")
    dialog.get_by_role("button", name="Auswirkung ansehen").click()
    effect = dialog.get_by_role("region", name="Auswirkung")
    expect(effect).to_contain_text("Betroffen: ein Aufruf in einer Sitzung")
    expect(effect.get_by_role("row", name="Herbst bei Facebook")).to_contain_text("vorher 1, nachher 2")
    assert violations_as_it_stands(page) == []
    dialog.get_by_role("button", name="So zuordnen").click()
    expect(page.get_by_text("„fb“ zählt jetzt als „facebook“.")).to_be_visible()
    expect(page.get_by_role("row", name="fb")).to_contain_text("durch Ihre Zuordnung")
    assert violations_as_it_stands(page) == []

    page.goto("/admin/campaigns/1/show")
    expect(page.get_by_text("Vom ").filter(has_text=": 2 Besucher")).to_be_visible()
    page.get_by_text("Als Tabelle").click()
    expect(page.get_by_role("region", name="Tabelle: Entwicklung").get_by_role("row")).to_have_count(31)
    assert violations_as_it_stands(page) == []

    page.goto("/admin/aliases/assigned")
    page.get_by_role("button", name="Rückgängig machen: fb").click()
    page.get_by_role("dialog").get_by_role("button", name="Rückgängig machen").click()
    expect(page.get_by_role("row", name="fb")).to_contain_text("rückgängig gemacht")
    is_sound(page)
    page.goto("/admin/site-check")
    unregistered.get_by_role("link", name="Als Kampagne anlegen").click()
    expect(page.get_by_label("Quelle")).to_have_value("fb")
    expect(page.get_by_label("Kampagne", exact=True)).to_have_value("herbst")
    assert violations_in_forced_colours(page, WIDTHS) == []
