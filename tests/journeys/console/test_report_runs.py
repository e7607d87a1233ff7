"""Reports in the console: kept as they are, shown again, compared, removed."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.core.clock import berlin_day, utc_now
from tests.fixtures.servers import Server
from tests.fixtures.staff import OWN_PAGE
from tests.journeys.axe import violations_as_it_stands, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.test_campaigns import WIDTHS, is_sound, register
from tests.journeys.filling import fill_completely


def pay(page: Page, server: Server, cents: int) -> None:
    """Today's costs of the first campaign, entered by the person signed in."""
    address = f"{server.url}/api/staff/campaigns/1/costs/{berlin_day(utc_now())}"
    answer = page.request.put(address, data={"cents": cents}, headers=OWN_PAGE)
    assert answer.status == 200, answer.text()


def at_rest(page: Page) -> None:
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def test_a_report_is_kept_and_compared_with_today(page: Page, server: Server, sign_in: SignIn, watch: Any) -> None:
    watch.expect("status of 422")
    sign_in(page, "marketing", name="Miriam Falk")
    register(page, "Herbst bei Facebook", "facebook", "social", "herbst")
    pay(page, server, 10_000)

    page.goto("/admin/reports/kept")
    expect(page.get_by_text("Noch ist kein Bericht festgehalten.")).to_be_visible()
    page.goto("/admin/reports/overview?compare=previous")
    at_rest(page)
    page.get_by_role("button", name="Festhalten").click()
    dialog = page.get_by_role("dialog", name="Bericht festhalten")
    dialog.get_by_label("Name").fill("")
    dialog.get_by_role("button", name="Festhalten").click()
    expect(dialog.get_by_text("Bitte geben Sie dem festgehaltenen Bericht einen Namen.")).to_be_visible()
    fill_completely(dialog.locator("form"), {"Name": "Für die Bank"})
    assert violations_as_it_stands(page) == []
    dialog.get_by_role("button", name="Festhalten").click()
    page.get_by_role("dialog", name="Festgehalten").get_by_role("link", name="Ansehen").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Für die Bank")
    band = page.get_by_role("region", name="Festgehaltener Stand")
    expect(band).to_contain_text("So war es am")
    expect(band).to_contain_text("Vergleich: Zeitraum davor")
    expect(page.get_by_role("region", name="Im ganzen Zeitraum")).to_contain_text("100,00\u00a0€")
    at_rest(page)
    is_sound(page)

    pay(page, server, 12_550)
    page.reload()
    expect(page.get_by_role("region", name="Im ganzen Zeitraum")).to_contain_text("100,00\u00a0€")
    page.get_by_role("link", name="Mit heute vergleichen").click()
    figures = page.get_by_role("region", name="Tabelle: Tag für Tag, vorher und nachher")
    expect(figures.get_by_role("row", name="Kosten 100,00\u00a0€ 125,50\u00a0€ +25,50\u00a0€")).to_be_visible()
    happened = page.get_by_role("region", name="Was dazwischen geschah")
    expect(happened).to_contain_text("100,00\u00a0€ → 125,50\u00a0€")
    expect(happened).to_contain_text("Miriam Falk")
    expect(happened.get_by_role("link", name="Kosten „Herbst bei Facebook“ am")).to_be_visible()
    is_sound(page)
    assert violations_in_forced_colours(page, WIDTHS) == []
    page.emulate_media(forced_colors="none")

    page.goto("/admin/reports/kept")
    expect(page.get_by_role("row", name="Für die Bank")).to_contain_text("Miriam Falk")
    is_sound(page)
    page.get_by_role("link", name="Für die Bank", exact=True).click()
    page.get_by_role("button", name="Löschen").click()
    dialog = page.get_by_role("dialog", name="„Für die Bank“ löschen?")
    dialog.get_by_role("button", name="Löschen").click()
    expect(dialog.get_by_text("Bitte nennen Sie den Grund.")).to_be_visible()
    fill_completely(dialog.locator("form"), {"Grund": "Falscher Zeitraum"})
    dialog.get_by_role("button", name="Löschen").click()
    expect(page.get_by_text("Noch ist kein Bericht festgehalten.")).to_be_visible()


@pytest.mark.sample(0)
def test_a_kept_report_where_nothing_happened_says_so(page: Page, sign_in: SignIn) -> None:
    sign_in(page, "marketing")
    page.goto("/admin/reports/breakdown?field=utm_source")
    at_rest(page)
    page.get_by_role("button", name="Festhalten").click()
    page.get_by_role("dialog").get_by_role("button", name="Festhalten").click()
    page.get_by_role("link", name="Ansehen").click()
    expect(page.get_by_role("region", name="Festgehaltener Stand")).to_contain_text("Feld: Quelle")
    page.get_by_role("link", name="Mit heute vergleichen").click()
    expect(page.get_by_text("Alle Zahlen sind gleich.")).to_be_visible()
    expect(page.get_by_text("Im Protokoll steht nichts, worauf dieser Bericht beruht.")).to_be_visible()
