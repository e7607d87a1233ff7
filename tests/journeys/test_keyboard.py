"""The whole reservation without a mouse, and the focus seen at every stop."""

import re

from playwright.sync_api import Locator, Page, expect

from services.reservations.models import Reservation
from tests.fixtures.servers import Server
from tests.journeys.filling import CHOICES
from tests.journeys.pages import ReservationForm, alive, visit
from tests.journeys.records import Records

_LONGEST_WAY = 60


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the target has the focus."""
    for _ in range(_LONGEST_WAY):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {target}")


_STOP = """() => {
  const element = document.activeElement
  const marked = [element, element.closest('label')].filter(Boolean).map(node => getComputedStyle(node))
  const shown = marked.some(style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2)
  return element === document.body || shown ? '' : element.outerHTML
}"""


def test_a_household_reserves_by_keyboard_alone(module_server: Server, page: Page, module_records: Records) -> None:
    visit(page, "/")
    form, keyboard = ReservationForm(page), page.keyboard

    def go_to(target: Locator) -> None:
        tab_to(page, target)
        assert page.evaluate(_STOP) == "", "the focus is seen"

    go_to(page.get_by_role("banner").get_by_role("link", name="Reservieren"))
    keyboard.press("Enter")
    page.wait_for_url("**/reservierung")
    alive(page)
    chosen = {choice.site: choice.other for choice in CHOICES.values()}
    for label, text in {"Postleitzahl": "85049", **chosen, "Abschlag im Monat": "120"}.items():
        go_to(form.field(label))
        keyboard.type(text)
    go_to(page.get_by_role("button", name="Weiter zum Solarpaket"))
    keyboard.press("Enter")
    expect(form.heading("Wie groß soll Ihr Anteil sein?")).to_be_focused()
    go_to(form.package(2000))
    keyboard.press("ArrowRight")
    expect(form.package(3000)).to_be_checked()
    go_to(form.slider)
    keyboard.press("ArrowRight")
    expect(form.slider).to_have_attribute("aria-valuetext", "5,5 Cent")
    go_to(page.get_by_role("button", name="Weiter zur Zahlung"))
    keyboard.press("Space")
    expect(form.heading("Wie möchten Sie später zahlen?")).to_be_focused()
    go_to(form.plan("one-off"))
    keyboard.press("ArrowDown")
    expect(form.plan("24m")).to_be_checked()
    go_to(page.get_by_role("button", name="Weiter zu Ihren Daten"))
    keyboard.press("Enter")
    expect(form.heading("Wohin dürfen wir schreiben?")).to_be_focused()
    whom = {"Vorname": "Ida", "Nachname": "Ott", "E-Mail-Adresse": "tastatur@example.org"}
    for label, text in {**whom, "Mobilnummer": "0151 23456789"}.items():
        go_to(form.field(label))
        keyboard.type(text)
    go_to(form.consent)
    keyboard.press("Space")
    expect(form.consent).to_be_checked()
    go_to(form.submit)
    keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/reservierung/danke\?spot="))
    [row] = [row for row in module_records.rows(Reservation) if row["email"] == "tastatur@example.org"]
    assert (row["annual_kwh"], row["credit_tenth_ct"], row["payment_plan"]) == (3000, 55, "24m")
    assert [row[name] for name in CHOICES] == [*chosen.values()]
