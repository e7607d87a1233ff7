"""Terms, privacy notice, imprint and accessibility statement: from settings, in versions, to print and to find."""

import json
import re

import pytest
from playwright.sync_api import Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.fixtures.proved import proved
from tests.journeys.pages import alive, visit

PAGES = ("/agb", "/datenschutz", "/impressum", "/barrierefreiheit")
LONG = ("/agb", "/datenschutz")
COMPANY = {
    "company_name": 'Feld & Söhne "Sonne" GmbH',
    "company_street": "Ringstraße 12",
    "company_postcode_city": "85051 Ingolstadt",
    "company_email": "post@feld.example",
    "company_phone": "+49 (0)841 555-12",
    "company_representative": "Änne Söhne",
    "company_register_court": "Amtsgericht Feldstadt",
    "company_register_number": "HRB 4711",
    "company_vat_id": "DE123456789",
}
RECORDED = {"/agb": "2026-11-28", "/datenschutz": "2026-11-28"}


def main_text(page: Page) -> str:
    """The words of a page, with ordinary spaces and without soft hyphens."""
    return (page.get_by_role("main").text_content() or "").replace("\u00ad", "").replace("\u00a0", " ")


@pytest.mark.parametrize("server_settings", [COMPANY], ids=["company"])
@pytest.mark.usefixtures("server")
def test_the_companys_data_come_from_the_settings(page: Page, subtests: Subtests) -> None:
    for path in proved(("/datenschutz", "/impressum"), PAGES):
        with subtests.test(path):
            _expect_company(page, path)


def _expect_company(page: Page, path: str) -> None:
    visit(page, path)
    text = main_text(page)
    assert COMPANY["company_name"] in text
    assert COMPANY["company_street"] in text
    assert COMPANY["company_postcode_city"] in text
    assert "Muster" not in text.replace("Muster-Formular", "")
    mail = page.get_by_role("main").get_by_role("link", name=COMPANY["company_email"]).first
    expect(mail).to_have_attribute("href", "mailto:post@feld.example")
    if path == "/impressum":
        for name in ("representative", "register_court", "register_number", "vat_id"):
            assert COMPANY[f"company_{name}"] in text
    if path != "/agb":
        phone = page.get_by_role("main").get_by_role("link", name=COMPANY["company_phone"]).first
        expect(phone).to_have_attribute("href", "tel:+4984155512")


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", PAGES)
def test_each_text(page: Page, subtests: Subtests, path: str) -> None:
    visit(page, path)
    with subtests.test("shows its version and date"):
        _expect_version(page, path)
    with subtests.test("tells search engines the site and the way to the page"):
        _expect_structured_data(page, path)
    if path in SAYS:
        with subtests.test(SAYS[path].__name__):
            SAYS[path](page)
    if path in LONG:
        with subtests.test("has a list of contents that leads to each heading on wide screens"):
            _expect_contents(page)
        page.evaluate("() => scrollTo(0, 0)")
    with subtests.test("leaves text and focus visible in forced colours"):
        _expect_focus_in_forced_colours(page)
    if path == "/agb":
        page.emulate_media(media="print", color_scheme="dark", forced_colors="none")
        with subtests.test("prints without navigation in black"):
            _expect_paper(page)


def _expect_version(page: Page, path: str) -> None:
    expect(
        page.get_by_role("main").get_by_text(re.compile(r"^Fassung \S+, Stand \d{1,2}\. \w+ \d{4}$"))
    ).to_be_visible()
    if path in RECORDED:
        # The one recorded with a consent.
        assert f"Fassung {RECORDED[path]}, Stand " in main_text(page)


def _expect_structured_data(page: Page, path: str) -> None:
    graph = json.loads(page.locator("script[type='application/ld+json']").text_content() or "")["@graph"]
    kinds = [thing["@type"] for thing in graph]
    assert kinds == ["Organization", "BreadcrumbList"]
    trail = graph[1]["itemListElement"]
    assert [step["position"] for step in trail] == [1, 2]
    assert [step["item"].partition(":8000")[2] for step in trail] == ["/", path]
    assert "__VOLTIGO" not in json.dumps(graph)


def _expect_contents(page: Page) -> None:
    contents = page.get_by_role("navigation", name="Inhalt")
    headings = page.get_by_role("main").get_by_role("heading", level=2)
    expect(contents.get_by_role("link")).to_have_text(headings.all_text_contents())
    contents.get_by_role("link").last.click()
    expect(headings.last).to_be_in_viewport()
    assert page.evaluate("() => scrollY") > 0
    # It stays beside the text.
    expect(contents.get_by_role("link").first).to_be_in_viewport()
    page.set_viewport_size({"width": 1024, "height": 800})
    expect(contents).to_be_hidden()


def _expect_focus_in_forced_colours(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 844})
    page.emulate_media(forced_colors="active")
    link = page.get_by_role("main").get_by_role("link").first
    # By the keyboard, as only then the focus shows.
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    assert link.evaluate("el => getComputedStyle(el).outlineStyle") == "solid"


def _expect_paper(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for hidden in (".head", ".foot", ".text__contents"):
        expect(page.locator(hidden)).to_be_hidden()
    paragraph = page.get_by_text("Anbieter ist")
    assert paragraph.evaluate("el => getComputedStyle(el).color") == "rgb(0, 0, 0)"


def _expect_the_effective_rate_of_each_plan_before_the_nominal_one(page: Page) -> None:
    text = main_text(page)
    assert "effektiver Jahreszins 5,81 bis 5,82 %, je nach Paket, nominal 3 %" in text
    assert "effektiver Jahreszins 9,65 bis 9,66 %, je nach Paket, nominal 5 %" in text
    expect(page.locator("strong", has_text="5,81 bis")).to_be_visible()


def _expect_the_sentence_on_disputes_and_no_link_to_the_closed_platform(page: Page) -> None:
    assert "Verbraucherschlichtungsstelle teilzunehmen (§ 36 VSBG)" in main_text(page)
    assert "§ 5 DDG" in main_text(page)
    assert "ec.europa.eu" not in page.content()


def _expect_measure_limits_and_authority(page: Page) -> None:
    text = main_text(page)
    for fact in (
        "§ 14 BFSG",
        "EN 301 549",
        "(WCAG) 2.2, Stufe AA",
        "Eine Prüfstelle von außen hat die Website noch nicht untersucht",
        "Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF)",
        "39135 Magdeburg",
    ):
        assert fact in text
    authority = page.get_by_role("link", name="MLBF@ms.sachsen-anhalt.de")
    expect(authority).to_have_attribute("href", "mailto:MLBF@ms.sachsen-anhalt.de")


SAYS = {
    "/agb": _expect_the_effective_rate_of_each_plan_before_the_nominal_one,
    "/impressum": _expect_the_sentence_on_disputes_and_no_link_to_the_closed_platform,
    "/barrierefreiheit": _expect_measure_limits_and_authority,
}


def test_a_link_to_a_paragraph_of_the_terms_leads_there(page: Page) -> None:
    visit(page, "/agb#widerrufsrecht")
    expect(page.get_by_role("heading", name="Widerrufsrecht")).to_be_in_viewport()


def test_the_terms_link_the_contact_page_and_the_privacy_notice(page: Page) -> None:
    visit(page, "/agb")
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name="Kontaktseite")).to_have_attribute("href", "/kontakt")
    main.get_by_role("link", name="Hinweisen zum Datenschutz").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Datenschutz")


def test_the_imprint_is_one_step_from_every_page(page: Page) -> None:
    visit(page, "/faqs")
    page.get_by_role("contentinfo").get_by_role("link", name="Impressum").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Impressum")


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["/reservierung/danke", "/dashboard", "/dashboard/invest", "/gibt-es-nicht"])
def test_pages_that_are_not_listed_tell_search_engines_nothing(page: Page, watch: Watch, path: str) -> None:
    if path == "/gibt-es-nicht":
        watch.expect("status of 404")
    page.goto(path)
    alive(page)
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex, follow")
    expect(page.locator("script[type='application/ld+json']")).to_have_count(0)
