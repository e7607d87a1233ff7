"""The reservation form: its sections at a desk, its views on a phone, sending, and what a failure leaves."""

import json
import re

from playwright.sync_api import Page, expect
from pytest import Subtests

from services.mail.models import Mail
from services.reservations.models import Reservation
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import violations, violations_as_it_stands
from tests.journeys.filling import CHOICES
from tests.journeys.pages import (
    CONSENT_TOAST,
    CONTACT,
    ENERGY,
    FAILURE_TOAST,
    RESERVE,
    Calls,
    ReservationForm,
    alive,
    overflow,
    storage,
    visit,
)
from tests.journeys.records import Records
from tests.journeys.tab import begin_visit

PHONE = {"width": 390, "height": 844}
HEADINGS = (
    "Wie ist es heute?",
    "Wie groß soll Ihr Anteil sein?",
    "Wie möchten Sie später zahlen?",
    "Wohin dürfen wir schreiben?",
)
TO = ("zum Solarpaket", "zur Zahlung", "zu Ihren Daten")


def row_of(records: Records, email: str) -> dict[str, object]:
    """The one reservation of an address."""
    [row] = [row for row in records.rows(Reservation) if row["email"] == email]
    return row


def expect_the_one_reservation(form: ReservationForm, records: Records, email: str) -> None:
    """Wait for the thanks, and see that there is one reservation of this address."""
    expect(form.page).to_have_url(re.compile(r"/reservierung/danke\?spot="))
    form.expect_thanks(int(str(row_of(records, email)["spot_number"])))


def expect_states(page: Page, states: str) -> None:
    """What the indicator says of the four sections."""
    expect(page.locator(".steps li")).to_have_class([f"steps__{state}" for state in states.split()])
    current = page.locator(".steps li").nth(states.split().index("current"))
    expect(current).to_have_attribute("aria-current", "step")
    expect(page.locator(".steps [aria-current=step]")).to_have_count(1)


def expect_at_top(page: Page, step: int) -> None:
    """The section begins in the upper part of the window, below the indicator."""
    box = page.locator(f"[data-step='{step}'] > h2").bounding_box()
    assert box is not None
    assert 40 < box["y"] < 300


def test_at_a_desk_one_section_follows_the_other_and_back(form: ReservationForm) -> None:
    page, calls = form.page, Calls(form.page)
    form.next(TO[0])
    expect(form.summary).to_be_focused()
    assert violations_as_it_stands(page) == []
    expect(form.progress).to_have_attribute("aria-valuetext", "Schritt 1 von 4")
    expect_states(page, "current upcoming upcoming upcoming")
    form.fill({**ENERGY, "Abschlag im Monat": "abc"})
    form.field("Postleitzahl").press("Enter")
    expect(form.heading(HEADINGS[1])).to_be_focused()
    expect_at_top(page, 2)
    expect(form.progress.get_by_text("Schritt 2 von 4", exact=True)).to_be_visible()
    expect_states(page, "completed current upcoming upcoming")
    form.slider.press("End")
    expect(form.slider).to_have_attribute("aria-valuetext", "8 Cent")
    form.package(3000).check(force=True)
    for step in (3, 4):
        form.next(TO[step - 2])
        expect(form.heading(HEADINGS[step - 1])).to_be_focused()
        expect_at_top(page, step)
    form.plan("48m").check(force=True)
    # The effective rate is at least as prominent as the nominal one.
    plan = page.locator(".plan").filter(has=form.plan("24m"))
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    effective, nominal = plan.get_by_text("effektiver Jahreszins 5,81"), plan.get_by_text("nominal 3")
    assert effective.evaluate(size) >= nominal.evaluate(size)
    form.field("Vorname").fill("Änne")
    expect_states(page, "completed completed completed current")
    form.press_early()
    expect(form.summary).to_be_focused()
    for source in page.locator("main summary:visible").all():
        source.click()
    assert violations(page) == []
    page.set_viewport_size({"width": 1280, "height": 900})

    page.locator("[data-step='3']").get_by_role("button", name="Zurück").click()
    expect(form.heading(HEADINGS[1])).to_be_focused()
    page.locator(".review").get_by_role("button", name="Ändern").nth(1).click()
    expect(form.heading(HEADINGS[1])).to_be_focused()
    page.locator(".steps").get_by_role("link", name="1. Energieverbrauch").click()
    expect(form.heading(HEADINGS[0])).to_be_focused()
    form.field("Vorname").focus()
    expect(form.progress).to_have_attribute("aria-valuetext", "Schritt 4 von 4")
    assert calls.requests == []

    _expect_the_draft(form)


def _expect_the_draft(form: ReservationForm) -> None:
    """What was chosen outlives a reload, what names a person only another page of the site."""
    page = form.page
    form.fill({**ENERGY, **CONTACT})
    page.get_by_role("banner").get_by_role("link", name="Rechner").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Solar Gutschriftsrechner")
    kept = storage(page)
    assert set(kept) == {"touches", "step1", "step2", "step3"}
    assert set(json.loads(kept["step1"])) == {"postcode", *CHOICES, "monthly_abschlag"}
    assert not [value for value in CONTACT.values() if value in str(kept)]
    page.go_back()
    expect(form.field("Vorname")).to_have_value(CONTACT["Vorname"])
    page.reload()
    alive(page)
    expect(form.field("Vorname")).to_have_value("")
    for label, value in ENERGY.items():
        expect(form.field(label)).to_have_value(value)
    expect(form.package(3000)).to_be_checked()
    expect(form.slider).to_have_attribute("aria-valuetext", "8 Cent")
    expect(form.plan("48m")).to_be_checked()


def expect_step(form: ReservationForm, step: int) -> None:
    """The step and no other is in view, with the focus on its heading, and the indicator says so."""
    heading = form.heading(HEADINGS[step - 1])
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    expect(form.page.locator("[data-step]:visible")).to_have_count(1)
    expect(form.progress.get_by_text(f"{step} von 4", exact=True)).to_be_visible()


def test_on_a_phone_each_step_is_a_view_with_its_own_entry_in_the_history(
    module_server: Server, page: Page, module_records: Records
) -> None:
    page.set_viewport_size(PHONE)
    form = ReservationForm(page)
    visit(page, "/faqs")
    visit(page, "/reservierung#schritt-3")  # not open yet
    expect(page).to_have_url(re.compile("/reservierung$"))
    expect(page.locator("[data-step]:visible")).to_have_count(1)
    form.fill(ENERGY)
    _expect_strip_above_the_bar(page)
    for step, to in enumerate(TO, start=2):
        form.next(to)
        expect_step(form, step)
        expect(page).to_have_url(re.compile(f"/reservierung#schritt-{step}$"))
        if step == 2:
            _expect_packages_in_one_row(form)
        assert overflow(page) == 0
    form.fill({"Vorname": "Änne"})
    for step in (3, 2, 1):
        page.go_back()
        expect_step(form, step)
    form.fill({"Abschlag im Monat": ""})
    for step in (2, 3, 4):
        page.go_forward()
        expect_step(form, step)
    expect(form.field("Vorname")).to_have_value("Änne")
    _expect_what_is_missing_one_press_away(form)
    page.get_by_role("button", name="Zurück", exact=True).click()
    expect_step(form, 3)
    form.plan("48m").check()
    page.reload()
    alive(page)
    expect_step(form, 3)
    expect(form.plan("48m")).to_be_checked()
    _expect_bar(form)
    form.next(TO[2])
    _reserve_from_the_last_step(form, module_records)


def _expect_strip_above_the_bar(page: Page) -> None:
    """What the monthly payment brings back comes into view."""
    expect(page.locator(".payment-strip")).to_be_in_viewport(ratio=1)
    strip, bar = (page.locator(part).bounding_box() for part in (".payment-strip", ".sumbar"))
    assert strip and bar
    assert strip["y"] + strip["height"] <= bar["y"]


def _expect_packages_in_one_row(form: ReservationForm) -> None:
    packages = form.page.locator(".package")
    boxes = packages.evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
    assert len({box["top"] for box in boxes}) == 1
    assert all(box["left"] >= 0 and box["right"] <= PHONE["width"] for box in boxes)


def _expect_what_is_missing_one_press_away(form: ReservationForm) -> None:
    """Whichever step it is in."""
    expect(form.missing).to_have_text("Es fehlen noch: Abschlag, Nachname, E-Mail, Mobilnummer, Zustimmung")
    form.missing.get_by_role("link", name="Abschlag").click()
    expect(form.field("Abschlag im Monat")).to_be_focused()
    form.fill({"Abschlag im Monat": ENERGY["Abschlag im Monat"]})
    form.page.go_back()
    expect_step(form, 4)


def _expect_bar(form: ReservationForm) -> None:
    """It begins with what is due today."""
    page = form.page
    expect(page.locator(".sumbar__figure")).to_have_text(["Heute 0 €", "später 1.638 €", "erwartet im Jahr 100 €"])
    bar = page.get_by_role("complementary", name="Kosten und nächster Schritt")
    for height, position in ((560, "static"), (844, "fixed")):
        page.set_viewport_size({"width": 390, "height": height})
        assert bar.evaluate("one => getComputedStyle(one).position") == position


def _expect_all_sums(page: Page) -> None:
    """Of the choice, in the last step, with nothing to open."""
    rows = page.get_by_role("region", name="Was Sie zahlen und erwarten können").locator(".money-rows > div")
    expect(rows).to_have_count(6)
    for row in rows.all():
        expect(row).to_be_visible()


def _reserve_from_the_last_step(form: ReservationForm, records: Records) -> None:
    _expect_all_sums(form.page)
    form.fill({**CONTACT, "E-Mail-Adresse": "telefon@example.org"})
    form.press_early()
    form.expect_toast(CONSENT_TOAST)
    expect(form.consent).to_be_focused()
    expect(form.consent).to_be_in_viewport()
    expect(form.consent).to_have_attribute("aria-describedby", "consent-fehler")
    assert violations_as_it_stands(form.page) == []
    form.consent.check()
    expect(form.page.locator(".toast")).to_have_count(0)
    form.submit.click()
    expect_the_one_reservation(form, records, "telefon@example.org")
    # The address is there before the page; the page forgets what was typed.
    form.page.go_back()
    expect(form.field("Postleitzahl")).to_have_value("")


def test_what_sending_says_and_what_a_failure_leaves(
    module_server: Server, form: ReservationForm, module_records: Records, watch: Watch
) -> None:
    watch.expect("status of 500", "status of 422", "status of 409")
    page, calls, address = form.page, Calls(form.page), "fehlschlag@example.org"
    changed = {**CONTACT, "E-Mail-Adresse": address, "Mobilnummer": "000000"}
    form.complete(**changed)
    calls.hold()
    form.submit.dblclick()
    expect(form.submit).to_have_text("Wird reserviert...")
    expect(form.submit).to_have_attribute("aria-disabled", "true")
    assert violations_as_it_stands(page, within=".submit") == []
    page.set_viewport_size({"width": 1280, "height": 900})
    calls.first_held().fulfill(status=500, body="failure")
    form.expect_toast(FAILURE_TOAST)
    expect(form.submit).to_have_text("Platz reservieren")
    expect(page).to_have_url(re.compile(r"/reservierung#schritt-2$"))
    for label, value in changed.items():
        expect(form.field(label)).to_have_value(value)
    expect(form.consent).to_be_checked()
    calls.let_through()
    form.submit.click()
    phone = form.field("Mobilnummer")
    expect(phone).to_be_focused()  # what only the server finds wrong
    expect(phone).to_have_attribute("aria-invalid", "true")
    assert violations_as_it_stands(page) == []
    phone.fill(CONTACT["Mobilnummer"])
    expect(form.error_of("mobile_phone")).to_have_count(0)
    form.submit.click()
    expect_the_one_reservation(form, module_records, address)
    assert len(calls.keys) == 3 and calls.keys[0] == calls.keys[1]
    assert len([row for row in module_records.rows(Mail) if address in str(row)]) == 1

    form.open()  # the same once more would be the same reservation
    form.complete(**{"E-Mail-Adresse": address, "Nachname": "Schmidt"})
    form.submit.click()
    expect(form.heading("Noch einen Platz?")).to_be_focused()
    expect(form.heading("Noch einen Platz?")).to_be_in_viewport()
    assert violations_as_it_stands(page, within=".another") == []
    page.get_by_role("button", name="Weiteren Platz reservieren").click()
    expect(page).to_have_url(re.compile(r"/reservierung/danke\?spot="))
    assert len([row for row in module_records.rows(Reservation) if row["email"] == address]) == 2


def test_a_lost_connection_reserves_once_and_tells_the_truth(
    module_server: Server, page: Page, module_records: Records, watch: Watch, subtests: Subtests
) -> None:
    watch.expect("ERR_FAILED", "ERR_INTERNET_DISCONNECTED")
    form = ReservationForm(page)
    calls = Calls(page)

    def fill(email: str) -> None:
        begin_visit(page)
        calls.requests.clear()
        calls.held.clear()
        form.open()
        form.complete(**{"E-Mail-Adresse": email})

    with subtests.test("an answer lost on its way back is found again"):
        fill("antwort@example.org")
        calls.lose_answers()
        form.submit.click()
        expect(form.notice).to_contain_text("Wir fragen gerade nach")
        expect_the_one_reservation(form, module_records, "antwort@example.org")
        assert len(calls.keys) == 1
        calls.let_through()
    with subtests.test("offline the form waits and sends by itself when the connection is back"):
        fill("offline@example.org")
        page.context.set_offline(True)
        form.submit.click()
        expect(form.notice).to_contain_text("Die Verbindung war unterbrochen.")
        expect(form.submit).to_have_text("Wird reserviert...")
        page.context.set_offline(False)
        expect_the_one_reservation(form, module_records, "offline@example.org")
    with subtests.test("a reload before the call arrived says so and keeps the draft"):
        fill("neu-geladen@example.org")
        calls.hold()
        with page.expect_request(RESERVE):
            form.submit.click()
        page.reload()
        calls.let_through()
        alive(page)
        expect(form.notice).to_contain_text("Ihre Reservierung ist nicht angekommen.")
        expect(form.field("Postleitzahl")).to_have_value(ENERGY["Postleitzahl"])
        expect(form.field("Vorname")).to_have_value("")
    with subtests.test("a reload after the call arrived shows the place"):
        fill("angekommen@example.org")
        calls.hold()
        with page.expect_request(RESERVE):
            form.submit.click()
        assert calls.first_held().fetch().ok
        page.reload()
        expect_the_one_reservation(form, module_records, "angekommen@example.org")
        assert len(calls.keys) == 1
