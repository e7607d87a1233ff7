"""Text twice as large and windows half as high: no word is torn, nothing hangs over, and the fields have the room."""

import pytest
from playwright.sync_api import Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.fixtures.proved import proved
from tests.journeys.pages import (
    CONTACT_CALL,
    LETTER,
    ROUTES,
    SOME_ROUTES,
    ContactForm,
    ReservationForm,
    overflow,
    visit,
)

TORN = r"""() => {
  const torn = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const boxOf = (node, at) => {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    // The first letter behind a soft hyphen has two boxes: that of the hyphen, and at last its own.
    return [...range.getClientRects()].filter(({width}) => width > 0).at(-1)
  }
  const isTorn = (node, start, end) => {
    let line = null
    for (let at = start; at < end; at++) {
      const box = boxOf(node, at)
      const isBelow = box && line && box.top >= line.bottom - box.height / 3
      if (isBelow && !/[-\u00ad\u2013\u200b\/]/.test(node.data[at - 1])) return true
      line = box ?? line
    }
    return false
  }
  const isUnseen = element =>
    element.closest('.skip, script, style, option') ||
    (element.parentElement && (getComputedStyle(element).clipPath === 'inset(50%)' || isUnseen(element.parentElement)))
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element.checkVisibility() || isUnseen(element)) continue
    for (const {0: word, index} of node.data.matchAll(/\S+/g)) {
      // An address has no place for a hyphen: with one it would be another.
      if (!word.includes('@') && isTorn(node, index, index + word.length)) torn.push(word)
    }
  }
  return torn
}"""
"""Words that go on in the next line without a hyphen, a dash, a slash or a chosen place to break at the line's end."""

# Without the browser's own hyphens: not every browser has a German dictionary, and those of the tests differ.
_ENLARGE = (
    "() => { const sheet = new CSSStyleSheet();"
    " sheet.replaceSync('html {font-size: 200%} * {hyphens: manual !important}');"
    " document.adoptedStyleSheets.push(sheet);"
    " document.querySelectorAll('details').forEach(one => { one.open = true }) }"
)
PHONE = {"width": 390, "height": 844}


def enlarge(page: Page) -> None:
    """Twice the text, with everything open that folds."""
    page.evaluate(_ENLARGE)


def expect_whole_words(page: Page) -> None:
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    assert page.evaluate(TORN) == []
    assert overflow(page) == 0


def height(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    return box["height"] if box else 0


def test_a_torn_word_is_seen(page: Page, subtests: Subtests) -> None:
    for text, torn in (
        ("Gutschriftsrechner", ["Gutschriftsrechner"]),
        ("Gutschrifts\u00adrechner", []),
        ("Umsatzsteuer-Nummer", []),
        ("1.299,00\u00a0€", []),
        ("Für kurze Wörter", []),
        ("Barriere\u00adfreiheitsgesetzgebung", ["Barriere\u00adfreiheitsgesetzgebung"]),
    ):
        with subtests.test(text):
            page.set_content(f"<p style='width: 9em; font: 20px monospace; overflow-wrap: anywhere'>{text}</p>")
            assert page.evaluate(TORN) == torn


@pytest.mark.parametrize("path", proved(SOME_ROUTES, [*ROUTES, "/gibt-es-nicht"]))
def test_text_twice_as_large_tears_no_word(page: Page, watch: Watch, path: str) -> None:
    if path == "/gibt-es-nicht":
        watch.expect("status of 404")
    page.set_viewport_size(PHONE)
    page.goto(path)
    enlarge(page)
    expect_whole_words(page)


def test_the_open_form_tears_no_word(form: ReservationForm) -> None:
    form.page.set_viewport_size(PHONE)
    form.unlock()
    enlarge(form.page)
    expect_whole_words(form.page)
    form.next("zur Zahlung")
    form.plan("48m").check(force=True)
    expect_whole_words(form.page)
    form.next("zu Ihren Daten")
    form.press_early()
    expect(form.summary).to_be_focused()
    expect_whole_words(form.page)
    form.page.get_by_role("button", name="Übersicht anzeigen").click()
    expect(form.page.locator("#beleg .receipt__body")).to_be_visible()
    expect_whole_words(form.page)


@pytest.mark.sample(0)
def test_faults_of_the_contact_form_tear_no_word(page: Page) -> None:
    page.set_viewport_size(PHONE)
    letter = ContactForm(page)
    letter.open()
    letter.submit.click()
    expect(letter.summary).to_be_focused()
    enlarge(page)
    expect_whole_words(page)


def test_the_header_keeps_the_menu_beside_the_logo_with_large_text(page: Page) -> None:
    page.set_viewport_size(PHONE)
    visit(page, "/")
    enlarge(page)
    boxes = page.evaluate(
        "() => ['.head', '.head .brand', '.head__menu']"
        ".map(part => document.querySelector(part).getBoundingClientRect().toJSON())"
    )
    head, brand, menu = boxes
    assert head["height"] <= 230
    assert brand["top"] <= menu["top"] + menu["height"] / 2 <= brand["bottom"]


def test_large_text_leaves_the_form_four_fifths_of_a_phone(form: ReservationForm) -> None:
    page = form.page
    page.set_viewport_size(PHONE)
    enlarge(page)
    _expect_folded_bar(page)
    for part in (".steps__progress", ".sumbar__figure >> nth=0"):
        assert height(page, part) < 2 * 32, "one line"
    form.unlock()
    _expect_folded_bar(page)
    form.next("zur Zahlung")
    form.next("zu Ihren Daten")
    _expect_folded_bar(page)
    expect(form.missing).to_have_count(1)


def _expect_folded_bar(page: Page) -> None:
    """What is due today and the way on, in one row."""
    assert height(page, ".steps") + height(page, ".sumbar") <= PHONE["height"] / 5
    expect(page.locator(".sumbar__figure:visible")).to_have_text(["Heute 0 €"])
    tops = page.locator(".sumbar__row button").evaluate_all("all => all.map(one => one.getBoundingClientRect())")
    assert all(one["top"] < tops[0]["bottom"] and tops[0]["top"] < one["bottom"] for one in tops)


def test_at_twice_the_size_on_a_desk_the_first_field_is_in_the_first_view(page: Page) -> None:
    window = {"width": 640, "height": 450}
    page.set_viewport_size(window)
    form = ReservationForm(page)
    form.open()
    field = form.field("Postleitzahl").bounding_box()
    assert field
    assert field["y"] + field["height"] <= window["height"]
    bars = {bar: _top(page, bar) for bar in (".head", ".steps", ".sumbar")}
    page.mouse.wheel(0, 300)
    page.wait_for_function("() => scrollY > 200")
    page.evaluate("() => scrollTo(0, 250)")
    for bar, top in bars.items():
        assert _top(page, bar) == top - 250, f"{bar} stays in the window"


def _top(page: Page, selector: str) -> float:
    top: float = page.locator(selector).evaluate("one => one.getBoundingClientRect().top")
    return top


@pytest.mark.sample(0)
def test_the_number_of_a_message_stays_on_one_line_at_every_width(page: Page) -> None:
    page.route(CONTACT_CALL, lambda route: route.fulfill(json={"success": True, "reference": "KA-GQVN-YWTE"}))
    letter = ContactForm(page)
    letter.open()
    letter.fill(LETTER)
    letter.submit.click()
    expect(letter.sent).to_be_visible()
    number = page.locator(".reference")
    for width in range(320, 480, 10):
        page.set_viewport_size({"width": width, "height": 844})
        lines = number.evaluate("one => one.getClientRects().length")
        assert (width, lines, overflow(page)) == (width, 1, 0)
    expect(number).to_have_text("KA-GQVN-YWTE")
