"""The line that asks about the origin: quiet, with two equal answers, covering nothing, and reachable by keyboard."""

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest import Subtests

from tests.fixtures.proved import proved
from tests.journeys.axe import violations, violations_in_forced_colours, violations_within
from tests.journeys.origins import QUERY, REMEMBERED, OriginQuestion, kept
from tests.journeys.pages import ROUTES, SOME_ROUTES, ReservationForm, alive, overflow, visit
from tests.journeys.test_keyboard import tab_to

LOOK = """button => {
  const {width, height} = button.getBoundingClientRect()
  const {color, backgroundColor, borderColor, borderWidth, fontSize, fontWeight, boxShadow} = getComputedStyle(button)
  return {width, height, color, backgroundColor, borderColor, borderWidth, fontSize, fontWeight, boxShadow}
}"""
OVERLAP = """() => {
  const focused = document.activeElement
  const line = document.querySelector('.origin > section').getBoundingClientRect()
  const {top, bottom, height} = focused.getBoundingClientRect()
  const inLine = focused.closest('.origin') !== null || focused === document.body
  const covered = Math.max(0, Math.min(bottom, line.bottom) - Math.max(top, line.top)) / height
  // Browsers bring the line of a text area in view where one writes, not all of it.
  return inLine || (focused.tagName === 'TEXTAREA' && covered < 0.5) ? 0 : covered
}"""
SHIFTS = """() => new Promise(resolve => {
  let sum = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) sum += entry.value
  }).observe({type: 'layout-shift', buffered: true})
  requestAnimationFrame(() => setTimeout(() => resolve(sum)))
})"""


@pytest.fixture
def question(page: Page) -> OriginQuestion:
    return OriginQuestion(page)


def arrive(page: Page, path: str) -> None:
    visit(page, f"{path}?{QUERY}")
    expect(OriginQuestion(page).line).to_be_visible()


def test_both_answers_look_the_same_and_the_end_of_the_page_stands_above_them(
    page: Page, question: OriginQuestion, subtests: Subtests
) -> None:
    arrive(page, "/")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        with subtests.test("both answers look the same", width=width):
            yes, no = (button.evaluate(LOOK) for button in (question.yes, question.no))
            assert yes == no
            assert yes["height"] >= 44
            assert overflow(page) == 0
        with subtests.test("the end of the page stands above them", width=width):
            page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
            assert _box(page.get_by_role("contentinfo"))["bottom"] <= _box(question.line)["top"]
            expect(question.yes).to_be_in_viewport(ratio=1)


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["/", "/reservierung"])
def test_axe_finds_nothing_on_a_page_with_the_line(page: Page, path: str) -> None:
    """It is the same element on every page; in the form it lies elsewhere."""
    arrive(page, path)
    assert violations(page) == []
    assert violations_in_forced_colours(page) == []


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", proved(SOME_ROUTES, [path for path in ROUTES if path != "/reservierung/danke"]))
def test_axe_finds_nothing_in_the_line_on_any_page(page: Page, path: str) -> None:
    arrive(page, path)
    assert violations_within(page, ".origin", (390,)) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize(("path", "width"), [("/", 390), ("/", 1280), ("/reservierung", 390), ("/faqs", 390)])
def test_it_moves_nothing_and_takes_no_focus(page: Page, question: OriginQuestion, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    arrive(page, path)
    assert page.evaluate("() => document.activeElement === document.body")
    assert page.evaluate(SHIFTS) == pytest.approx(0, abs=0.001)
    question.no.click()
    expect(question.line).to_have_count(0)
    assert page.evaluate(SHIFTS) == pytest.approx(0, abs=0.001)


def test_it_is_announced_politely_and_so_is_the_answer(page: Page, question: OriginQuestion) -> None:
    arrive(page, "/")
    place = page.locator("#herkunft")
    expect(place).to_have_role("status")
    expect(place).to_contain_text("Dürfen wir uns")
    question.yes.click()
    expect(place).to_have_text("Gespeichert.")


def test_it_is_answered_by_keyboard_alone(page: Page, question: OriginQuestion) -> None:
    arrive(page, "/agb")
    # It ends the page, and so is one step back from its beginning.
    page.keyboard.press("Shift+Tab")
    expect(question.no).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(question.yes).to_be_focused()
    assert question.yes.evaluate("el => getComputedStyle(el).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    expect(question.line).to_have_count(0)
    assert kept(page)["local"] == [REMEMBERED]
    # The next step leads into the page, not to its very beginning.
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("main").get_by_role("link").first).to_be_focused()


@pytest.mark.sample(1)
@pytest.mark.parametrize(("path", "width"), [("/", 390), ("/kontakt", 390), ("/faqs", 1280)])
def test_what_has_the_focus_is_never_behind_it(page: Page, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    arrive(page, path)
    _expect_free_stops(page, 15)


@pytest.mark.sample(1)
@pytest.mark.parametrize("width", [390, 1280])
def test_in_the_form_it_only_ends_the_page(page: Page, question: OriginQuestion, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    arrive(page, "/reservierung")
    ReservationForm(page).unlock()
    expect(question.line).not_to_be_in_viewport()
    page.get_by_role("heading", level=1).focus()
    _expect_free_stops(page, 20)
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    expect(question.yes).to_be_in_viewport(ratio=1)
    if width < 1024:
        assert _box(question.line)["bottom"] <= _box(page.locator(".sumbar"))["top"]


@pytest.mark.sample(0)
def test_after_the_reservation_there_is_nothing_left_to_ask(page: Page, question: OriginQuestion) -> None:
    visit(page, f"/reservierung/danke?spot=7&{QUERY}")
    page.wait_for_load_state("networkidle")
    expect(question.line).to_be_hidden()
    page.get_by_role("main").get_by_role("link", name="Zur Startseite").click()
    expect(question.line).to_be_visible()


def _expect_free_stops(page: Page, at_least: int) -> None:
    stops = 0
    for _ in range(60):
        page.keyboard.press("Tab")
        covered = page.evaluate(OVERLAP)
        assert covered == 0, page.evaluate("() => document.activeElement.outerHTML")
        stops += 1
        if page.evaluate("() => document.activeElement.closest('.origin') !== null"):
            break
    assert stops >= at_least


@pytest.mark.sample(0)
def test_in_a_low_window_it_only_ends_the_page(page: Page, question: OriginQuestion) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    arrive(page, "/")
    expect(question.line).not_to_be_in_viewport()
    question.yes.click()
    expect(question.line).to_have_count(0)


@pytest.mark.sample(0)
def test_doubled_text_leaves_it_readable_and_it_is_not_printed(page: Page, question: OriginQuestion) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    arrive(page, "/faqs")
    page.evaluate(
        "() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('html {font-size: 200%}');"
        " document.adoptedStyleSheets = [sheet] }"
    )
    assert overflow(page) == 0
    page.emulate_media(media="print")
    expect(question.line).to_be_hidden()
    page.emulate_media(media="screen")
    question.no.click()
    expect(question.line).to_have_count(0)


def test_its_link_leads_to_the_paragraph_that_explains_it(page: Page, question: OriginQuestion) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    arrive(page, "/")
    question.line.get_by_role("link", name="Mehr dazu und Widerruf").click()
    alive(page)
    expect(page.get_by_role("heading", name="Gemerkte Herkunft")).to_be_in_viewport()
    expect(question.line).to_be_visible()
    tab_to(page, question.yes)
    page.keyboard.press("Space")
    expect(question.line).to_have_count(0)


def _box(locator: Locator) -> dict[str, float]:
    box: dict[str, float] = locator.evaluate("el => el.getBoundingClientRect().toJSON()")
    return box
