"""The page after reserving, in the browser that has reserved: the address, its correction, and its last question."""

import re
from collections.abc import Callable
from urllib.parse import unquote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from services.mail.models import Mail
from services.referral_codes.models import ReferralCode
from services.reservations.models import Reservation
from services.self_reported_source.models import ToldOrigin
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.smtp import SmtpPeer
from tests.journeys.axe import expect_clean, expect_clean_as_it_stands, violations_as_it_stands, violations_within
from tests.journeys.conftest import WITH_JOBS
from tests.journeys.filling import fill_completely
from tests.journeys.mailbox import Mailbox
from tests.journeys.pages import CONTACT, ReservationForm, visit
from tests.journeys.records import Records, eventually

ANSWER = "**/api/household/just-reserved/told/answer"
NO_SERVER = "Ohne Mailserver heißt das: Die E-Mail liegt auf dem Server und erreicht niemanden."


def reserve(page: Page, email: str) -> None:
    """Through the form, as a household does."""
    form = ReservationForm(page)
    visit(page, "/reservierung")
    form.complete(**CONTACT | {"E-Mail-Adresse": email})
    form.submit.click()
    form.expect_thanks(1)


@pytest.fixture
def server_settings(request: pytest.FixtureRequest) -> dict[str, object]:
    """A server that sends by SMTP where the test has a mail server."""
    if "smtp_peer" not in request.fixturenames:
        return dict(WITH_JOBS)
    return {**WITH_JOBS, "smtp_url": request.getfixturevalue("smtp_peer").url}


def test_a_mistyped_address_is_corrected_and_confirmed(
    page: Page, server: Server, records: Records, watch: Watch, new_context: Callable[..., BrowserContext]
) -> None:
    watch.expect("status of 422 .*/just-reserved/email")
    reserve(page, "aenne@wbe.example.org")
    page.set_viewport_size({"width": 390, "height": 844})
    card = page.locator(".confirm")
    expect(card).to_contain_text(f"Wir haben an aenne@wbe.example.org geschrieben. {NO_SERVER}")
    former = Mailbox(server, records, "aenne@wbe.example.org").only_link("reservation_received")
    expect(page.locator(".button--sun:visible")).to_have_count(1)
    expect_clean(page)
    _expect_what_to_keep(page, records)
    _expect_no_address_in_another_browser(page, new_context().new_page())
    page.get_by_role("button", name="Falsch geschrieben? Ändern").click()
    page.get_by_label("Richtige E-Mail-Adresse").fill("aenne@")
    page.get_by_role("button", name="Berichtigen").click()
    expect(page.get_by_label("Richtige E-Mail-Adresse")).to_be_focused()
    expect(page.locator("#email-fehler")).to_contain_text("Bitte prüfen Sie die E-Mail-Adresse")
    expect_clean_as_it_stands(page)
    fill_completely(page.locator("form.confirm__form"), {"Richtige E-Mail-Adresse": "aenne@web.example.org"})
    page.get_by_role("button", name="Berichtigen").press("Enter")
    expect(card).to_contain_text("Berichtigt. Ein Link an die erste Adresse gilt nicht mehr.")
    expect(card).to_contain_text("Wir haben an aenne@web.example.org geschrieben.")
    assert records.only(Reservation)["email"] == "aenne@web.example.org"
    watch.expect("status of 404 .*/links/look")
    wrong = page.context.new_page()
    wrong.goto(former)
    expect(wrong.get_by_role("heading", level=1)).to_have_text("Dieser Link gilt nicht.")
    expect(wrong.get_by_role("main")).to_contain_text("die Adresse oder die Reservierung hat sich inzwischen geändert")
    expect(wrong.get_by_role("button", name="Link zuschicken")).to_be_visible()
    wrong.close()
    page.reload()
    expect(card).to_contain_text("Wir haben an aenne@web.example.org geschrieben.")
    page.get_by_role("button", name="Schon bestätigt? Nachsehen").click()
    expect(card).to_contain_text("Noch nicht bestätigt.")
    mailbox = page.context.new_page()
    mailbox.goto(Mailbox(server, records, "aenne@web.example.org").link("reservation_received"))
    mailbox.get_by_role("button", name="Ja, das ist meine Adresse").click()
    expect(mailbox.get_by_role("heading", level=1)).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")
    mailbox.close()
    page.get_by_role("button", name="Schon bestätigt? Nachsehen").click()
    expect(card).to_contain_text("Ihre Adresse ist bestätigt. Gerade ist nichts mehr zu tun.")
    steps = page.locator(".thanks__text > ol")
    expect(steps.get_by_role("listitem")).to_have_count(2)
    expect(steps).not_to_contain_text("bestätigen Sie")
    expect(page.get_by_role("link", name="Frist als Kalenderdatei")).to_have_count(0)
    expect(page.locator(".button--sun:visible")).to_have_count(0)
    expect_clean_as_it_stands(page)
    _answer_where_from(page, records, watch)


def _expect_what_to_keep(page: Page, records: Records) -> None:
    """The calendar file, the own link, and one sheet of paper."""
    calendar = unquote(page.get_by_role("link", name="Frist als Kalenderdatei").get_attribute("href") or "")
    lines = calendar.partition(",")[2].split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2:] == ["END:VCALENDAR", ""]
    assert f"DTEND:{records.only(Reservation)['confirm_by']:%Y%m%dT%H%M%SZ}" in lines
    assert all(len(line.encode()) <= 75 for line in lines)
    assert calendar.count("BEGIN:VEVENT") == 1, "nothing but the deadline has a day"
    code = records.only(ReferralCode)["code"]
    expect(page.locator(".confirm__friend code")).to_have_text(re.compile(rf"/\?ref={code}$"))
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


def _expect_no_address_in_another_browser(page: Page, other: Page) -> None:
    """Only the browser that has reserved knows the key: another one sees the place, and no more."""
    other.goto(page.url)
    expect(other.get_by_role("heading", level=1)).to_have_text("Platz 1 von 500 reserviert!")
    other.wait_for_load_state("networkidle")
    assert "aenne" not in other.content()
    other.context.close()


def _answer_where_from(page: Page, records: Records, watch: Watch) -> None:
    """The last question of the page: one tap, which can be changed and taken back."""
    watch.expect("ERR_FAILED", "status of 422 .*/told/answer")
    told = page.locator(".told")
    expect(told.get_by_role("heading")).to_have_text("Wie sind Sie auf uns aufmerksam geworden?")
    assert told.get_by_role("button").all_inner_texts()[-2:] == ["Weiß ich nicht mehr", "Etwas anderes"]
    assert violations_within(page, ".told") == []
    order = told.get_by_role("button").all_inner_texts()

    page.route(ANSWER, lambda route: route.abort())
    told.get_by_role("button", name="Podcast").click()
    expect(told.get_by_role("alert")).to_contain_text("„Podcast“ steht noch hier, ist aber nicht gespeichert.")
    expect(told.get_by_role("button", name="Podcast")).to_have_attribute("aria-pressed", "true")
    page.unroute(ANSWER)
    told.get_by_role("button", name="Noch einmal versuchen").click()
    expect(told).to_contain_text("Danke, das hilft uns. Ihre Antwort:")
    expect(told.locator(".told__given")).to_have_text("Podcast")
    expect(told.get_by_role("heading")).to_be_focused()
    assert violations_as_it_stands(page, within=".told") == []
    assert records.only(ToldOrigin)["answer"] == "podcast"

    page.reload()
    expect(told.locator(".told__given")).to_have_text("Podcast")
    told.get_by_role("button", name="Ändern").click()
    assert told.get_by_role("button").all_inner_texts()[: len(order)] == order, "the order stays the household's"
    told.get_by_role("button", name="Etwas anderes").click()
    words = told.get_by_label("Was war es?")
    expect(words).to_be_focused()
    words.fill("Anruf unter 0172 5557711")
    words.press("Enter")
    expect(told).to_contain_text("Bitte ohne E-Mail-Adresse, Telefonnummer und Referenz.")
    expect(words).to_be_focused()
    assert violations_as_it_stands(page, within=".told") == []
    words.fill("Messe in Ingolstadt")
    words.press("Enter")
    expect(told.locator(".told__given")).to_have_text("Messe in Ingolstadt")

    told.get_by_role("button", name="Zurücknehmen").click()
    expect(told).to_contain_text("Ihre Antwort ist gelöscht.")
    eventually(lambda: records.only(ToldOrigin)["text"] == "", "nothing of it is kept")
    page.reload()
    expect(told).to_contain_text("Ihre Antwort ist gelöscht.")
    told.get_by_role("button", name="Doch antworten").click()
    told.get_by_role("button", name="Newsletter").click()
    expect(told.locator(".told__given")).to_have_text("Newsletter")


@pytest.mark.usefixtures("server")
def test_a_mailbox_that_refuses_our_mail_is_told_and_the_right_one_gets_it(
    page: Page, records: Records, smtp_peer: SmtpPeer
) -> None:
    smtp_peer.refuses = {"aenne@example.org": "550 5.1.1 user unknown"}
    reserve(page, "aenne@example.org")
    deadline = records.only(Reservation)["confirm_by"]
    eventually(lambda: records.only(Mail)["state"] == "failed", "the mail is refused")
    page.reload()
    card = page.locator(".confirm")
    expect(card.get_by_role("alert")).to_have_text("Ihr Postfach hat unsere E-Mail abgelehnt.")
    expect(card).to_contain_text("Bis ")
    expect(page.locator(".button--sun:visible")).to_have_count(1)
    expect_clean_as_it_stands(page)
    page.get_by_label("Richtige E-Mail-Adresse").fill("aenne.mueller@example.org")
    page.get_by_role("button", name="Berichtigen").click()
    expect(card).to_contain_text("Wir haben an aenne.mueller@example.org geschrieben. Bis ")
    expect(card.get_by_role("alert")).to_have_count(0)
    eventually(lambda: len(smtp_peer.received) == 1, "the mail reaches the right address")
    assert records.only(Reservation)["confirm_by"] == deadline
