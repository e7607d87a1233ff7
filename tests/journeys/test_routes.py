"""Every route: addresses, head, navigation, and what a page must do without scripts or on any width."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.pages import ROUTES, alive, overflow, visit

TITLES = {
    "/": "Voltigo: Ihr Anteil am Solarpark",
    "/pilot": "Pilotpark Ingolstadt: 500 Plätze für Haushalte | Voltigo",
    "/wie-es-funktioniert": "So funktioniert Ihr Anteil am Solarpark | Voltigo",
    "/ueber-uns": "Über uns: wer Voltigo ist und was uns antreibt | Voltigo",
    "/solar-gutschriftsrechner": "Solar Gutschriftsrechner: drei Szenarien im Vergleich | Voltigo",
    "/voltigo-im-vergleich": "Eigenes Dach, Balkonkraftwerk, Anteil oder Tarif? | Voltigo",
    "/faqs": "Häufig gestellte Fragen | Voltigo",
    "/reservierung": "Anteil reservieren: kostenlos und unverbindlich | Voltigo",
    "/reservierung/danke": "Ihr Platz ist reserviert | Voltigo",
    "/kontakt": "Kontakt: schreiben Sie uns | Voltigo",
    "/dashboard": "Ihr Dashboard mit Beispieldaten | Voltigo",
    "/dashboard/invest": "Neuer Anteil mit Beispieldaten | Voltigo",
    "/widerruf": "Vertrag widerrufen | Voltigo",
    "/kuendigen": "Verträge hier kündigen | Voltigo",
    "/agb": "Allgemeine Geschäftsbedingungen | Voltigo",
    "/datenschutz": "Datenschutz | Voltigo",
    "/impressum": "Impressum | Voltigo",
    "/barrierefreiheit": "Erklärung zur Barrierefreiheit | Voltigo",
    "/was-wir-messen": "Was wir messen | Voltigo",
}
PUBLIC_URL = "http://127.0.0.1:8000"


def head_of(page: Page) -> dict[str, str | None]:
    return {
        "title": page.title(),
        "description": page.locator("meta[name=description]").get_attribute("content"),
        "canonical": page.locator("link[rel=canonical]").get_attribute("href"),
    }


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["/gibt-es-nicht", "/reservierung/nein", "/verwaltung/"])
def test_an_unknown_address_is_a_real_404_with_a_german_page(page: Page, watch: Watch, path: str) -> None:
    watch.expect("status of 404")
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == 404
    alive(page)
    expect(page).to_have_title("Seite nicht gefunden | Voltigo")
    expect(page.get_by_role("heading", level=1)).to_have_text("Diese Seite gibt es nicht.")
    expect(page.get_by_role("main")).to_contain_text("Platz 404 gibt es in unserem Feld")
    expect(page.get_by_role("main").get_by_role("link", name="Anteil reservieren")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Zur Startseite").click()
    expect(page).to_have_title(TITLES["/"])


@pytest.mark.sample(5)
@pytest.mark.parametrize("path", ROUTES)
def test_each_page(page: Page, watch: Watch, subtests: Subtests, path: str) -> None:
    browser = page.context.new_cdp_session(page)
    # As on a first visit: nothing comes from the cache.
    browser.send("Network.setCacheDisabled", {"cacheDisabled": True})
    visit(page, path)
    page.wait_for_load_state("networkidle")
    browser.detach()
    with subtests.test("its first view takes at most eight requests"):
        _expect_few_requests(page, watch.requests)
    with subtests.test("title, description and address are its own"):
        _expect_head(page, path)
    for width in (320, 390, 768, 1280):
        with subtests.test("no width scrolls sideways", width=width):
            page.set_viewport_size({"width": width, "height": 844})
            assert overflow(page) == 0
    with subtests.test("doubled text on a small screen stays inside"):
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate(DOUBLED)
        assert overflow(page) == 0


DOUBLED = """() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html {font-size: 200%}')
  document.adoptedStyleSheets = [sheet]
}"""


def _expect_few_requests(page: Page, addresses: list[str]) -> None:
    # The report of the visit is one of them. The icon is none, and a browser without windows would hide it if it were.
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:image/svg"))
    # How early a picture far below the first view is fetched, the browser decides by its idea of the connection; ours
    # must all leave it the choice.
    expect(page.locator("main img:not([loading=lazy])")).to_have_count(0)
    fetched = [address for address in addresses if not address.startswith("data:")]
    requests = [address for address in fetched if not address.endswith((".avif", ".webp"))]
    assert 4 <= len(requests) <= 8, requests


def _expect_head(page: Page, path: str) -> None:
    head = head_of(page)
    assert head["title"] == TITLES[path]
    assert head["canonical"] == PUBLIC_URL + path
    assert len(head["description"] or "") > 30
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    picture = page.locator("meta[property='og:image']").get_attribute("content") or ""
    answer = page.request.get(picture.removeprefix(PUBLIC_URL))
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    expect(page.locator("meta[property='og:image:alt']")).to_have_attribute("content", re.compile(r"\w+ \w+"))


def test_without_javascript_text_and_links_are_there(
    new_context: Callable[..., BrowserContext], watch: Watch, subtests: Subtests
) -> None:
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    for path in ROUTES:
        page.goto(path)
        with subtests.test(path):
            _expect_text_and_links(page)
            if path == "/reservierung":
                expect(page.locator("noscript .notice")).to_be_visible()


def _expect_text_and_links(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert len(page.get_by_role("main").inner_text()) > 200
    expect(page.get_by_role("banner").get_by_role("link", name="Reservieren")).to_be_visible()
    expect(page.get_by_role("contentinfo").get_by_role("link", name="Impressum")).to_be_visible()


def test_no_width_scrolls_an_unknown_address_sideways(page: Page, watch: Watch) -> None:
    watch.expect("status of 404")
    page.goto("/gibt-es-nicht")
    alive(page)
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) == 0, width


def test_navigation_scrolls_up_moves_the_focus_and_renews_the_head(page: Page) -> None:
    visit(page, "/")
    first = head_of(page)
    for name, path in (("Datenschutz", "/datenschutz"), ("AGB", "/agb"), ("Kontakt", "/kontakt")):
        page.get_by_role("contentinfo").get_by_role("link", name=name, exact=True).click()
        expect(page).to_have_title(TITLES[path])
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        assert page.evaluate("() => scrollY") == 0
        assert head_of(page)["canonical"] == PUBLIC_URL + path
        assert head_of(page)["description"] != first["description"]


def test_the_menu_of_small_screens_opens_and_closes(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, "/")
    banner = page.get_by_role("banner")
    link = banner.get_by_role("link", name="Kontakt")
    expect(link).to_be_hidden()
    banner.get_by_role("button", name="Menü öffnen").click()
    close = banner.get_by_role("button", name="Menü schließen")
    expect(close).to_have_attribute("aria-expanded", "true")
    expect(link).to_be_visible()
    page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    opener = banner.get_by_role("button", name="Menü öffnen")
    expect(opener).to_be_focused()
    opener.click()
    close.click()
    expect(link).to_be_hidden()
    opener.click()
    link.click()
    expect(page).to_have_title(TITLES["/kontakt"])
    expect(link).to_be_hidden()


def test_the_skip_link_leads_to_the_content(page: Page) -> None:
    visit(page, "/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Zum Inhalt springen")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


def test_the_free_places_are_the_servers(page: Page, reading_server: Server) -> None:
    visit(page, "/")
    expect(page.locator(".hero__free")).to_contain_text("500 von 500")


def test_without_an_answer_the_free_places_are_left_out(page: Page, watch: Watch) -> None:
    watch.expect("ERR_FAILED")
    page.route("**/api/parks/*", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        visit(page, "/")
    expect(page.locator(".hero__free")).to_have_text("")


def test_the_hero_says_its_text_before_it_draws_so_that_a_slow_device_moves_nothing(page: Page) -> None:
    html = page.request.get("/").text()
    assert html.index('class="hero__text"') < html.index('class="hero__land"')


def test_the_buttons_of_the_hero_lead_where_they_say(page: Page) -> None:
    visit(page, "/")
    main = page.get_by_role("main")
    main.get_by_role("link", name="Ersparnis berechnen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Solar Gutschriftsrechner")
    page.go_back()
    main.get_by_role("link", name="Anteil reservieren").first.click()
    expect(page).to_have_title(TITLES["/reservierung"])


def test_a_page_that_fails_shows_the_message_of_the_specification(page: Page, watch: Watch) -> None:
    watch.expect(".")
    visit(page, "/")
    page.route("**/assets/ContactPage-*.js", lambda route: route.abort())
    page.get_by_role("contentinfo").get_by_role("link", name="Kontakt").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Unexpected Application Error!")
    expect(page.get_by_role("main").get_by_role("link", name="Zur Startseite")).to_be_visible()
