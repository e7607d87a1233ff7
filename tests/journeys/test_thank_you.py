"""The thank-you page: which place it names, what it offers, and that it stays out of search engines."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.fixtures.proved import proved
from tests.journeys.pages import expect_stored, visit

THANKS = "/reservierung/danke"


PLACES = (
    *(("", 50), ("?spot=1", 1), ("?spot=17", 17), ("?spot=500", 500)),
    *(("?spot=0", 50), ("?spot=501", 50), ("?spot=-3", 50), ("?spot=1.5", 50), ("?spot=", 50)),
    *(("?spot=hundert", 50), ("?spot=%3Cb%3E7", 50)),
)


def test_the_place_comes_from_the_query_or_is_50(page: Page, subtests: Subtests) -> None:
    for query, spot in proved(PLACES[::3], PLACES):
        with subtests.test(query):
            visit(page, THANKS + query)
            expect(page.get_by_role("heading", level=1)).to_have_text(f"Platz {spot} von 500 reserviert!")
            expect(page.locator(".place-field text")).to_have_text(f"Platz {spot}")


@pytest.mark.sample(1)
@pytest.mark.parametrize(("query", "spot"), [("", 23), ("?spot=0", 23), ("?spot=7", 7)])
def test_without_a_usable_query_the_navigation_state_counts(page: Page, query: str, spot: int) -> None:
    visit(page, THANKS + query)
    page.evaluate(
        "() => history.replaceState({usr: {spotNumber: 23, reference: 'VG-7K3M-Q2XH'}, key: 'k', idx: 0}, '')"
    )
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Platz {spot} von 500 reserviert!")
    expect(page.locator(".thanks__reference")).to_contain_text("Bezahlt haben Sie nichts. Ihre Referenz: VG-7K3M-Q2XH")


def test_it_lists_the_next_steps_and_leads_on(page: Page) -> None:
    visit(page, THANKS)
    # Search engines are sent away.
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex, follow")
    assert THANKS not in page.request.get("/sitemap.xml").text()
    main = page.get_by_role("main")
    expect(main.get_by_role("listitem")).to_have_count(2)  # without a reservation nothing has to be confirmed
    feedback = main.get_by_role("link", name="Feedback geben (öffnet in neuem Tab)")
    expect(feedback).to_have_attribute("href", "https://example.com/voltigo-termin")
    expect(feedback).to_have_attribute("target", "_blank")
    expect(main.get_by_role("link", name="Kontaktformular")).to_have_attribute("href", "/kontakt?anliegen=stornierung")
    expect(main.get_by_role("link", name="Meine Reservierung")).to_have_attribute("href", "/meine-reservierung")
    expect(page.locator(".button--sun:visible")).to_have_count(0)
    expect(main).not_to_contain_text("Kartenprüfung")
    main.get_by_role("link", name="Zur Startseite").click()
    expect(page).to_have_title("Voltigo: Ihr Anteil am Solarpark")


def test_who_has_reserved_nothing_is_told_so(page: Page) -> None:
    """Anybody can put a number into the address: nothing but the heading repeats it, and no mail is promised."""
    visit(page, f"{THANKS}?spot=17")
    main = page.get_by_role("main")
    expect(main).to_contain_text("Diese Seite allein reserviert nichts")
    for claim in ("Bezahlt haben Sie", "Ihre E-Mail-Adresse", "Ihre Referenz", "bestätigen Sie Ihre Adresse"):
        expect(main).not_to_contain_text(claim)
    main.get_by_role("link", name="Anteil reservieren").click()
    expect(page).to_have_url(re.compile("/reservierung$"))


def test_it_clears_the_draft(page: Page) -> None:
    visit(page, "/reservierung")
    page.evaluate("() => ['step1', 'step2', 'step3'].forEach(key => sessionStorage.setItem(key, '{}'))")
    visit(page, THANKS)
    expect_stored(page, {"touches"})


def test_the_field_shows_the_places_as_they_are(page: Page) -> None:
    """Not an occupancy made up from the number: here every place but one is taken."""
    spots = {"park": "ingolstadt", "total": 500, "free": 1, "taken": [[1, 16], [18, 500]]}
    page.route("**/api/parks/ingolstadt/spots", lambda route: route.fulfill(json=spots))
    visit(page, f"{THANKS}?spot=16")
    free = page.locator(".place-field path[fill='url(#platz-free)']")
    expect(free).to_have_attribute("d", re.compile("M"))
    assert (free.get_attribute("d") or "").count("M") == 1
    taken = page.locator(".place-field path[fill='url(#platz-taken)']").bounding_box()
    fence = page.locator(".place-fence").bounding_box()
    assert taken is not None
    assert fence is not None
    assert taken["height"] > 0.8 * fence["height"], "taken places reach down to the last row"


def test_unknown_places_are_not_drawn_as_taken_or_free(page: Page, watch: Watch) -> None:
    watch.expect("status of 503")
    page.route("**/api/parks/ingolstadt/spots", lambda route: route.fulfill(status=503))
    visit(page, f"{THANKS}?spot=16")
    assert (page.locator(".place-field path[fill='url(#platz-unknown)']").get_attribute("d") or "") != ""
    assert (page.locator(".place-field path[fill='url(#platz-taken)']").get_attribute("d") or "") == ""


def test_it_prints_on_one_page_without_navigation(page: Page) -> None:
    visit(page, f"{THANKS}?spot=17")
    # 500 places are a handful of elements.
    assert page.locator(".place-field *").count() < 30
    page.emulate_media(media="print")
    for hidden in (".head", ".foot", ".thanks .buttons"):
        expect(page.locator(hidden)).to_be_hidden()
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


@pytest.mark.sample(1)
@pytest.mark.own_tab
@pytest.mark.parametrize("width", [344, 390, 1280])
def test_the_arriving_place_and_reference_move_nothing(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.add_init_script(
        "window.shifts = 0; new PerformanceObserver(list => {"
        " for (const entry of list.getEntries()) window.shifts += entry.value"
        "}).observe({type: 'layout-shift', buffered: true})"
    )
    visit(page, f"{THANKS}?spot=1")
    page.evaluate("() => history.replaceState({usr: {spotNumber: 1, reference: 'VG-MWMW-WMWM'}, key: 'k', idx: 0}, '')")
    page.reload()
    expect(page.locator(".thanks__reference")).to_contain_text("VG-MWMW-WMWM")
    assert page.evaluate("() => window.shifts") == 0
