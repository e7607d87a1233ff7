"""About us: mission, what we earn, what we promise and do not, who we are and how to reach us."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from services.settings import Settings
from tests.fixtures.browser import Watch
from tests.journeys.axe import violations
from tests.journeys.pages import overflow, visit

PATH = "/ueber-uns"


def section(page: Page, heading: str) -> Locator:
    return page.get_by_role("main").locator("section", has=page.get_by_role("heading", level=2, name=heading))


def test_the_mission_names_those_who_cannot_have_a_roof(page: Page) -> None:
    visit(page, PATH)
    expect(page.get_by_role("heading", level=1)).to_have_text("Die Sonne fragt nicht, wem das Dach gehört")
    expect(section(page, "Unsere Mission")).to_be_visible()
    for household in ("Zur Miete", "Eigentumswohnung", "Dach im Schatten"):
        expect(page.get_by_role("heading", level=2, name=household, exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("what", "amount", "note"),
    [
        ("Reservierung", "0 €", "Daran verdienen wir nichts"),
        ("Einrichtung", "79 €", "erst nach der Unterschrift"),
        ("Paketpreis", "699 bis 1.899 €", "sobald der Park am Netz ist"),
        ("Jahresgebühr", "0 €", "Betrieb, Wartung und Überwachung"),
    ],
)
def test_what_we_earn_is_said_plainly(page: Page, what: str, amount: str, note: str) -> None:
    visit(page, PATH)
    earnings = section(page, "Woran wir verdienen")
    row = earnings.locator("dl > div").filter(has=page.locator("dt", has_text=what))
    expect(row.locator(".figure")).to_have_text(amount)
    expect(row).to_contain_text(note)
    expect(earnings).to_contain_text("der Gewinn je Kilowattstunde, mindestens 5 Cent")


def test_what_we_promise_and_what_not(page: Page) -> None:
    visit(page, PATH)
    promises, limits = section(page, "Was wir zusagen").locator(".promise__grid > div").all()
    for promise in ("Mindestens 5 Cent", "Rückkauf jederzeit", "Kein Park, keine Kosten", "Ihr Versorger bleibt"):
        expect(promises).to_contain_text(promise)
    for limit in ("Wetter und Jahr", "kein Finanzprodukt"):
        expect(limits).to_contain_text(limit)


def test_the_company_is_the_one_of_the_settings(page: Page) -> None:
    visit(page, PATH)
    who = section(page, "Über uns")
    settings = Settings(_env_file=None)
    for fact in (settings.company_name, settings.company_street, settings.company_postcode_city):
        expect(who.locator("address")).to_contain_text(fact)
    expect(who.get_by_role("link", name=settings.company_email)).to_have_attribute(
        "href", f"mailto:{settings.company_email}"
    )
    expect(who.get_by_role("link", name=settings.company_phone)).to_have_attribute("href", re.compile(r"^tel:\+49"))


def test_a_startup_studio_backs_us_and_the_park_is_in_bavaria(page: Page) -> None:
    visit(page, PATH)
    who = section(page, "Über uns")
    expect(who).to_contain_text("Voltigo wird von einem Startup-Studio unterstützt.")
    expect(who).to_contain_text(re.compile(r"bei Ingolstadt in Bayern: 1,45\sMW, 500\sPlätze für Haushalte"))


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Anteil reservieren", "/reservierung"),
        ("Wie es funktioniert", "/wie-es-funktioniert"),
        ("Den ganzen Weg des Geldes", "/wie-es-funktioniert"),
        ("Zum Pilotpark", "/pilot"),
        ("Kontaktseite", "/kontakt"),
        ("Impressum", "/impressum"),
    ],
)
def test_links_lead_where_they_say(page: Page, name: str, path: str) -> None:
    visit(page, PATH)
    expect(page.get_by_role("main").get_by_role("link", name=name)).to_have_attribute("href", path)
    assert page.request.get(path).status == 200


def test_without_javascript_everything_is_there(new_context: Callable[..., BrowserContext], watch: Watch) -> None:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.goto(PATH)
    expect(page.get_by_role("main").locator("section")).to_have_count(6)
    expect(section(page, "Über uns").get_by_role("link", name="Impressum")).to_be_visible()


def test_axe_finds_nothing(page: Page) -> None:
    visit(page, PATH)
    assert violations(page) == []


@pytest.mark.parametrize("width", [320, 390])
def test_small_screens_do_not_scroll_sideways(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    visit(page, PATH)
    assert overflow(page) == 0
