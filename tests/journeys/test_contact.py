"""The contact page with our own form: its script, its area, its states, and what becomes of a message."""

import email
import email.policy
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from pytest import Subtests

from services.contact.models import ContactMessage
from services.core.references import new_reference
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import violations, violations_as_it_stands
from tests.journeys.conftest import with_jobs
from tests.journeys.filling import fill_completely
from tests.journeys.pages import CONTACT_CALL, LETTER, ContactForm, overflow, storage, visit
from tests.journeys.records import Records, eventually
from tests.journeys.test_keyboard import tab_to

SCRIPT = "**/widgets/kontakt.js"
SHARE_QUERY = "?anliegen=anteil&projekt=munich&betrag=1000&zahlung=sepa"
FAILURE = "Ihre Nachricht konnte nicht gesendet werden"


def hold(page: Page, address: str) -> list[Route]:
    """From now on requests of an address wait in the list."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    return held


def message_of(records: Records, address: str) -> dict[str, Any]:
    """The one message that came from this address."""
    [row] = [row for row in records.rows(ContactMessage) if row["email"] == address]
    return row


def expect_elements(page: Page, count: int) -> None:
    """Wait until the document holds so many elements of the form: its script and its own."""
    elements = "document.querySelectorAll(\"script[src*='/widgets/'], voltigo-kontakt\").length"
    page.wait_for_function(f"count => {elements} === count", arg=count)


@with_jobs
def test_a_message_is_stored_and_reaches_both_mailboxes(
    server: Server, page: Page, records: Records, watch: Watch
) -> None:
    """By keyboard, each field filled; a slip is told, and while it is under way it is sent once."""
    watch.expect("status of 422")
    letter = ContactForm(page)
    visit(page, "/")
    expect_elements(page, 0)
    tab_to(page, page.get_by_role("banner").get_by_role("link", name="Kontakt"))
    page.keyboard.press("Enter")
    expect(letter.submit).to_be_visible()
    expect_elements(page, 2)
    before = storage(page)
    assert violations(page) == []
    letter.submit.press("Enter")
    expect(letter.summary).to_be_focused()
    assert violations_as_it_stands(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    own = {"Telefon (freiwillig)": "0841 123456", "Referenz (freiwillig)": new_reference()}
    fill_completely(letter.form, {**LETTER, **own, "Referenz (freiwillig)": "VG-2222-2223"})
    letter.submit.click()
    expect(letter.summary).to_be_focused()  # what only the server knows
    expect(letter.error_of("reference")).to_contain_text("Diese Referenz stimmt nicht")
    letter.field("Referenz (freiwillig)").fill(own["Referenz (freiwillig)"])
    assert storage(page) == before
    assert page.evaluate("() => localStorage.length") == 0
    held = hold(page, CONTACT_CALL)
    letter.submit.dblclick()
    expect(letter.submit).to_have_text("Wird gesendet...")
    expect(letter.submit).to_have_attribute("aria-disabled", "true")
    letter.submit.click(force=True)
    assert violations_as_it_stands(page, within="main form") == []
    held[0].continue_()
    expect(letter.sent).to_be_focused()
    assert len(held) == 1
    row = records.only(ContactMessage)
    assert (row["name"], row["email"], row["phone_e164"], row["topic"], row["message"], row["suspected_spam"]) == (
        *(LETTER[label] for label in ("Vor- und Nachname", "E-Mail-Adresse")),
        "+49841123456",
        "frage",
        LETTER["Ihre Nachricht"],
        False,
    )
    assert row["reservation_reference"] == own["Referenz (freiwillig)"]
    expect(letter.area).to_contain_text("Wir melden uns an aenne@example.org, sobald")
    number = page.locator(".reference")
    expect(number).to_have_text(row["reference"])
    for width in (320, 390, 440):
        page.set_viewport_size({"width": width, "height": 844})
        assert (number.evaluate("one => one.getClientRects().length"), overflow(page)) == (1, 0), width
    assert violations_as_it_stands(page, within="main") == []
    eventually(lambda: len(list(server.mail_dir.glob("*.eml"))) == 2, "two mails")
    mails = [email.message_from_bytes(p.read_bytes(), policy=email.policy.default) for p in server.mail_dir.glob("*")]
    assert {mail["To"] for mail in mails} == {"kontakt@voltigo.invalid", "aenne@example.org"}


def test_an_enquiry_about_a_share_survives_a_lost_answer(
    module_server: Server, page: Page, module_records: Records, watch: Watch
) -> None:
    watch.expect("ERR_FAILED")
    letter = ContactForm(page)
    letter.open(SHARE_QUERY)
    values = {"Worum geht es?": "anteil", "Solarpark": "munich", "Betrag in Euro": "1000", "Zahlungsart": "sepa"}
    for label, value in values.items():
        expect(letter.field(label)).to_have_value(value)
    share = {"Betrag in Euro": "1.500", "Zahlungsart": "Überweisung", "Solarpark": "Ingolstadt"}
    whom = {"Vor- und Nachname": "Ida Ott", "E-Mail-Adresse": "anteil@example.org", "Telefon (freiwillig)": "0841 1234"}
    said = {"Worum geht es?": "Anteil sichern", "Ihre Nachricht": "Mein eigener Text."}
    fill_completely(letter.form, {**whom, **said, **share})

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(CONTACT_CALL, lose_the_answer)
    letter.submit.click()
    expect(letter.toast).to_contain_text(FAILURE)
    expect(letter.field("Ihre Nachricht")).to_have_value("Mein eigener Text.")
    assert violations_as_it_stands(page, within=".toast, voltigo-kontakt, main form") == []
    page.unroute(CONTACT_CALL)
    letter.submit.click()
    expect(letter.sent).to_be_visible()
    row = message_of(module_records, "anteil@example.org")
    assert (row["project"], row["amount_cents"], row["payment_method"]) == ("ingolstadt", 150_000, "bank")
    assert row["message"] == "Mein eigener Text."
    expect(letter.area).to_contain_text(row["reference"])
    page.get_by_role("banner").get_by_role("link", name="Über uns").click()
    expect_elements(page, 0)
    page.go_back()
    expect(letter.submit).to_be_visible()
    expect_elements(page, 2)


@pytest.mark.own_tab
def test_the_area_keeps_its_height_when_the_form_comes_and_when_it_does_not(
    page: Page, watch: Watch, subtests: Subtests
) -> None:
    """In a window so high that everything below the area is seen, too. One column needs more than 500 px."""
    page.add_init_script(
        "window.shifts = []; new PerformanceObserver(list => shifts.push(...list.getEntries()"
        ".map(entry => entry.value))).observe({type: 'layout-shift', buffered: true})"
    )
    for width in (390, 1280):
        with subtests.test(width=width):
            _expect_still_area(page, width)
    with subtests.test("a script that does not come leaves the other ways to write"):
        watch.expect("ERR_FAILED")
        page.route(SCRIPT, lambda route: route.abort())
        visit(page, "/kontakt")
        area = ContactForm(page).area
        expect(area.get_by_role("alert")).to_contain_text("Das Formular ließ sich nicht laden.")
        expect(area.get_by_role("link", name="kontakt@voltigo.invalid")).to_be_visible()
        assert violations_as_it_stands(page) == []


def _expect_still_area(page: Page, width: int) -> None:
    letter, held = ContactForm(page), hold(page, SCRIPT)
    page.set_viewport_size({"width": width, "height": 1400})
    with page.expect_request(SCRIPT):
        # A page has not loaded while its form's script is held.
        page.goto("/kontakt", wait_until="domcontentloaded")
    page.evaluate("() => document.fonts.ready.then(() => null)")
    before = letter.area.bounding_box()
    assert before is not None
    assert before["height"] == 500 if width >= 768 else before["height"] > 500
    page.evaluate("() => { window.shifts = [] }")
    held[0].continue_()
    page.unroute(SCRIPT)
    expect(letter.submit).to_be_visible()
    assert letter.area.bounding_box() == before
    # A shift is reported with the frame after the one in which it happened.
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))")
    assert page.evaluate("() => shifts") == []
