"""One search for everything, by keyboard alone: households, what can be done with them, pages."""

import re

from playwright.sync_api import Locator, Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from tests.factories import contact_body, reservation_body
from tests.journeys.axe import ENDS, violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.pages import HeldBack
from tests.services.reservations.standing import households, reserve_many

OTHER = {
    "email": "nele.hartwik@example.org", "first_name": "Nele", "last_name": "Hartwik", "mobile_phone": "0171 3920025",
}  # fmt: skip


def option(page: Page, text: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("option").filter(has_text=text)


def ask(pages: ReservationPages, typed: str) -> None:
    pages.page.keyboard.press("Control+k")
    expect(pages.field).to_be_focused()
    pages.page.keyboard.type(typed)


def test_a_caller_is_found_by_a_few_keys_and_the_focus_comes_back(
    page: Page, sign_in: SignIn, records_db: Database
) -> None:
    reserve_many(records_db, utc_now(), [*households(24), reservation_body(**OTHER)])
    sign_in(page, "staff")
    page.goto("/admin/")
    # The heading takes the focus once more when the work is there.
    expect(page.get_by_role("region", name="Zu erledigen")).to_be_visible()
    palette = ReservationPages(page)
    link = page.get_by_role("link", name="Nachrichten", exact=True)
    link.focus()
    ask(palette, "hartwik")
    count = page.get_by_role("dialog").get_by_role("status")
    expect(count).to_have_text("1 Treffer")
    assert violations_as_it_stands(page, ENDS) == []
    held = HeldBack(page, "**/api/staff/search?*")
    palette.field.fill("hartwik 2")
    expect(count).to_have_text("…")
    expect(option(page, "Nele Hartwik")).to_be_disabled()
    expect(option(page, "Nele Hartwik")).to_have_css("pointer-events", "none")
    palette.field.fill("niemand da")
    held.release()
    expect(page.get_by_role("dialog")).to_contain_text("Niemand passt zu „niemand da“.")
    palette.field.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(link).to_be_focused()

    title = page.get_by_role("heading", level=1)
    ask(palette, "ne")
    page.keyboard.press("Enter")  # as fast as one types, before there is an answer
    expect(title).to_have_text("Nele Hartwik")
    page.keyboard.press("/")
    page.keyboard.type("23")
    expect(page.get_by_role("option").first).to_contain_text("Platz 23")
    expect(page.get_by_role("option").first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(palette.head).to_contain_text("Platz 23,")

    ask(palette, "Hartwig")
    expect(option(page, "ein Buchstabe anders").locator("mark")).to_have_text("Hartwik")
    palette.field.fill("0025")
    expect(option(page, "Telefon endet auf")).to_contain_text("Nele Hartwik")
    assert "392" not in page.get_by_role("dialog").inner_text()
    page.keyboard.press("ArrowRight")
    follow_up = page.get_by_role("listbox", name="Vorgänge zu Nele Hartwik").get_by_role("option").nth(2)
    expect(follow_up).to_have_text(re.compile("^Wiedervorlage setzen"))
    page.keyboard.press("3")
    expect(palette.dialog).to_contain_text("Wiedervorlage setzen")
    page.keyboard.press("Escape")
    expect(palette.dialog).to_have_count(0)
    expect(title).to_have_text("Nele Hartwik")
    ask(palette, "")
    expect(option(page, "Stornieren")).to_be_visible()
    expect(page.get_by_role("group", name="Zuletzt bei Ihnen").get_by_role("option")).to_have_count(2)


def test_who_only_wrote_is_found_and_a_verb_is_begun_with_whom_it_is_typed_beside(
    page: Page, sign_in: SignIn, records_db: Database
) -> None:
    reserve_many(records_db, utc_now(), [*households(3), reservation_body(**OTHER)])
    sign_in(page, "staff")
    written = contact_body(name="Jana von der Au", email="jana@example.org", message="Wie geht es weiter?")
    assert page.request.post("/api/contact", data=written).ok
    page.goto("/admin/")
    expect(page.get_by_role("region", name="Zu erledigen")).to_be_visible()
    palette = ReservationPages(page)
    title = page.get_by_role("heading", level=1)
    ask(palette, "frau vonderau")
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("1 Treffer")
    expect(option(page, "Nachricht").locator("mark")).to_have_text(["von der Au"])
    assert violations_as_it_stands(page, ENDS) == []
    page.keyboard.press("Enter")
    expect(title).to_have_text("Jana von der Au")
    sender = page.get_by_role("complementary", name="Haushalt und Vorlagen")
    expect(sender).to_contain_text("j•••@example.org")
    sender.get_by_role("button", name="E-Mail-Adresse anzeigen, wird protokolliert").click()
    expect(sender.get_by_role("link", name="jana@example.org")).to_be_visible()

    ask(palette, "stornier")
    expect(option(page, "bei wem?")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(palette.field).to_have_value("Stornieren ")
    page.keyboard.type("hartwik")
    expect(page.get_by_role("group", name="Stornieren:").get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(palette.dialog).to_contain_text("Haushalt benachrichtigen")
    page.keyboard.press("Escape")
    expect(title).to_have_text("Nele Hartwik")

    ask(palette, "beenden hartwik")
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("^Beenden: Die Reservierung ist .* und bleibt, wie sie ist"))).to_be_visible()
    expect(palette.dialog).to_have_count(0)
