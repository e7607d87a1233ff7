"""The thank-you page while place and reference arrive; `public-web/tests/pages/thanks.test.tsx` has what it says."""

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.browser import Watch
from tests.journeys.pages import visit


@pytest.mark.own_tab
def test_the_arriving_place_and_reference_move_nothing(page: Page, watch: Watch) -> None:
    watch.expect("ERR_FAILED")
    # The swap of the typefaces moves lines, the later the slower the machine.
    page.route("**/*.woff2", lambda route: route.abort())
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(
        "window.shifts = 0; new PerformanceObserver(list => {"
        " for (const entry of list.getEntries()) window.shifts += entry.value"
        "}).observe({type: 'layout-shift', buffered: true})"
    )
    visit(page, "/reservierung/danke?spot=0")
    page.evaluate(
        "() => history.replaceState({usr: {spotNumber: 23, reference: 'VG-MWMW-WMWM'}, key: 'k', idx: 0}, '')"
    )
    page.reload()
    expect(page.locator(".thanks__reference")).to_contain_text("VG-MWMW-WMWM")
    expect(page.get_by_role("heading", level=1)).to_have_text("Platz 23 von 500 reserviert!")
    assert page.evaluate("() => window.shifts") == 0
    assert page.locator(".place-field *").count() < 30, "500 places are a handful of elements"
    taken = page.locator(".place-field").bounding_box()
    fence = page.locator(".place-fence").bounding_box()
    assert taken and fence and taken["width"] <= 390
