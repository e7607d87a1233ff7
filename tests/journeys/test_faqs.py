"""/faqs: twelve questions, one open at a time, each with an address."""

import json
import re

from playwright.sync_api import Locator, Page, expect
from pytest import Subtests

from tests.journeys.axe import violations_as_it_stands
from tests.journeys.pages import overflow, visit


def heading(page: Page, topic: str) -> Locator:
    """What is pressed to open or close a question."""
    return page.locator(f".faq:has(#{topic}) > summary h2")


def expect_open(page: Page, *topics: str) -> None:
    """Exactly these are open."""
    expect(page.locator(".faq[open]")).to_have_count(len(topics))
    for topic in topics:
        expect(page.locator(f"#{topic}")).to_be_visible()
        expect(heading(page, topic)).to_be_in_viewport()


def test_questions_open_one_at_a_time_by_click_key_link_and_address(page: Page, subtests: Subtests) -> None:
    visit(page, "/faqs#umzug")
    expect_open(page, "umzug")
    with subtests.test("search engines read what is shown"):
        graph = json.loads(page.locator("script[type='application/ld+json']").text_content() or "")["@graph"]
        told = next(thing for thing in graph if thing["@type"] == "FAQPage")["mainEntity"]
        assert [entry["name"] for entry in told] == page.locator(".faq > summary h2").all_text_contents()
        answers = [" ".join(one.locator("> p").all_text_contents()) for one in page.locator(".faq__answer").all()]
        assert [entry["acceptedAnswer"]["text"].replace("\u00a0", " ") for entry in told] == [
            answer.replace("\u00a0", " ") for answer in answers
        ]
    heading(page, "kosten").click()
    expect_open(page, "kosten")
    page.locator("#kosten .source summary").click()
    expect_open(page, "kosten")
    heading(page, "kosten").click()
    expect_open(page)
    heading(page, "stromversorger").click()
    page.keyboard.press("Tab")
    expect(page.locator(".faq:has(#steuern) > summary")).to_be_focused()
    page.keyboard.press("Enter")
    expect_open(page, "steuern")
    page.keyboard.press("Space")
    expect_open(page)
    page.evaluate("location.hash = 'kosten'")
    expect_open(page, "kosten")
    with subtests.test("axe finds nothing in an open question and its source"):
        assert violations_as_it_stands(page, within=".faq[open]") == []
        page.set_viewport_size({"width": 390, "height": 844})
        assert overflow(page) == 0
    page.set_viewport_size({"width": 1280, "height": 900})
    heading(page, "kosten").click()
    expect_open(page)
    page.evaluate("() => { location.hash = '#gibt-es-nicht' }")
    page.evaluate("() => { location.hash = '#umzug' }")
    expect_open(page, "umzug")
    page.go_back()
    page.go_back()
    expect_open(page, "kosten")
    page.get_by_role("main").get_by_role("link", name="Kontakt aufnehmen").click()
    expect(page).to_have_url(re.compile(r"/kontakt$"))
