"""The start page of the console: the park, what is to be done, what came in."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.servers import Server
from tests.journeys.axe import defects, violations_as_it_stands, violations_in_forced_colours, violations_within
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve_before

WIDTHS = (390, 1280)


pytestmark = pytest.mark.xdist_group("console, today")


@pytest.fixture(scope="module")
def prepared(prepared_console: Server) -> None:
    """Three new reservations: two that may be one, and one with another price than ours."""
    for size in ("1", "2"):
        reserve_before(prepared_console, email="doppelt@example.org", household_size=size)
    reserve_before(prepared_console, last_name="Weiß", expected_annual_credit=160)


def test_the_page_begins_with_work_and_the_rest_follows(page: Page, read_prepared_as: SignIn) -> None:
    read_prepared_as(page, "staff")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/admin/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Heute")
    rows = page.get_by_role("region", name="Zu erledigen").locator(".queue-row")
    expect(rows).to_have_count(2)
    heights = rows.evaluate_all("rows => rows.map(row => row.closest('li').getBoundingClientRect().height)")
    assert heights == [36, 36]
    expect(rows.first).to_have_attribute("aria-current", "true")
    pane = page.get_by_role("region", name="Die Aufgabe")
    expect(pane).to_contain_text("Aufgabe 1 von 2")
    expect(page.get_by_role("img", name=re.compile("500 Plätze: 3 Neu seit gestern, 497 Frei"))).to_be_visible()
    for name in ("Zu erledigen", "Einzelheiten"):
        box = page.get_by_label(name, exact=True).bounding_box()
        assert box and box["y"] + box["height"] <= 900.5, "work fills the first screen"
    expect(page.get_by_role("link", name="3 neue Reservierungen")).to_be_visible()
    latest = page.get_by_role("region", name="Neueste Reservierungen", exact=True)
    expect(latest.get_by_role("row")).to_have_count(4)
    days = page.get_by_role("region", name="Reservierungen je Tag", exact=True)
    days.get_by_text("Als Tabelle").click()
    expect(days.get_by_role("row")).to_have_count(31)

    assert defects(page, WIDTHS) == []
    assert violations_in_forced_colours(page, WIDTHS) == []
    page.set_viewport_size({"width": 390, "height": 844})
    rows.first.click()
    sheet = page.get_by_role("dialog", name="Aufgabe")
    expect(sheet.get_by_role("heading", level=2)).to_be_visible()
    assert violations_within(page, ".queue-sheet", (390,)) == []
    sheet.get_by_role("button", name="Schließen").click()
    expect(sheet).to_have_count(0)


def test_the_navigation_of_the_administration_fits_one_window(page: Page, read_prepared_as: SignIn) -> None:
    read_prepared_as(page, "admin")
    page.goto("/admin/")
    hidden = page.get_by_role("navigation", name="Konsole").evaluate("nav => nav.scrollHeight - nav.clientHeight")
    assert hidden == 0, "the administration sees all its pages at once"


def test_a_state_of_the_legend_leads_to_its_spots(page: Page, read_prepared_as: SignIn) -> None:
    read_prepared_as(page, "staff")
    page.goto("/admin/")
    page.get_by_role("link", name="Neu seit gestern 3").click()
    expect(page.get_by_role("button", name="Neu seit gestern 3")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Plätze 1 bis 3", exact=True)).to_be_visible()


def test_with_nothing_to_do_the_page_says_so(page: Page, read_as: SignIn) -> None:
    read_as(page, "staff")
    page.goto("/admin/")
    expect(page.get_by_text("Alles erledigt.")).to_be_visible()
    expect(page.get_by_text("Noch hat niemand reserviert.")).to_be_visible()
    assert violations_as_it_stands(page) == []


def test_marketing_sees_its_version_without_names(page: Page, read_prepared_as: SignIn) -> None:
    read_prepared_as(page, "marketing")
    page.goto("/admin/")
    expect(page.get_by_role("link", name=re.compile("^Haushalt "))).to_have_count(3)
    expect(page.get_by_role("region", name="Pakete", exact=True)).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("Weiß")
    expect(page.get_by_role("link", name="Zum Park")).to_have_count(0)


def test_nobody_opens_pages_of_others(page: Page, read_as: SignIn) -> None:
    read_as(page, "staff")
    _is_refused(page, "/admin/audit")
    read_as(page, "marketing")
    for path in ("/admin/parks", "/admin/mails", "/admin/audit", "/admin/accounts"):
        _is_refused(page, path)


def _is_refused(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("Kein Zugriff")
