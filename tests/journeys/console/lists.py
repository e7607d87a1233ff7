"""The tools above a list, as people use them."""

from playwright.sync_api import Page, expect


def narrow(page: Page, name: str, *values: str) -> None:
    """Add a filter by its name, or take the one that is there, and choose these of its values."""
    field = page.get_by_role("region", name="Filter").get_by_role("combobox", name=name, exact=True)
    choices = page.get_by_role("listbox", name=name, exact=True)
    if field.count():
        field.click()
    else:
        page.get_by_role("button", name="Filter", exact=True).click()
        page.get_by_role("menuitemcheckbox", name=name, exact=True).click()
    stays_open = choices.get_attribute("aria-multiselectable") == "true"
    for value in values:
        choices.get_by_role("option", name=value, exact=True).click()
    if stays_open:
        page.keyboard.press("Escape")
    expect(choices).to_have_count(0)
    for value in values:
        expect(field).to_contain_text(value)
