"""The form on a phone: one step a view, each with its own entry in the history, and a bar that leads on and back."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest import Subtests

from tests.journeys.axe import violations
from tests.journeys.pages import CONSENT_TOAST, CONTACT, ENERGY, Calls, ReservationForm, alive, overflow, visit

PHONE = {"width": 390, "height": 844}
HEADINGS = (
    "Wie ist es heute?",
    "Wie groß soll Ihr Anteil sein?",
    "Wie möchten Sie später zahlen?",
    "Wohin dürfen wir schreiben?",
)
TO = ("zum Solarpaket", "zur Zahlung", "zu Ihren Daten")


@pytest.fixture
def phone(page: Page) -> ReservationForm:
    """The form, just opened on a phone."""
    page.set_viewport_size(PHONE)
    form = ReservationForm(page)
    form.open()
    return form


def walk_to(form: ReservationForm, step: int) -> None:
    """Fill in section 1 and go on to a step."""
    form.fill(ENERGY)
    for to, heading in zip(TO[: step - 1], HEADINGS[1:step], strict=True):
        form.next(to)
        expect(form.heading(heading)).to_be_focused()


def expect_step(form: ReservationForm, step: int) -> None:
    """The step and no other is in view, with the focus on its heading, and the indicator says so."""
    heading = form.heading(HEADINGS[step - 1])
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    expect(form.page.locator("[data-step]:visible")).to_have_count(1)
    expect(form.progress.get_by_text(f"{step} von 4", exact=True)).to_be_visible()


def test_what_the_monthly_payment_brings_back_comes_into_view(phone: ReservationForm) -> None:
    phone.fill(ENERGY)
    strip = phone.page.locator(".payment-strip")
    expect(strip).to_be_in_viewport(ratio=1)
    bar = phone.page.locator(".sumbar").bounding_box()
    box = strip.bounding_box()
    assert bar
    assert box
    assert box["y"] + box["height"] <= bar["y"]


def test_each_step_is_a_view_and_back_leads_to_the_one_before(phone: ReservationForm) -> None:
    page = phone.page
    expect(page.locator("[data-step]:visible")).to_have_count(1)
    phone.fill(ENERGY)
    for step, to in enumerate(TO, start=2):
        phone.next(to)
        expect_step(phone, step)
        expect(page).to_have_url(re.compile(f"/reservierung#schritt-{step}$"))
    phone.fill({"Vorname": "Änne"})
    for step in (3, 2, 1):
        page.go_back()
        expect_step(phone, step)
    for step in (2, 3, 4):
        page.go_forward()
        expect_step(phone, step)
    expect(phone.field("Vorname")).to_have_value("Änne")


def test_the_button_back_takes_the_same_way_as_the_gesture(phone: ReservationForm) -> None:
    walk_to(phone, 3)
    phone.page.get_by_role("button", name="Zurück", exact=True).click()
    expect_step(phone, 2)
    # Not one entry more: the gesture does not lead forward again.
    phone.page.go_back()
    expect_step(phone, 1)
    phone.page.go_forward()
    expect_step(phone, 2)


def test_a_reload_keeps_the_step_as_far_as_its_answers_are_kept(phone: ReservationForm, subtests: Subtests) -> None:
    page = phone.page
    walk_to(phone, 3)
    phone.plan("48m").check()
    with subtests.test("reload"):
        page.reload()
        alive(page)
        expect_step(phone, 3)
        expect(phone.plan("48m")).to_be_checked()
    with subtests.test("another page and back"):
        page.get_by_role("contentinfo").get_by_role("link", name="Impressum").click()
        expect(page).to_have_title("Impressum | Voltigo")
        page.go_back()
        expect_step(phone, 3)
    with subtests.test("a link to a step"):
        visit(page, "/faqs")
        visit(page, "/reservierung#schritt-4")
        expect_step(phone, 4)
    with subtests.test("a link to the form itself"):
        page.evaluate("() => scrollTo(0, 0)")
        page.get_by_role("banner").get_by_role("link", name="Reservieren").click()
        expect(phone.field("Postleitzahl")).to_be_visible()
        page.go_back()
        expect_step(phone, 4)


def test_a_link_to_a_step_that_is_not_open_yet_leads_to_the_first_incomplete_one(phone: ReservationForm) -> None:
    page = phone.page
    visit(page, "/faqs")
    visit(page, "/reservierung#schritt-3")
    expect(page).to_have_url(re.compile("/reservierung$"))
    expect(phone.field("Postleitzahl")).to_be_visible()
    expect(page.locator("[data-step]:visible")).to_have_count(1)
    walk_to(phone, 2)
    expect_step(phone, 2)


def test_what_the_calculator_passed_on_stays_chosen_through_the_steps(phone: ReservationForm) -> None:
    page = phone.page
    walk_to(phone, 2)
    visit(page, "/faqs")
    visit(page, "/reservierung#paket=3000&zahlung=48m&cent=6")
    phone.next(TO[0])
    expect_step(phone, 2)
    expect(phone.package(3000)).to_be_checked()
    page.reload()
    alive(page)
    expect_step(phone, 2)
    expect(phone.package(3000)).to_be_checked()
    page.go_back()
    expect_step(phone, 1)
    assert "paket" not in page.url


def test_the_bar_begins_with_what_is_due_today_and_opens_to_the_receipt(phone: ReservationForm) -> None:
    page = phone.page
    figures = page.locator(".sumbar__figure")
    expect(figures).to_have_text(["Heute 0 €", "später 1.378 €", "erwartet im Jahr 100 €"])
    walk_to(phone, 3)
    phone.plan("48m").check()
    expect(figures).to_have_text(["Heute 0 €", "später 1.638 €", "erwartet im Jahr 100 €"])
    bar = page.get_by_role("complementary", name="Kosten und nächster Schritt")
    bar.get_by_role("button", name="Übersicht anzeigen").click()
    expect(bar.get_by_role("region", name="Ihre Reservierung")).to_contain_text("Mit dem Vertrag")
    page.keyboard.press("Escape")
    expect(bar.get_by_role("region")).to_have_count(0)
    assert bar.evaluate("one => getComputedStyle(one).position") == "fixed"
    page.set_viewport_size({"width": 390, "height": 560})
    assert bar.evaluate("one => getComputedStyle(one).position") == "static"


def test_a_field_that_is_missing_is_one_press_away_whichever_step_it_is_in(phone: ReservationForm) -> None:
    page = phone.page
    walk_to(phone, 4)
    page.go_back()
    page.go_back()
    page.go_back()
    expect_step(phone, 1)
    phone.fill({"Abschlag im Monat": ""})
    for _ in range(3):
        page.go_forward()
    expect_step(phone, 4)
    expect(phone.missing).to_have_text("Es fehlen noch: Abschlag, Vorname, Nachname, E-Mail, Mobilnummer, Zustimmung")
    phone.missing.get_by_role("link", name="Mobilnummer").click()
    expect(phone.field("Mobilnummer")).to_be_focused()
    phone.missing.get_by_role("link", name="Abschlag").click()
    expect(phone.field("Abschlag im Monat")).to_be_focused()
    page.go_back()
    expect_step(phone, 4)
    phone.press_early()
    expect(phone.summary).to_be_focused()
    phone.summary.get_by_role("link", name="Abschlag").click()
    expect(phone.field("Abschlag im Monat")).to_be_focused()


def test_missing_consent_is_said_at_its_box_and_in_the_toast(phone: ReservationForm) -> None:
    calls = Calls(phone.page)
    walk_to(phone, 4)
    phone.fill(CONTACT)
    expect(phone.missing).to_have_text("Es fehlen noch: Zustimmung")
    phone.press_early()
    phone.expect_toast(CONSENT_TOAST)
    expect(phone.consent).to_be_focused()
    expect(phone.consent).to_be_in_viewport()
    expect(phone.consent).to_have_attribute("aria-describedby", "consent-fehler")
    assert violations(phone.page, (320, 390)) == []
    phone.page.set_viewport_size(PHONE)
    phone.consent.check()
    expect(phone.page.locator(".toast")).to_have_count(0)
    expect(phone.missing).to_have_count(0)
    assert calls.requests == []


def test_a_phone_reserves(module_server: object, phone: ReservationForm) -> None:
    walk_to(phone, 4)
    phone.fill({**CONTACT, "E-Mail-Adresse": "telefon@example.org"})
    phone.consent.check()
    expect(phone.submit).to_have_attribute("aria-disabled", "false")
    phone.submit.click()
    expect(phone.page).to_have_url(re.compile(r"/reservierung/danke\?spot=\d+$"))
    # The address is there before the page; the page forgets what was typed.
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("reserviert")
    phone.page.go_back()
    expect(phone.field("Postleitzahl")).to_have_value("")


@pytest.mark.sample(1)
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_packages_stand_in_one_row_and_nothing_hangs_over(form: ReservationForm, width: int) -> None:
    page = form.page
    page.set_viewport_size({"width": width, "height": 844})
    form.unlock()
    boxes = page.locator(".package").evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
    assert len({box["top"] for box in boxes}) == 1
    if width > 320:
        assert all(box["left"] >= 0 and box["right"] <= width for box in boxes)
    # Where they have no room side by side, the row moves, and the page does not.
    form.package(3000).check(force=True)
    form.package(3000).focus()
    page.wait_for_function(
        "() => document.querySelector('.package:last-child').getBoundingClientRect().right <= innerWidth"
    )
    assert overflow(page) == 0
    for to in TO[1:]:
        form.next(to)
        assert overflow(page) == 0


@pytest.mark.sample(1)
@pytest.mark.parametrize("step", [2, 3, 4, 1])
def test_axe_finds_nothing_on_any_step(phone: ReservationForm, step: int) -> None:
    walk_to(phone, step)
    assert violations(phone.page, (320, 390)) == []
