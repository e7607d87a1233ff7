"""The dashboard on sample data and the new share: what wide and narrow screens show, the chart, and honest buttons."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest import Subtests

from services.contact.models import ContactMessage
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import violations, violations_as_it_stands
from tests.journeys.filling import fill_completely
from tests.journeys.pages import ContactForm, HeldBack, overflow, visit
from tests.journeys.records import Records
from tests.journeys.test_keyboard import tab_to

DASHBOARD, INVEST = "/dashboard", "/dashboard/invest"
KWH = (78, 94, 102, 110, 106, 92)
WIDE, NARROW = 640, 639
LETTERS = """() => [...document.querySelectorAll('.energy__chart text')].map(
  text => parseFloat(getComputedStyle(text).fontSize)
)"""
NOTE_SHIFTS = """window.shifts = 0; new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.shifts += entry.value
}).observe({type: 'layout-shift', buffered: true})"""


def set_width(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})


def chart_bars(page: Page) -> Locator:
    return page.locator(".energy__bar")


@pytest.mark.own_tab
def test_wide_and_narrow_screens(page: Page, watch: Watch, subtests: Subtests) -> None:
    page.add_init_script(NOTE_SHIFTS)
    set_width(page, NARROW)
    visit(page, DASHBOARD)
    page.wait_for_load_state("networkidle")
    assert [url for url in watch.requests if "EnergyChart" in url] == [], "fetched by wide screens alone"
    main = page.get_by_role("main")
    wide = [main.get_by_role("region", name="Ihr Anteil"), page.locator(".energy"), page.locator(".project")]
    narrow = [page.locator(".mock-up"), main.get_by_role("button", name="Mitteilungen")]
    _expect_shown(narrow, wide)
    set_width(page, 390)
    page.evaluate("() => window.scrollTo(0, 400)")
    expect(main.get_by_role("heading", level=1)).to_be_in_viewport()
    expect(narrow[1]).to_be_in_viewport()
    with subtests.test("what a button opens"):
        _expect_a_preview(page, "Mitteilungen", "Mitteilungen")
        main.get_by_role("button", name="Konto").click()
        expect(page.get_by_role("dialog", name="Konto")).to_be_visible()
        page.keyboard.press("Escape")
    with subtests.test("the keyboard stops at nothing hidden"):
        _expect_visible_stops(page)
    set_width(page, WIDE)
    expect(chart_bars(page)).to_have_count(6)  # a window that grows gets its chart, too
    _expect_shown(wide, narrow)
    with subtests.test("the letters of the chart are large enough"):
        # Read at once: the chart draws itself again while it finds its size.
        page.wait_for_function(f"() => ({LETTERS})().length === 12")
        assert min(page.evaluate(LETTERS)) >= 12
    page.evaluate("() => scrollTo(0, 0)")
    set_width(page, 1280)
    # The swap of the typefaces moves lines, the later the slower the machine.
    watch.expect("ERR_FAILED")
    page.route("**/*.woff2", lambda route: route.abort())
    page.reload()
    expect(chart_bars(page)).to_have_count(6)
    assert page.evaluate("() => window.shifts") < 0.01, "the arriving chart moves nothing"
    with subtests.test("six months in cells of ten kWh, as high as their months"):
        _expect_chart(page)
    main.get_by_text("Als Tabelle zeigen").click()
    expect(main.get_by_role("table").get_by_role("row")).to_have_count(7)
    with subtests.test("axe finds nothing in any state"):
        assert violations(page, (640, 1280)) == []
        main.get_by_role("button", name="Teilen oder spenden").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert violations_as_it_stands(page, within="dialog[open]") == []
        page.keyboard.press("Escape")
    set_width(page, 1280)
    _expect_a_preview(page, "Teilen oder spenden", "Gutschriften teilen oder spenden")
    opener = main.get_by_role("button", name="Teilen oder spenden")
    tab_to(page, opener)
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("dialog").get_by_role("link", name="Frage dazu stellen"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/kontakt$"))


def _expect_shown(shown: list[Locator], hidden: list[Locator]) -> None:
    for part in shown:
        expect(part).to_be_visible()
    for part in hidden:
        expect(part).to_be_hidden()


def _expect_visible_stops(page: Page) -> None:
    stops = 0
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Tab")
    while page.evaluate("() => document.activeElement !== document.body"):
        assert page.evaluate("() => document.activeElement.checkVisibility()")
        page.keyboard.press("Tab")
        stops += 1
    assert stops > 10


def _expect_chart(page: Page) -> None:
    bars = chart_bars(page)
    cells = bars.evaluate_all("bars => bars.map(bar => bar.getAttribute('d').match(/M/g).length)")
    assert cells == [8, 10, 11, 11, 11, 10]
    expect(page.locator(".energy__chart .recharts-label-list text")).to_have_text([str(kwh) for kwh in KWH])
    months = page.locator(".energy__chart .recharts-xAxis-tick-labels text")
    expect(months).to_have_text(["Apr", "Mai", "Jun", "Jul", "Aug", "Sep"])
    heights = bars.evaluate_all("bars => bars.map(bar => bar.getBBox().height)")
    scale = heights[3] / KWH[3]
    assert heights == pytest.approx([kwh * scale for kwh in KWH], abs=5)
    ids = page.locator("[id]").evaluate_all("elements => elements.map(element => element.id)")
    assert len(ids) == len(set(ids))


def _expect_a_preview(page: Page, button: str, title: str) -> None:
    opener = page.get_by_role("main").get_by_role("button", name=button)
    opener.click()
    dialog = page.get_by_role("dialog", name=title)
    expect(dialog).to_contain_text("Dies ist eine Vorschau, hier passiert noch nichts.")
    expect(dialog.get_by_role("link", name="Frage dazu stellen")).to_have_attribute("href", "/kontakt")
    expect(dialog.get_by_role("button", name="Schließen")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    dialog.get_by_role("button", name="Schließen").click()
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_from_the_dashboard_to_an_enquiry_about_a_new_share(
    module_server: Server, page: Page, module_records: Records, watch: Watch
) -> None:
    """The chart never arrives, the choices come before the scripts; filled in by keyboard, sent, and back again."""
    watch.expect("ERR_FAILED")
    page.route("**/assets/EnergyChart-*.js", lambda route: route.abort())
    visit(page, DASHBOARD)
    main = page.get_by_role("main")
    expect(main.get_by_text("Das Diagramm konnte nicht geladen werden.")).to_be_visible()
    main.get_by_text("Als Tabelle zeigen").click()
    expect(main.get_by_role("table").get_by_role("row")).to_have_count(7)
    react = HeldBack(page, "**/assets/InvestPage-*.js")
    page.goto(INVEST)
    page.get_by_role("radio", name="Ingolstadt").check()
    page.get_by_label("Betrag in Euro").fill("800")
    react.release()
    savings = page.get_by_role("region", name="Erwartete Ersparnis")
    expect(savings).to_contain_text("52 € im Jahr")
    secure = page.get_by_role("button", name="Anteil sichern")
    expect(secure).to_be_disabled()
    _expect_the_chosen_card_to_stand_out(page)
    values = {"Projekt wählen": "München-Ost", "Betrag in Euro": "20.000", "Zahlungsart wählen": "Überweisung"}
    fill_completely(page.locator("main form"), values)
    amount = page.get_by_label("Betrag in Euro")
    amount.blur()
    expect(amount).to_have_value("20000")
    savings.get_by_text("Woher kommt diese Zahl?").click()
    assert violations(page, (320, 390, 1280)) == []
    set_width(page, 390)
    assert overflow(page) == 0
    amount.fill("")
    amount.press_sequentially("1.000.000")
    expect(page.locator(".invest__read")).to_contain_text("nicht lesen")
    amount.fill("1500")
    tab_to(page, secure)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("projekt=munich&betrag=1500&zahlung=bank$"))
    page.go_back()
    expect(secure).to_be_enabled()
    page.reload()
    expect(secure).to_be_enabled()
    secure.click()
    _send_the_enquiry(page, module_records)


def _expect_the_chosen_card_to_stand_out(page: Page) -> None:
    card = page.locator(".invest__site").filter(has=page.get_by_role("radio", name="München-Ost"))
    shadow = "element => getComputedStyle(element).boxShadow"
    before = card.evaluate(shadow)
    card.click()
    expect(page.get_by_role("radio", name="München-Ost")).to_be_checked()
    assert card.evaluate(shadow) != before


def _send_the_enquiry(page: Page, records: Records) -> None:
    letter = ContactForm(page)
    expect(letter.field("Betrag in Euro")).to_have_value("1500")
    expect(letter.field("Solarpark")).to_have_value("munich")
    letter.fill({"Vor- und Nachname": "Ida Ott", "E-Mail-Adresse": "ida.ott@example.org"})
    letter.submit.click()
    expect(letter.sent).to_be_visible()
    [row] = [row for row in records.rows(ContactMessage) if row["email"] == "ida.ott@example.org"]
    assert (row["project"], row["amount_cents"], row["payment_method"]) == ("munich", 150_000, "bank")
    assert "munich" not in page.evaluate("() => JSON.stringify({...sessionStorage})")
