"""Help for every page: by F1, by the link of the keys, by the search, and only for pages that the reader sees."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.journeys.axe import ENDS, violations, violations_as_it_stands
from tests.journeys.console.moving import go

ReadAs = Callable[..., None]


def test_help_is_one_key_away_and_loses_nothing_typed(page: Page, read_as: ReadAs) -> None:
    read_as(page, "staff")
    page.goto("/admin/mails")
    expect(page.get_by_role("heading", name="Mails")).to_be_visible()
    page.keyboard.press("F1")
    expect(page.get_by_role("heading", name="Versand", level=1)).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="Abgewiesen", exact=True).last.click()
    expect(page.get_by_role("heading", name="Abgewiesen", level=1)).to_be_visible()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Tasten der Konsole")
    keys.get_by_role("link", name="Hilfe zu dieser Seite").click()
    expect(page.get_by_role("heading", name="Hilfe", level=1)).to_be_visible()
    assert violations_as_it_stands(page, ENDS) == []

    page.keyboard.press("/")
    page.get_by_role("combobox").fill("bounce")
    row = page.get_by_role("group", name="Hilfe").get_by_role("option", name="Abgewiesen")
    expect(row.locator("mark")).to_have_text("Bounce")
    with page.expect_popup() as opened:
        page.keyboard.press("F1")
    expect(page.get_by_role("combobox")).to_have_value("bounce")
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Hilfe")
    opened.value.close()
    row.click()
    expect(page).to_have_url("/admin/help/refused-mails")

    go(page, "/admin/help/campaigns")
    expect(page.get_by_role("heading", name="Kein Zugriff")).to_be_visible()
