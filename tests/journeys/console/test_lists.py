"""Frame and lists as a clerk has them on the desk: rows in one window, a foot that holds still, tabs, keys, paper."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from tests.journeys.axe import violations
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.lists import narrow
from tests.journeys.console.moving import go
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.pages import overflow
from tests.services.reservations.standing import households, reserve_many

pytestmark = pytest.mark.xdist_group("console, lists")

TALL_ROWS = "() => document.querySelector('tbody tr:has(a)')?.getBoundingClientRect().height > 45"
AT_REST = "async () => { for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame) }"
BETWEEN_THE_BARS = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect()
  const top = box('thead').bottom - 0.5, bottom = box('.list-foot').top + 0.5
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect())
  return {
    whole: rows.filter((row) => row.top >= top && row.bottom <= bottom).length,
    height: rows[0].height,
    first: rows[0].top,
    bar: box('.top-bar').height,
    strip: box('.list-strip').height,
    head: box('thead').height,
    foot: box('.list-foot').height,
  }
}"""


@pytest.fixture(scope="module")
def prepared(prepared_db: Database) -> None:
    reserve_many(prepared_db, utc_now(), households(30))


def measured(page: Page, width: int, height: int) -> dict[str, Any]:
    page.set_viewport_size({"width": width, "height": height})
    page.mouse.move(0, 0)
    page.evaluate(AT_REST)
    found: dict[str, Any] = page.evaluate(BETWEEN_THE_BARS)
    return found


def test_a_window_shows_eighteen_rows_is_found_as_it_was_left_and_printed_without_tools(
    page: Page, read_prepared_as: SignIn
) -> None:
    read_prepared_as(page, "staff", name="Miriam Falk")
    page.set_viewport_size({"width": 1440, "height": 900})
    ReservationPages(page).open_list()
    desk = measured(page, 1440, 900)
    assert desk["whole"] >= 18
    sizes = {name: desk[name] for name in ("height", "bar", "strip", "head", "foot")}
    assert sizes == {"height": 36, "bar": 48, "strip": 44, "head": 32, "foot": 40}
    assert measured(page, 1280, 720)["whole"] >= 12
    page.get_by_role("row").nth(2).get_by_role("checkbox").check()
    expect(page.get_by_role("region", name="Auswahl")).to_be_visible()
    assert measured(page, 1440, 900) == desk
    for width in (1440, 1280):
        page.set_viewport_size({"width": width, "height": 720})
        hidden = page.get_by_role("navigation", name="Konsole").evaluate("nav => nav.scrollHeight - nav.clientHeight")
        assert hidden == 0
        assert page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Auswahl")).to_have_count(0)
    page.keyboard.press("Shift+D")
    page.wait_for_function(TALL_ROWS)
    page.reload()
    page.wait_for_function(TALL_ROWS)  # the choice is kept
    come_back_to_where_it_was_left(page)
    for_paper(page)


def come_back_to_where_it_was_left(page: Page) -> None:
    """A list that was scrolled by keys."""
    page.set_viewport_size({"width": 1280, "height": 720})
    pages = ReservationPages(page)
    region = page.get_by_role("region", name="Tabelle")
    for _ in range(22):
        page.keyboard.press("j")
    page.evaluate(AT_REST)
    expect(pages.rows.nth(21)).to_have_attribute("data-current", "true")
    expect(pages.rows.nth(21)).to_be_in_viewport(ratio=1)
    left_at = region.evaluate("table => table.scrollTop")
    assert left_at > 0
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Reservierungen", exact=True).first).to_be_visible()
    page.go_back()
    expect(pages.rows.first).to_be_visible()
    expect(region).to_have_js_property("scrollTop", left_at)


def test_on_a_phone_a_row_is_two_lines_and_on_the_desk_tabs_stand_above_every_page(
    page: Page, read_prepared_as: SignIn
) -> None:
    read_prepared_as(page, "admin")
    page.set_viewport_size({"width": 390, "height": 844})
    pages = ReservationPages(page)
    pages.open_list()
    assert overflow(page) == 0
    boxes = [row.bounding_box() for row in pages.rows.all()[:3]]
    assert all(box and 56 <= box["height"] <= 60 for box in boxes)
    press_beside_its_words(pages.rows.nth(1))
    page.wait_for_url("**/show")
    go(page, "/admin/jobs")
    jobs = page.locator(".narrow-list tr")
    expect(jobs.first).to_be_visible()
    assert overflow(page) == 0
    boxes = [row.bounding_box() for row in jobs.all()[:3]]
    assert all(box and 56 <= box["height"] <= 60 for box in boxes)
    press_beside_its_words(jobs.first)
    page.wait_for_url("**/jobs/*")
    look_at_the_tabs(page)


def press_beside_its_words(row: Locator) -> None:
    """At the row's right end, where no link is."""
    box = row.bounding_box()
    assert box
    row.click(position={"x": box["width"] - 20, "y": 10})


def look_at_the_tabs(page: Page) -> None:
    for path, tabs, current in (
        ("alerts", "Auswerten", "Hinweise"),
        ("jobs", "Einstellungen", "Zustand"),
        ("jobs", "Zustand", "Abläufe"),
        ("links/build", "Marketing", "Links"),
    ):
        go(page, f"/admin/{path}")
        expect(
            page.get_by_role("navigation", name=tabs).get_by_role("link", name=re.compile(f"^{current}"))
        ).to_have_attribute("aria-current", "page")
        page.keyboard.press("/")
        expect(ReservationPages(page).field).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        for width in (1280, 1440):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.locator(".page-tabs").evaluate("tabs => tabs.scrollWidth - tabs.clientWidth") == 0, width
    go(page, "/admin/reservations/1/show")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("navigation", name="Reservierungen")).to_have_count(0)
    page.get_by_role("button", name="Angemeldet: ").click()
    expect(page.get_by_role("menuitem", name="Konto")).to_be_focused()
    assert violations(page, (390, 1280)) == []


def for_paper(page: Page) -> None:
    """What it shows, and none of its tools."""
    narrow(page, "Stand", "Reserviert")
    page.set_viewport_size({"width": 700, "height": 990})
    page.emulate_media(media="print")
    sheet = page.locator(".print-head")
    expect(page.get_by_role("combobox", name="Stand", exact=True)).to_have_text("Reserviert")
    expect(page.get_by_text("Stand", exact=True).first).to_be_visible()
    expect(sheet).to_contain_text("Gedruckt von Miriam Falk am ")
    for gone in ("Spalten", "Filter", "Zur nächsten Seite", "Diesen Filter entfernen"):
        expect(page.get_by_role("button", name=gone, exact=True)).to_be_hidden()
    expect(page.get_by_role("navigation", name="Konsole")).to_be_hidden()
    expect(ReservationPages(page).rows).to_have_count(25)
    assert overflow(page) == 0, "no column is cut"
