"""A page that the browser translates goes on working: who reads little German reserves, writes and enters the list."""

import re

import pytest
from playwright.sync_api import Page, expect

from services.contact.models import ContactMessage
from services.reservations.models import Reservation
from services.waiting_list.models import WaitingEntry
from tests.fixtures.browser import Watch
from tests.fixtures.proved import proved
from tests.journeys.filling import CHOSEN
from tests.journeys.pages import CONTACT, ENERGY, LETTER, ContactForm, ReservationForm, visit
from tests.journeys.records import Records, eventually

TRANSLATE = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    if (!text.data.trim() || ['SCRIPT', 'STYLE'].includes(text.parentElement.tagName)) continue
    if (text.parentElement.closest('font')) continue
    const outer = document.createElement('font'), inner = document.createElement('font')
    inner.textContent = '«' + text.data + '»'
    outer.append(inner)
    text.parentNode.replaceChild(outer, text)
  }
}"""
"""What a browser does to the texts of a page: each becomes a `<font>`."""
TAKEN_OVER = """() => {
  if (window.isTakenOver || document.querySelector('script[src*="/assets/shown-"]')) return true
  const props = element => element[Object.keys(element).find(name => name.startsWith('__reactProps'))]
  const owner = element => props(element) || !element.parentElement ? element : owner(element.parentElement)
  return window.isTakenOver = [...document.querySelectorAll('main *:not(font, script)')].every(
    element => props(element) || props(owner(element))?.dangerouslySetInnerHTML)
}"""
"""Whether React has every element, but those that it takes as they are; true where it takes over nothing. What it has
once, it does not lose as long as the document stays."""


def translate(page: Page) -> None:
    """Once React has taken over all of the page, which it does a few elements at a time: before that, it would draw a
    changed text once more, with a remark.
    """
    page.wait_for_function(TAKEN_OVER)
    page.evaluate(TRANSLATE)


@pytest.mark.usefixtures("server")
def test_the_form_is_filled_in_and_sent_in_a_translated_page(page: Page, records: Records, watch: Watch) -> None:
    """On a phone; then a letter, and an entry on the list of the park that has filled up."""
    page.set_viewport_size({"width": 390, "height": 844})
    form = ReservationForm(page)
    form.open()
    for name, value in (("postcode", ENERGY["Postleitzahl"]), ("monthly_abschlag", ENERGY["Abschlag im Monat"])):
        translate(page)
        page.locator(f"#{name}").fill(value)
    for name, value in CHOSEN.items():
        page.locator(f"#{name}").select_option(value=value)

    def go_on() -> None:
        """A telephone has one button for all steps."""
        page.locator(".reservation button:not([type=submit]):visible", has_text="Weiter").first.click()

    go_on()
    for shown in ("#schritt-2", "#schritt-3"):
        translate(page)
        if shown == "#schritt-2":
            form.package(3000).check(force=True)
            expect(page.locator(".package:has(:checked)")).to_contain_text("1.899")
        else:
            form.plan("48m").check(force=True)
            expect(page.locator(".plan:has(:checked)")).to_contain_text("47,48")
        translate(page)
        go_on()
    for name, value in zip(("first_name", "last_name", "email", "mobile_phone"), CONTACT.values(), strict=True):
        translate(page)
        for letters in (value[:3], value, ""):
            page.locator(f"#{name}").fill(letters)
        page.locator(f"#{name}").fill(value)
    translate(page)
    form.consent.check()
    translate(page)
    form.submit.click()
    expect(page).to_have_url(re.compile(r"/reservierung/danke\?spot=1$"))
    kept = records.only(Reservation)
    assert (kept["email"], kept["annual_kwh"], kept["payment_plan"]) == ("aenne@example.org", 3000, "48m")
    assert {name: kept[name] for name in CHOSEN} == CHOSEN

    _write_and_enter_the_list(page, records, watch)


def _write_and_enter_the_list(page: Page, records: Records, watch: Watch) -> None:
    watch.expect("status of 422")  # the list without an address
    visit(page, "/kontakt")
    contact = ContactForm(page)
    contact.fill(LETTER)
    translate(page)
    page.locator("#name").fill("")
    contact.submit.click()
    translate(page)
    page.locator("#name").fill("Änne Müller")
    translate(page)
    contact.submit.click()
    eventually(lambda: len(records.rows(ContactMessage)) == 1, "the letter is there")
    records.fill_park()
    visit(page, "/warteliste")
    expect(page.locator("#name")).to_be_visible()
    translate(page)
    page.locator("#name").fill("Änne Müller")
    page.locator("main button[type=submit]").first.click()
    expect(page.locator("#email-fehler")).to_be_visible()
    translate(page)
    page.locator("#email").fill("aenne@gmial.com")
    page.locator("#name").focus()
    translate(page)
    page.locator("#email").fill("aenne@example.org")
    page.locator("main button[type=submit]").first.click()
    eventually(lambda: len(records.rows(WaitingEntry)) == 1, "the entry is there")


BY_REACT = ("/meine-reservierung", "/dashboard/invest", "/solar-gutschriftsrechner")
PRESSED = proved(("/pilot", *BY_REACT), ("/faqs", "/pilot", "/", *BY_REACT))


def test_what_can_be_pressed_in_a_translated_page_throws_nothing(page: Page) -> None:
    for path in PRESSED:
        visit(page, path)
        translate(page)
        for control in page.locator("main :is(summary, input:not([type=hidden]), select):visible").all()[:12]:
            kind = control.evaluate("one => one.tagName === 'INPUT' ? one.type : one.tagName")
            if kind == "SELECT":
                control.select_option(index=1)
            elif kind in ("text", "email", "tel"):
                control.fill("abc")
            else:
                control.click(force=True)
            translate(page)
        if path == PRESSED[-1]:
            page.locator("input[name=paket][value='1000']").check(force=True)
            page.locator("input[name=zahlung][value='24m']").check(force=True)
            expect(page.locator(".calculator")).to_contain_text("741,57")
        page.get_by_role("banner").get_by_role("link").last.click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
