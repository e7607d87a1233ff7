"""How it works: three steps, the way of the money, what a usage right is, six benefits, what binds when."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.fixtures.browser import Watch
from tests.journeys.axe import violations
from tests.journeys.pages import overflow, short_euro, visit

PATH = "/wie-es-funktioniert"
OFFER = json.loads(Path("services/offer/offer.json").read_text(encoding="utf-8"))


def section(page: Page, heading: str) -> Locator:
    return page.get_by_role("main").locator("section", has=page.get_by_role("heading", level=2, name=heading))


def test_the_three_steps_stand_in_their_order(page: Page) -> None:
    visit(page, PATH)
    expect(page.get_by_role("heading", level=1)).to_have_text("So funktioniert Ihr Anteil am Solarpark")
    steps = section(page, "Drei Schritte").locator("ol > li")
    expect(steps.locator("h3")).to_have_text(
        ["Verbrauch eintragen", "Solaranteil wählen", "Monatlich Gutschrift erhalten"]
    )
    for word in ("Haushaltsgröße", "monatlicher Abschlag", "Stromversorger"):
        expect(steps.nth(0)).to_contain_text(word)
    expect(steps.nth(2)).to_contain_text("mindestens 5 Cent")
    expect(steps.nth(2)).to_contain_text("20 Jahre")


@pytest.mark.parametrize("package", OFFER["packages"], ids=lambda package: package["name"])
def test_the_second_step_names_every_package_with_its_price(page: Page, package: dict[str, object]) -> None:
    visit(page, PATH)
    kwh, price = int(str(package["annual_kwh"])), int(str(package["price_eur"])) * 100
    entry = section(page, "Drei Schritte").locator("ol > li").nth(1).get_by_role("listitem")
    wanted = f"{package['name']} {kwh:,}".replace(",", ".") + f" kWh, {short_euro(price)}"
    expect(entry.filter(has_text=str(package["name"]))).to_have_text(wanted)


def test_the_way_of_the_money_is_told_beside_its_drawing(page: Page) -> None:
    visit(page, PATH)
    way = section(page, "Der Weg einer Kilowattstunde")
    stations = way.locator("ol > li")
    expect(stations.locator("h3")).to_have_text(
        [
            "Der Park erzeugt",
            "Das Netz nimmt auf",
            "Der Strom wird verkauft",
            "Ein Gewinn bleibt",
            "Das Geld kommt bei Ihnen an",
        ]
    )
    for station, words in enumerate(
        (
            ("was wirklich entsteht",),
            ("kein Zähler",),
            ("Abnahmeverträge (PPA)", "Strombörse"),
            ("der tatsächliche Gewinn des Parks je Kilowattstunde", "mindestens 5 Cent", "kann sie steigen"),
            ("SEPA-Überweisung", "E-Mail", "Energy Statement"),
        )
    ):
        for word in words:
            expect(stations.nth(station)).to_contain_text(word)
        expect(stations.nth(station).locator("svg")).to_have_attribute("aria-hidden", "true")
    expect(way).to_contain_text("Für später geplant: die Gutschrift direkt in Ihrer Stromrechnung")


def test_the_example_shows_its_sum_on_request(page: Page) -> None:
    visit(page, PATH)
    way = section(page, "Der Weg einer Kilowattstunde")
    expect(way.locator(".figure")).to_have_text("ab 8,33 €")
    expect(way).to_contain_text("Beispielrechnung, keine Zusage")
    formula = way.get_by_text("2.000 kWh im Jahr × 5 Cent = 100 €.")
    expect(formula).to_be_hidden()
    way.get_by_text("Woher kommt diese Zahl?").click()
    expect(formula).to_be_visible()


@pytest.mark.parametrize(
    ("column", "points"),
    [
        (
            "Das ist es",
            ("fester Anteil", "20 Jahre", "echter Produktion", "nicht an Ihre Wohnung", "fairen Marktpreis"),
        ),
        ("Das ist es nicht", ("Kein Eigentum", "Ihren Versorger behalten Sie", "Kein Finanzprodukt")),
    ],
)
def test_what_a_usage_right_is_and_is_not(page: Page, column: str, points: tuple[str, ...]) -> None:
    visit(page, PATH)
    heading = page.get_by_role("heading", level=3, name=column, exact=True)
    box = section(page, "Was ein Nutzungsrecht ist").locator(".right__grid > div", has=heading)
    for point in points:
        expect(box).to_contain_text(point)


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Ohne eigenes Dach", "Zur Miete"),
        ("Nie unter 5 Cent", "Untergrenze je erzeugter Kilowattstunde"),
        ("Ihr Versorger bleibt", "Kein Wechsel"),
        ("Die Arbeit machen wir", "Betrieb, Wartung und Überwachung"),
        ("Ein Umzug ändert nichts", "gleicher Anteil"),
        ("Aussteigen geht", "Restlaufzeit und aktuellem Marktwert"),
    ],
)
def test_each_benefit_has_a_field_of_its_own(page: Page, title: str, text: str) -> None:
    visit(page, PATH)
    fields = section(page, "Warum ein Platz im Feld?").get_by_role("article")
    expect(fields).to_have_count(6)
    expect(fields.filter(has=page.get_by_role("heading", name=title))).to_contain_text(text)


def test_what_binds_when(page: Page) -> None:
    visit(page, PATH)
    binding = section(page, "Was Sie wann bindet")
    stages = binding.locator("ol > li")
    expect(stages.locator("h3")).to_have_text(["Reservierung", "Vertrag", "Betrieb"])
    for stage, words in enumerate(
        (
            ("0 €", "Eine Zahlungskarte brauchen Sie dafür nicht", "Gar nicht"),
            ("6 bis 8 Wochen", "79 € Einrichtung", "14 Tagen Widerrufsrecht"),
            ("am Netz", "Paketpreis", "20 Jahre", "Zurückverkaufen können Sie jederzeit"),
        )
    ):
        for word in words:
            expect(stages.nth(stage)).to_contain_text(word)
    expect(binding).to_contain_text("erhalten Sie alle Zahlungen zurück, auch den 1 € einer Kartenprüfung")


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Anteil reservieren", "/reservierung"),
        ("Ersparnis berechnen", "/solar-gutschriftsrechner"),
        ("ehrlichen Vergleich", "/voltigo-im-vergleich"),
    ],
)
def test_the_call_to_action_leads_where_it_says(page: Page, name: str, path: str) -> None:
    visit(page, PATH)
    expect(page.get_by_role("main").get_by_role("link", name=name)).to_have_attribute("href", path)
    assert page.request.get(path).status == 200


def test_without_javascript_all_sections_are_there(new_context: Callable[..., BrowserContext], watch: Watch) -> None:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.goto(PATH)
    expect(page.get_by_role("main").locator("section")).to_have_count(6)
    expect(page.get_by_role("main").get_by_role("article")).to_have_count(6)
    page.get_by_text("Woher kommt diese Zahl?").click()
    expect(page.get_by_text("2.000 kWh im Jahr × 5 Cent = 100 €.")).to_be_visible()


def test_axe_finds_nothing_with_the_sum_open(page: Page) -> None:
    visit(page, PATH)
    page.get_by_text("Woher kommt diese Zahl?").click()
    assert violations(page) == []


@pytest.mark.parametrize("width", [320, 390])
def test_small_screens_do_not_scroll_sideways(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    visit(page, PATH)
    page.get_by_text("Woher kommt diese Zahl?").click()
    assert overflow(page) == 0
