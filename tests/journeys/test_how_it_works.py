"""How it works: three steps, the way of the money, what a usage right is, six benefits, what binds when."""

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.journeys.axe import violations_within
from tests.journeys.pages import overflow, short_euro, visit

PATH = "/wie-es-funktioniert"
OFFER = json.loads(Path("services/offer/offer.json").read_text(encoding="utf-8"))


def section(page: Page, heading: str) -> Locator:
    return page.get_by_role("main").locator("section", has=page.get_by_role("heading", level=2, name=heading))


PACKAGES = {package["name"]: package for package in OFFER["packages"]}
RIGHT = {
    "Das ist es": (*("fester Anteil", "20 Jahre", "echter Produktion", "nicht an Ihre Wohnung", "fairen Marktpreis"),),
    "Das ist es nicht": ("Kein Eigentum", "Ihren Versorger behalten Sie", "Kein Finanzprodukt"),
}
BENEFITS = {
    "Ohne eigenes Dach": "Zur Miete",
    "Nie unter 5 Cent": "Untergrenze je erzeugter Kilowattstunde",
    "Ihr Versorger bleibt": "Kein Wechsel",
    "Die Arbeit machen wir": "Betrieb, Wartung und Überwachung",
    "Ein Umzug ändert nichts": "gleicher Anteil",
    "Aussteigen geht": "Restlaufzeit und aktuellem Marktwert",
}
LINKS = {
    "Anteil reservieren": "/reservierung",
    "Ersparnis berechnen": "/solar-gutschriftsrechner",
    "Vergleich": "/voltigo-im-vergleich",
}


def test_what_it_says_and_where_it_leads(page: Page, subtests: Subtests) -> None:
    visit(page, PATH)
    with subtests.test("the three steps stand in their order"):
        _expect_steps(page)
    for name in PACKAGES:
        with subtests.test("the second step names every package with its price", name=name):
            _expect_package(page, name)
    with subtests.test("the way of the money is told beside its drawing"):
        _expect_way_of_the_money(page)
    for column, points in RIGHT.items():
        with subtests.test("what a usage right is and is not", column=column):
            heading = page.get_by_role("heading", level=3, name=column, exact=True)
            box = section(page, "Was ein Nutzungsrecht ist").locator(".contrast > div", has=heading)
            for point in points:
                expect(box).to_contain_text(point)
    for title, text in BENEFITS.items():
        with subtests.test("each benefit has a field of its own", title=title):
            fields = section(page, "Warum ein Platz im Feld?").get_by_role("article")
            expect(fields).to_have_count(6)
            expect(fields.filter(has=page.get_by_role("heading", name=title))).to_contain_text(text)
    with subtests.test("what binds when"):
        _expect_what_binds_when(page)
    for name, path in LINKS.items():
        with subtests.test("the call to action leads where it says", name=name):
            expect(page.get_by_role("main").get_by_role("link", name=name)).to_have_attribute("href", path)
            assert page.request.get(path).status == 200


def test_the_example_shows_its_sum_on_request(page: Page, subtests: Subtests) -> None:
    visit(page, PATH)
    way = section(page, "Der Weg einer Kilowattstunde")
    expect(way.locator(".figure")).to_have_text("8,33 €")
    expect(way).to_contain_text("Beispielrechnung, keine Zusage")
    formula = way.get_by_text("2.000 kWh im Jahr × 5 Cent = 100 €.")
    expect(formula).to_be_hidden()
    way.get_by_text("Woher kommt diese Zahl?").click()
    expect(formula).to_be_visible()
    with subtests.test("axe finds nothing in the open sum"):
        assert violations_within(page, "main section:has(details[open])") == []
    for width in (390, 320):
        with subtests.test("small screens do not scroll sideways", width=width):
            page.set_viewport_size({"width": width, "height": 844})
            assert overflow(page) == 0


def _expect_steps(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("So funktioniert Ihr Anteil am Solarpark")
    steps = section(page, "Drei Schritte").locator("ol > li")
    expect(steps.locator("h3")).to_have_text(
        ["Verbrauch eintragen", "Solaranteil wählen", "Monatlich Gutschrift erhalten"]
    )
    for word in ("Haushaltsgröße", "monatlicher Abschlag", "Stromversorger"):
        expect(steps.nth(0)).to_contain_text(word)
    expect(steps.nth(2)).to_contain_text("mindestens 5 Cent")
    expect(steps.nth(2)).to_contain_text("20 Jahre")


def _expect_package(page: Page, name: str) -> None:
    package = PACKAGES[name]
    kwh, price = int(str(package["annual_kwh"])), int(str(package["price_eur"])) * 100
    entry = section(page, "Drei Schritte").locator("ol > li").nth(1).get_by_role("listitem")
    wanted = f"{package['name']} {kwh:,}".replace(",", ".") + f" kWh, {short_euro(price)}"
    expect(entry.filter(has_text=str(package["name"]))).to_have_text(wanted)


def _expect_way_of_the_money(page: Page) -> None:
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


def _expect_what_binds_when(page: Page) -> None:
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
    expect(binding).to_contain_text("erhalten Sie alle Zahlungen zurück.")


def test_without_javascript_all_sections_are_there(new_context: Callable[..., BrowserContext], watch: Watch) -> None:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.goto(PATH)
    expect(page.get_by_role("main").locator("section")).to_have_count(6)
    expect(page.get_by_role("main").get_by_role("article")).to_have_count(6)
    page.get_by_text("Woher kommt diese Zahl?").click()
    expect(page.get_by_text("2.000 kWh im Jahr × 5 Cent = 100 €.")).to_be_visible()
