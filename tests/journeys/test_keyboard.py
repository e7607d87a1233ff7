"""The whole reservation without a mouse."""

import pytest
from playwright.sync_api import Locator, Page, expect

from services.reservations.models import Reservation
from tests.fixtures.servers import Server
from tests.journeys.pages import ReservationForm, visit
from tests.journeys.records import Records

_LONGEST_WAY = 60


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the target has the focus."""
    for _ in range(_LONGEST_WAY):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {target}")


@pytest.mark.sample(1)
@pytest.mark.parametrize("width", [1280, 390])
def test_a_household_reserves_by_keyboard_alone(page: Page, server: Server, records: Records, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    visit(page, "/")
    form, keyboard = ReservationForm(page), page.keyboard
    tab_to(page, page.get_by_role("banner").get_by_role("link", name="Reservieren"))
    keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()

    tab_to(page, form.field("Postleitzahl"))
    keyboard.type("85049")
    tab_to(page, form.field("Personen im Haushalt"))
    keyboard.type("4")
    tab_to(page, form.field("Ihr Stromversorger"))
    keyboard.type("EnBW")
    tab_to(page, form.field("Abschlag im Monat"))
    keyboard.type("120")
    tab_to(page, page.get_by_role("button", name="Weiter zum Solarpaket"))
    keyboard.press("Enter")
    expect(form.heading("Wie groß soll Ihr Anteil sein?")).to_be_focused()

    tab_to(page, form.package(2000))
    keyboard.press("ArrowRight")
    expect(form.package(3000)).to_be_checked()
    tab_to(page, form.slider)
    keyboard.press("ArrowRight")
    expect(form.slider).to_have_attribute("aria-valuetext", "5,5 Cent")
    tab_to(page, page.get_by_role("button", name="Weiter zur Zahlung"))
    keyboard.press("Space")
    expect(form.heading("Wie möchten Sie später zahlen?")).to_be_focused()

    tab_to(page, form.plan("one-off"))
    keyboard.press("ArrowDown")
    expect(form.plan("24m")).to_be_checked()
    tab_to(page, page.get_by_role("button", name="Weiter zu Ihren Daten"))
    keyboard.press("Enter")
    expect(form.heading("Wohin dürfen wir schreiben?")).to_be_focused()

    for label, text in (("Vorname", "Ida"), ("Nachname", "Ott"), ("E-Mail-Adresse", "ida@example.org")):
        tab_to(page, form.field(label))
        keyboard.type(text)
    tab_to(page, form.field("Mobilnummer"))
    keyboard.type("0151 23456789")
    tab_to(page, form.consent)
    keyboard.press("Space")
    expect(form.consent).to_be_checked()
    tab_to(page, form.submit)
    keyboard.press("Enter")
    form.expect_thanks(1)
    row = records.only(Reservation)
    assert (row["energy_provider"], row["annual_kwh"], row["credit_tenth_ct"], row["payment_plan"]) == (
        "EnBW",
        3000,
        55,
        "24m",
    )


def test_every_stop_shows_where_the_focus_is(form: ReservationForm) -> None:
    page = form.page
    form.unlock()
    page.keyboard.press("Tab")
    stops = 0
    while (stop := page.evaluate(_STOP)) is not None:
        assert stop["shown"], stop["name"]
        page.keyboard.press("Tab")
        stops += 1
    assert stops > 20


_STOP = """() => {
  const element = document.activeElement
  if (element === document.body) return null
  const marked = [element, element.closest('label')].filter(Boolean).map(node => getComputedStyle(node))
  const shown = marked.some(style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2)
  return {name: `${element.tagName} ${element.name || ''} ${element.value || element.textContent}`, shown}
}"""
