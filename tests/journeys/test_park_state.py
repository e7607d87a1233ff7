"""A park that fills up, is edited, paused and called off: what a browser makes of pages that changed meanwhile.

What every page says then is read over HTTP in `site/test_park_state.py`.
"""

import re
import urllib.request

import pytest
from playwright.sync_api import Page, expect

from services.core.db.db import Database
from services.waiting_list.models import WaitingEntry
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.staff import OWN_PAGE, add_member, sign_in_browser
from tests.journeys.axe import violations
from tests.journeys.pages import ENERGY, ReservationForm, overflow, visit
from tests.journeys.records import Records, eventually

WIDTHS = (390, 1280)
_OFFERS = re.compile(r"Anteil reservieren|Anteil sichern$|Sichern Sie sich", re.IGNORECASE)
SHIFTS = """() => {
  window.shifted = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}"""


def expect_served(server: Server, path: str, words: str) -> None:
    """Wait until the server's pages have followed."""

    def html() -> str:
        with urllib.request.urlopen(f"{server.url}{path}") as answer:
            return str(answer.read().decode())

    eventually(lambda: words in html(), f"{path} says “{words}”")


def expect_nothing_on_offer(page: Page, path: str) -> None:
    visit(page, path)
    page.wait_for_load_state("networkidle")
    words = page.locator("a:visible, button:visible, h1:visible, h2:visible, h3:visible").all_inner_texts()
    assert [text for text in words if _OFFERS.search(text)] == [], path
    assert page.locator("a[href='/reservierung']").count() == 0, path
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("() => window.shifted") <= 0.01, f"{path} comes at its final height"


@pytest.mark.own_tab
def test_who_loses_the_last_place_types_nothing_twice_and_no_page_sells_any_more(
    page: Page, server: Server, form: ReservationForm, records: Records, watch: Watch
) -> None:
    watch.expect("status of 409")
    visit(page, "/")
    yellow = page.locator(".button--sun:visible").evaluate_all(
        "buttons => buttons.filter(button => button.getBoundingClientRect().top < innerHeight).length"
    )
    assert yellow == 1, "with places one yellow button is in the first view"
    expect(page.locator(".hero .flag")).to_contain_text("Ihr Anteil")
    form.open()
    form.complete()
    records.fill_park()
    form.submit.click()
    expect(page).to_have_url(re.compile("/warteliste$"))
    expect(page.locator(".notice")).to_have_text(
        "Der letzte Platz ging gerade weg. Sie haben keinen Platz, und Ihre Angaben sind übernommen."
    )
    expect(page.get_by_label("Ihr Name")).to_have_value("Änne Müller-Öztürk")
    page.get_by_role("button", name="Auf die Warteliste").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ihre Stelle auf der Liste: 1")
    kept = records.only(WaitingEntry)
    assert (kept["name"], kept["email"]) == ("Änne Müller-Öztürk", "aenne@example.org")
    assert kept["typed"]["postcode"] == ENERGY["Postleitzahl"]
    assert records.spots_reserved() == []
    page.context.clear_cookies()
    expect_served(server, "/", "Auf die Warteliste")
    page.add_init_script(f"({SHIFTS})()")
    # The swap of the typefaces moves lines, the later the slower the machine.
    watch.expect("ERR_FAILED")
    page.route("**/*.woff2", lambda route: route.abort())
    for path in ("/warteliste", "/reservierung", "/reservierung/danke", "/pilot", "/"):
        page.set_viewport_size({"width": 390, "height": 844})
        expect_nothing_on_offer(page, path)
    expect(page.locator(".hero")).to_contain_text("Zurzeit sind alle 500 Plätze vergeben.")
    expect(page.locator(".hero")).to_contain_text("Die Warteliste kostet nichts")
    expect(page.locator(".hero .flag")).to_have_text("Ein Platzvon 500")
    assert violations(page) == []
    page.set_viewport_size({"width": 320, "height": 844})
    assert overflow(page) == 0
    visit(page, "/reservierung")
    expect(page).to_have_url(re.compile("/warteliste$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Alle 500 Plätze sind vergeben.")


@pytest.fixture
def staff(page: Page, server: Server, sqlite_url: str) -> None:
    """The browser's owner works here."""
    database = Database(sqlite_url)
    sign_in_browser(page.context, server.url, add_member(database))
    database.close()


@pytest.mark.usefixtures("staff")
def test_the_pages_follow_what_staff_say_of_the_park(page: Page, server: Server, records: Records) -> None:
    """Taken over without a seam: React reports text that differs from the finished page as an error."""
    address = f"{server.url}/api/staff/parks/ingolstadt"
    version = page.request.get(address).json()["version"]
    edited = {
        "name": "Manching",
        "location": "Manching",
        "status": "Live",
        "timeline": "Am Netz seit <Mai> & Juni",
        "capacity_kw": 2036,
        "spot_limit": 635,
    }
    reply = page.request.patch(address, data={"version": version, **edited}, headers=OWN_PAGE)
    assert reply.ok, reply.text()
    visit(page, "/pilot")
    main = page.get_by_role("main")
    for fact in ("Manching", "Am Netz seit <Mai> & Juni", "2,04\u00a0MW", "alle 635 Plätze"):
        expect(main).to_contain_text(fact)
    visit(page, "/reservierung/danke?spot=600")
    expect(page.get_by_role("heading", level=1)).to_have_text("Platz 600 von 635 reserviert!")
    visit(page, "/dashboard")
    expect(main).to_contain_text("Am Netz seit <Mai> & Juni (jetzt)")

    records.pause_park()
    expect_served(server, "/", "Gerade nehmen wir keine")
    visit(page, "/reservierung")
    expect(page.get_by_role("heading", level=1)).to_have_text("Gerade nehmen wir keine Reservierungen an")
    expect(page.locator("form")).to_have_count(0)
    visit(page, "/warteliste")
    expect(main.get_by_role("link", name="Schreiben Sie uns")).to_be_visible()

    body = {"name": "Manching", "confirmed_count": 0, "reason": "Der Netzanschluss fehlt"}
    reply = page.request.post(f"{address}/cancellation", data=body, headers=OWN_PAGE)
    assert reply.ok, reply.text()
    expect_served(server, "/pilot", "Dieser Solarpark wird nicht gebaut.")
    for path in ("/pilot", "/"):
        visit(page, path)
        expect(main).to_contain_text("Dieser Solarpark wird nicht gebaut.")
        expect(main).to_contain_text("Der Park ist abgesagt." if path == "/pilot" else "")
        ask = main.get_by_role("link", name="Schreiben Sie uns", exact=True).first
        expect(ask).to_have_attribute("href", "/kontakt")
        expect(page.get_by_role("link", name="Warteliste")).to_have_count(0)
        expect(main.get_by_text("wieder einer frei", exact=False)).to_have_count(0)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            assert overflow(page) == 0, (path, width)
    assert violations(page) == []
