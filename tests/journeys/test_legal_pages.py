"""Terms, privacy notice, imprint and accessibility statement: from settings, in versions, with their contents."""

import pytest
from playwright.sync_api import Page, expect
from pytest import Subtests

from tests.journeys.pages import visit

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
IDENTITY = ("name", "street", "postcode_city")
REGISTER = ("representative", "register_court", "register_number", "vat_id")


def main_text(page: Page) -> str:
    """The words of a page, with ordinary spaces and without soft hyphens."""
    return (page.get_by_role("main").text_content() or "").replace("\u00ad", "").replace("\u00a0", " ")


@pytest.mark.parametrize("server_settings", [COMPANY], ids=["company"])
@pytest.mark.usefixtures("server")
def test_the_texts_name_the_company_and_lead_to_each_other(page: Page, subtests: Subtests) -> None:
    for path, names in (("/datenschutz", IDENTITY), ("/impressum", (*IDENTITY, *REGISTER)), ("/agb", IDENTITY)):
        with subtests.test("the company's data come from the settings", path=path):
            visit(page, path)
            text = main_text(page)
            assert [name for name in names if COMPANY[f"company_{name}"] not in text] == []
            assert "Muster" not in text.replace("Muster-Formular", "")
            mail = page.get_by_role("main").get_by_role("link", name=COMPANY["company_email"]).first
            expect(mail).to_have_attribute("href", "mailto:post@feld.example")
            if path != "/agb":
                phone = page.get_by_role("main").get_by_role("link", name=COMPANY["company_phone"]).first
                expect(phone).to_have_attribute("href", "tel:+4984155512")
    with subtests.test("a list of contents leads to each heading on wide screens and stays beside the text"):
        _expect_contents(page)
    with subtests.test("focus is seen in forced colours"):
        page.emulate_media(forced_colors="active")
        page.evaluate("() => scrollTo(0, 0)")
        page.get_by_role("heading", level=1).click()
        page.keyboard.press("Tab")
        assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") == "solid"
        page.emulate_media(forced_colors="none")
    with subtests.test("the terms link the contact page and the privacy notice"):
        main = page.get_by_role("main")
        expect(main.get_by_role("link", name="Kontaktseite")).to_have_attribute("href", "/kontakt")
        main.get_by_role("link", name="Hinweisen zum Datenschutz").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Datenschutz")
    with subtests.test("a link to a paragraph leads there"):
        visit(page, "/agb#widerrufsrecht")
        expect(page.get_by_role("heading", name="Widerrufsrecht")).to_be_in_viewport()


def _expect_contents(page: Page) -> None:
    contents = page.get_by_role("navigation", name="Inhalt")
    headings = page.get_by_role("main").get_by_role("heading", level=2)
    expect(contents.get_by_role("link")).to_have_text(headings.all_text_contents())
    contents.get_by_role("link").last.click()
    expect(headings.last).to_be_in_viewport()
    assert page.evaluate("() => scrollY") > 0
    expect(contents.get_by_role("link").first).to_be_in_viewport()
    page.set_viewport_size({"width": 1024, "height": 800})
    expect(contents).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 844})
