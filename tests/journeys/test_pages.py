"""Every page: what it fetches and keeps, its head, its widths, large text and axe; and how one moves between them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.fixtures.proved import proved
from tests.journeys.axe import violations, violations_everywhere, violations_in_forced_colours
from tests.journeys.pages import ROUTES, ReservationForm, overflow, storage, visit

TITLES = {
    "/": "Voltigo: Ihr Anteil am Solarpark",
    "/pilot": "Pilotpark Ingolstadt: 500 Plätze für Haushalte | Voltigo",
    "/wie-es-funktioniert": "So funktioniert Ihr Anteil am Solarpark | Voltigo",
    "/ueber-uns": "Über uns: wer Voltigo ist und was uns antreibt | Voltigo",
    "/solar-gutschriftsrechner": "Solar Gutschriftsrechner: drei Szenarien im Vergleich | Voltigo",
    "/voltigo-im-vergleich": "Eigenes Dach, Balkonkraftwerk, Anteil oder Tarif? | Voltigo",
    "/wenn-etwas-schiefgeht": "Und wenn etwas schiefgeht? | Voltigo",
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
    "/en": "A share in a solar park | Voltigo",
    "/einfach": "Voltigo in einfacher Sprache | Voltigo",
    "/gibt-es-nicht": "Seite nicht gefunden | Voltigo",
}
PUBLIC_URL = "http://127.0.0.1:8000"
PHONE = {"width": 390, "height": 844}

TORN = r"""() => {
  const torn = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const boxOf = (node, at) => {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    // The first letter behind a soft hyphen has two boxes: that of the hyphen, and at last its own.
    return [...range.getClientRects()].filter(({width}) => width > 0).at(-1)
  }
  const isTorn = (node, start, end) => {
    let line = null
    for (let at = start; at < end; at++) {
      const box = boxOf(node, at)
      const isBelow = box && line && box.top >= line.bottom - box.height / 3
      if (isBelow && !/[-\u00ad\u2013\u200b\/]/.test(node.data[at - 1])) return true
      line = box ?? line
    }
    return false
  }
  const isUnseen = element =>
    element.closest('.skip, script, style, option') ||
    (element.parentElement && (getComputedStyle(element).clipPath === 'inset(50%)' || isUnseen(element.parentElement)))
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element.checkVisibility() || isUnseen(element)) continue
    for (const {0: word, index} of node.data.matchAll(/\S+/g)) {
      // An address has no place for a hyphen: with one it would be another.
      if (!word.includes('@') && isTorn(node, index, index + word.length)) torn.push(word)
    }
  }
  return torn
}"""
"""Words that go on in the next line without a hyphen, a dash, a slash or a chosen place to break at the line's end."""
# Without the browser's own hyphens: not every browser has a German dictionary, and those of the tests differ.
_ENLARGE = (
    "() => { const sheet = new CSSStyleSheet();"
    " sheet.replaceSync('html {font-size: 200%} * {hyphens: manual !important}');"
    " document.adoptedStyleSheets.push(sheet);"
    " document.querySelectorAll('details').forEach(one => { one.open = true }) }"
)


def enlarge(page: Page) -> None:
    """On a phone, twice the text, with everything open that folds."""
    page.set_viewport_size(PHONE)
    page.evaluate(_ENLARGE)


def expect_whole_words(page: Page) -> None:
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    assert page.evaluate(TORN) == []
    assert overflow(page) == 0


@pytest.mark.sample(6)
@pytest.mark.parametrize("path", [*ROUTES, "/gibt-es-nicht"])
def test_each_page(page: Page, watch: Watch, subtests: Subtests, path: str) -> None:
    if path not in ROUTES:
        watch.expect("status of 404")
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
    with subtests.test("before the visitor acts only the touch is kept"):
        assert set(storage(page)) == {"touches"}
        assert page.evaluate("() => localStorage.length") == 0
        assert page.context.cookies() == []
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        with subtests.test("nothing hangs over", width=width):
            assert overflow(page) == 0
    with subtests.test("axe finds nothing"):
        assert violations_everywhere(page) == []
    with subtests.test("nor in the colours of the reader's system, where what is pressed needs a border"):
        assert violations_in_forced_colours(page) == []
        page.emulate_media(forced_colors="active")
        buttons = page.locator("a.button:visible, button.button:visible")
        assert buttons.count() > 0
        assert set(buttons.evaluate_all("all => all.map(one => getComputedStyle(one).borderTopStyle)")) == {"solid"}
        page.emulate_media(forced_colors="none")
    with subtests.test("text twice as large tears no word"):
        enlarge(page)
        expect_whole_words(page)
        if path == "/":
            _expect_menu_beside_the_logo(page)


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
    expect(page).to_have_title(TITLES[path])
    expect(page.locator("html")).to_have_attribute("lang", "en" if path == "/en" else "de")
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    if path in ROUTES:
        canonical = page.locator("link[rel=canonical]")
        expect(canonical).to_have_attribute("href", PUBLIC_URL + path)
        assert len(page.locator("meta[name=description]").get_attribute("content") or "") > 30
        policy = page.request.get(path).headers["content-security-policy"]
        assert "require-trusted-types-for 'script'; trusted-types contact-form" in policy


def _expect_menu_beside_the_logo(page: Page) -> None:
    head, brand, menu = page.evaluate(
        "() => ['.head', '.head .brand', '.head__menu']"
        ".map(part => document.querySelector(part).getBoundingClientRect().toJSON())"
    )
    assert head["height"] <= 230
    assert brand["top"] <= menu["top"] + menu["height"] / 2 <= brand["bottom"]


def test_large_text_leaves_the_open_form_its_room_and_its_words_whole(form: ReservationForm) -> None:
    page = form.page
    page.set_viewport_size({"width": 640, "height": 450})  # a desk at twice the size
    field = form.field("Postleitzahl").bounding_box()
    assert field and field["y"] + field["height"] <= 450, "the first field is in the first view"
    enlarge(page)
    _expect_folded_bar(page)
    form.unlock()
    _expect_folded_bar(page)
    expect_whole_words(page)
    form.next("zur Zahlung")
    form.plan("48m").check(force=True)
    expect_whole_words(page)
    form.next("zu Ihren Daten")
    expect(form.missing).to_have_count(1)
    form.press_early()
    expect(form.summary).to_be_focused()
    expect_whole_words(page)
    expect(page.locator(".review__money .money-rows")).to_be_visible()


def _expect_folded_bar(page: Page) -> None:
    """What is due today and the way on, in one row; four fifths of the phone are the form's."""
    steps, bar = (page.locator(part).bounding_box() for part in (".steps", ".sumbar"))
    assert steps and bar
    assert steps["height"] + bar["height"] <= PHONE["height"] / 5
    expect(page.locator(".sumbar__figure:visible")).to_have_text(["Heute 0 €"])
    tops = page.locator(".sumbar__row button").evaluate_all("all => all.map(one => one.getBoundingClientRect())")
    assert all(one["top"] < tops[0]["bottom"] and tops[0]["top"] < one["bottom"] for one in tops)


def test_moving_about(page: Page, watch: Watch) -> None:
    """Links lead on, also out of a page that React has; the way to the content; what the first page knows."""
    watch.expect(".")
    visit(page, "/")
    expect(page.locator(".hero__free")).to_contain_text("alle 500 Plätze")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Zum Inhalt springen")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    page.get_by_role("main").get_by_role("link", name="Ersparnis berechnen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Solar Gutschriftsrechner")
    page.go_back()
    for name, path in (("Datenschutz", "/datenschutz"), ("AGB", "/agb")):
        page.get_by_role("contentinfo").get_by_role("link", name=name, exact=True).click()
        page.wait_for_url(f"**{path}")
        assert page.evaluate("() => scrollY") == 0
        _expect_head(page, path)
    page.route("**/api/parks/*", lambda route: route.abort())
    page.get_by_role("banner").get_by_role("link", name="voltigo").click()
    expect(page.locator(".hero__free")).to_have_text("")
    _expect_menu(page)
    visit(page, "/warteliste")
    page.get_by_role("banner").get_by_role("link", name="Reservieren").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    _expect_head(page, "/reservierung")
    page.route("**/assets/CalculatorPage-*.js", lambda route: route.abort())
    page.get_by_role("contentinfo").get_by_role("link", name="Gutschriftsrechner").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Unexpected Application Error!")
    expect(page.get_by_role("main").get_by_role("link", name="Zur Startseite")).to_be_visible()


def _expect_menu(page: Page) -> None:
    """That of small screens opens and closes."""
    page.set_viewport_size(PHONE)
    banner = page.get_by_role("banner")
    link, opener = banner.get_by_role("link", name="Kontakt"), banner.get_by_role("button", name="Menü")
    expect(link).to_be_hidden()
    opener.click()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(link).to_be_visible()
    assert violations(page, (320, 390)) == []
    page.set_viewport_size(PHONE)
    page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    opener.click()
    expect(link).to_be_hidden()
    opener.click()
    link.click()
    expect(page).to_have_title(TITLES["/kontakt"])
    expect(link).to_be_hidden()


@pytest.fixture
def unscripted(new_context: Callable[..., BrowserContext], watch: Watch) -> Page:
    """A phone without JavaScript."""
    context = new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.set_viewport_size(PHONE)
    return page


def test_without_scripts_every_page_has_its_text_and_its_links(unscripted: Page, subtests: Subtests) -> None:
    """That every page has them, `site/test_links.py` reads; here, what a browser makes of those with scripts."""
    page = unscripted
    main, footer = page.get_by_role("main"), page.get_by_role("contentinfo")
    for path in proved(("/", *_WITHOUT_SCRIPTS), ROUTES):
        page.goto(path)
        with subtests.test(path):
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            assert len(main.inner_text()) > 200
            expect(page.get_by_role("banner").get_by_role("link", name="Reservieren")).to_be_visible()
            for name in ("Impressum", "Vertrag widerrufen", "Verträge hier kündigen"):
                expect(footer.get_by_role("link", name=name, exact=True)).to_be_visible()
            expect(page.locator(".head__menu")).to_be_hidden()
            if path in _WITHOUT_SCRIPTS:
                _WITHOUT_SCRIPTS[path](page, main)


def _expect_form_gone(page: Page, _: Locator) -> None:
    notice = page.locator("noscript .notice")
    for href in ("mailto:", "tel:"):
        expect(notice.locator(f"a[href^='{href}']")).to_be_visible()
    expect(page.get_by_label("Postleitzahl")).to_be_hidden()
    expect(page.locator(".sumbar")).to_be_hidden()


def _expect_default_calculation(page: Page, main: Locator) -> None:
    expect(page.locator("noscript .notice")).to_contain_text("Standard, einmal bezahlt")
    expect(page.get_by_role("radio")).to_have_count(0)
    expect(main.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("table", name="Drei Szenarien")).to_contain_text("13,8 Jahren")
    page.locator("details.values summary").first.click()
    expect(page.locator("details.values").first.get_by_role("table")).to_be_visible()
    link = main.get_by_role("link", name="Jetzt Solar-Anteil sichern")
    expect(link).to_have_attribute("href", "/reservierung")


def _expect_ways_to_write(_: Page, main: Locator) -> None:
    area = main.get_by_role("region", name="Schreiben Sie uns")
    expect(area.locator("a[href='mailto:kontakt@voltigo.invalid']:visible")).to_be_visible()
    expect(area.locator("a[href^='tel:+49']:visible")).to_be_visible()


def _expect_month_table(page: Page, main: Locator) -> None:
    expect(page.get_by_text("Das Diagramm wird geladen.")).to_be_hidden()
    expect(main.get_by_role("button")).to_have_count(0)
    page.set_viewport_size({"width": 1280, "height": 844})
    expect(main.get_by_role("table").first.get_by_role("row")).to_have_count(7)
    page.set_viewport_size(PHONE)


def _expect_one_question_at_a_time(page: Page, main: Locator) -> None:
    for topic in ("umzug", "kosten"):
        main.locator(f".faq:has(#{topic}) > summary").click()
        expect(page.locator(".faq[open]")).to_have_count(1)
        expect(page.locator(f"#{topic}")).to_be_visible()
    page.goto("/faqs#wartung")
    expect(page.locator("#wartung")).to_be_visible()


def _expect_contact_in_place_of_the_form(_: Page, main: Locator) -> None:
    expect(main.locator(".site__name", has_text="München-Ost")).to_be_visible()
    expect(main.get_by_role("link", name="Zum Kontakt")).to_have_attribute("href", "/kontakt")


def _expect_unknown_places(page: Page, _: Locator) -> None:
    expect(page.get_by_role("img", name="Der Park von oben mit 500 Plätzen.")).to_be_visible()
    expect(page.locator(".park__count")).to_have_text("")


def _expect_sums(page: Page, _: Locator) -> None:
    page.locator(".folded summary").first.click()
    page.locator(".sums summary").click()
    expect(page.get_by_text("1.299 € Paketpreis + 79 € Einrichtung = 1.378 €.")).to_be_visible()


def _expect_nothing_remembered(page: Page, main: Locator) -> None:
    expect(page.locator(".remembered noscript p")).to_have_text("Ohne JavaScript wird auf diesem Gerät nichts gemerkt.")
    expect(main.get_by_role("button")).to_have_count(0)


_WITHOUT_SCRIPTS: dict[str, Callable[[Page, Locator], None]] = {
    "/reservierung": _expect_form_gone,
    "/solar-gutschriftsrechner": _expect_default_calculation,
    "/kontakt": _expect_ways_to_write,
    "/dashboard": _expect_month_table,
    "/faqs": _expect_one_question_at_a_time,
    "/dashboard/invest": _expect_contact_in_place_of_the_form,
    "/pilot": _expect_unknown_places,
    "/voltigo-im-vergleich": _expect_sums,
    "/datenschutz": _expect_nothing_remembered,
}

BLACK_ON_WHITE = [["rgb(0, 0, 0)", surface] for surface in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")]


def test_paper(page: Page, subtests: Subtests) -> None:
    """Every answer and figure, dark on white, without navigation and buttons."""
    page.emulate_media(media="print", color_scheme="dark")
    with subtests.test("calculator"):
        visit(page, "/solar-gutschriftsrechner#paket=3000&zahlung=24m&szenario=optimistisch")
        _expect_no(page, "input", ".share", ".closing", ".chart", "summary")
        words = "Premium, 3.000 kWh im Jahr erwartet, Preis 1.899 €. In 24 Raten"
        expect(page.locator(".printed")).to_contain_text(words)
        tables = page.get_by_role("table").locator("visible=true")
        expect(tables).to_have_count(4)
        expect(page.get_by_text("Beispielrechnung, keine Zusage").first).to_be_visible()
        assert 1 <= _sheets(page.pdf(prefer_css_page_size=True)) <= 2
    with subtests.test("questions"):
        visit(page, "/faqs")
        _expect_no(page)
        for answer in page.locator(".faq__answer").all():
            assert (answer.bounding_box() or {"height": 0})["height"] > 20
    with subtests.test("start page"):
        visit(page, "/")
        _expect_no(page, ".hero__land", ".night__field", ".hero .button")
        colours = "parts => [...new Set(parts.map(part => getComputedStyle(part).color))]"
        assert page.locator(".night li, .night h2, .hero h1").evaluate_all(colours) == ["rgb(0, 0, 0)"]
    with subtests.test("the place"):
        visit(page, "/reservierung/danke?spot=17")
        _expect_no(page, ".thanks .buttons")
        assert _sheets(page.pdf(format="A4")) == 1
    with subtests.test("terms"):
        visit(page, "/agb")
        _expect_no(page, ".text__contents")


def _expect_no(page: Page, *hidden: str) -> None:
    for part in ("header.head", "footer.foot", *hidden):
        expect(page.locator(f"{part}:visible")).to_have_count(0)
    colours = "body => [getComputedStyle(body).color, getComputedStyle(body).backgroundColor]"
    assert page.locator("body").evaluate(colours) in BLACK_ON_WHITE


def _sheets(paper: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", paper))
