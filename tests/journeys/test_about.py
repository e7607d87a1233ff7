"""About us: mission, what we earn, what we promise and do not, who we are and how to reach us."""

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest import Subtests

from services.settings import Settings
from tests.fixtures.browser import Watch
from tests.journeys.pages import overflow, visit

PATH = "/ueber-uns"


def section(page: Page, heading: str) -> Locator:
    return page.get_by_role("main").locator("section", has=page.get_by_role("heading", level=2, name=heading))


EARNINGS = (
    ("Reservierung", "0 €", "Daran verdienen wir nichts"),
    ("Einrichtung", "79 €", "erst nach der Unterschrift"),
    ("Paketpreis", "699 bis 1.899 €", "sobald der Park am Netz ist"),
    ("Jahresgebühr", "0 €", "Eine jährliche Gebühr gibt es nicht"),
)
LINKS = (
    ("Anteil reservieren", "/reservierung"),
    ("Wie es funktioniert", "/wie-es-funktioniert"),
    ("Den ganzen Weg des Geldes", "/wie-es-funktioniert"),
    ("Zum Pilotpark", "/pilot"),
    ("Kontaktseite", "/kontakt"),
    ("Impressum", "/impressum"),
)


def test_what_it_says_and_where_it_leads(page: Page, subtests: Subtests) -> None:
    visit(page, PATH)
    with subtests.test("the mission names those who cannot have a roof"):
        expect(page.get_by_role("heading", level=1)).to_have_text("Die Sonne fragt nicht, wem das Dach gehört")
        expect(section(page, "Unsere Mission")).to_be_visible()
        for household in ("Zur Miete", "Eigentumswohnung", "Dach im Schatten"):
            expect(page.get_by_role("heading", level=2, name=household, exact=True)).to_be_visible()
    for what, amount, note in EARNINGS:
        with subtests.test("what we earn is said plainly", what=what):
            _expect_earning(page, what, amount, note)
    with subtests.test("what we promise and what not"):
        _expect_promises(page)
    with subtests.test("the company is the one of the settings"):
        _expect_company(section(page, "Über uns"))
    with subtests.test("a startup studio backs us and the park is in Bavaria"):
        who = section(page, "Über uns")
        expect(who).to_contain_text("Voltigo wird von einem Startup-Studio unterstützt.")
        expect(who).to_contain_text(re.compile(r"bei Ingolstadt in Bayern: 1,45\sMW, 500\sPlätze für Haushalte"))
    for name, path in LINKS:
        with subtests.test("links lead where they say", name=name):
            expect(page.get_by_role("main").get_by_role("link", name=name)).to_have_attribute("href", path)
            assert page.request.get(path).status == 200
    for width in (390, 320):
        with subtests.test("small screens do not scroll sideways", width=width):
            page.set_viewport_size({"width": width, "height": 844})
            assert overflow(page) == 0


def _expect_earning(page: Page, what: str, amount: str, note: str) -> None:
    earnings = section(page, "Woran wir verdienen")
    row = earnings.locator("dl > div").filter(has=page.locator("dt", has_text=what))
    expect(row.locator(".figure")).to_have_text(amount)
    expect(row).to_contain_text(note)
    expect(earnings).to_contain_text("der Gewinn je Kilowattstunde, mindestens 5 Cent")


def _expect_promises(page: Page) -> None:
    promises, limits = section(page, "Was wir zusagen").locator(".contrast > div").all()
    for promise in ("Mindestens 5 Cent", "Rückkauf jederzeit", "Kein Park, keine Kosten", "Ihr Versorger bleibt"):
        expect(promises).to_contain_text(promise)
    for limit in ("Wetter und Jahr", "kein Finanzprodukt"):
        expect(limits).to_contain_text(limit)


def _expect_company(who: Locator) -> None:
    settings = Settings(_env_file=None)
    for fact in (settings.company_name, settings.company_street, settings.company_postcode_city):
        expect(who.locator("address")).to_contain_text(fact)
    expect(who.get_by_role("link", name=settings.company_email)).to_have_attribute(
        "href", f"mailto:{settings.company_email}"
    )
    expect(who.get_by_role("link", name=settings.company_phone)).to_have_attribute("href", re.compile(r"^tel:\+49"))


def test_without_javascript_everything_is_there(new_context: Callable[..., BrowserContext], watch: Watch) -> None:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.goto(PATH)
    expect(page.get_by_role("main").locator("section")).to_have_count(6)
    expect(section(page, "Über uns").get_by_role("link", name="Impressum")).to_be_visible()
