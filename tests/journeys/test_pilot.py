"""The pilot's page as it is drawn: its pictures, and the places whose states arrive."""

import pytest
from playwright.sync_api import Page, Route, expect
from pytest import Subtests

from tests.journeys.axe import violations
from tests.journeys.pages import overflow, visit

PILOT, SPOTS = "/pilot", "**/api/parks/ingolstadt/spots"


@pytest.mark.own_tab
def test_pictures_load_and_the_arriving_states_move_nothing(page: Page, subtests: Subtests) -> None:
    page.add_init_script(
        "window.shifts = 0; new PerformanceObserver(list => {"
        " for (const entry of list.getEntries()) window.shifts += entry.value"
        "}).observe({type: 'layout-shift', buffered: true})"
    )
    page.set_viewport_size({"width": 390, "height": 844})
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(SPOTS, hold)
    with page.expect_request(SPOTS):
        visit(page, PILOT)
    page.locator(".park__caption").scroll_into_view_if_needed()
    # The swap of the typefaces moves lines, the later the slower the machine: only what comes after it counts.
    page.evaluate("async () => { await document.fonts.ready; window.shifts = 0 }")
    held[0].fulfill(json={"park": "ingolstadt", "total": 500, "free": 284, "taken": [[1, 216]]})
    expect(page.locator(".park__count")).to_contain_text("284 von 500")
    assert page.evaluate("() => window.shifts") < 0.001
    for figure in page.locator(".pictures figure").all():
        picture = figure.get_by_role("img")
        picture.scroll_into_view_if_needed()
        page.wait_for_function("img => img.complete && img.naturalWidth > 0", arg=picture.element_handle())
        assert str(picture.evaluate("img => img.currentSrc")).endswith(".avif")
        expect(figure.locator("figcaption")).to_contain_text("Beispielbild, computergeneriert.")
    for source in page.locator("main summary").all():
        source.click()
    with subtests.test("axe finds nothing"):
        assert violations(page) == []
    with subtests.test("it never scrolls sideways"):
        for width in (320, 900, 1920):
            page.set_viewport_size({"width": width, "height": 844})
            assert overflow(page) == 0, width
