"""What paper shows, and what a browser without scripts: every answer, every way on, and nothing dead."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.fixtures.browser import Watch
from tests.journeys.pages import visit


@pytest.fixture
def unscripted(new_context: Callable[..., BrowserContext], watch: Watch) -> Page:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    return page


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
    expect(unscripted.locator(".head__menu")).to_have_count(1)
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
