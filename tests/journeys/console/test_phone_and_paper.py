"""The console in a hand and on paper: nothing wider than the window, room for a finger, no value lost in print."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.journeys.console.conftest import SignIn
from tests.journeys.pages import overflow

PHONE: ViewportSize = {"width": 390, "height": 844}
SHEET: ViewportSize = {"width": 700, "height": 990}
PAGES = (
    "alerts",
    "aliases",
    "site-check",
    "campaigns",
    "campaigns/create",
    "costs",
    "jobs",
    "links/build",
    "notes",
    "referrals",
    "tokens",
    "webhooks",
    "reports/overview",
    "reports/breakdown",
    "reports/models",
    "reports/funnel",
    "reports/quality",
    "reports/paths",
    "reports/referrals",
    "reports/reservations",
    "reports/capacity",
    "reports/credits",
    "reports/kept",
    "reports/schedules",
    "reports/schedules/new",
)

TOO_SMALL = """() => {
  const touched = 'button, select, summary, input:not([type=checkbox], [type=radio], [type=range])'
  return [...document.querySelectorAll('main :is(' + touched + ')')]
    .filter((one) => !one.closest('.table, .drawing-sheet, .provenance'))
    .map((one) => [one.innerText || one.getAttribute('aria-label') || one.id, one.getBoundingClientRect().height])
    .filter(([, height]) => height > 1 && height < 44)
    .map(([name, height]) => `${name}: ${height}`)
}"""


def at_rest(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


@pytest.mark.sample(2)
@pytest.mark.parametrize("address", PAGES)
def test_a_page_fits_a_phone_and_a_finger(page: Page, read_as: SignIn, address: str) -> None:
    read_as(page, "admin")
    page.set_viewport_size(PHONE)
    page.goto(f"/admin/{address}")
    at_rest(page)
    assert overflow(page) == 0
    assert page.evaluate(TOO_SMALL) == []


def test_a_printed_report_says_what_it_was_asked_and_carries_no_menu(page: Page, read_as: SignIn) -> None:
    read_as(page, "marketing")
    page.goto("/admin/reports/models?look_back_days=45")
    at_rest(page)
    page.set_viewport_size(SHEET)
    page.emulate_media(media="print")
    expect(page.get_by_label("Rückblick")).to_have_value("45")
    expect(page.get_by_label("Rückblick")).to_be_visible()
    for gone in (page.get_by_role("button", name="Menü"), page.get_by_role("button", name="Segmente")):
        expect(gone).to_be_hidden()
    empty = (
        "sheets => sheets.filter(sheet => sheet.style.minHeight && getComputedStyle(sheet).minHeight !== '0px').length"
    )
    assert page.locator(".drawing-sheet").evaluate_all(empty) == 0
