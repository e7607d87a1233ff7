"""The credit calculator as a browser draws it: its stops and drawings, its address, and what it must never do."""

import re
from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.journeys.axe import violations_within
from tests.journeys.filling import fill_completely
from tests.journeys.pages import HeldBack, Reports, ReservationForm, alive, overflow, storage, visit
from tests.journeys.test_keyboard import tab_to

PATH = "/solar-gutschriftsrechner"
PACKAGES = (1000, 2000, 3000)
PLANS = ("einmal", "24m", "48m")
SCENARIOS = ("konservativ", "realistisch", "optimistisch")
_FOCUS_SHOWN = """() => {
  const element = document.activeElement
  if (element === document.body) return null
  const marked = [element, element.closest('label')].filter(Boolean).map(node => getComputedStyle(node))
  return marked.some(style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || element.outerHTML
}"""


def radio(page: Page, name: str, word: str | int) -> Locator:
    return page.locator(f"input[name={name}][value='{word}']")


def expect_chosen(page: Page, kwh: int, plan: str, scenario: str) -> None:
    for name, word in (("paket", kwh), ("zahlung", plan), ("szenario", scenario)):
        expect(radio(page, name, word)).to_be_checked()


def test_it_is_filled_in_and_leads_to_the_form_by_keyboard(page: Page, subtests: Subtests) -> None:
    visit(page, PATH)
    page.keyboard.press("Tab")
    stops = 0
    with subtests.test("every stop shows where the focus is"):
        while (shown := page.evaluate(_FOCUS_SHOWN)) is not None:
            assert shown is True
            page.keyboard.press("Tab")
            stops += 1
        assert stops > 25
    with subtests.test("native radios stay visible, so the mark in them says what is chosen"):
        for one in page.get_by_role("radio").all():
            assert (one.bounding_box() or {"width": 0})["width"] >= 18
            assert one.evaluate("radio => getComputedStyle(radio).appearance") != "none"
    with subtests.test("the effective rate is more prominent than the nominal one"):
        _expect_prominent_rate(page)
    for width in (320, 390, 700, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        with subtests.test("one drawing of each is shown and its words are large enough", width=width):
            _expect_drawings(page)
    values = {"Paket": "Premium", "Welchem Szenario folgen die Diagramme?": "Optimistisch", "Zahlung": "24"}
    values |= {"Zinsen woanders, im Jahr": "35", "Die Module lassen nach, im Jahr": "5"}
    values["Die Sonne"] = "Jedes Jahr 10 % weniger"
    fill_completely(page.locator("main"), values)
    expect_chosen(page, 3000, "24m", "optimistisch")
    expect(page.get_by_role("table", name="Drei Szenarien")).to_contain_text("8,7 Jahren")
    expect(page.locator(".elsewhere__result")).to_contain_text("Ein Konto mit 3,5\u00a0% wäre")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copy = page.get_by_role("button", name="Link kopieren")
    tab_to(page, copy)
    page.keyboard.press("Enter")
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("Link kopiert")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == page.url and copied.endswith("#paket=3000&zahlung=24m&szenario=optimistisch")
    details = page.locator("details.values").first
    tab_to(page, details.locator("summary"))
    page.keyboard.press("Enter")
    expect(details.get_by_role("table")).to_be_visible()
    page.evaluate("() => document.querySelectorAll('main details').forEach(one => { one.open = true })")
    with subtests.test("axe finds nothing as chosen, opened and copied, and nothing hangs over"):
        assert violations_within(page, "main details, main table, .share, .part__notes") == []
        page.set_viewport_size({"width": 390, "height": 844})
        assert overflow(page) == 0
    tab_to(page, page.get_by_role("link", name="Jetzt Solar-Anteil sichern"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/reservierung#paket=3000&zahlung=24m&cent=8$"))
    _expect_the_choice_in_the_form(page)


def _expect_prominent_rate(page: Page) -> None:
    style = "cell => { const {fontSize, fontWeight} = getComputedStyle(cell.firstElementChild);"
    style += " return [parseFloat(fontSize), parseInt(fontWeight)] }"
    sheet = page.get_by_role("table", name="Einmal oder in Raten")
    effective, nominal = (
        sheet.locator("tr").filter(has=page.get_by_role("rowheader", name=name)).locator("td").nth(1).evaluate(style)
        for name in ("Effektiver Jahreszins", "Nominal im Jahr")
    )
    assert effective[0] > nominal[0] and effective[1] > nominal[1]


def _expect_drawings(page: Page) -> None:
    shown = page.locator("svg.chart:visible")
    expect(shown).to_have_count(2)
    for drawing in shown.all():
        sizes: list[float] = drawing.evaluate(
            "svg => [...svg.querySelectorAll('text')].map(text =>"
            " parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a)"
        )
        assert min(sizes) >= 12
        # Nothing is cut off at the edges of the drawing.
        assert drawing.evaluate(
            "svg => { const edge = svg.getBoundingClientRect();"
            " return [...svg.querySelectorAll('text')].every(text => { const box = text.getBoundingClientRect();"
            " return box.left >= edge.left - 1 && box.right <= edge.right + 1 }) }"
        )


def _expect_the_choice_in_the_form(page: Page) -> None:
    """From the address it moves to the draft with the first entry, and back leads to the calculation."""
    form = ReservationForm(page)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert page.evaluate("() => scrollY") == 0
    assert set(storage(page)) == {"touches"}
    page.go_back()
    expect_chosen(page, 3000, "24m", "optimistisch")
    page.go_forward()
    page.set_viewport_size({"width": 1280, "height": 844})
    form.unlock()
    expect(page).to_have_url(re.compile("/reservierung#schritt-2$"))
    expect(form.package(3000)).to_be_checked()
    expect(form.plan("24m")).to_be_checked()
    expect(form.slider).to_have_attribute("aria-valuetext", "8 Cent")


def test_a_click_before_the_scripts_is_not_lost(page: Page) -> None:
    react = HeldBack(page, "**/assets/CalculatorPage-*.js")
    page.goto(PATH)
    page.get_by_text("Premium", exact=True).click()
    expect(radio(page, "paket", 3000)).to_be_checked()
    react.release()
    alive(page)
    expect_chosen(page, 3000, "einmal", "realistisch")
    expect(page).to_have_url(re.compile("#paket=3000&zahlung=einmal&szenario=realistisch$"))
    expect(page.get_by_role("table", name="Drei Szenarien")).to_contain_text("150 €")


@pytest.mark.own_tab
def test_it_tells_nobody_what_was_chosen_and_keeps_nothing(page: Page, watch: Watch) -> None:
    """The browser's dialog for printing cannot be opened here; what is on the page then is what it would print."""
    page.add_init_script("window.print = () => { window.printed = document.querySelector('.printed').textContent }")
    with page.expect_response("**/api/parks/ingolstadt"):
        visit(page, PATH)
    page.wait_for_load_state("networkidle")
    fetched, before, reports = len(watch.requests), storage(page), Reports(page)
    for kwh, plan, scenario in product(PACKAGES, PLANS, SCENARIOS):
        for name, word in (("paket", kwh), ("zahlung", plan), ("szenario", scenario)):
            radio(page, name, word).check(force=True)
    page.get_by_role("button", name="Drucken").click()
    printed = " ".join(page.evaluate("() => window.printed").split())
    assert "Premium, 3.000 kWh im Jahr erwartet, Preis 1.899 €. In 48 Raten" in printed
    page.wait_for_load_state("networkidle")
    # Only that the calculator was used at all, and that once.
    assert [url for url in watch.requests[fetched:] if not url.startswith("data:")] == [reports.address]
    told = [{name: value for name, value in report.items() if name != "touch"} for report in reports.sent]
    assert told == [{"step": "calculator_used", "path": PATH, "is_arrival": False, "consent": "not_asked"}]
    assert storage(page) == before
    assert page.evaluate("() => localStorage.length") == 0
    assert page.context.cookies() == []
