"""The new share: choosing, the expected savings, when the button opens, and the way to the contact form."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.journeys.axe import violations, violations_within
from tests.journeys.pages import HeldBack, overflow, short_euro, visit
from tests.journeys.tab import begin_visit
from tests.journeys.test_dashboard import SIDEWAYS, double_text
from tests.journeys.test_keyboard import tab_to

INVEST = "/dashboard/invest"
GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "offer_cases.json").read_text(encoding="utf-8"))["invest"]


@dataclass
class InvestForm:
    """`/dashboard/invest`."""

    page: Page

    def project(self, project: str) -> Locator:
        return self.page.locator(f"input[name=project][value='{project}']")

    def payment(self, method: str) -> Locator:
        return self.page.locator(f"input[name=payment][value='{method}']")

    @property
    def amount(self) -> Locator:
        return self.page.get_by_label("Betrag in Euro")

    @property
    def secure(self) -> Locator:
        return self.page.get_by_role("button", name="Anteil sichern")

    @property
    def savings(self) -> Locator:
        return self.page.get_by_role("region", name="Erwartete Ersparnis")

    @property
    def missing(self) -> Locator:
        return self.page.locator("#was-fehlt")

    def choose(self, project: str, amount: str, payment: str) -> None:
        if project:
            self.project(project).check()
        if amount:
            self.amount.fill(amount)
        if payment:
            self.payment(payment).check()


@pytest.fixture
def invest(page: Page) -> InvestForm:
    visit(page, INVEST)
    return InvestForm(page)


def german(decimal: str) -> str:
    """`1234.56` → `1.234,56 €`, whole euros without cents."""
    return short_euro(int(Decimal(decimal) * 100))


def text_of(locator: Locator) -> str:
    return " ".join(locator.inner_text().split())


FACTS = {
    "ingolstadt": (
        *("Ingolstadt Bauphase", "Standort Ingolstadt", "1,45 MW", "414", "Live Q2 2025", "Mindestens 500 €"),
    ),
    "munich": (
        *("München-Ost Planung", "Standort München-Ost", "2,1 MW", "598", "Live Q4 2025", "Mindestens 1.000 €"),
    ),
}


def test_as_it_opens(page: Page, invest: InvestForm, subtests: Subtests) -> None:
    with subtests.test("it is a sample and sells nothing"):
        _expect_a_sample(page)
    for project in FACTS:
        with subtests.test("each project shows its facts", project=project):
            _expect_facts(page, invest, project)
    with subtests.test("the payment methods have German names"):
        _expect_payment_methods(page)
    with subtests.test("the talk is booked on the operator's page"):
        _expect_talk(page)
    for project, minimum in (("", 500), ("ingolstadt", 500), ("munich", 1000)):
        with subtests.test("the amount has the minimum of the project", project=project):
            _expect_minimum(invest, project, minimum)


def _expect_a_sample(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Neuer Anteil")
    expect(page.get_by_text("Beispieldaten", exact=True)).to_be_visible()
    expect(page.get_by_text("Hier wird nichts gekauft und nichts abgebucht.")).to_be_visible()
    expect(page.get_by_role("contentinfo")).to_contain_text("Kein Finanzprodukt")
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex, follow")


def _expect_facts(page: Page, invest: InvestForm, project: str) -> None:
    card = page.locator(".invest__site").filter(has=invest.project(project))
    text = " ".join((card.text_content() or "").replace("\u00a0", " ").split())
    for fact in FACTS[project]:
        assert fact in text
    expect(card.locator("svg")).to_be_visible()


def _expect_payment_methods(page: Page) -> None:
    group = page.get_by_role("group", name="Zahlungsart wählen")
    expect(group.get_by_role("radio")).to_have_count(3)
    for name, value in (("SEPA-Lastschrift", "sepa"), ("Kreditkarte", "card"), ("Überweisung", "bank")):
        expect(group.get_by_role("radio", name=name)).to_have_attribute("value", value)


def _expect_talk(page: Page) -> None:
    advice = page.get_by_role("link", name="Beratungstermin vereinbaren (öffnet in neuem Tab)")
    expect(advice).to_have_attribute("href", "https://example.com/voltigo-termin")
    expect(advice).to_have_attribute("target", "_blank")
    expect(advice).to_have_attribute("rel", "noopener noreferrer")


def _expect_minimum(invest: InvestForm, project: str, minimum: int) -> None:
    invest.choose(project, "", "")
    expect(invest.amount).to_have_attribute("type", "number")
    expect(invest.amount).to_have_attribute("inputmode", "decimal")
    expect(invest.amount).to_have_attribute("min", str(minimum))
    expect(invest.amount).to_have_attribute("placeholder", f"Mindestens €{minimum}")


def test_the_back_arrow_leads_to_the_dashboard(page: Page, invest: InvestForm) -> None:
    page.get_by_role("link", name="Zurück zum Dashboard").click()
    expect(page).to_have_url(re.compile("/dashboard$"))


def test_a_click_on_a_project_selects_and_highlights_it(page: Page, invest: InvestForm) -> None:
    card = page.locator(".invest__site").filter(has=invest.project("munich"))
    shadow = "element => getComputedStyle(element).boxShadow"
    before = card.evaluate(shadow)
    card.click()
    expect(invest.project("munich")).to_be_checked()
    assert card.evaluate(shadow) != before
    page.locator(".invest__site").filter(has=invest.project("ingolstadt")).click()
    expect(invest.project("munich")).not_to_be_checked()
    assert card.evaluate(shadow) == before


CHOICES: tuple[tuple[str, str, str, str | None], ...] = (
    ("ingolstadt", "500", "sepa", None),
    ("ingolstadt", "1.000", "card", None),
    ("munich", "1000", "bank", None),
    ("ingolstadt", "499.99", "sepa", "ein Betrag ab 500 €"),
    ("munich", "999", "sepa", "ein Betrag ab 1.000 €"),
    ("munich", "500", "sepa", "ein Betrag ab 1.000 €"),
    ("", "500", "sepa", "ein Projekt"),
    ("ingolstadt", "", "sepa", "ein Betrag"),
    ("ingolstadt", "0", "sepa", "ein Betrag"),
    ("ingolstadt", "-500", "sepa", "ein Betrag"),
    ("ingolstadt", "500", "", "eine Zahlungsart"),
    ("", "", "", "ein Projekt, ein Betrag, eine Zahlungsart"),
)


def test_the_share_can_be_secured_only_when_all_is_chosen(page: Page, invest: InvestForm, subtests: Subtests) -> None:
    for project, amount, payment, missing in CHOICES:
        with subtests.test(project=project, amount=amount, payment=payment):
            choose_only(page, invest, project, amount, payment)
            if missing is None:
                expect(invest.secure).to_be_enabled()
                expect(invest.missing).to_contain_text("Öffnet das Kontaktformular mit Ihrer Auswahl.")
            else:
                expect(invest.secure).to_be_disabled()
                expect(invest.missing).to_have_text(f"Es fehlt noch: {missing}.")


def choose_only(page: Page, invest: InvestForm, project: str, amount: str, payment: str) -> None:
    """A choice can be exchanged in the page but not taken back: where one is missing, the page opens again."""
    if not (project and payment):
        begin_visit(page)
        visit(page, INVEST)
    invest.amount.fill("")
    invest.choose(project, amount, payment)


def test_the_savings_appear_with_project_and_amount(page: Page, invest: InvestForm, subtests: Subtests) -> None:
    cases = (
        ("", "", False),
        ("ingolstadt", "", False),
        ("", "500", False),
        ("munich", "0", False),
        ("munich", "1", True),
    )
    for project, amount, shown in cases:
        with subtests.test(project=project, amount=amount):
            choose_only(page, invest, project, amount, "")
            expect(invest.savings).to_have_count(1 if shown else 0)


def test_the_savings_are_those_of_the_golden_table(page: Page, invest: InvestForm, subtests: Subtests) -> None:
    for case in GOLDEN:
        with subtests.test(case["amount"]):
            _expect_savings(invest, case)
    for amount, outside in (("500", True), ("999.99", False), ("1000", False), ("20000", False), ("20100", True)):
        with subtests.test("a share outside the possible range is named", amount=amount):
            invest.choose("ingolstadt", amount, "")
            yearly = german(str((Decimal(amount) * 65 / 1000).quantize(Decimal("0.01"), ROUND_HALF_UP)))
            expect(invest.savings.locator(".savings__main")).to_have_text(f"{yearly} im Jahr")
            assert ("liegt außerhalb" in text_of(invest.savings)) is outside
    with subtests.test("more than the normal cost is told in words"):
        invest.choose("ingolstadt", "20000", "")
        expect(invest.savings.locator(".savings__main")).to_have_text("1.300 € im Jahr")
        assert re.search(r"Mit Anteil\s+0 €", text_of(invest.savings))
        assert "Die Ersparnis wäre 250 € höher als diese Stromkosten." in text_of(invest.savings)
    with subtests.test("the savings promise nothing and show their sum"):
        _expect_the_sum_on_request(invest)


def _expect_savings(invest: InvestForm, case: dict[str, str]) -> None:
    invest.choose("ingolstadt", case["amount"], "")
    expect(invest.savings.locator(".savings__main")).to_have_text(f"{german(case['yearly'])} im Jahr")
    text = text_of(invest.savings)
    rows = dict(
        invest.savings.locator("dl > div").evaluate_all(
            "rows => rows.map(row => [row.firstChild.firstChild.textContent.trim(),"
            " row.lastChild.textContent.replaceAll('\\u00a0', ' ')])"
        )
    )
    assert rows == {
        "Im Monat": german(case["monthly"]),
        "Anteil am Park": case["share_percent"].replace(".", ",") + " %",
        "Break-even nach": case["break_even_years"].replace(".", ",") + " Jahren",
    }
    assert "0,1 bis 2 %" in text
    assert "Stromkosten im Jahr bei 3.500 kWh" in text
    assert re.search(r"Ohne Anteil\s+1\.050 €", text)
    assert re.search(rf"Mit Anteil\s+{re.escape(german(case['yearly_cost_with_share']))}", text)


def _expect_the_sum_on_request(invest: InvestForm) -> None:
    invest.choose("ingolstadt", "1000", "")
    expect(invest.savings).to_contain_text("Beispielrechnung, keine Zusage.")
    invest.savings.get_by_text("Woher kommt diese Zahl?").click()
    assert "1.000 € × 6,5 % = 65 €" in text_of(invest.savings.locator("details"))


@pytest.mark.sample(0)
@pytest.mark.own_tab
def test_the_savings_are_announced_once_when_typing_rests(page: Page, invest: InvestForm) -> None:
    page.clock.install()
    status = page.get_by_role("main").get_by_role("status")
    invest.choose("ingolstadt", "", "")
    invest.amount.press_sequentially("1500")
    expect(invest.savings).to_be_visible()
    expect(status).to_have_text("")
    page.clock.run_for(2000)
    expect(status).to_have_text(re.compile(r"^Erwartete Ersparnis für 1\.500\s€: 97,50\s€ im Jahr"))


def test_the_field_says_how_it_reads_an_amount(page: Page, invest: InvestForm) -> None:
    read = page.locator(".invest__read")
    invest.amount.fill("1.000")
    expect(read).to_have_text("Wir rechnen mit 1.000 €.")
    invest.amount.blur()
    expect(invest.amount).to_have_value("1000")
    invest.amount.fill("400")
    expect(read).to_have_text("Wir rechnen mit 400 €. Für eine Anfrage sind es mindestens 500 €.")
    invest.amount.fill("")
    expect(read).to_have_text("")
    invest.amount.press_sequentially("1.000.000")
    expect(read).to_have_text("Diesen Betrag können wir nicht lesen. Bitte nur Ziffern eingeben.")


@pytest.mark.sample(0)
def test_the_wheel_does_not_turn_the_amount(page: Page, invest: InvestForm) -> None:
    invest.amount.fill("700")
    invest.amount.hover()
    page.mouse.wheel(0, 300)
    page.wait_for_function("() => scrollY > 0")
    expect(invest.amount).to_have_value("700")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("project", "amount", "payment", "query"),
    [
        ("ingolstadt", "500", "sepa", "anliegen=anteil&projekt=ingolstadt&betrag=500&zahlung=sepa"),
        ("munich", "1.234", "card", "anliegen=anteil&projekt=munich&betrag=1234&zahlung=card"),
        ("munich", "1250.5", "bank", "anliegen=anteil&projekt=munich&betrag=1250.5&zahlung=bank"),
    ],
)
def test_securing_leads_to_the_contact_form_and_back_to_the_choices(
    page: Page, invest: InvestForm, project: str, amount: str, payment: str, query: str
) -> None:
    invest.choose(project, amount, payment)
    invest.secure.click()
    expect(page).to_have_url(re.compile(re.escape(f"/kontakt?{query}") + "$"))
    page.go_back()
    expect(invest.project(project)).to_be_checked()
    expect(invest.payment(payment)).to_be_checked()
    expect(invest.secure).to_be_enabled()
    page.reload()
    expect(invest.secure).to_be_enabled()


@pytest.mark.sample(0)
def test_nothing_of_it_is_stored(page: Page, invest: InvestForm) -> None:
    invest.choose("ingolstadt", "500", "sepa")
    invest.secure.click()
    expect(page).to_have_url(re.compile("/kontakt"))
    assert page.evaluate("() => Object.keys(localStorage)") == []
    assert "ingolstadt" not in page.evaluate("() => JSON.stringify({...sessionStorage})")


@pytest.mark.sample(0)
def test_choices_made_before_react_is_there_count(page: Page) -> None:
    react = HeldBack(page, "**/assets/InvestPage-*.js")
    page.goto(INVEST)
    form = InvestForm(page)
    form.choose("ingolstadt", "800", "card")
    react.release()
    expect(form.secure).to_be_enabled()
    expect(form.savings).to_be_visible()


def test_by_keyboard_alone(page: Page, invest: InvestForm) -> None:
    keyboard = page.keyboard
    tab_to(page, invest.project("ingolstadt"))
    keyboard.press("Space")
    keyboard.press("ArrowDown")
    expect(invest.project("munich")).to_be_checked()
    tab_to(page, invest.amount)
    keyboard.type("2000")
    tab_to(page, invest.payment("sepa"))
    keyboard.press("Space")
    keyboard.press("ArrowDown")
    expect(invest.payment("card")).to_be_checked()
    tab_to(page, invest.secure)
    keyboard.press("Enter")
    expect(page).to_have_url(re.compile("projekt=munich&betrag=2000&zahlung=card$"))


@pytest.mark.sample(0)
def test_return_in_the_amount_sends_nothing_incomplete(page: Page, invest: InvestForm) -> None:
    invest.choose("ingolstadt", "100", "sepa")
    invest.amount.press("Enter")
    expect(invest.secure).to_be_disabled()
    expect(page).to_have_url(re.compile("/dashboard/invest$"))


def test_without_scripts_the_projects_can_be_read_and_contact_is_a_link(
    new_context: Callable[..., BrowserContext], watch: Watch
) -> None:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.goto(INVEST)
    expect(page.locator(".site__name", has_text="München-Ost")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Zum Kontakt").click()
    expect(page).to_have_url(re.compile("/kontakt$"))


def test_axe_finds_nothing_in_any_state(page: Page, invest: InvestForm) -> None:
    invest.choose("munich", "", "")
    assert violations_within(page, "main form") == []
    invest.choose("ingolstadt", "20000", "bank")
    invest.savings.get_by_text("Woher kommt diese Zahl?").click()
    assert violations(page, (320, 390, 768, 1280)) == []


@pytest.mark.sample(0)
def test_doubled_text_with_the_savings_shown_stays_inside(page: Page, invest: InvestForm, subtests: Subtests) -> None:
    invest.choose("munich", "12345.67", "bank")
    expect(invest.savings).to_be_visible()
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        with subtests.test(width=width):
            assert overflow(page) == 0
    double_text(page)
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        with subtests.test("doubled", width=width):
            assert page.get_by_role("main").evaluate(SIDEWAYS) == 0
