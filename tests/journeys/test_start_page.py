"""The start page: one tap for a package moves the block of money, the land, the steps and where the button leads."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.journeys.pages import visit

PACKAGES = {
    "Basic": ("699 €", "778 €", "50 €", "15,6 Jahren", "4,17 €", 1),
    "Standard": ("1.299 €", "1.378 €", "100 €", "13,8 Jahren", "8,33 €", 2),
    "Premium": ("1.899 €", "1.978 €", "150 €", "13,2 Jahren", "12,50 €", 3),
}

SHIFTS = """() => {
  window.shifted = 0
  new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shifted += entry.value })
    .observe({ type: 'layout-shift', buffered: true })
}"""
"""Those right after a key or a tap, too, which do not count for the measure of the browser."""


def _expect_package(page: Page, name: str) -> None:
    price, together, annual, years, monthly, modules = PACKAGES[name]
    ticket = page.locator(".ticket:visible")
    expect(ticket).to_have_count(1)
    amounts = ["0 €", "79 €", price, together, annual, years]
    expect(ticket.locator("dd")).to_have_text([amount.replace(" ", "\u00a0") for amount in amounts])
    expect(page.locator(".string .price .figure [data-of]:visible")).to_have_text(
        [price.replace(" ", "\u00a0"), monthly.replace(" ", "\u00a0")]
    )
    places = page.locator(".hero__land g[data-of]:visible .mine")
    expect(places).to_have_count(1)
    expect(places).to_have_attribute("d", re.compile(f"^(M[^M]*){{{modules}}}$"))
    button = page.locator(".hero .button--sun:visible")
    fragment = "" if name == "Standard" else f"#paket={modules}000&zahlung=einmal&cent=5"
    expect(button).to_have_attribute("href", f"/reservierung{fragment}")


@pytest.mark.own_tab
@pytest.mark.parametrize("width", [390, 1280])
def test_one_tap_changes_price_credits_and_years_and_moves_nothing(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.add_init_script(f"({SHIFTS})()")
    visit(page, "/")
    _expect_package(page, "Standard")
    page.get_by_role("radio", name="Standard").focus()
    height = page.evaluate("() => document.documentElement.scrollHeight")
    for key, name in (("ArrowRight", "Premium"), ("ArrowLeft", "Standard"), ("ArrowLeft", "Basic")):
        page.keyboard.press(key)
        expect(page.get_by_role("radio", name=name)).to_be_checked()
        _expect_package(page, name)
        assert page.evaluate("() => document.documentElement.scrollHeight") == height
    assert page.evaluate("() => window.shifted") <= 0.01
    page.locator(".hero .button--sun:visible").click()
    expect(page).to_have_url(re.compile("/reservierung#paket=1000"))


def test_it_works_without_a_script(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/")
    _expect_package(page, "Standard")
    page.get_by_role("radio", name="Premium").check()
    _expect_package(page, "Premium")
