"""A park without places, or with a pause: the finished page says so at once, nothing on it sells, and nothing moves."""

import re
import urllib.request

import pytest
from playwright.sync_api import Page, expect

from services.waiting_list.models import WaitingEntry
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.pages import ENERGY, ROUTES, ReservationForm, visit
from tests.journeys.records import Records, eventually

PAGES = (*ROUTES, "/warteliste", "/meine-reservierung", "/gibt-es-nicht")
_OFFERS = re.compile(r"Anteil reservieren|Anteil sichern$|Platz reservieren|Sichern Sie sich", re.IGNORECASE)
_NOT_OF_THE_PILOT = {"/dashboard/invest"}
"""Its button asks for a share of any project, by a letter."""
SHIFTS = """() => {
  window.shifted = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}"""


def html(server: Server, path: str) -> str:
    with urllib.request.urlopen(f"{server.url}{path}") as answer:
        return str(answer.read().decode())


def bring(server: Server, records: Records, state: str) -> None:
    """Bring the park into this state and wait until the server's pages have followed."""
    if state == "full":
        records.fill_park()
    elif state == "paused":
        records.pause_park()
    words = {"full": "Auf die Warteliste", "paused": "Gerade nehmen wir keine", "open": "Anteil reservieren"}[state]
    eventually(lambda: words in html(server, "/"), f"the start page shows a {state} park")


@pytest.mark.parametrize("state", ["full", "paused"])
def test_nothing_offers_a_place_that_cannot_be_had(
    page: Page, server: Server, records: Records, watch: Watch, state: str
) -> None:
    watch.expect("status of 404")
    bring(server, records, state)
    for path in PAGES[:-1]:
        body = html(server, path).partition("<body>")[2]
        links = re.findall(r"<a [^>]*href=\"/reservierung\"[^>]*>", body)
        assert links == [], path
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        for path in PAGES:
            visit(page, path)
            page.wait_for_load_state("networkidle")
            words = page.locator("a:visible, button:visible, h1:visible, h2:visible, h3:visible").all_inner_texts()
            offers = [text for text in words if _OFFERS.search(text)]
            if state == "paused":  # a step that comes after the pause
                offers = [text for text in offers if text != "Platz reservieren"]
            assert path in _NOT_OF_THE_PILOT or offers == [], (path, width, offers)
            assert page.locator("a[href='/reservierung']").count() == 0, (path, width)


@pytest.mark.parametrize("state", ["full", "paused", "open"])
def test_the_list_and_the_park_come_in_their_final_height(
    page: Page, server: Server, records: Records, state: str
) -> None:
    bring(server, records, state)
    page.add_init_script(f"({SHIFTS})()")
    found = {}
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        for path in ("/warteliste", "/pilot", "/"):
            visit(page, path)
            page.wait_for_load_state("networkidle")
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found[path, width] = page.evaluate("() => window.shifted")
    assert {where: shifted for where, shifted in found.items() if shifted > 0.01} == {}, found


def test_who_loses_the_last_place_is_told_and_types_nothing_twice(
    page: Page, server: Server, form: ReservationForm, records: Records, watch: Watch
) -> None:
    watch.expect("status of 409")
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


def test_a_pause_says_so_on_the_page_of_the_list(page: Page, server: Server, records: Records) -> None:
    bring(server, records, "paused")
    visit(page, "/warteliste")
    expect(page.get_by_role("heading", level=1)).to_have_text("Gerade nehmen wir keine Reservierungen an.")
    expect(page.get_by_role("main").get_by_role("link", name="Schreiben Sie uns")).to_be_visible()
