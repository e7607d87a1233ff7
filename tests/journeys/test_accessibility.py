"""axe finds nothing on any page in any state, at 320, 390 and 1280 px, in the light and in the dark."""

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.browser import Watch
from tests.journeys.axe import violations, violations_in_forced_colours
from tests.journeys.pages import RESERVE, ROUTES, Calls, ReservationForm, alive, visit


@pytest.mark.parametrize("path", [*ROUTES, "/reservierung/danke?spot=500", "/gibt-es-nicht"])
def test_each_page_as_it_opens(page: Page, watch: Watch, path: str) -> None:
    if path == "/gibt-es-nicht":
        watch.expect("status of 404")
    page.goto(path)
    alive(page)
    assert violations(page) == []


@pytest.mark.parametrize("path", ROUTES)
def test_each_page_in_the_colours_of_the_readers_system(page: Page, path: str) -> None:
    visit(page, path)
    assert violations_in_forced_colours(page, (390, 1280)) == []
    # Backgrounds are gone then: what is pressed needs a border, and what is chosen a mark of its own.
    buttons = page.locator("a.button:visible, button.button:visible")
    assert buttons.count() > 0
    for style in buttons.evaluate_all("all => all.map(one => getComputedStyle(one).borderTopStyle)"):
        assert style == "solid"


def test_the_open_menu(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, "/")
    page.get_by_role("button", name="Menü öffnen").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Kontakt")).to_be_visible()
    assert violations(page, (320, 390)) == []


def test_errors_at_the_gate(form: ReservationForm) -> None:
    form.next("zum Solarpaket")
    expect(form.summary).to_be_focused()
    assert violations(form.page) == []


def test_the_open_sections_with_sources_and_unreadable_amount(form: ReservationForm) -> None:
    form.unlock(**{"Abschlag im Monat": "abc"})
    form.plan("24m").check(force=True)
    for source in form.page.locator("summary").all():
        source.click()
    assert violations(form.page) == []


@pytest.mark.parametrize("to", ["zur Zahlung", "zu Ihren Daten"])
def test_each_later_step(form: ReservationForm, to: str) -> None:
    form.unlock()
    form.next(to)
    assert violations(form.page) == []


def test_the_receipt_of_small_screens(form: ReservationForm) -> None:
    form.page.set_viewport_size({"width": 390, "height": 844})
    form.unlock()
    form.page.get_by_role("button", name="Übersicht anzeigen").click()
    assert violations(form.page, (320, 390)) == []


def test_errors_before_sending(form: ReservationForm) -> None:
    form.unlock()
    form.press_early()
    expect(form.summary).to_be_focused()
    assert violations(form.page) == []


def test_the_consent_toast(form: ReservationForm) -> None:
    form.complete(consent=False)
    form.press_early()
    expect(form.page.locator(".toast")).to_be_visible()
    assert violations(form.page) == []


def test_the_busy_form(form: ReservationForm) -> None:
    Calls(form.page).hold()
    form.complete()
    form.submit.click()
    expect(form.submit).to_have_text("Wird reserviert...")
    assert violations(form.page) == []


@pytest.mark.parametrize(
    ("status", "problem"),
    [
        (409, {"code": "park_full"}),
        (422, {"code": "validation", "errors": [{"field": "email", "code": "invalid", "message": "Bitte prüfen."}]}),
        (500, {"code": "internal"}),
    ],
)
def test_a_refusal(form: ReservationForm, watch: Watch, status: int, problem: dict[str, object]) -> None:
    watch.expect(f"status of {status}")
    form.page.route(RESERVE, lambda route: route.fulfill(status=status, json={"success": False, **problem}))
    form.complete()
    form.submit.click()
    expect(form.page.locator(".toast")).to_be_visible()
    assert violations(form.page) == []
