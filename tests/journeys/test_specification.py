"""What the specification lists for each route is there and visible at 320, 390, 768 and 1280 px, each link arriving.

What a page does when it is used has tests of its own; this is the walk over everything.
"""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest import Subtests

from tests.journeys.pages import ROUTES, visit

WIDTHS = (320, 390, 768, 1280)
BELOW_MOCK_UP = 640
"""The dashboard shows its mobile mock-up below this width."""

RESERVE = ("Anteil reservieren", "/reservierung")
CALCULATE = ("Ersparnis berechnen", "/solar-gutschriftsrechner")


@dataclass(frozen=True)
class Content:
    """A page's part of the specification: words, links as (name, path), names of buttons, and counts of elements."""

    texts: tuple[str, ...]
    links: tuple[tuple[str, str], ...] = ()
    buttons: tuple[str, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()


SPECIFICATION = {
    "/": Content(
        ("Nur einen Platz", "Vier Schritte", "mindestens 5 Cent", "150 bis 240 €", "Erst mit dem Vertrag verbindlich"),
        (RESERVE, CALCULATE),
        counts=((".string > li", 4), ("main a[href='/reservierung']", 2)),
    ),
    "/pilot": Content(
        ("500 Plätze", "kostenlos und unverbindlich", "Rechtlicher Hinweis", "Beispielbild", "79 €", "700 €"),
        (RESERVE,),
        counts=(("main picture", 3), ("main figcaption:has-text('Beispielbild')", 3)),
    ),
    "/wie-es-funktioniert": Content(
        (
            *("Verbrauch eintragen", "Haushaltsgröße", "Abschlag", "Stromversorger", "Solaranteil wählen", "Warum"),
            *("Monatlich Gutschrift erhalten", "Nie unter 5 Cent", "PPA", "Strombörse", "Energy Statement"),
        ),
        (RESERVE, CALCULATE),
    ),
    "/ueber-uns": Content(("Mission", "Startup-Studio", "kein Finanzprodukt"), (RESERVE,)),
    "/solar-gutschriftsrechner": Content(
        ("Solar Gutschriftsrechner", "Kompakt", "Konservativ", "Realistisch", "Optimistisch", "5,89 %", "10,38 %"),
        (("Jetzt Solar-Anteil sichern", "/reservierung"),),
        ("Link kopieren", "Drucken"),
        counts=(("input[name=paket]", 3), ("input[name=zahlung]", 3), ("input[name=szenario]", 3)),
    ),
    "/voltigo-im-vergleich": Content(
        ("Eigenes Dach", "Balkonset", "Anteil am Solarpark", "Ökostromtarif", "30 bis 40 %", "Unsere Annahme"),
        (RESERVE,),
    ),
    "/faqs": Content(
        ("Häufig gestellte Fragen", "Haben Sie weitere Fragen?"),
        (("Kontakt aufnehmen", "/kontakt"),),
        counts=(("main details[name]", 12),),
    ),
    "/wenn-etwas-schiefgeht": Content(("Voltigo wird insolvent", "kein Eigentum", "Sie möchten früher verkaufen")),
    "/reservierung": Content(
        ("Schritt 1", "Postleitzahl", "Ihr Stromversorger", "Personen im Haushalt", "Abschlag im Monat"),
        buttons=("Weiter zum Solarpaket",),
    ),
    "/reservierung/danke": Content(
        ("Platz 50 von 500 reserviert!", "So geht es weiter"),
        (("Zur Startseite", "/"), ("Kontaktformular", "/kontakt")),
    ),
    "/kontakt": Content(("Schreiben Sie uns", "Reservierung stornieren"), buttons=("Nachricht senden",)),
    "/dashboard": Content(
        ("Willkommen Anna Beispiel", "Beispieldaten", "0,12 %", "214 €"),
        (("In ein weiteres Projekt investieren", "/dashboard/invest"),),
        ("Teilen oder spenden",),
    ),
    "/dashboard/invest": Content(
        (
            *("Neuer Anteil", "Ingolstadt", "München-Ost", "1,45 MW", "2,1 MW", "414", "598", "Bauphase", "Planung"),
            *("Live Q2 2025", "Live Q4 2025", "SEPA-Lastschrift", "Kreditkarte", "Überweisung"),
        ),
        (("Zurück zum Dashboard", "/dashboard"),),
        ("Anteil sichern",),
    ),
    "/widerruf": Content(("Vertrag widerrufen", "14 Tage"), buttons=("Weiter zur Prüfung",)),
    "/kuendigen": Content(("kündigen",), buttons=("Weiter zur Prüfung",)),
    "/agb": Content(("Allgemeine Geschäftsbedingungen", "SEPA-Lastschrift", "14 Tage", "50 €", "Fassung")),
    "/datenschutz": Content(("Datenschutz", "Verantwortlich", "DSGVO", "Fassung")),
    "/impressum": Content(("Impressum", "§ 5 DDG", "Verbraucherschlichtungsstelle", "Fassung")),
    "/barrierefreiheit": Content(("Barrierefreiheit", "WCAG", "EN 301 549", "MLBF", "Fassung")),
    "/en": Content(
        ("at least 5 cents", "€1,299", "€79", "not a financial product", "about 6 to 8 weeks", "withdraw for 14 days"),
        (("Reserve a share", "/reservierung"),),
    ),
    "/einfach": Content(
        ("mindestens 5 Cent", "1.299 €", "79 €", "Der Park gehört Ihnen nicht", "14 Tage", "können Sie Geld verlieren"),
        (RESERVE,),
    ),
    "/was-wir-messen": Content(("Was wir messen", "mit Ihrem Ja", "acht von zehn Fällen", "weniger als fünf")),
}

WIDE_DASHBOARD = ("103 kg", "3.150 €", "7,2 %", "1,74 kW", "13,8 Jahre", "174 kWh", "48 €", "Bauphase", "Live Q2 2025")
NARROW_DASHBOARD = (
    *("Ihr Solarpark-Anteil aktiv", "Gutschriften 2024", "Stromkosten reduziert"),
    *("892 kWh", "0,30 € je kWh", "Ihre Ersparnis"),
)


def main_text(page: Page) -> str:
    """The visible words of a page, with ordinary spaces and without soft hyphens."""
    text: str = page.get_by_role("main").inner_text()
    return re.sub(r"\s+", " ", text.replace("\u00ad", ""))


def in_view_of_somebody(locator: Locator) -> None:
    expect(locator.first).to_be_visible()


def test_every_route_has_its_part() -> None:
    assert set(SPECIFICATION) == set(ROUTES)


@pytest.mark.sample(5)
@pytest.mark.parametrize("path", ROUTES)
def test_a_page_shows_what_the_specification_lists(page: Page, subtests: Subtests, path: str) -> None:
    visit(page, path)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        with subtests.test(width=width):
            _expect_content(page, SPECIFICATION[path])
        if path == "/dashboard":
            with subtests.test("the version for this width", width=width):
                _expect_version_for(page, width)


def _expect_content(page: Page, content: Content) -> None:
    main = page.get_by_role("main")
    for name in content.buttons:
        in_view_of_somebody(main.get_by_role("button", name=name))
    for name, target in content.links:
        link = main.get_by_role("link", name=name).first
        expect(link).to_be_visible()
        assert urlsplit(link.get_attribute("href") or "").path == target
    for selector, count in content.counts:
        expect(page.locator(selector)).to_have_count(count)
    shown = main_text(page)
    missing = [text for text in content.texts if text.lower() not in shown.lower()]
    assert missing == []


def _expect_version_for(page: Page, width: int) -> None:
    shown, hidden = WIDE_DASHBOARD, NARROW_DASHBOARD[1:]
    if width < BELOW_MOCK_UP:
        shown, hidden = NARROW_DASHBOARD, WIDE_DASHBOARD[:-2]
    text = main_text(page)
    assert [part for part in shown if part not in text] == []
    assert [part for part in hidden if part in text] == []


def test_header_and_footer_lead_everywhere_from_every_width(page: Page, subtests: Subtests) -> None:
    visit(page, "/agb")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        with subtests.test(width=width):
            _expect_header(page.get_by_role("banner"))
            _expect_footer(page.get_by_role("contentinfo"))


def _expect_header(banner: Locator) -> None:
    opener = banner.get_by_role("button", name="Menü")
    has_menu = opener.is_visible()
    if has_menu:
        opener.click()
    for name, target in (
        ("Pilotpark", "/pilot"),
        ("Wie es funktioniert", "/wie-es-funktioniert"),
        ("Über uns", "/ueber-uns"),
        ("Kontakt", "/kontakt"),
        ("Anteil reservieren", "/reservierung"),
        ("voltigo", "/"),
    ):
        link = banner.get_by_role("link", name=name)
        expect(link).to_be_visible()
        expect(link).to_have_attribute("href", target)
    if has_menu:
        # Left open, it would show the links of the next width too.
        opener.click()
        expect(opener).to_have_attribute("aria-expanded", "false")


def _expect_footer(footer: Locator) -> None:
    for name in ("Häufige Fragen", "Impressum", "Datenschutz", "AGB", "Barrierefreiheit", "Ingolstadt auf der Karte"):
        expect(footer.get_by_role("link", name=name)).to_be_visible()
    expect(footer).to_contain_text("Kein Finanzprodukt")
    expect(footer).to_contain_text("Startup-Studio")
