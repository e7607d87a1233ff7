"""Sending: when the button works, what it says, and what a failure leaves behind."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest import Subtests

from services.mail.models import Mail
from services.reservations.models import Reservation
from tests.factories import reservation_body
from tests.fixtures.browser import Watch
from tests.journeys.axe import violations_within
from tests.journeys.pages import CONSENT_TOAST, CONTACT, FAILURE_TOAST, RESERVE, Calls, ReservationForm, visit
from tests.journeys.records import Records


def expect_the_one_reservation(form: ReservationForm, records: Records, email: str) -> None:
    """Wait for the thanks, and see that there is one reservation of this address."""
    expect(form.page).to_have_url(re.compile(r"/reservierung/danke\?spot="))
    [row] = [row for row in records.rows(Reservation) if row["email"] == email]
    form.expect_thanks(row["spot_number"])


def test_the_button_stays_disabled_until_everything_is_filled(form: ReservationForm, subtests: Subtests) -> None:
    form.complete()
    for label, value in CONTACT.items():
        with subtests.test(label):
            expect(form.submit).to_have_attribute("aria-disabled", "false")
            form.fill({label: "  "})
            expect(form.submit).to_have_attribute("aria-disabled", "true")
            form.fill({label: value})


@pytest.mark.sample(0)
def test_pressing_it_too_early_names_what_is_missing_and_makes_no_call(form: ReservationForm) -> None:
    calls = Calls(form.page)
    form.unlock()
    form.press_early()
    expect(form.summary).to_be_focused()
    for name in ("first_name", "last_name", "email", "mobile_phone", "consent"):
        expect(form.error_of(name)).to_be_visible()
    form.summary.get_by_role("link", name="Bitte geben Sie Ihre E-Mail-Adresse ein.").click()
    expect(form.field("E-Mail-Adresse")).to_be_focused()
    assert calls.requests == []


def test_missing_consent_is_a_toast_and_no_call(form: ReservationForm) -> None:
    calls = Calls(form.page)
    form.complete(consent=False)
    expect(form.submit).to_have_attribute("aria-disabled", "true")
    form.press_early()
    form.expect_toast(CONSENT_TOAST)
    assert calls.requests == []
    expect(form.consent).to_be_focused()
    expect(form.consent).to_have_attribute("aria-invalid", "true")
    expect(form.error_of("consent")).to_have_text("Bitte stimmen Sie den Nutzungsbedingungen zu.")
    form.consent.check()
    expect(form.page.locator(".toast")).to_have_count(0)
    expect(form.error_of("consent")).to_have_count(0)
    form.consent.uncheck()
    form.press_early()
    form.page.get_by_role("button", name="Meldung schließen").click()
    expect(form.page.locator(".toast")).to_have_count(0)


def test_what_is_missing_is_named_beside_the_button(form: ReservationForm) -> None:
    form.complete(consent=False)
    form.fill({"E-Mail-Adresse": ""})
    expect(form.missing).to_have_text("Es fehlen noch: E-Mail, Zustimmung")
    form.missing.get_by_role("link", name="E-Mail").click()
    expect(form.field("E-Mail-Adresse")).to_be_focused()
    form.fill({"E-Mail-Adresse": "max@gmail.con"})
    expect(form.page.locator(".submit")).to_contain_text("Ihre Adresse: max@gmail.con.")
    form.field("E-Mail-Adresse").blur()
    form.page.get_by_role("button", name="Meinten Sie max@gmail.com?").click()
    expect(form.field("E-Mail-Adresse")).to_have_value("max@gmail.com")
    form.consent.check()
    expect(form.missing).to_have_count(0)


@pytest.mark.sample(0)
def test_a_mended_field_leaves_the_list_of_what_is_wrong(form: ReservationForm) -> None:
    form.unlock()
    form.press_early()
    expect(form.summary.get_by_role("listitem")).to_have_count(5)
    form.fill({"Vorname": "Änne"})
    expect(form.summary.get_by_role("listitem")).to_have_count(4)
    expect(form.field("Vorname")).to_be_focused()
    form.fill({label: value for label, value in CONTACT.items() if label != "Vorname"})
    form.consent.check()
    expect(form.summary).to_have_count(0)


def test_malformed_contact_data_are_named_before_any_call(form: ReservationForm) -> None:
    calls = Calls(form.page)
    form.complete(**{"E-Mail-Adresse": "aenne@example", "Mobilnummer": "0151"})
    form.submit.click()
    expect(form.error_of("email")).to_contain_text("nicht vollständig")
    expect(form.error_of("mobile_phone")).to_contain_text("nicht vollständig")
    assert calls.requests == []


def test_a_failing_call_keeps_everything_and_the_next_try_succeeds(
    module_server: object, form: ReservationForm, module_records: Records, watch: Watch
) -> None:
    watch.expect("status of 500")
    calls = Calls(form.page)
    calls.hold()
    form.complete(**{"E-Mail-Adresse": "fehlschlag@example.org"})
    form.submit.click()
    expect(form.submit).to_have_text("Wird reserviert...")
    expect(form.submit).to_have_attribute("aria-disabled", "true")
    calls.first_held().fulfill(status=500, body="failure")
    form.expect_toast(FAILURE_TOAST)
    expect(form.submit).to_have_text("Platz reservieren")
    expect(form.page).to_have_url(re.compile(r"/reservierung#schritt-2$"))
    for label, value in {**CONTACT, "E-Mail-Adresse": "fehlschlag@example.org"}.items():
        expect(form.field(label)).to_have_value(value)
    expect(form.consent).to_be_checked()
    calls.let_through()
    form.submit.click()
    expect_the_one_reservation(form, module_records, "fehlschlag@example.org")
    assert calls.keys[0] == calls.keys[1]


def test_an_answer_without_success_is_a_failure(form: ReservationForm) -> None:
    form.complete()
    form.page.route(RESERVE, lambda route: route.fulfill(json={"success": False}))
    form.submit.click()
    form.expect_toast(FAILURE_TOAST)
    expect(form.submit).to_have_text("Platz reservieren")


def test_a_double_click_reserves_once(module_server: object, form: ReservationForm, module_records: Records) -> None:
    calls = Calls(form.page)
    form.complete(**{"E-Mail-Adresse": "doppelklick@example.org"})
    form.submit.dblclick()
    expect_the_one_reservation(form, module_records, "doppelklick@example.org")
    assert len(calls.keys) == 1
    mails = [row for row in module_records.rows(Mail) if "doppelklick@example.org" in str(row)]
    assert len(mails) == 1


def test_what_only_the_server_finds_wrong_stands_at_its_field(
    module_server: object, form: ReservationForm, module_records: Records, watch: Watch
) -> None:
    watch.expect("status of 422")
    form.complete(**{"E-Mail-Adresse": "nummer@example.org", "Mobilnummer": "000000"})
    form.submit.click()
    form.expect_toast(FAILURE_TOAST)
    phone = form.field("Mobilnummer")
    expect(phone).to_be_focused()
    expect(phone).to_have_attribute("aria-invalid", "true")
    expect(form.error_of("mobile_phone")).to_contain_text("Mobilnummer")
    phone.fill(CONTACT["Mobilnummer"])
    expect(form.error_of("mobile_phone")).to_have_count(0)
    form.submit.click()
    expect_the_one_reservation(form, module_records, "nummer@example.org")


def test_a_park_that_became_full_leads_to_the_list_with_what_was_typed(
    server: object, form: ReservationForm, records: Records, watch: Watch
) -> None:
    watch.expect("status of 409")
    form.complete()
    name, email = form.page.get_by_label("Ihr Name"), form.page.get_by_label("Ihre E-Mail-Adresse")
    records.fill_park()
    form.submit.click()
    heading = form.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Alle 500 Plätze sind vergeben.")
    assert records.spots_reserved() == []
    expect(name).not_to_have_value("")
    expect(email).not_to_have_value("")
    visit(form.page, "/reservierung")
    expect(form.page).to_have_url(re.compile("/warteliste$"))
    expect(heading).to_have_text("Alle 500 Plätze sind vergeben.")


@pytest.mark.sample(0)
def test_a_paused_park_is_told_before_anything_is_asked(server: object, page: Page, records: Records) -> None:
    records.pause_park()
    visit(page, "/reservierung")
    expect(page.get_by_role("heading", level=1)).to_have_text("Gerade nehmen wir keine Reservierungen an")
    expect(page.locator("form")).to_have_count(0)


@pytest.mark.sample(0)
@pytest.mark.parametrize("server_settings", [{"reservations_per_email": 1}])
def test_too_many_reservations_of_one_address_are_explained(
    server: object, form: ReservationForm, records: Records, watch: Watch
) -> None:
    watch.expect("status of 409")
    earlier = form.page.request.post("/functions/v1/reserve-spot", data=reservation_body(email="aenne@example.org"))
    assert earlier.ok
    form.complete()
    form.submit.click()
    text = "Für diese E-Mail-Adresse sind schon so viele Plätze reserviert, wie wir an eine Adresse vergeben."
    form.expect_toast(("Mehr Plätze gehen nicht", text))
    expect(form.notice).to_contain_text("Mit dieser E-Mail-Adresse sind schon so viele Plätze reserviert")
    assert records.spots_reserved() == [1]


@pytest.mark.sample(0)
@pytest.mark.parametrize("server_settings", [{"rate_limits": "reserve=1/600,fill_seconds=0"}])
def test_too_many_calls_are_explained(server: object, form: ReservationForm, watch: Watch) -> None:
    watch.expect("status of 429")
    assert form.page.request.post("/functions/v1/reserve-spot", data=reservation_body()).ok
    form.complete()
    form.submit.click()
    form.expect_toast(FAILURE_TOAST)
    expect(form.notice).to_contain_text("Von Ihrem Anschluss kamen gerade sehr viele Anfragen.")


@pytest.mark.parametrize("server_settings", [{"instalments_offered": "false"}])
def test_without_instalments_only_the_single_payment_is_offered(server: object, form: ReservationForm) -> None:
    form.unlock()
    expect(form.page.locator("input[name=payment_plan]")).to_have_count(1)
    expect(form.plan("one-off")).to_be_checked()


ALREADY_RESERVED = {"success": False, "code": "already_reserved"}
RESERVED = {"success": True, "spot_number": 9, "reference": "VG-7K3M-Q2XH", "park": "ingolstadt"}
JUST_RESERVED = {
    "spot_number": 9,
    "reference": "VG-7K3M-Q2XH",
    "email": "anna.schmidt@example.org",
    "is_confirmed": True,
    "is_written": True,
    "is_refused": False,
    "is_reserved": True,
    "confirm_by": None,
    "created_at": "2026-06-01T10:00:00Z",
    "referral_code": None,
}
TOLD = {"state": "open", "choices": ["podcast", "unsure", "other"], "answer": None, "text": ""}
"""What the page after reserving asks for: the server knows no reservation whose answer was made up."""


@pytest.mark.parametrize("width", [390, 1280])
def test_a_second_place_is_asked_about_and_never_taken_silently(
    form: ReservationForm, watch: Watch, width: int
) -> None:
    watch.expect("status of 409")
    page, calls = form.page, Calls(form.page)
    form.complete()
    page.set_viewport_size({"width": width, "height": 844})
    page.route(RESERVE, lambda route: route.fulfill(status=409, json=ALREADY_RESERVED))
    form.submit.click()
    expect(form.heading("Noch einen Platz?")).to_be_focused()
    expect(form.heading("Noch einen Platz?")).to_be_in_viewport()
    expect(page.locator(".toast, .notice, .summary")).to_have_count(0)
    assert violations_within(page, ".another") == []
    page.set_viewport_size({"width": width, "height": 844})
    form.press_early()
    expect(form.heading("Noch einen Platz?")).to_be_focused()
    keep = page.get_by_role("link", name="Bei einem Platz bleiben")
    expect(keep).to_have_attribute("href", "/meine-reservierung")
    for label, value in CONTACT.items():
        expect(form.field(label)).to_have_value(value)
    # Another address has not been asked about.
    form.fill({"Nachname": "Schmidt"})
    expect(keep).to_have_count(0)
    form.submit.click()
    further = page.get_by_role("button", name="Weiteren Platz reservieren")
    # The answer changes only once the second question stands: until then the request is under way.
    expect(further).to_be_visible()
    page.unroute(RESERVE)
    page.route(RESERVE, lambda route: route.fulfill(json=RESERVED))
    page.route("**/api/household/just-reserved", lambda route: route.fulfill(json=JUST_RESERVED))
    page.route("**/api/household/just-reserved/told", lambda route: route.fulfill(json=TOLD))
    further.click()
    form.expect_thanks(9)
    assert [request.post_data_json["another"] for request in calls.requests] == [False, False, True]
    assert len(set(calls.keys)) == 3
