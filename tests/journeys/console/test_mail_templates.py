"""Templates of mails in the console: every kind, by day and night, on a phone and a desk, and as plain text."""

import re

from playwright.sync_api import Page, expect

from tests.journeys.axe import defects, violations
from tests.journeys.console.conftest import SignIn

WIDTHS = (390, 1440)


def test_each_kind_is_shown_as_its_recipient_reads_it(page: Page, read_as: SignIn) -> None:
    read_as(page, "staff")
    page.goto("/admin/mail-templates")
    kinds = page.get_by_role("navigation", name="Arten von Mails")
    expect(kinds.get_by_role("link", name="Reservierung eingegangen")).to_have_attribute("aria-current", "page")
    kinds.get_by_role("link", name="Park bestätigt").click()
    expect(page).to_have_url(re.compile(r"\?kind=park_confirmed$"))
    frame = page.frame_locator("iframe")
    heading = frame.get_by_role("heading", level=1)
    expect(heading).to_have_text("Ihr Solarpark ist bestätigt")
    expect(heading).to_have_css("color", "rgb(15, 61, 36)")
    assert violations(page, WIDTHS) == []
    page.get_by_role("button", name="Dunkel").click()
    expect(heading).to_have_css("color", "rgb(169, 211, 174)")
    expect(frame.locator(".cells .d")).to_have_css("background-color", "rgb(255, 197, 49)")
    page.get_by_role("button", name="Telefon", exact=True).click()
    expect(page.locator("iframe")).to_have_css("width", "390px")
    page.get_by_role("button", name="Nur Text").press("Enter")
    expect(page.locator("pre")).to_contain_text("Der Solarpark Ingolstadt wird gebaut. Ihr Platz 217 ist dabei")
    assert defects(page, WIDTHS) == []
