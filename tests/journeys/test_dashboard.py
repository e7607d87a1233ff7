"""The dashboard on sample data: what it says on wide and on narrow screens, its chart, and its honest buttons."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.journeys.axe import violations, violations_within
from tests.journeys.pages import alive, visit
from tests.journeys.test_keyboard import tab_to

DASHBOARD = "/dashboard"
MONTHS = {"April": 78, "Mai": 94, "Juni": 102, "Juli": 110, "August": 106, "September": 92}
WIDE, NARROW = 640, 639


def open_at(page: Page, width: int) -> Locator:
    page.set_viewport_size({"width": width, "height": 844})
    visit(page, DASHBOARD)
    return page.get_by_role("main")


LETTERS = """() => [...document.querySelectorAll('.energy__chart text')].map(
  text => parseFloat(getComputedStyle(text).fontSize)
)"""
# By how many pixels the content of an element is wider than the element.
SIDEWAYS = "element => element.scrollWidth - element.clientWidth"


def double_text(page: Page) -> None:
    page.evaluate(
        "() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('html {font-size: 200%}');"
        " document.adoptedStyleSheets = [sheet] }"
    )


def chart_bars(page: Page) -> Locator:
    return page.locator(".energy__bar")


def facts(terms: Locator) -> dict[str, str]:
    """The terms of a definition list with what follows each."""
    pairs: dict[str, str] = terms.evaluate_all(
        "lists => Object.fromEntries(lists.flatMap(list => [...list.querySelectorAll('dt')].map(dt =>"
        " [dt.textContent.trim(), dt.nextElementSibling.textContent.replaceAll('\\u00a0', ' ')])))"
    )
    return pairs


def test_what_wide_screens_show(page: Page, subtests: Subtests) -> None:
    open_at(page, 1280)
    for told in (
        _expect_that_the_sample_user_is_greeted_and_the_data_are_named_samples,
        _expect_that_search_engines_are_sent_away,
        _expect_that_the_chart_draws_six_months_in_cells_of_ten_kwh,
        _expect_that_the_bars_are_as_high_as_their_months,
        _expect_that_the_reduced_co2_says_that_it_is_not_computed,
        _expect_the_card_of_the_share,
        _expect_the_card_of_the_project,
        _expect_that_ids_are_unique,
        _expect_that_the_picture_has_a_sentence_and_a_table,
    ):
        with subtests.test(told.__name__):
            told(page)


def test_what_small_screens_show_and_a_window_that_grows(page: Page, subtests: Subtests) -> None:
    open_at(page, NARROW)
    with subtests.test("the mock-up"):
        _expect_the_mock_up_of_small_screens(page)
    with subtests.test("each width has one of the two versions"):
        _expect_one_version_at_each_width(page)
    with subtests.test("the letters of the chart are large enough in the narrowest one"):
        _expect_large_letters(page)
    page.set_viewport_size({"width": 390, "height": 844})
    with subtests.test("the greeting stays at the top"):
        _expect_that_the_greeting_of_small_screens_stays_at_the_top(page)


def _expect_one_version_at_each_width(page: Page) -> None:
    main = page.get_by_role("main")
    wide = [main.get_by_role("region", name="Ihr Anteil"), page.locator(".energy"), page.locator(".project")]
    narrow = [page.locator(".mock-up"), main.get_by_role("button", name="Mitteilungen")]
    for part in narrow:
        expect(part).to_be_visible()
    for part in wide:
        expect(part).to_be_hidden()
    page.set_viewport_size({"width": WIDE, "height": 844})
    # A window that grows gets its chart, too.
    expect(chart_bars(page)).to_have_count(6)
    for part in wide:
        expect(part).to_be_visible()
    for part in narrow:
        expect(part).to_be_hidden()


def _expect_that_the_sample_user_is_greeted_and_the_data_are_named_samples(page: Page) -> None:
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_have_text("Willkommen Anna Beispiel")
    expect(main.get_by_text("Beispieldaten", exact=True)).to_be_visible()


def _expect_that_search_engines_are_sent_away(page: Page) -> None:
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex, follow")


def _expect_that_the_chart_draws_six_months_in_cells_of_ten_kwh(page: Page) -> None:
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", name="In den letzten 6 Monaten haben Sie erzeugt")).to_be_visible()
    expect(chart_bars(page)).to_have_count(6)
    cells = chart_bars(page).evaluate_all("bars => bars.map(bar => bar.getAttribute('d').match(/M/g).length)")
    assert cells == [8, 10, 11, 11, 11, 10]
    expect(page.locator(".energy__chart .recharts-label-list text")).to_have_text([str(kwh) for kwh in MONTHS.values()])
    expect(page.locator(".energy__chart .recharts-xAxis-tick-labels text")).to_have_text(
        ["Apr", "Mai", "Jun", "Jul", "Aug", "Sep"]
    )


def _expect_that_the_bars_are_as_high_as_their_months(page: Page) -> None:
    expect(chart_bars(page)).to_have_count(6)
    heights = chart_bars(page).evaluate_all("bars => bars.map(bar => bar.getBBox().height)")
    scale = heights[3] / MONTHS["Juli"]
    assert heights == pytest.approx([kwh * scale for kwh in MONTHS.values()], abs=5)


def _expect_large_letters(page: Page) -> None:
    """Read at once: the chart draws itself again while it finds its size."""
    page.wait_for_function(f"() => ({LETTERS})().length === 12")
    assert min(page.evaluate(LETTERS)) >= 12


def _expect_that_the_picture_has_a_sentence_and_a_table(page: Page) -> None:
    main = page.get_by_role("main")
    picture = main.get_by_role("img", name=re.compile("Balkendiagramm"))
    sentence = (picture.get_attribute("aria-label") or "").replace("\u00a0", " ")
    for month, kwh in MONTHS.items():
        assert f"{month} {kwh} kWh" in sentence
    table = main.get_by_role("table")
    expect(table).to_be_hidden()
    main.get_by_text("Als Tabelle zeigen").click()
    expect(table.get_by_role("row")).to_have_count(7)
    for month, kwh in MONTHS.items():
        expect(table.get_by_role("row", name=month).get_by_role("cell")).to_have_text(f"{kwh} kWh")


def _expect_that_the_reduced_co2_says_that_it_is_not_computed(page: Page) -> None:
    main = page.get_by_role("main")
    expect(main.get_by_text("103 kg")).to_be_visible()
    expect(main.get_by_text("Fester Beispielwert, von uns nicht berechnet")).to_contain_text(
        "nennen wir Emissionsfaktor, Jahr und Quelle"
    )


def _expect_the_card_of_the_share(page: Page) -> None:
    main = page.get_by_role("main")
    card = main.get_by_role("region", name="Ihr Anteil")
    assert facts(card.locator("dl")) == {
        "Anteilsbetrag": "3.150 €",
        "Anteil am Park": "0,12 %",
        "Leistung": "1,74 kW",
        "Bisher gespart": "214 €",
        "Gutschrift im Monat": "etwa 48 €",
        "Erzeugung im Monat": "etwa 174 kWh",
        "Break-even nach": "13,8 Jahre",
        "Jährliche Rendite": "7,2 %",
    }
    expect(card).to_contain_text("Beispielwert, keine Zusage.")


def _expect_the_card_of_the_project(page: Page) -> None:
    main = page.get_by_role("main")
    card = main.get_by_role("article").filter(has_text="Solarpark Ingolstadt")
    expect(card.get_by_role("list").first.get_by_role("listitem")).to_have_text(["Bauphase", "Live Q2 2025"])
    assert facts(card.locator("dl")) == {
        "Standort": "Ingolstadt",
        "Leistung": "1,45 MW",
        "Versorgt": "414 Haushalte",
        "Erwartete Erzeugung im Monat": "etwa 174 kWh für Ihren Anteil",
    }
    stages = card.get_by_role("list").last.get_by_role("listitem")
    expect(stages).to_have_text(["Planung", "Bauphase (jetzt)", "Live Q2 2025"])
    expect(stages.nth(1)).to_have_attribute("aria-current", "step")


def _expect_that_ids_are_unique(page: Page) -> None:
    expect(chart_bars(page)).to_have_count(6)
    ids = page.locator("[id]").evaluate_all("elements => elements.map(element => element.id)")
    assert len(ids) == len(set(ids))


def _expect_the_mock_up_of_small_screens(page: Page) -> None:
    main = page.get_by_role("main")
    expect(main.get_by_text("Beispieldaten", exact=True)).to_be_visible()
    expect(main.get_by_text("Ihr Solarpark-Anteil aktiv")).to_be_visible()
    tiles = page.locator(".mock-up__tile")
    expect(tiles.nth(0)).to_have_text(re.compile(r"^Gutschriften 2024\s*214\s€\s*Stromkosten reduziert$"))
    expect(tiles.nth(1)).to_have_text(re.compile(r"^Anteil\s*0,12\s%\s*des Solarparks$"))
    card = page.locator(".mock-up__month")
    expect(card.get_by_role("heading")).to_have_text("Ihr Anteil erzeugte")
    expect(card).to_contain_text(re.compile(r"892\skWh im letzten Monat"))
    expect(card).to_contain_text(re.compile(r"Gutschrift 24\s€"))
    assert facts(card.locator("dl")) == {
        "Grundtarif 0,30 € je kWh".replace(" €", "\u00a0€"): "268 €",
        "minus Gutschrift": "−244 €",
        "Ihre Ersparnis": "24 €",
    }


def _expect_that_the_greeting_of_small_screens_stays_at_the_top(page: Page) -> None:
    main = page.get_by_role("main")
    page.evaluate("() => window.scrollTo(0, 400)")
    expect(main.get_by_role("heading", level=1)).to_be_in_viewport()
    expect(main.get_by_role("button", name="Mitteilungen")).to_be_in_viewport()


def test_without_scripts_the_table_stands_in_place_of_the_chart(
    new_context: Callable[..., BrowserContext], watch: Watch
) -> None:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.goto(DASHBOARD)
    expect(page.get_by_role("table").first).to_be_visible()
    expect(page.get_by_role("table").first.get_by_role("row")).to_have_count(7)
    expect(page.get_by_text("Das Diagramm wird geladen.")).to_be_hidden()
    expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("link", name="In ein weiteres Projekt investieren")).to_be_visible()


def test_the_chart_that_never_arrives_leaves_the_table(page: Page, watch: Watch) -> None:
    watch.expect("ERR_FAILED")
    page.route("**/assets/EnergyChart-*.js", lambda route: route.abort())
    main = open_at(page, 1280)
    expect(main.get_by_text("Das Diagramm konnte nicht geladen werden.")).to_be_visible()
    main.get_by_text("Als Tabelle zeigen").click()
    expect(main.get_by_role("table").get_by_role("row")).to_have_count(7)


@pytest.mark.own_tab
def test_the_arriving_chart_moves_nothing(page: Page) -> None:
    page.add_init_script(
        "window.shifts = 0; new PerformanceObserver(list => {"
        " for (const entry of list.getEntries()) window.shifts += entry.value"
        "}).observe({type: 'layout-shift', buffered: true})"
    )
    open_at(page, 1280)
    expect(chart_bars(page)).to_have_count(6)
    assert page.evaluate("() => window.shifts") < 0.01


@pytest.mark.sample(1)
@pytest.mark.own_tab
@pytest.mark.parametrize(("path", "width"), [(DASHBOARD, NARROW), ("/dashboard/invest", 1280), ("/", 1280)])
def test_the_chart_library_is_fetched_by_the_wide_dashboard_alone(
    page: Page, watch: Watch, path: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    visit(page, path)
    page.wait_for_load_state("networkidle")
    assert [url for url in watch.requests if "EnergyChart" in url] == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["Projektdetails ansehen", "Zum Pilotpark"])
def test_the_details_of_the_project_are_the_pilot_page(page: Page, name: str) -> None:
    main = open_at(page, 1280)
    main.get_by_role("link", name=name).click()
    expect(page).to_have_url(re.compile("/pilot$"))


@pytest.mark.sample(1)
@pytest.mark.parametrize("width", [390, 1280])
def test_investing_in_a_further_project_leads_to_the_new_share(page: Page, width: int) -> None:
    main = open_at(page, width)
    main.get_by_role("link", name="In ein weiteres Projekt investieren").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Neuer Anteil")
    expect(page).to_have_url(re.compile("/dashboard/invest$"))


def test_a_button_without_a_function_says_so(page: Page, subtests: Subtests) -> None:
    open_at(page, 1280)
    for width, button, title in (
        (1280, "Teilen oder spenden", "Gutschriften teilen oder spenden"),
        (390, "Mitteilungen", "Mitteilungen"),
        (390, "Konto", "Konto"),
    ):
        page.set_viewport_size({"width": width, "height": 844})
        with subtests.test(button):
            _expect_a_preview(page, button, title)


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


@pytest.mark.sample(1)
@pytest.mark.parametrize("width", [390, 1280])
def test_the_keyboard_stops_at_nothing_hidden(page: Page, width: int) -> None:
    open_at(page, width)
    stops = 0
    page.keyboard.press("Tab")
    while page.evaluate("() => document.activeElement !== document.body"):
        assert page.evaluate("() => document.activeElement.checkVisibility()")
        page.keyboard.press("Tab")
        stops += 1
    assert stops > 10


def test_the_preview_by_keyboard_alone(page: Page) -> None:
    main = open_at(page, 1280)
    opener = main.get_by_role("button", name="Teilen oder spenden")
    tab_to(page, opener)
    page.keyboard.press("Enter")
    contact = page.get_by_role("dialog").get_by_role("link", name="Frage dazu stellen")
    tab_to(page, contact)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/kontakt$"))


def test_axe_finds_nothing_in_any_state(page: Page) -> None:
    main = open_at(page, 1280)
    expect(chart_bars(page)).to_have_count(6)
    main.get_by_text("Als Tabelle zeigen").click()
    assert violations(page, (640, 1280)) == []
    main.get_by_role("button", name="Teilen oder spenden").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations_within(page, "dialog[open]") == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("width", [320, 390, 640, 1280])
def test_doubled_text_with_everything_open_stays_inside(page: Page, width: int) -> None:
    main = open_at(page, width)
    assert main.evaluate(SIDEWAYS) == 0
    double_text(page)
    if width >= WIDE:
        expect(chart_bars(page)).to_have_count(6)
        main.get_by_text("Als Tabelle zeigen").click()
    assert main.evaluate(SIDEWAYS) == 0
    main.get_by_role("button", name="Teilen oder spenden").click()
    dialog = page.get_by_role("dialog")
    assert dialog.evaluate(SIDEWAYS) == 0


@pytest.mark.sample(0)
def test_reaching_the_dashboard_from_another_page_shows_it_whole(page: Page) -> None:
    visit(page, "/dashboard/invest")
    page.get_by_role("link", name="Zurück zum Dashboard").click()
    expect(page).to_have_title("Ihr Dashboard mit Beispieldaten | Voltigo")
    expect(chart_bars(page)).to_have_count(6)
    expect(page.locator(".mock-up")).to_be_hidden()
    alive(page)
