"""The tools above a list, as people use them."""

from playwright.sync_api import Page, expect


def open_filter(page: Page, name: str) -> None:
    """Add a filter by its name, or open the chip of one that is set."""
    chip = page.get_by_role("region", name="Filter").get_by_role("button", name=f"{name}:")
    if chip.count():
        chip.click()
    else:
        page.get_by_role("button", name="Filter", exact=True).click()
        page.get_by_role("menuitem", name=name, exact=True).click()
    expect(page.get_by_role("dialog", name=name, exact=True)).to_be_visible()


def narrow(page: Page, name: str, *values: str) -> None:
    """Choose these values of a filter and close it."""
    open_filter(page, name)
    popup = page.get_by_role("dialog", name=name, exact=True)
    for value in values:
        popup.get_by_label(value, exact=True).click()
        expect(popup.get_by_label(value, exact=True)).to_be_checked()
    page.keyboard.press("Escape")
    expect(popup).to_have_count(0)
