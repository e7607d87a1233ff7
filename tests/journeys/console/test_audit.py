"""The log in the console."""

from playwright.sync_api import Page, expect

from tests.fixtures.servers import Server
from tests.journeys.axe import defects, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.moving import go
from tests.journeys.console.reserving import reserve
from tests.journeys.filling import fill_completely

WIDTHS = (390, 1280)


def test_what_happened_is_read_filtered_and_verified(page: Page, server: Server, sign_in: SignIn) -> None:
    reserve(page, server)
    sign_in(page, "admin", name="Kim Admin")
    page.goto("/admin/parks/ingolstadt/show")
    spots = page.locator("section[aria-labelledby=block-spots] form")
    fill_completely(spots, {"Plätze": "7–9", "Grund": "Vermessung"})
    page.get_by_role("button", name="3 Plätze sperren").click()
    expect(page.get_by_text("3 Plätze gesperrt.")).to_be_visible()

    go(page, "/admin/audit")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Kim Admin hat in Park Ingolstadt 3 Plätze gesperrt.")
    expect(page.get_by_role("row").nth(2)).to_contain_text("Ein Haushalt hat einen Platz reserviert")
    page.get_by_text("Zeigen zu Eintrag 1").click()
    expect(page.get_by_role("row").nth(2)).to_contain_text("annual_kwh")
    page.get_by_role("button", name="Protokoll auf Veränderung prüfen").click()
    expect(page.get_by_text("Alle 2 Einträge sind unverändert.")).to_be_visible()
    assert defects(page, WIDTHS) == []
    assert violations_in_forced_colours(page, WIDTHS) == []
    choose(page, "Aktion", "Sperrung", "Sperrung von Plätzen")
    expect(page.get_by_role("row")).to_have_count(2)
    page.reload()
    expect(page.get_by_role("button", name="Aktion: Sperrung von Plätzen")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(2)


def choose(page: Page, field: str, words: str, option: str) -> None:
    """By keyboard alone: the filter, the words, and Enter once the choice stands there."""
    expect(page.get_by_role("button", name="Filter", exact=True)).to_be_visible()
    page.keyboard.press("f")
    page.get_by_role("menuitemcheckbox", name=field, exact=True).press("Enter")
    picker = page.get_by_role("combobox", name=field)
    picker.focus()
    page.keyboard.type(words)
    expect(page.get_by_role("option", name=option).first).to_be_visible()
    page.keyboard.press("Enter")
    expect(picker).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
