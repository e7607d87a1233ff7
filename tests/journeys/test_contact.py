"""The contact page with our own form: its script, its area, its states, and what becomes of a message."""

import email
import email.policy
import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest import Subtests

from services.contact.models import ContactMessage
from services.core.references import new_reference
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import violations, violations_within
from tests.journeys.conftest import with_jobs
from tests.journeys.filling import fill_completely
from tests.journeys.pages import CONTACT_CALL, LETTER, ContactForm, alive, storage, visit
from tests.journeys.records import Records, eventually
from tests.journeys.test_keyboard import tab_to

SCRIPT = "**/widgets/kontakt.js"
ELEMENTS = "() => document.querySelectorAll('script[src*=\"/widgets/\"], voltigo-kontakt').length"
SHARE_QUERY = "?anliegen=anteil&projekt=munich&betrag=1000&zahlung=sepa"
SHARE_TEXT = (
    "Ich möchte einen Anteil am Solarpark München-Ost für 1.000\u00a0€ sichern und per SEPA-Lastschrift zahlen. "
    "Bitte schreiben Sie mir, wie es weitergeht."
)
FAILURE = "Ihre Nachricht konnte nicht gesendet werden"
NOTE_SHIFTS = """window.shifts = []
new PerformanceObserver(list => shifts.push(...list.getEntries().map(entry => entry.value)))
  .observe({type: 'layout-shift', buffered: true})"""


@pytest.fixture
def letter(page: Page) -> ContactForm:
    """The form, just opened."""
    letter = ContactForm(page)
    letter.open()
    return letter


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
    page.wait_for_function(f"count => ({ELEMENTS})() === count", arg=count)


# A message


@with_jobs
def test_a_message_is_stored_and_reaches_both_mailboxes(server: Server, letter: ContactForm, records: Records) -> None:
    own = {"Telefon (freiwillig)": "0841 123456", "Referenz (freiwillig)": new_reference()}
    fill_completely(letter.form, {**LETTER, **own})
    letter.submit.click()
    expect(letter.sent).to_be_focused()
    row = records.only(ContactMessage)
    assert (row["name"], row["email"], row["phone_e164"], row["topic"], row["message"], row["suspected_spam"]) == (
        *(LETTER[label] for label in ("Vor- und Nachname", "E-Mail-Adresse")),
        "+49841123456",
        "frage",
        LETTER["Ihre Nachricht"],
        False,
    )
    assert row["reservation_reference"] == own["Referenz (freiwillig)"]
    expect(letter.area).to_contain_text(row["reference"])
    expect(letter.area).to_contain_text("Wir melden uns an aenne@example.org, sobald")
    expect(letter.submit).to_have_count(0)
    eventually(lambda: len(list(server.mail_dir.glob("*.eml"))) == 2, "two mails")
    mails = [email.message_from_bytes(p.read_bytes(), policy=email.policy.default) for p in server.mail_dir.glob("*")]
    assert {mail["To"] for mail in mails} == {"kontakt@voltigo.invalid", "aenne@example.org"}


@pytest.mark.sample(0)
def test_a_cancellation_carries_its_reference(module_server: Server, page: Page, module_records: Records) -> None:
    letter, reference = ContactForm(page), new_reference()
    letter.open("?anliegen=stornierung")
    expect(letter.field("Worum geht es?")).to_have_value("stornierung")
    expect(letter.field("Ihre Nachricht")).to_have_value("Bitte stornieren Sie meine Reservierung.")
    letter.fill({"Vor- und Nachname": "Ida Ott", "E-Mail-Adresse": "storno@example.org"})
    letter.field("Referenz (freiwillig)").fill(reference.lower().replace("-", " "))
    letter.submit.click()
    expect(letter.sent).to_be_visible()
    row = message_of(module_records, "storno@example.org")
    assert (row["topic"], row["reservation_reference"]) == ("stornierung", reference)


def test_the_thank_you_page_leads_to_the_form_for_cancelling(page: Page) -> None:
    visit(page, "/reservierung/danke?spot=17")
    page.get_by_role("main").get_by_role("link", name="Kontaktformular").click()
    expect(ContactForm(page).field("Worum geht es?")).to_have_value("stornierung")


def test_an_enquiry_about_a_share_is_prefilled_and_stored_field_by_field(
    module_server: Server, page: Page, module_records: Records
) -> None:
    letter = ContactForm(page)
    letter.open(SHARE_QUERY)
    values = {"Worum geht es?": "anteil", "Solarpark": "munich", "Betrag in Euro": "1000", "Zahlungsart": "sepa"}
    for label, value in values.items():
        expect(letter.field(label)).to_have_value(value)
    expect(letter.field("Ihre Nachricht")).to_have_value(SHARE_TEXT)
    letter.fill({"Betrag in Euro": "1.500", "Zahlungsart": "Überweisung"})
    changed = SHARE_TEXT.replace("1.000", "1.500").replace("SEPA-Lastschrift", "Überweisung")
    expect(letter.field("Ihre Nachricht")).to_have_value(changed)
    letter.fill({"Ihre Nachricht": "Mein eigener Text.", "Solarpark": "Ingolstadt"})
    expect(letter.field("Ihre Nachricht")).to_have_value("Mein eigener Text.")
    share = {"Betrag in Euro": "1.500", "Zahlungsart": "Überweisung", "Solarpark": "Ingolstadt"}
    whom = {"Vor- und Nachname": "Ida Ott", "E-Mail-Adresse": "anteil@example.org", "Telefon (freiwillig)": "0841 1234"}
    said = {"Worum geht es?": "Anteil sichern", "Ihre Nachricht": "Mein eigener Text."}
    fill_completely(letter.form, {**whom, **said, **share})
    letter.submit.click()
    expect(letter.sent).to_be_visible()
    row = message_of(module_records, "anteil@example.org")
    assert (row["project"], row["amount_cents"], row["payment_method"]) == ("ingolstadt", 150_000, "bank")
    assert row["message"] == "Mein eigener Text."


@pytest.mark.sample(0)
def test_an_address_that_asks_for_what_there_is_not_opens_an_empty_form(page: Page, subtests: Subtests) -> None:
    letter = ContactForm(page)
    for query in ("?anliegen=geschenk", "?projekt=munich&betrag=1000", "?anliegen=%00&x=<b>"):
        with subtests.test(query):
            letter.open(query)
            expect(letter.field("Worum geht es?")).to_have_value("")
            expect(letter.field("Ihre Nachricht")).to_have_value("")


def test_a_message_is_sent_by_keyboard_alone(module_server: Server, page: Page, module_records: Records) -> None:
    letter, keyboard = ContactForm(page), page.keyboard
    visit(page, "/")
    tab_to(page, page.get_by_role("banner").get_by_role("link", name="Kontakt"))
    keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(letter.submit).to_be_visible()
    for label, text in (("Vor- und Nachname", "Ida Ott"), ("E-Mail-Adresse", "tastatur@example.org")):
        tab_to(page, letter.field(label))
        keyboard.type(text)
    tab_to(page, letter.field("Worum geht es?"))
    keyboard.type("Frage")
    tab_to(page, letter.field("Ihre Nachricht"))
    keyboard.type("Wann geht es los?")
    tab_to(page, letter.submit)
    keyboard.press("Enter")
    expect(letter.sent).to_be_focused()
    row = message_of(module_records, "tastatur@example.org")
    assert (row["topic"], row["message"], row["suspected_spam"]) == ("frage", "Wann geht es los?", False)


# What is wrong, and what fails


def test_what_is_missing_is_said_at_the_fields_and_in_a_list_of_links(letter: ContactForm) -> None:
    letter.submit.click()
    expect(letter.summary).to_be_focused()
    expect(letter.summary.get_by_role("link")).to_have_text(
        [
            "Bitte geben Sie Ihren Namen an.",
            "Bitte geben Sie Ihre E-Mail-Adresse an.",
            "Bitte wählen Sie, worum es geht.",
            "Bitte schreiben Sie uns, worum es geht.",
        ]
    )
    letter.summary.get_by_role("link").nth(3).click()
    message = letter.field("Ihre Nachricht")
    expect(message).to_be_focused()
    expect(message).to_have_attribute("aria-invalid", "true")
    expect(message).to_have_attribute("aria-describedby", "message-fehler")
    expect(letter.error_of("message")).to_have_text("Bitte schreiben Sie uns, worum es geht.")
    message.fill("Guten Tag")
    expect(letter.error_of("message")).to_have_count(0)
    letter.submit.click()
    expect(letter.error_of("message")).to_have_text("Bitte schreiben Sie mindestens 10 Zeichen.")


@pytest.mark.sample(0)
def test_a_call_back_needs_a_number(letter: ContactForm) -> None:
    letter.fill({**LETTER, "Worum geht es?": "Rückruf"})
    letter.submit.click()
    expect(letter.error_of("phone")).to_have_text("Für einen Rückruf brauchen wir Ihre Telefonnummer.")
    expect(letter.field("Telefon")).to_have_attribute("aria-required", "true")


@pytest.mark.sample(0)
def test_an_amount_below_the_projects_minimum_is_said_before_sending(page: Page) -> None:
    letter = ContactForm(page)
    letter.open("?anliegen=anteil&projekt=munich&betrag=700")
    letter.submit.click()
    expect(letter.error_of("amount")).to_have_text("Bitte geben Sie mindestens 1.000\u00a0€ an.")


def test_what_only_the_server_knows_is_said_at_its_field(
    module_server: Server, letter: ContactForm, module_records: Records, watch: Watch
) -> None:
    watch.expect("status of 422")
    letter.fill({**LETTER, "E-Mail-Adresse": "fehler@example.org", "Referenz (freiwillig)": "VG-2222-2223"})
    letter.submit.click()
    expect(letter.summary).to_be_focused()
    expect(letter.error_of("reference")).to_contain_text("Diese Referenz stimmt nicht")
    expect(letter.field("Ihre Nachricht")).to_have_value(LETTER["Ihre Nachricht"])
    letter.field("Referenz (freiwillig)").fill("")
    letter.submit.click()
    expect(letter.sent).to_be_visible()
    assert message_of(module_records, "fehler@example.org")["reservation_reference"] is None


def test_a_lost_answer_keeps_the_text_and_a_second_try_is_stored_once(
    module_server: Server, letter: ContactForm, module_records: Records, watch: Watch
) -> None:
    watch.expect("ERR_FAILED")
    page = letter.page

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(CONTACT_CALL, lose_the_answer)
    sent = {**LETTER, "E-Mail-Adresse": "verloren@example.org"}
    letter.fill(sent)
    letter.submit.click()
    expect(letter.toast).to_contain_text(FAILURE)
    expect(letter.toast).to_contain_text("doppelt kommt er nicht an")
    for label in ("Vor- und Nachname", "E-Mail-Adresse", "Ihre Nachricht"):
        expect(letter.field(label)).to_have_value(sent[label])
    page.unroute(CONTACT_CALL)
    letter.submit.click()
    expect(letter.sent).to_be_visible()
    expect(letter.area).to_contain_text(message_of(module_records, "verloren@example.org")["reference"])


def test_each_failure_has_its_sentence_and_loses_nothing(letter: ContactForm, watch: Watch, subtests: Subtests) -> None:
    letter.fill(LETTER)
    for status, code, sentence in (
        (429, "rate_limited", "Bitte warten Sie 2 Minuten."),
        (503, "unavailable", "Bei uns ist etwas schiefgegangen."),
        (500, "internal", "Bei uns ist etwas schiefgegangen."),
        (502, "", "Die Verbindung war unterbrochen."),
    ):
        watch.expect(f"status of {status}")
        with subtests.test(status=status):
            _expect_failure(letter, status, code, sentence)


def _expect_failure(letter: ContactForm, status: int, code: str, sentence: str) -> None:
    answer = {"success": False, "code": code}
    headers = {"Retry-After": "65"}
    letter.page.route(CONTACT_CALL, lambda route: route.fulfill(status=status, json=answer, headers=headers))
    letter.submit.click()
    expect(letter.toast).to_contain_text(sentence)
    expect(letter.field("Ihre Nachricht")).to_have_value(LETTER["Ihre Nachricht"])
    if status == 503:
        assert violations_within(letter.page, ".toast, voltigo-kontakt, main form") == []
    letter.page.get_by_role("button", name="Meldung schließen").click()
    expect(letter.toast).to_have_count(0)
    expect(letter.submit).to_have_text("Nachricht senden")


def test_while_it_is_being_sent_the_button_says_so_and_sends_no_second_time(letter: ContactForm) -> None:
    held = hold(letter.page, CONTACT_CALL)
    letter.fill(LETTER)
    letter.submit.dblclick()
    expect(letter.submit).to_have_text("Wird gesendet...")
    expect(letter.submit).to_have_attribute("aria-disabled", "true")
    letter.submit.click(force=True)
    held[0].fulfill(json={"success": True, "reference": "KA-2222-2222"})
    expect(letter.sent).to_be_visible()
    assert len(held) == 1


def test_nothing_that_was_typed_is_kept_in_the_browser(letter: ContactForm) -> None:
    before = storage(letter.page)
    letter.fill(LETTER)
    letter.submit.focus()
    assert storage(letter.page) == before
    assert letter.page.evaluate("() => localStorage.length") == 0
    assert letter.page.context.cookies() == []
    letter.page.reload()
    expect(letter.field("Ihre Nachricht")).to_have_value("")


# The script


@pytest.mark.sample(0)
def test_the_script_is_there_only_while_the_page_is(page: Page) -> None:
    letter = ContactForm(page)
    visit(page, "/")
    expect_elements(page, 0)
    for visits in (1, 2, 3):
        page.get_by_role("banner").get_by_role("link", name="Kontakt").click()
        expect(letter.submit).to_be_visible()
        expect_elements(page, 2)
        expect(letter.field("Ihre Nachricht")).to_have_value("")
        letter.fill({"Ihre Nachricht": f"Besuch {visits}"})
        page.get_by_role("banner").get_by_role("link", name="Über uns").click()
        expect(page).to_have_url(re.compile("/ueber-uns$"))
        expect_elements(page, 0)
    page.go_back()
    expect(letter.submit).to_be_visible()
    expect_elements(page, 2)


@pytest.mark.sample(0)
def test_a_page_left_before_the_script_arrived_keeps_nothing_of_it(page: Page) -> None:
    held = hold(page, SCRIPT)
    with page.expect_request(SCRIPT):
        visit(page, "/kontakt")
    page.get_by_role("banner").get_by_role("link", name="Über uns").click()
    expect_elements(page, 0)
    for route in held:
        route.continue_()
    page.wait_for_load_state("networkidle")
    expect_elements(page, 0)


def test_the_script_is_revalidated_and_sent_compressed(page: Page) -> None:
    fresh = page.request.get("/widgets/kontakt.js")
    assert (fresh.headers["cache-control"], fresh.headers["content-encoding"]) == ("no-cache", "br")
    known = page.request.get("/widgets/kontakt.js", headers={"If-None-Match": fresh.headers["etag"]})
    assert known.status == 304


@pytest.mark.sample(1)
@pytest.mark.own_tab
@pytest.mark.parametrize("query", ["", SHARE_QUERY])
def test_the_area_is_500_px_high_before_the_form_is_there_and_nothing_moves_when_it_comes(
    page: Page, subtests: Subtests, query: str
) -> None:
    """In a window so high that everything below the area is seen, too. One column needs more than 500 px."""
    page.add_init_script(NOTE_SHIFTS)
    for width in (320, 390, 600, 768, 1024, 1280):
        with subtests.test(width=width):
            _expect_still_area(page, query, width)


def _expect_still_area(page: Page, query: str, width: int) -> None:
    letter, held = ContactForm(page), hold(page, SCRIPT)
    page.set_viewport_size({"width": width, "height": 1400})
    with page.expect_request(SCRIPT):
        visit(page, f"/kontakt{query}")
    page.evaluate("() => document.fonts.ready.then(() => null)")
    before = letter.area.bounding_box()
    assert before is not None
    assert before["height"] == 500 if width >= 768 else before["height"] > 500
    page.evaluate("() => { window.shifts = [] }")
    held[0].continue_()
    page.unroute(SCRIPT)
    expect(letter.submit).to_be_visible()
    after = letter.area.bounding_box()
    assert after is not None
    assert (after["x"], after["y"], after["width"]) == (before["x"], before["y"], before["width"])
    if query and width not in (768, 1280):
        assert after["height"] >= before["height"], "the fields of a share may need a line of their own"
        return
    assert after["height"] == before["height"]
    # A shift is reported with the frame after the one in which it happened.
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))")
    assert page.evaluate("() => shifts") == []


def test_a_script_that_does_not_come_leaves_the_other_ways_to_write(page: Page, watch: Watch) -> None:
    watch.expect("ERR_FAILED")
    page.route(SCRIPT, lambda route: route.abort())
    visit(page, "/kontakt")
    area = ContactForm(page).area
    expect(area.get_by_role("alert")).to_contain_text("Das Formular ließ sich nicht laden.")
    expect(area.get_by_role("link", name="kontakt@voltigo.invalid")).to_be_visible()
    assert violations(page) == []


def test_without_javascript_the_area_names_mail_and_telephone(new_context: object, watch: Watch) -> None:
    context: BrowserContext = new_context(java_script_enabled=False)  # type: ignore[operator]
    watch.follow(context)
    page = context.new_page()
    page.goto("/kontakt")
    area = ContactForm(page).area
    expect(area.get_by_role("link", name="kontakt@voltigo.invalid")).to_have_attribute(
        "href", "mailto:kontakt@voltigo.invalid"
    )
    expect(area.get_by_role("link", name="+49 841 000000")).to_have_attribute("href", re.compile(r"^tel:\+49"))
    facts = page.get_by_role("main").locator("dd")
    expect(facts).to_contain_text(["kontakt@voltigo.invalid", "+49 841 000000", "Voltigo Muster GmbH"])


# Accessibility


@pytest.mark.sample(0)
def test_axe_finds_nothing_in_an_enquiry_about_a_share(page: Page) -> None:
    ContactForm(page).open(SHARE_QUERY)
    assert violations_within(page, "main form") == []


def test_axe_finds_nothing_in_the_empty_form_and_in_one_with_errors(letter: ContactForm) -> None:
    assert violations_within(letter.page, "main form") == []
    letter.submit.click()
    expect(letter.summary).to_be_focused()
    assert violations(letter.page) == []


def test_axe_finds_nothing_in_the_busy_and_in_the_sent_form(letter: ContactForm) -> None:
    held = hold(letter.page, CONTACT_CALL)
    letter.fill(LETTER)
    letter.submit.click()
    expect(letter.submit).to_have_text("Wird gesendet...")
    assert violations_within(letter.page, "main form") == []
    held[0].fulfill(json={"success": True, "reference": "KA-2222-2222"})
    expect(letter.sent).to_be_visible()
    assert violations_within(letter.page, "main") == []


def test_the_trap_for_programs_is_out_of_sight_and_reach(letter: ContactForm) -> None:
    trap = letter.page.locator("input[name=homepage]")
    expect(trap).to_have_attribute("tabindex", "-1")
    expect(trap.locator("..")).to_have_attribute("aria-hidden", "true")
    box = trap.locator("..").bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (1, 1)


def test_the_finished_page_is_taken_over_without_a_difference(page: Page) -> None:
    """A difference would be an error in the console, on which the watch fails."""
    visit(page, f"/kontakt{SHARE_QUERY}")
    alive(page)
    expect(ContactForm(page).submit).to_be_visible()
