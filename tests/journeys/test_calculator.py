"""The credit calculator: its figures, its address, its tables, and what it must never do."""

import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server
from tests.journeys.axe import violations, violations_within
from tests.journeys.pages import (
    ENERGY,
    HeldBack,
    Reports,
    ReservationForm,
    alive,
    euro,
    overflow,
    short_euro,
    storage,
    visit,
)
from tests.journeys.tab import begin_visit
from tests.journeys.test_keyboard import tab_to

ROOT = Path(__file__).parents[2]
GOLDEN: dict[str, list[dict[str, Any]]] = json.loads((ROOT / "tests/golden/offer_cases.json").read_text("utf-8"))
SHARES: list[float] = json.loads((ROOT / "services/offer/production.json").read_text("utf-8"))["monthly_share_percent"]

PATH = "/solar-gutschriftsrechner"
PACKAGES = {1000: "Kompakt", 2000: "Standard", 3000: "Premium"}
PLANS = {"one-off": "einmal", "24m": "24m", "48m": "48m"}
SCENARIOS = {50: "konservativ", 60: "realistisch", 80: "optimistisch"}
TERM = 20


def cents(amount: str) -> int:
    return int(Decimal(amount) * 100)


def amount(text: str) -> int:
    """`noch 1.229 €` → 122900."""
    number = re.search(r"[\d.]+(?:,\d\d)?", text)
    assert number, text
    return cents(number[0].replace(".", "").replace(",", "."))


def years(tenths: str) -> str:
    return f"{tenths.replace('.', ',')} Jahren"


def credit_of(kwh: int, rate: int) -> dict[str, Any]:
    [case] = [case for case in GOLDEN["credits"] if (case["annual_kwh"], case["tenth_ct"]) == (kwh, rate)]
    return case


def payment_of(page: str, kwh: int, plan: str) -> dict[str, Any]:
    cases = GOLDEN["instalments"]
    [case] = [case for case in cases if (case["page"], case["annual_kwh"], case["plan"]) == (page, kwh, plan)]
    return case


_ROWS = """table => [...table.querySelectorAll('tbody tr')].map(row => [
  row.querySelector('th').textContent.replaceAll('\\u00a0', ' ').trim(),
  [...row.querySelectorAll('td')].map(cell => cell.textContent.replaceAll('\\u00a0', ' ').trim()),
])"""


class Calculator:
    """The page by label and role."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.main = page.get_by_role("main")

    def radio(self, name: str, word: str | int) -> Locator:
        return self.page.locator(f"input[name={name}][value='{word}']")

    def choose(self, kwh: int, plan: str, rate: int) -> None:
        for name, word in (("paket", kwh), ("zahlung", PLANS[plan]), ("szenario", SCENARIOS[rate])):
            if not self.radio(name, word).is_checked():
                self.radio(name, word).click()

    def expect_chosen(self, kwh: int, plan: str, rate: int) -> None:
        for name, word in (("paket", kwh), ("zahlung", PLANS[plan]), ("szenario", SCENARIOS[rate])):
            expect(self.radio(name, word)).to_be_checked()

    def sheet(self, name: str) -> Locator:
        return self.page.get_by_role("table", name=name)

    def row(self, sheet: str, label: str) -> Locator:
        return self.sheet(sheet).locator("tr").filter(has=self.page.get_by_role("rowheader", name=label)).locator("td")

    def table(self, caption: str) -> Locator:
        return self.page.locator(".values table").filter(has_text=caption)

    def figures(self, sheet: str) -> dict[str, list[str]]:
        """The cells of all rows by their header, read at once."""
        return dict(self.sheet(sheet).evaluate(_ROWS))

    def columns(self, caption: str) -> list[list[str]]:
        """The cells of a table's body by column, the row headers first."""
        rows = self.table(caption).evaluate(_ROWS)
        return [list(column) for column in zip(*([name, *cells] for name, cells in rows), strict=True)]

    @property
    def fragment(self) -> str:
        return self.page.url.partition("#")[2]

    @property
    def reserve(self) -> Locator:
        return self.main.get_by_role("link", name="Jetzt Solar-Anteil sichern")

    @property
    def copy(self) -> Locator:
        return self.main.get_by_role("button", name="Link kopieren")

    @property
    def status(self) -> Locator:
        return self.main.get_by_role("status")


@pytest.fixture
def calculator(page: Page) -> Calculator:
    """The calculator, just opened."""
    visit(page, PATH)
    return Calculator(page)


_FOCUS_SHOWN = """() => {
  const element = document.activeElement
  if (element === document.body) return null
  const marked = [element, element.closest('label')].filter(Boolean).map(node => getComputedStyle(node))
  return marked.some(style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || element.outerHTML
}"""


def test_as_it_opens(calculator: Calculator, subtests: Subtests) -> None:
    page = calculator.page
    with subtests.test("it begins with the defaults"):
        _expect_defaults(calculator)
    with subtests.test("the drawings say in words what they show"):
        _expect_words_of_the_drawings(calculator)
    with subtests.test("the effective rate is more prominent than the nominal one"):
        _expect_prominent_rate(calculator)
    with subtests.test("the choice is visible without colours"):
        _expect_visible_radios(page)
    with subtests.test("every stop shows where the focus is"):
        _expect_visible_focus(calculator)
    for width in (320, 390, 700, 768, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        with subtests.test("one drawing of each is shown and its words are large enough", width=width):
            _expect_drawings(page)


def _expect_defaults(calculator: Calculator) -> None:
    heading = calculator.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Solar Gutschriftsrechner")
    calculator.expect_chosen(2000, "one-off", 60)
    for kwh, name in PACKAGES.items():
        expect(calculator.page.get_by_role("radio", name=name)).to_have_value(str(kwh))
    assert calculator.fragment == ""


def _expect_words_of_the_drawings(calculator: Calculator) -> None:
    for kind in ("wide", "narrow"):
        cover, months = calculator.page.locator(f"svg.chart--{kind}").all()
        label = cover.get_attribute("aria-label") or ""
        for figure in ("1.378", "13,8", "11,5", "8,6", "2.400"):
            assert figure in label
        assert "im Schnitt 10,00" in (months.get_attribute("aria-label") or "")


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


def _expect_prominent_rate(calculator: Calculator) -> None:
    style = "cell => { const {fontSize, fontWeight} = getComputedStyle(cell.firstElementChild);"
    style += " return [parseFloat(fontSize), parseInt(fontWeight)] }"
    effective = calculator.row("Einmal oder in Raten", "Effektiver Jahreszins").nth(1).evaluate(style)
    nominal = calculator.row("Einmal oder in Raten", "Nominal im Jahr").nth(1).evaluate(style)
    assert effective[0] > nominal[0]
    assert effective[1] > nominal[1]


def _expect_visible_radios(page: Page) -> None:
    """Native radios stay visible, so the mark in them says what is chosen."""
    radios = page.get_by_role("radio").all()
    assert len(radios) == 9
    for radio in radios:
        expect(radio).to_be_visible()
        box = radio.bounding_box()
        assert box
        assert box["width"] >= 18
        assert radio.evaluate("radio => getComputedStyle(radio).appearance") != "none"


def _expect_visible_focus(calculator: Calculator) -> None:
    stops = 0
    calculator.page.keyboard.press("Tab")
    while (shown := calculator.page.evaluate(_FOCUS_SHOWN)) is not None:
        assert shown is True
        calculator.page.keyboard.press("Tab")
        stops += 1
    assert stops > 25


@pytest.mark.sample(1)
@pytest.mark.parametrize("kwh", PACKAGES)
def test_every_state_shows_the_figures_of_the_golden_table(calculator: Calculator, kwh: int) -> None:
    for plan, rate in product(PLANS, SCENARIOS):
        calculator.choose(kwh, plan, rate)
        calculator.expect_chosen(kwh, plan, rate)
        assert calculator.fragment == f"paket={kwh}&zahlung={PLANS[plan]}&szenario={SCENARIOS[rate]}"
        _expect_scenarios(calculator, kwh, plan)
        _expect_payments(calculator, kwh)
        _expect_effect(calculator, kwh, plan, rate)
        _expect_years(calculator, kwh, plan, rate)
        _expect_months(calculator, kwh, rate)


def _expect_scenarios(calculator: Calculator, kwh: int, plan: str) -> None:
    cases = [credit_of(kwh, rate) for rate in SCENARIOS]
    rows = {
        "Im Monat, im Schnitt": [euro(cents(case["monthly"])) for case in cases],
        "Im Jahr": [short_euro(cents(case["annual"])) for case in cases],
        "In 20 Jahren": [short_euro(cents(case["total"])) for case in cases],
    }
    at_once = payment_of("calculator", kwh, "one-off")["paid_break_even_years"]
    once = [years(at_once[str(rate)]) for rate in SCENARIOS]
    if plan == "one-off":
        rows["Gedeckt nach"] = once
    else:
        paid = payment_of("calculator", kwh, plan)["paid_break_even_years"]
        rows[f"Mit Ihren {plan[:2]} Raten gedeckt nach"] = [years(paid[str(rate)]) for rate in SCENARIOS]
        rows["Einmal bezahlt"] = once
    shown = calculator.figures("Drei Szenarien")
    assert {label: shown[label] for label in rows} == rows


def _expect_payments(calculator: Calculator, kwh: int) -> None:
    cases = [payment_of("calculator", kwh, plan) for plan in PLANS]
    rates = [f"{case['effective_percent'].replace('.', ',')} %" for case in cases[1:]]
    rows = {
        "Anzahl": [str(case["months"]) for case in cases],
        "Betrag je Zahlung": [euro(cents(case["instalment"])) for case in cases],
        "Letzte Zahlung": ["–", *(euro(cents(case["last_instalment"])) for case in cases[1:])],
        "Summe": [euro(cents(case["total"])) for case in cases],
        "Aufpreis": [euro(cents(case["surcharge"])) for case in cases],
        "Effektiver Jahreszins": ["–", *rates],
    }
    shown = calculator.figures("Einmal oder in Raten")
    assert {label: shown[label] for label in rows} == rows
    for plan, rate in zip(("24m", "48m"), rates, strict=True):
        option = calculator.page.locator("label").filter(has=calculator.radio("zahlung", plan))
        expect(option).to_contain_text(f"effektiv {rate}")


def _expect_effect(calculator: Calculator, kwh: int, plan: str, rate: int) -> None:
    """What the surcharge does to the break-even, and the binding figures of the reservation."""
    notes = calculator.page.locator(".part__notes")
    paid = payment_of("calculator", kwh, plan)
    once = years(payment_of("calculator", kwh, "one-off")["paid_break_even_years"][str(rate)])
    really = years(paid["paid_break_even_years"][str(rate)])
    if plan == "one-off":
        expect(notes).to_contain_text(f"ist alles, was Sie zahlen, nach {once} gedeckt.")
    else:
        expect(notes).to_contain_text(f"{euro(cents(paid['surcharge']))} mehr")
        expect(notes).to_contain_text(f"alles, was Sie zahlen, erst nach {really} gedeckt, einmal bezahlt nach {once}.")
    formula = years(credit_of(kwh, rate)["break_even_years"])[:-1]
    expect(calculator.page.locator(".scenarios details")).to_contain_text(f"= {formula}; die 50 € zahlen Sie nicht.")
    for other in ("24m", "48m"):
        binding = payment_of("summary", kwh, other)
        effective = binding["effective_percent"].replace(".", ",")
        expect(notes).to_contain_text(f"{euro(cents(binding['total']))} (effektiv {effective} %)")
    expect(notes.get_by_role("link", name="Übersicht in der Reservierung")).to_have_attribute(
        "href", re.compile("^/reservierung#")
    )


def _expect_years(calculator: Calculator, kwh: int, plan: str, rate: int) -> None:
    year, credits, sums, distance, *others = calculator.columns("Gutschriften in 20 Jahren")
    total = cents(payment_of("calculator", kwh, plan)["total"])
    cost = total + 7_900
    assert year == [str(number + 1) for number in range(TERM)]
    total = 0
    for credit, so_far, to_go in zip(credits, sums, distance, strict=True):
        total += amount(credit)
        assert amount(so_far) == total
        assert amount(to_go) == abs(cost - total)
        assert to_go.startswith("noch" if total < cost else "") and to_go.endswith("€" if total < cost else "darüber")
    assert total == cents(credit_of(kwh, rate)["total"])
    ends = [cents(credit_of(kwh, other)["total"]) for other in SCENARIOS if other != rate]
    assert [amount(column[-1]) for column in others] == ends


def _expect_months(calculator: Calculator, kwh: int, rate: int) -> None:
    months, shares, energy, credits = calculator.columns("Erzeugung und Gutschrift")
    annual = cents(credit_of(kwh, rate)["annual"])
    assert months[0] == "Januar"
    assert sum(amount(share) for share in shares) == 10_000
    assert sum(amount(kilowatt_hours) for kilowatt_hours in energy) == kwh * 100
    assert sum(amount(credit) for credit in credits) == annual
    for share, credit in zip(SHARES, credits, strict=True):
        assert abs(amount(credit) - annual * share / 100) < 1
    best = months[SHARES.index(max(SHARES))]
    worst = months[SHARES.index(min(SHARES))]
    expect(calculator.page.get_by_role("heading", name=f"Im {best} mehr, im {worst} weniger")).to_be_visible()


def test_a_link_brings_the_calculation_back(page: Page) -> None:
    visit(page, f"{PATH}?utm_source=radio#paket=3000&zahlung=48m&szenario=optimistisch")
    calculator = Calculator(page)
    calculator.expect_chosen(3000, "48m", 80)
    expect(calculator.row("Drei Szenarien", "Im Jahr")).to_have_text(["150 €", "180 €", "240 €"])
    page.reload()
    alive(page)
    calculator.expect_chosen(3000, "48m", 80)


def test_choosing_changes_the_address_without_new_entries_or_scrolling(calculator: Calculator) -> None:
    page = calculator.page
    entries = page.evaluate("() => history.length")
    calculator.radio("szenario", "optimistisch").click()
    position = page.evaluate("() => scrollY")
    calculator.radio("szenario", "konservativ").click()
    assert page.evaluate("() => [history.length, scrollY]") == [entries, position]
    expect(calculator.radio("szenario", "konservativ")).to_be_focused()
    page.get_by_role("contentinfo").get_by_role("link", name="Impressum").click()
    expect(page).to_have_title("Impressum | Voltigo")
    page.go_back()
    calculator.expect_chosen(2000, "one-off", 50)
    page.go_forward()
    expect(page).to_have_title("Impressum | Voltigo")
    page.go_back()
    calculator.expect_chosen(2000, "one-off", 50)


@pytest.mark.sample(0)
def test_another_fragment_typed_into_the_address_counts_at_once(calculator: Calculator) -> None:
    page = calculator.page
    page.evaluate("() => { location.hash = 'paket=1000&zahlung=24m' }")
    calculator.expect_chosen(1000, "24m", 60)
    page.evaluate("() => { location.hash = 'paket=3000&szenario=konservativ' }")
    calculator.expect_chosen(3000, "one-off", 50)
    page.go_back()
    calculator.expect_chosen(1000, "24m", 60)


def test_a_broken_fragment_is_the_default_and_its_valid_part_counts(page: Page, subtests: Subtests) -> None:
    broken = ("paket=4000&zahlung=12m&szenario=traumhaft", "%", "paket=%E0%A4%A", "&&==", "paket=2e3", "nirgends")
    for fragment, plan in [
        *((fragment, "one-off") for fragment in proved(broken[:2], broken)),
        ("paket=99&zahlung=48m", "48m"),
    ]:
        with subtests.test(fragment):
            begin_visit(page)
            visit(page, f"{PATH}#{fragment}")
            Calculator(page).expect_chosen(2000, plan, 60)


@pytest.mark.sample(0)
def test_the_skip_link_keeps_the_choice(page: Page) -> None:
    visit(page, "/")
    page.get_by_role("banner").get_by_role("link", name="Rechner").click()
    calculator = Calculator(page)
    calculator.choose(3000, "24m", 80)
    skip = page.get_by_role("link", name="Zum Inhalt springen")
    skip.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    calculator.expect_chosen(3000, "24m", 80)


def test_a_click_before_the_scripts_is_not_lost(page: Page) -> None:
    react = HeldBack(page, "**/assets/CalculatorPage-*.js")
    page.goto(PATH)
    page.get_by_text("Premium", exact=True).click()
    expect(page.locator("input[value='3000']")).to_be_checked()
    react.release()
    alive(page)
    calculator = Calculator(page)
    calculator.expect_chosen(3000, "one-off", 60)
    expect(page).to_have_url(re.compile("#paket=3000&zahlung=einmal&szenario=realistisch$"))
    expect(calculator.row("Drei Szenarien", "Im Jahr").first).to_have_text("150 €")


@pytest.mark.sample(0)
def test_arriving_with_a_fragment_is_an_arrival_at_the_top(page: Page) -> None:
    visit(page, "/agb")
    page.evaluate("() => scrollTo(0, 400)")
    # As a link of another page would: the router follows the history.
    page.evaluate(
        "address => { history.pushState({key: 'a-link', idx: 1}, '', address);"
        " dispatchEvent(new PopStateEvent('popstate')) }",
        f"{PATH}#paket=1000&szenario=konservativ",
    )
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Solar Gutschriftsrechner")
    expect(heading).to_be_focused()
    assert page.evaluate("() => scrollY") == 0
    Calculator(page).expect_chosen(1000, "one-off", 50)


@pytest.mark.own_tab
def test_it_tells_nobody_what_was_chosen_and_keeps_nothing(page: Page, watch: Watch) -> None:
    visit(page, PATH)
    page.wait_for_load_state("networkidle")
    fetched, kept, reports = len(watch.requests), storage(page), Reports(page)
    calculator = Calculator(page)
    for kwh, plan, rate in product(PACKAGES, PLANS, SCENARIOS):
        calculator.choose(kwh, plan, rate)
    for summary in page.get_by_role("main").locator("summary").all():
        summary.click()
    calculator.copy.click()
    page.wait_for_load_state("networkidle")
    # Only that the calculator was used at all, and that once.
    assert reports.steps == ["calculator_used"]
    assert [url for url in watch.requests[fetched:] if not url.startswith("data:")] == [reports.address]
    told = {name: value for name, value in reports.sent[0].items() if name != "touch"}
    assert told == {"step": "calculator_used", "path": PATH, "is_arrival": False, "consent": "not_asked"}
    assert not [url for url in watch.requests if "/functions/" in url]
    assert storage(page) == kept
    assert set(kept) == {"touches"}
    assert page.evaluate("() => localStorage.length") == 0
    assert page.context.cookies() == []


@pytest.mark.sample(0)
def test_the_link_is_copied_without_the_campaign(page: Page, site_url: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit(page, f"{PATH}?utm_source=radio")
    calculator = Calculator(page)
    calculator.choose(3000, "24m", 80)
    expect(calculator.status).to_have_text("")
    calculator.copy.click()
    expect(calculator.status).to_contain_text("Link kopiert")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == f"{site_url}{PATH}#paket=3000&zahlung=24m&szenario=optimistisch"
    calculator.radio("paket", 1000).click()
    expect(calculator.status).to_have_text("")


_NO_CLIPBOARD = {
    "none": "Object.defineProperty(navigator, 'clipboard', {value: undefined})",
    "refused": "navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))",
}


@pytest.mark.sample(1)
@pytest.mark.own_tab
@pytest.mark.parametrize("reason", _NO_CLIPBOARD)
def test_without_a_clipboard_the_address_stands_in_a_field(page: Page, site_url: str, reason: str) -> None:
    page.add_init_script(_NO_CLIPBOARD[reason])
    visit(page, PATH)
    calculator = Calculator(page)
    calculator.copy.click()
    expect(calculator.status).to_contain_text("konnte nicht kopiert werden")
    field = page.get_by_label("Adresse dieser Rechnung")
    expect(field).to_have_value(f"{site_url}{PATH}#paket=2000&zahlung=einmal&szenario=realistisch")
    assert field.evaluate("field => field.selectionEnd - field.selectionStart === field.value.length")
    if reason == "none":
        assert violations_within(page, ".share") == []


def test_the_form_opens_with_the_choice(calculator: Calculator) -> None:
    page, form = calculator.page, ReservationForm(calculator.page)
    calculator.choose(3000, "24m", 80)
    calculator.reserve.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reservieren Sie Ihren Platz im Solarpark")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_url(re.compile("/reservierung#paket=3000&zahlung=24m&cent=8$"))
    assert page.evaluate("() => scrollY") == 0
    assert set(storage(page)) == {"touches"}
    form.unlock()
    expect(form.package(3000)).to_be_checked()
    expect(form.plan("24m")).to_be_checked()
    expect(form.slider).to_have_attribute("aria-valuetext", "8 Cent")


@pytest.mark.sample(0)
def test_with_the_first_entry_the_choice_moves_from_the_address_to_the_draft(page: Page) -> None:
    visit(page, "/reservierung#paket=3000&zahlung=48m&cent=6.5")
    form = ReservationForm(page)
    form.unlock()
    expect(page).to_have_url(re.compile("/reservierung$"))
    form.package(1000).check(force=True)
    page.reload()
    alive(page)
    expect(form.package(1000)).to_be_checked()
    expect(form.plan("48m")).to_be_checked()
    expect(form.slider).to_have_attribute("aria-valuetext", "6,5 Cent")


@pytest.mark.sample(0)
def test_the_choice_replaces_that_of_a_draft_but_not_its_entries(page: Page) -> None:
    form = ReservationForm(page)
    form.open()
    form.unlock()
    form.plan("48m").check(force=True)
    visit(page, "/faqs")
    visit(page, "/reservierung#paket=1000&zahlung=24m&cent=6")
    for label, value in ENERGY.items():
        expect(form.field(label)).to_have_value(value)
    expect(form.package(1000)).to_be_checked()
    expect(form.plan("24m")).to_be_checked()


@pytest.mark.sample(0)
def test_the_form_ignores_what_it_does_not_offer(page: Page, subtests: Subtests) -> None:
    form = ReservationForm(page)
    for fragment in ("paket=4000&zahlung=12m&cent=9", "%", "cent=5.2&paket=2e3"):
        with subtests.test(fragment):
            begin_visit(page)
            visit(page, f"/reservierung#{fragment}")
            form.unlock()
            expect(form.package(2000)).to_be_checked()
            expect(form.plan("one-off")).to_be_checked()
            expect(form.slider).to_have_attribute("aria-valuetext", "5 Cent")


def test_everything_works_by_keyboard(calculator: Calculator) -> None:
    page, keyboard = calculator.page, calculator.page.keyboard
    tab_to(page, calculator.radio("paket", 2000))
    keyboard.press("ArrowRight")
    expect(calculator.radio("paket", 3000)).to_be_checked()
    tab_to(page, calculator.radio("zahlung", "einmal"))
    keyboard.press("ArrowDown")
    expect(calculator.radio("zahlung", "24m")).to_be_checked()
    tab_to(page, calculator.radio("szenario", "realistisch"))
    keyboard.press("ArrowLeft")
    expect(calculator.radio("szenario", "konservativ")).to_be_checked()
    tab_to(page, calculator.copy)
    details = calculator.page.locator("details.values").first
    tab_to(page, details.locator("summary"))
    keyboard.press("Enter")
    expect(details.get_by_role("table")).to_be_visible()
    tab_to(page, calculator.reserve)
    keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/reservierung#paket=3000&zahlung=24m&cent=5$"))


@pytest.fixture
def unscripted(new_context: Callable[..., BrowserContext], watch: Watch) -> Iterator[Page]:
    """The calculator in a browser without JavaScript."""
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.goto(PATH)
    yield page


def test_without_javascript_the_default_reads_complete(unscripted: Page) -> None:
    calculator = Calculator(unscripted)
    expect(unscripted.locator("noscript .notice")).to_contain_text("Standard, einmal bezahlt")
    expect(unscripted.get_by_role("radio")).to_have_count(0)
    expect(calculator.main.get_by_role("button")).to_have_count(0)
    _expect_scenarios(calculator, 2000, "one-off")
    for details in unscripted.locator("details.values").all():
        details.locator("summary").click()
        expect(details.get_by_role("table")).to_be_visible()
    _expect_years(calculator, 2000, "one-off", 60)
    _expect_months(calculator, 2000, 60)
    expect(calculator.reserve).to_have_attribute("href", "/reservierung")


@pytest.mark.sample(0)
@pytest.mark.parametrize("server_settings", [{"instalments_offered": False}])
def test_without_instalments_there_is_no_choice_of_payment_and_without_javascript_none_is_mentioned(
    server: Server, page: Page, unscripted: Page
) -> None:
    visit(page, f"{PATH}#paket=3000&zahlung=48m&szenario=optimistisch")
    calculator = Calculator(page)
    expect(calculator.radio("paket", 3000)).to_be_checked()
    expect(calculator.radio("szenario", "optimistisch")).to_be_checked()
    expect(calculator.radio("zahlung", "48m")).to_have_count(0)
    expect(calculator.main).not_to_contain_text("Raten")
    expect(calculator.main).not_to_contain_text("effektiv")
    assert (calculator.reserve.get_attribute("href") or "").endswith("#paket=3000&zahlung=einmal&cent=8")
    assert violations(page) == []
    expect(unscripted.get_by_role("heading", name="Drei Szenarien")).to_be_visible()
    for part in unscripted.locator(".instalments").all():
        expect(part).to_be_hidden()


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_paper_gets_the_figures_and_tables_and_nothing_else(calculator: Calculator, scheme: Any) -> None:
    page = calculator.page
    calculator.choose(3000, "24m", 80)
    page.emulate_media(media="print", color_scheme=scheme)
    for hidden in ("header.head", "footer.foot", "input", ".share", ".closing", ".chart", "summary"):
        expect(page.locator(f"{hidden}:visible")).to_have_count(0)
    expect(page.locator(".printed")).to_contain_text("Premium, 3.000 kWh im Jahr erwartet, Preis 1.899 €. In 24 Raten")
    tables = page.get_by_role("table")
    expect(tables).to_have_count(4)
    for table in tables.all():
        expect(table).to_be_visible()
    expect(page.get_by_text("Beispielrechnung, keine Zusage").first).to_be_visible()
    expect(page.get_by_text("Einzelne Monate und Jahre weichen ab").last).to_be_visible()
    colours = "body => [getComputedStyle(body).color, getComputedStyle(body).backgroundColor]"
    assert page.locator("body").evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    paper = page.pdf(prefer_css_page_size=True)
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", paper)) <= 2


@pytest.mark.own_tab
def test_the_button_prints_what_is_chosen(page: Page) -> None:
    """The browser's dialog cannot be opened here; what is on the page at that moment is what it would print."""
    page.add_init_script("window.print = () => { window.printed = document.querySelector('.printed').textContent }")
    visit(page, f"{PATH}#paket=3000&zahlung=24m&szenario=optimistisch")
    page.get_by_role("button", name="Drucken").click()
    printed = " ".join(page.evaluate("() => window.printed").split())
    assert "Premium, 3.000 kWh im Jahr erwartet, Preis 1.899 €. In 24 Raten" in printed


def test_axe_finds_nothing_as_chosen_opened_and_copied(calculator: Calculator) -> None:
    page = calculator.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    calculator.choose(3000, "48m", 80)
    for summary in calculator.main.locator("summary").all():
        summary.click()
    calculator.copy.click()
    expect(calculator.status).to_contain_text("Link kopiert")
    assert violations_within(page, "main details, main table, .share, .part__notes") == []


@pytest.mark.sample(0)
def test_with_open_tables_and_doubled_text_nothing_scrolls_sideways(calculator: Calculator) -> None:
    page = calculator.page
    calculator.choose(3000, "48m", 80)
    for summary in calculator.main.locator("summary").all():
        summary.click()
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) == 0, width
    page.evaluate(
        "() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('html {font-size: 200%}');"
        " document.adoptedStyleSheets = [sheet] }"
    )
    main = page.get_by_role("main")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert main.evaluate("main => main.scrollWidth - main.clientWidth") == 0, f"doubled, {width}"
