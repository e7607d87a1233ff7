"""Credit scenarios in the console: assumptions typed in German, pictures, tables, files."""

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import defects, violations_as_it_stands, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve_before
from tests.journeys.console.tables import leave_few_rows

WIDTHS = (390, 1280)
PAGE = "/admin/reports/credits"
pytestmark = pytest.mark.xdist_group("console, credits")
NOTHING = "Zu dieser Auswahl hält keine Reservierung einen Platz; deshalb gibt es hier nichts zu rechnen."


def is_sound(page: Page) -> None:
    """No barrier, nothing wider than the window."""
    assert defects(page, WIDTHS) == []


def at_rest(page: Page) -> None:
    """The pictures asked for have come."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    expect(page.get_by_role("heading", name="Abrechnung eines Haushalts")).to_be_visible()


def typed(page: Page, label: str, text: str) -> None:
    field = page.get_by_label(label, exact=True)
    field.fill(text)
    field.press("Enter")


@pytest.fixture(scope="module")
def prepared(prepared_console: Server) -> None:
    """Three households with a plan each."""
    reserve_before(prepared_console)
    for plan in ("24m", "48m"):
        reserve_before(prepared_console, payment_plan=plan)


def test_pictures_say_what_households_get_and_what_it_costs_the_park(page: Page, read_prepared_as: SignIn) -> None:
    read_prepared_as(page, "marketing")
    page.goto(PAGE)
    at_rest(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Gutschriften")
    expect(page.get_by_text("3 Reservierungen halten ihren Platz mit zusammen 6.000\u00a0kWh im Jahr")).to_be_visible()
    gap = page.locator(".sheet", has=page.get_by_role("heading", name="Garantielücke"))
    expect(gap).to_contain_text("Bitte geben Sie an, was der Park an einer kWh verdient")
    typed(page, "Gewinn des Parks je kWh", "4")
    at_rest(page)
    expect(page.get_by_role("img")).to_have_count(7)
    for title in ("Szenarien im Vergleich", "Zahlungen Monat für Monat", "Woran die Gutschriften hängen"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    leave_few_rows(page)
    assert violations_as_it_stands(page) == []
    page.evaluate("() => document.querySelectorAll('main details').forEach(one => { one.open = true })")
    is_sound(page)
    assert violations_in_forced_colours(page, WIDTHS) == []


@pytest.mark.sample(0)
def test_a_number_leads_to_its_reservations(page: Page, read_prepared_as: SignIn) -> None:
    read_prepared_as(page, "marketing")
    page.goto(PAGE)
    at_rest(page)
    page.get_by_role("link", name="3", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reservierungen")
    expect(page.get_by_role("row")).to_have_count(4)


@pytest.mark.sample(0)
def test_wrong_assumptions_stay_with_a_sentence_beside_them(page: Page, read_prepared_as: SignIn, watch: Watch) -> None:
    watch.expect("status of 422")
    read_prepared_as(page, "marketing")
    page.goto(PAGE)
    at_rest(page)
    type_wrong_assumptions(page)

    typed(page, "Preispfad", "-1,5")
    typed(page, "Rechnen über", "12")
    typed(page, "Freier Satz je kWh", "6,5")
    at_rest(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.reload()
    at_rest(page)
    expect(page.get_by_label("Freier Satz je kWh", exact=True)).to_have_value("6,5")
    expect(page.get_by_label("Preispfad", exact=True)).to_have_value("−1,5")
    assert "rate_tenth_ct=65" in page.url
    scenarios = page.locator(".sheet", has=page.get_by_role("heading", name="Szenarien im Vergleich"))
    scenarios.get_by_text("Als Tabelle").click()
    expect(scenarios.get_by_role("row", name="Freier Satz")).to_contain_text("6,500\u00a0ct")

    type_wrong_assumptions(page)
    leave_few_rows(page)
    is_sound(page)


def type_wrong_assumptions(page: Page) -> None:
    """Three fields say what is wrong, and the first keeps what was typed."""
    rate = page.get_by_label("Freier Satz je kWh", exact=True)
    typed(page, "Freier Satz je kWh", "-1")
    expect(rate).to_have_value("−1")
    expect(rate).to_have_accessible_description("Cent Bitte geben Sie einen Wert von 0 bis 20\u00a0Cent ein.")
    typed(page, "Rechnen über", "40")
    expect(page.get_by_text("Bitte geben Sie einen Wert von 1 bis 20\u00a0Jahren ein.")).to_be_visible()
    expect(rate).to_have_value("−1")
    typed(page, "Preispfad", "wenig")
    expect(page.get_by_text("Bitte geben Sie eine Zahl ein, zum Beispiel −1,5.")).to_be_visible()


def test_the_same_figures_stand_on_the_screen_and_in_its_file(
    page: Page, prepared_console: Server, read_prepared_as: SignIn
) -> None:
    read_prepared_as(page, "marketing")
    page.goto(f"{PAGE}?rate_tenth_ct=65")
    at_rest(page)
    answer = page.request.get(f"{prepared_console.url}/api/staff/reports/credits?rate_tenth_ct=65").json()
    free = next(row for row in answer["tables"]["scenarios"]["rows"] if row["scenario"] == "Freier Satz")
    assert free["first_year_cents"] == 6_000 * 65 // 10
    scenarios = page.locator(".sheet", has=page.get_by_role("heading", name="Szenarien im Vergleich"))
    scenarios.get_by_text("Als Tabelle").click()
    expect(scenarios.get_by_role("row", name="Freier Satz")).to_contain_text("390,00\u00a0€")
    scenarios.get_by_role("button", name="Laden").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="CSV für Excel").click()
    text = download.value.path().read_text(encoding="utf-8-sig")
    assert "Freier Satz" in text
    assert "390,00" in text


@pytest.mark.sample(0)
def test_a_choice_without_reservations_is_said_in_words(page: Page, read_prepared_as: SignIn) -> None:
    read_prepared_as(page, "marketing")
    page.goto(PAGE)
    at_rest(page)
    page.get_by_label("Park", exact=True).select_option("munich")
    expect(page.get_by_text(NOTHING)).to_be_visible()
    expect(page.get_by_role("heading", name="Abrechnung eines Haushalts")).to_be_visible()
    is_sound(page)


def test_clerks_do_not_see_it(page: Page, read_as: SignIn) -> None:
    read_as(page, "staff")
    page.goto(PAGE)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Gutschriften")
