"""/faqs: twelve questions, one open at a time, each with an address, readable without scripts."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.journeys.axe import violations_in_forced_colours, violations_within
from tests.journeys.pages import overflow, visit

TOPICS = {
    "angebot": "Anteil an der Erzeugung eines Solarparks",
    "ersparnis": "150 € im Jahr",
    "stromversorger": "Ihr Stromvertrag, Ihr Zähler und Ihr Abschlag bleiben",
    "steuern": "steuerfrei",
    "eigentum": "Nutzungsrecht",
    "start": "Nach etwa 6 bis 8 Wochen",
    "umzug": "Der Anteil hängt an Ihnen",
    "wartung": "Betrieb, Wartung und Überwachung",
    "rueckkauf": "fairen Marktpreis",
    "kosten": "699 € für 1.000 kWh, 1.299 € für 2.000 kWh, 1.899 € für 3.000 kWh",
    "reservierung": "Die Reservierung kostet 0 €, und eine Zahlungskarte brauchen Sie dafür nicht",
    "warteliste": "Sind alle vergeben",
}


def questions(page: Page) -> Locator:
    return page.locator(".faq")


def question(page: Page, topic: str) -> Locator:
    return questions(page).filter(has=page.locator(f"#{topic}"))


def heading(page: Page, topic: str) -> Locator:
    """What is pressed to open or close a question."""
    return question(page, topic).locator("> summary h2")


def expect_open(page: Page, *topics: str) -> None:
    """Exactly these are open."""
    expect(page.locator(".faq[open]")).to_have_count(len(topics))
    for topic in topics:
        expect(page.locator(f"#{topic}")).to_be_visible()


def answer_text(page: Page, topic: str) -> str:
    paragraphs = page.locator(f"#{topic} > p").all_text_contents()
    return " ".join(paragraphs).replace("\u00a0", " ")


@pytest.fixture
def faqs(page: Page) -> Page:
    visit(page, "/faqs")
    return page


@pytest.fixture
def without_scripts(new_context: Callable[..., BrowserContext], watch: Watch) -> Page:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    return context.new_page()


NOT_KNOWN = (
    ("start", "Ein Datum für die erste Gutschrift können wir noch nicht nennen."),
    ("eigentum", "Ob sie für den Fall einer Insolvenz abgesichert sind, steht noch nicht fest."),
    ("rueckkauf", "was im Erbfall gilt, regelt der Nutzungsvertrag. Er liegt noch nicht vor"),
    ("steuern", "Ob die Gutschriften beim Wohngeld oder Bürgergeld angerechnet werden, wissen wir nicht."),
    ("warteliste", "Ein zweiter Park, München-Ost, ist in Planung."),
)


def test_it_asks_twelve_questions_and_answers_each(faqs: Page, subtests: Subtests) -> None:
    with subtests.test("there are twelve questions and all are closed at first"):
        expect(faqs.get_by_role("heading", level=1)).to_have_text("Häufig gestellte Fragen")
        expect(questions(faqs)).to_have_count(12)
        expect_open(faqs)
    for topic, fact in TOPICS.items():
        with subtests.test("each topic has its answer", topic=topic):
            heading(faqs, topic).click()
            expect_open(faqs, topic)
            assert fact in answer_text(faqs, topic)
    for topic, words in NOT_KNOWN:
        with subtests.test("what is not known is said plainly", words=words):
            assert words in answer_text(faqs, topic)
    for told in (
        _expect_that_both_readings_of_the_savings_stand_together_with_their_basis,
        _expect_that_the_card_check_is_one_euro_and_the_reservation_none,
        _expect_that_the_tax_answer_is_no_tax_advice_and_names_who_to_ask,
        _expect_that_the_buy_back_promises_no_particular_price,
        _expect_that_every_answer_with_an_amount_says_where_it_comes_from,
        _expect_that_search_engines_read_the_questions_and_answers_that_are_shown,
    ):
        with subtests.test(told.__name__):
            told(faqs)


def _expect_that_both_readings_of_the_savings_stand_together_with_their_basis(faqs: Page) -> None:
    first = faqs.locator("#ersparnis > p").first.text_content() or ""
    sentence = first.replace("\u00a0", " ")
    assert "150 € im Jahr bei 5 Cent" in sentence
    assert "240 € im Jahr bei 8 Cent" in sentence
    assert "Beispielrechnung, keine Zusage" in answer_text(faqs, "ersparnis")


def _expect_that_the_card_check_is_one_euro_and_the_reservation_none(faqs: Page) -> None:
    text = answer_text(faqs, "reservierung")
    assert "Die Reservierung kostet 0 €, und eine Zahlungskarte brauchen Sie dafür nicht" in text
    assert "Auf Ihrer Zahlungskarte wird 1 € vorgemerkt und wieder freigegeben. Noch gibt es sie nicht." in text


def _expect_that_the_tax_answer_is_no_tax_advice_and_names_who_to_ask(faqs: Page) -> None:
    sentence = answer_text(faqs, "steuern").split(". ")[0]
    assert "steuerfrei" in sentence
    assert "eine Steuerberatung ist das aber nicht" in sentence
    assert "Finanzamt" in answer_text(faqs, "steuern")


def _expect_that_the_buy_back_promises_no_particular_price(faqs: Page) -> None:
    text = answer_text(faqs, "rueckkauf")
    assert "aus der restlichen Laufzeit und der aktuellen Bewertung am Markt" in text
    assert "er kann auch unter dem liegen, was Sie bezahlt haben" in text


def _expect_that_every_answer_with_an_amount_says_where_it_comes_from(faqs: Page) -> None:
    with_amount = [topic for topic in TOPICS if re.search(r"\d (€|Cent)", answer_text(faqs, topic))]
    assert len(with_amount) >= 6
    for topic in with_amount:
        assert faqs.locator(f"#{topic} .source > p").text_content(), topic


def _expect_that_search_engines_read_the_questions_and_answers_that_are_shown(faqs: Page) -> None:
    graph = json.loads(faqs.locator("script[type='application/ld+json']").text_content() or "")["@graph"]
    page = next(thing for thing in graph if thing["@type"] == "FAQPage")
    told = [(entry["name"], entry["acceptedAnswer"]["text"].replace("\u00a0", " ")) for entry in page["mainEntity"]]
    shown = [(heading(faqs, topic).text_content(), answer_text(faqs, topic)) for topic in TOPICS]
    assert told == shown
    assert len(told) == 12


def test_only_one_is_open_and_it_can_be_closed_again(faqs: Page) -> None:
    heading(faqs, "umzug").click()
    expect_open(faqs, "umzug")
    heading(faqs, "kosten").click()
    expect_open(faqs, "kosten")
    heading(faqs, "angebot").click()
    expect_open(faqs, "angebot")
    heading(faqs, "angebot").click()
    expect_open(faqs)


def test_the_keyboard_opens_and_closes(faqs: Page) -> None:
    summary = question(faqs, "steuern").locator("> summary")
    heading(faqs, "stromversorger").click()
    faqs.keyboard.press("Tab")
    expect(summary).to_be_focused()
    faqs.keyboard.press("Enter")
    expect_open(faqs, "steuern")
    faqs.keyboard.press("Space")
    expect_open(faqs)


@pytest.mark.sample(0)
def test_the_source_of_a_figure_does_not_close_its_question(faqs: Page) -> None:
    heading(faqs, "ersparnis").click()
    source = faqs.locator("#ersparnis .source")
    source.get_by_text("Woher kommt diese Zahl?").click()
    expect(source.locator("p")).to_be_visible()
    expect_open(faqs, "ersparnis")


@pytest.mark.sample(0)
def test_a_question_below_a_long_answer_stays_in_view_when_that_closes(faqs: Page) -> None:
    faqs.set_viewport_size({"width": 320, "height": 480})
    heading(faqs, "kosten").click()
    expect_open(faqs, "kosten")
    heading(faqs, "reservierung").click()
    expect_open(faqs, "reservierung")
    expect(heading(faqs, "reservierung")).to_be_in_viewport()


@pytest.mark.sample(1)
@pytest.mark.parametrize("topic", ["umzug", "warteliste"])
def test_a_link_to_an_answer_opens_it(page: Page, topic: str) -> None:
    visit(page, f"/faqs#{topic}")
    expect_open(page, topic)
    expect(heading(page, topic)).to_be_in_viewport()


@pytest.mark.sample(0)
def test_a_link_to_an_unknown_answer_opens_nothing(page: Page) -> None:
    visit(page, "/faqs#gibt-es-nicht")
    expect(questions(page)).to_have_count(12)
    expect_open(page)


@pytest.mark.sample(0)
def test_a_changed_address_opens_the_answer_it_names(faqs: Page) -> None:
    faqs.evaluate("() => { location.hash = '#kosten' }")
    expect_open(faqs, "kosten")
    faqs.evaluate("() => { location.hash = '#umzug' }")
    expect_open(faqs, "umzug")
    faqs.go_back()
    expect_open(faqs, "kosten")


def test_the_plan_leads_to_each_answer_and_marks_the_open_one(faqs: Page) -> None:
    plan = faqs.get_by_role("navigation", name="Fragen nach Thema")
    expect(plan.get_by_role("link")).to_have_count(12)
    costs = plan.get_by_role("link", name="Kosten")
    costs.click()
    expect_open(faqs, "kosten")
    expect(heading(faqs, "kosten")).to_be_in_viewport()
    expect(costs).to_have_attribute("aria-current", "true")
    heading(faqs, "kosten").click()
    expect_open(faqs)
    expect(plan.locator("[aria-current]")).to_have_count(0)
    # The address still names the answer, and the link opens it all the same.
    costs.click()
    expect_open(faqs, "kosten")
    # Small screens have no plan.
    faqs.set_viewport_size({"width": 390, "height": 844})
    expect(faqs.locator(".plan")).to_be_hidden()


@pytest.mark.sample(0)
def test_the_savings_answer_links_to_the_reservation(faqs: Page) -> None:
    heading(faqs, "ersparnis").click()
    faqs.locator("#ersparnis").get_by_role("link", name="Anteil reservieren", exact=True).click()
    expect(faqs).to_have_url(re.compile(r"/reservierung$"))


def test_the_last_button_leads_to_the_contact_page(faqs: Page) -> None:
    expect(faqs.get_by_role("heading", name="Haben Sie weitere Fragen?")).to_be_visible()
    faqs.get_by_role("main").get_by_role("link", name="Kontakt aufnehmen").click()
    expect(faqs).to_have_url(re.compile(r"/kontakt$"))


def test_without_scripts_the_questions_open_one_at_a_time(without_scripts: Page) -> None:
    page = without_scripts
    page.goto("/faqs")
    heading(page, "umzug").click()
    expect_open(page, "umzug")
    heading(page, "kosten").click()
    expect_open(page, "kosten")
    heading(page, "kosten").click()
    expect_open(page)


def test_without_scripts_a_link_to_an_answer_opens_it(without_scripts: Page) -> None:
    without_scripts.goto("/faqs#wartung")
    expect_open(without_scripts, "wartung")


def test_an_open_question_is_accessible(faqs: Page, subtests: Subtests) -> None:
    for topic in ("ersparnis", "kosten"):
        heading(faqs, topic).click()
        faqs.locator(f"#{topic} .source summary").click()
        with subtests.test(topic):
            assert violations_within(faqs, ".faq[open], .plan") == []
            assert overflow(faqs) == 0


@pytest.mark.sample(0)
def test_forced_colours_keep_the_plan_and_the_open_question_apart(faqs: Page) -> None:
    faqs.emulate_media(forced_colors="active")
    highlight = faqs.evaluate(
        "() => { const probe = document.body.appendChild(document.createElement('i'));"
        " probe.style.backgroundColor = 'Highlight'; return getComputedStyle(probe).backgroundColor }"
    )
    faqs.get_by_role("navigation", name="Fragen nach Thema").get_by_role("link", name="Umzug").click()
    borders = "el => getComputedStyle(el).borderTopStyle"
    assert question(faqs, "umzug").evaluate(borders) == "solid"
    assert faqs.locator(".plan a").first.evaluate(borders) == "solid"
    expect(faqs.locator(".plan [aria-current]")).to_have_css("background-color", highlight)
    assert violations_in_forced_colours(faqs, (1280,)) == []
