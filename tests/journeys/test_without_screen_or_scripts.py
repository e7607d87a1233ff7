"""What paper shows, and what a browser without scripts: every answer, every way on, and nothing dead."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.fixtures.browser import Watch
from tests.journeys.pages import overflow, visit

TORN = """() => {
  const torn = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element.checkVisibility() || element.closest('svg, .visually-hidden, .skip, script, style')) continue
    // A word may break at a hyphen, at a soft one and at a slash; nowhere else without a sign of it.
    for (const match of node.data.matchAll(/[^\\s\\u00ad\\u2013\\/-]+/g)) {
      const range = document.createRange()
      range.setStart(node, match.index)
      range.setEnd(node, match.index + match[0].length)
      const lines = new Set([...range.getClientRects()].filter(({width}) => width > 0).map(({top}) => Math.round(top)))
      const word = match[0].replace(/[^\\p{L}\\p{N}]+$/u, '')
      // Headings are hyphenated where the browser has a dictionary; the one of the tests may have none.
      const longest = getComputedStyle(element).hyphens === 'auto' ? 6 : 10
      if (lines.size > 1 && word.length <= longest) torn.push(match[0])
    }
  }
  return torn
}"""
"""Short words of which a part stands on the next line. A long one may be wider than any line of large text."""

PAGES = ("/", "/pilot", "/wie-es-funktioniert", "/ueber-uns", "/faqs", "/voltigo-im-vergleich")


@pytest.fixture
def unscripted(new_context: Callable[..., BrowserContext], watch: Watch) -> Page:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    return page


def enlarge(page: Page) -> None:
    page.evaluate(
        "() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('html {font-size: 200%}');"
        " document.adoptedStyleSheets.push(sheet) }"
    )


@pytest.mark.parametrize("path", PAGES)
def test_text_twice_as_large_tears_no_short_word(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, path)
    enlarge(page)
    assert page.evaluate(TORN) == []
    assert overflow(page) == 0


def test_the_header_keeps_the_menu_beside_the_logo_with_large_text(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, "/")
    enlarge(page)
    boxes = page.evaluate(
        "() => ['.head', '.head .brand', '.head__menu']"
        ".map(part => document.querySelector(part).getBoundingClientRect().toJSON())"
    )
    head, brand, menu = boxes
    assert head["height"] <= 230
    assert brand["top"] <= menu["top"] + menu["height"] / 2 <= brand["bottom"]


def test_paper_shows_every_answer_and_no_button(page: Page) -> None:
    visit(page, "/faqs")
    page.emulate_media(media="print")
    answers = page.locator(".faq__answer")
    for answer in answers.all():
        assert (answer.bounding_box() or {"height": 0})["height"] > 20
    for gone in ("header.head", "footer.foot"):
        expect(page.locator(gone)).to_be_hidden()


def test_the_start_page_on_paper_is_dark_on_white(page: Page) -> None:
    visit(page, "/")
    page.emulate_media(media="print")
    for gone in ("header.head", "footer.foot", ".hero__land", ".night__field", ".hero .button"):
        expect(page.locator(gone).first).to_be_hidden()
    colours = page.locator(".night li, .night h2, .hero h1").evaluate_all(
        "parts => [...new Set(parts.map(part => getComputedStyle(part).color))]"
    )
    assert colours == ["rgb(0, 0, 0)"]


def test_without_scripts_the_menu_lies_open(unscripted: Page) -> None:
    unscripted.goto("/")
    expect(unscripted.locator(".head__menu")).to_be_hidden()
    unscripted.get_by_role("banner").get_by_role("link", name="Über uns").click()
    expect(unscripted).to_have_url("/ueber-uns")
    expect(unscripted.get_by_role("contentinfo").get_by_role("link", name="Über uns")).to_be_visible()


def test_without_scripts_the_form_names_the_other_ways_and_is_gone(unscripted: Page) -> None:
    unscripted.goto("/reservierung")
    notice = unscripted.locator("noscript .notice")
    expect(notice.locator("a[href^='mailto:']")).to_be_visible()
    expect(notice.locator("a[href^='tel:']")).to_be_visible()
    expect(notice.get_by_role("link", name="Kontaktseite")).to_have_attribute("href", "/kontakt")
    expect(unscripted.get_by_label("Postleitzahl")).to_be_hidden()
    expect(unscripted.locator(".sumbar")).to_be_hidden()
