"""axe finds nothing on any page in any state: at 320, 390 and 1280 px in the light, at 320 and 1280 in the dark in
`make prove`. `make test` takes three of these of each page as it opens, and two or one of each further state."""

import pytest
from playwright.sync_api import Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.journeys.axe import violations, violations_everywhere, violations_in_forced_colours, violations_within
from tests.journeys.pages import RESERVE, ROUTES, Calls, ReservationForm, alive, visit


@pytest.mark.sample(6)
@pytest.mark.parametrize("path", [*ROUTES, "/reservierung/danke?spot=500", "/gibt-es-nicht"])
def test_each_page_as_it_opens_and_in_the_colours_of_the_readers_system(page: Page, watch: Watch, path: str) -> None:
    if path == "/gibt-es-nicht":
        watch.expect("status of 404")
    page.goto(path)
    alive(page)
    assert violations_everywhere(page) == []
    assert violations_in_forced_colours(page) == []
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


def test_each_later_step_and_errors_before_sending(form: ReservationForm, subtests: Subtests) -> None:
    form.unlock()
    for to in ("zur Zahlung", "zu Ihren Daten"):
        form.next(to)
        with subtests.test(to):
            assert violations(form.page) == []
    form.press_early()
    expect(form.summary).to_be_focused()
    with subtests.test("errors before sending"):
        assert violations(form.page) == []


def test_the_receipt_of_small_screens(form: ReservationForm) -> None:
    form.page.set_viewport_size({"width": 390, "height": 844})
    form.unlock()
    form.page.get_by_role("button", name="Übersicht anzeigen").click()
    assert violations(form.page, (320, 390)) == []


REFUSALS: dict[int, dict[str, object]] = {
    500: {"code": "internal"},
    422: {"code": "validation", "errors": [{"field": "email", "code": "invalid", "message": "Bitte prüfen."}]},
    409: {"code": "email_limit"},
}
CHANGED_BY_A_REFUSAL = ".toast, .notice, .summary, .submit, .field:has([aria-invalid=true])"


def test_the_consent_toast_and_each_refusal(form: ReservationForm, watch: Watch, subtests: Subtests) -> None:
    toast = form.page.locator(".toast")
    form.complete(consent=False)
    form.press_early()
    expect(toast).to_be_visible()
    with subtests.test("consent toast"):
        assert violations(form.page) == []
    form.consent.check()
    for status, problem in REFUSALS.items():
        watch.expect(f"status of {status}")
        with subtests.test(status=status):
            expect(toast).to_have_count(0)
            _refuse(form, status, problem)
            # A limit changes the most, and so all of the page is looked at then.
            found = violations(form.page) if status == 409 else violations_within(form.page, CHANGED_BY_A_REFUSAL)
            assert found == []
        form.page.get_by_role("button", name="Meldung schließen").click()
        form.fill({"E-Mail-Adresse": f"nach-{status}@example.org"})


def _refuse(form: ReservationForm, status: int, problem: dict[str, object]) -> None:
    form.page.route(RESERVE, lambda route: route.fulfill(status=status, json={"success": False, **problem}))
    form.submit.click()
    expect(form.page.locator(".toast")).to_be_visible()


def test_the_busy_form(form: ReservationForm) -> None:
    Calls(form.page).hold()
    form.complete()
    form.submit.click()
    expect(form.submit).to_have_text("Wird reserviert...")
    assert violations_within(form.page, "main form") == []
