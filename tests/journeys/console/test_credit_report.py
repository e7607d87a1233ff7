"""Credit scenarios in the console: assumptions typed in German, pictures, tables, files."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import defects, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve_before
from tests.journeys.console.tables import leave_few_rows
from tests.journeys.filling import fill_completely

WIDTHS = (390, 1280)
PAGE = "/admin/reports/credits"


def at_rest(page: Page) -> None:
    """The pictures asked for have come."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    expect(page.get_by_role("heading", name="Abrechnung eines Haushalts")).to_be_visible()


def typed(page: Page, label: str, text: str) -> None:
    field = page.get_by_label(label, exact=True)
    field.fill(text)
    field.press("Enter")


ASSUMPTIONS = {
    "Park": "Ingolstadt",
    "Paket": "Premium",
    "Zahlweise": "24 Raten",
    "Reserviert": "Alle Reservierungen",
    "Freier Satz je kWh": "5,5",
    "Gewinn des Parks je kWh": "1,5",
    "Preispfad": "1,25",
    "Beträge und Preispfad": "real (heutiges Geld)",
    "Inflation": "1,5",
    "Rechnen über": "15",
    "Erster Monat": "04/2027",
    "Alterung der Module": "0,4",
    "Zinssatz des Barwerts": "3",
}


@pytest.fixture(scope="module")
def prepared(prepared_console: Server) -> None:
    """Three households with a plan each."""
    reserve_before(prepared_console)
    for plan in ("24m", "48m"):
        reserve_before(prepared_console, payment_plan=plan)


def test_pictures_say_what_households_get_and_what_it_costs_the_park(
    page: Page, prepared_console: Server, read_prepared_as: SignIn, watch: Watch, subtests: Subtests
) -> None:
    watch.expect("status of 422")
    read_prepared_as(page, "marketing")
    with subtests.test("every assumption is typed"):
        page.goto(f"{PAGE}?park=munich&plan=one-off")  # which nobody has, so nothing is drawn while one types
        at_rest(page)
        fill_completely(page.get_by_role("region", name="Was der Bericht zeigt"), ASSUMPTIONS)
        page.keyboard.press("Enter")
        for part in ("price_path_bp=125", "starts_on=2027-04-01", "years=15", "inflation_bp=150", "discount_bp=300"):
            expect(page).to_have_url(re.compile(part))
    with subtests.test("wrong assumptions stay with a sentence beside them"):
        type_wrong_assumptions(page)
        for label, text in (("Preispfad", "-1,5"), ("Rechnen über", "12"), ("Freier Satz je kWh", "6,5")):
            typed(page, label, text)
        expect(page).to_have_url(re.compile("rate_tenth_ct=65"))
        at_rest(page)
        expect(page.get_by_role("alert")).to_have_count(0)
    with subtests.test("the gap is drawn once the profit is typed"):
        page.goto(f"{PAGE}?rate_tenth_ct=65&price_path_bp=-150&years=12")
        at_rest(page)
        expect(page.get_by_role("heading", level=1)).to_have_text("Gutschriften")
        expect(
            page.get_by_text("3 Reservierungen halten ihren Platz mit zusammen 6.000\u00a0kWh im Jahr")
        ).to_be_visible()
        expect(page.get_by_label("Freier Satz je kWh", exact=True)).to_have_value("6,5")
        expect(page.get_by_label("Preispfad", exact=True)).to_have_value("−1,5")
        gap = page.locator(".sheet", has=page.get_by_role("heading", name="Garantielücke"))
        expect(gap).to_contain_text("Bitte geben Sie an, was der Park an einer kWh verdient")
        typed(page, "Gewinn des Parks je kWh", "4")
        expect(page.get_by_role("img")).to_have_count(8)
        at_rest(page)
    scenarios = page.locator(".sheet", has=page.get_by_role("heading", name="Szenarien im Vergleich"))
    with subtests.test("the same figures stand on the screen and in its file"):
        answer = page.request.get(f"{prepared_console.url}/api/staff/reports/credits?rate_tenth_ct=65").json()
        free = next(row for row in answer["tables"]["scenarios"]["rows"] if row["scenario"] == "Freier Satz")
        assert free["first_year_cents"] == 6_000 * 65 // 10
        scenarios.get_by_text("Als Tabelle").click()
        expect(scenarios.get_by_role("row", name="Freier Satz")).to_contain_text("390,00\u00a0€")
        scenarios.get_by_role("button", name="Laden").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name="CSV für Excel").click()
        text = download.value.path().read_text(encoding="utf-8-sig")
        assert "Freier Satz" in text
        assert "390,00" in text
    with subtests.test("it is readable for everybody"):
        page.evaluate("() => document.querySelectorAll('main details').forEach(one => { one.open = true })")
        leave_few_rows(page)
        assert defects(page, WIDTHS) == []
        assert violations_in_forced_colours(page, WIDTHS) == []


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
