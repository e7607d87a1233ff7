"""A report that arrives, in the console: from a page of a report to a mail that a real mail server has taken."""

from email import message_from_bytes, policy
from email.message import EmailMessage
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from services.core.db.db import Database
from tests.fixtures.smtp import SmtpPeer
from tests.fixtures.staff import add_member
from tests.journeys.axe import defects, violations_as_it_stands
from tests.journeys.conftest import WITH_JOBS
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.test_reports import PHONE, TOO_SMALL
from tests.journeys.pages import overflow
from tests.journeys.records import eventually

NAME = "Für die Geschäftsführung"


@pytest.fixture
def server_settings(smtp_peer: SmtpPeer) -> dict[str, object]:
    """Mails go to the peer."""
    return {**WITH_JOBS, "smtp_url": smtp_peer.url}


def as_message(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def arrived(peer: SmtpPeer) -> EmailMessage:
    return as_message(peer.received[-1])


def test_a_report_is_sent_regularly_from_its_page_on(
    page: Page, sign_in: SignIn, records_db: Database, smtp_peer: SmtpPeer
) -> None:
    gone = add_member(records_db, "marketing", name="Lena Voss").email
    sign_in(page, "marketing", name="Miriam Falk")
    page.goto("/admin/reports/overview?compare=previous")
    page.get_by_role("link", name="Regelmäßig senden").click()
    expect(page.get_by_label("Bericht", exact=True)).to_have_value("overview")
    expect(page.get_by_label("Vergleich")).to_have_value("previous")
    expect(page.get_by_role("list", name="Die nächsten fünf Termine").get_by_role("listitem")).to_have_count(5)
    page.get_by_label("Name", exact=True).fill(NAME)
    page.get_by_label("E-Mail-Adresse").fill("voss")
    team = page.get_by_role("list", name="Aus dem Team hinzufügen")
    expect(team.get_by_role("button")).to_have_text(f"Lena Voss ({gone})")
    for _ in range(2):  # past the button that adds what was typed
        page.keyboard.press("Tab")
    expect(team.get_by_role("button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Empfänger")).to_contain_text(gone)
    expect(page.get_by_label("E-Mail-Adresse")).to_be_focused()
    mail = page.frame_locator("iframe[title='Mail wie beim Empfänger']")
    expect(mail.get_by_text(NAME).first).to_be_visible()
    page.get_by_label("Tabellen ab").fill("0")
    page.get_by_role("checkbox", name="Excel", exact=True).check()
    expect(page.get_by_role("list", name="Anhänge")).to_contain_text(".xlsx")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert defects(page) == []
    page.set_viewport_size(PHONE)
    assert overflow(page) == 0
    assert page.evaluate(TOO_SMALL) == []
    page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_role("button", name="Speichern und Probe an mich").click()

    expect(page.get_by_role("heading", level=1)).to_have_text(NAME)
    eventually(lambda: len(smtp_peer.received) == 1, "the proof reached the mail server")
    message = arrived(smtp_peer)
    assert NAME in str(message["subject"])
    assert {part.get_filename("").rpartition(".")[2] for part in message.iter_attachments()} == {"pdf", "xlsx"}
    run = page.locator(".runs > li")
    expect(run).to_contain_text("Probe")
    expect(run.get_by_role("list", name="Empfänger")).to_contain_text("zugestellt")
    run.get_by_text("2 Dateien").click()
    with page.expect_download() as download:
        run.get_by_role("link", name=".pdf").click()
    sent = next(part for part in message.iter_attachments() if part.get_filename("").endswith(".pdf"))
    assert download.value.path().read_bytes() == sent.get_payload(decode=True), "other bytes than were sent"

    # One of two is refused for good: the page says so, by whom and why, without being asked again.
    smtp_peer.refuses[gone] = "550 5.1.1 Postfach unbekannt"
    page.get_by_role("button", name="Jetzt senden").click()
    page.get_by_role("dialog", name="Jetzt senden").get_by_role("button", name="Jetzt senden").click()
    latest = page.locator(".runs > li").first
    expect(latest.get_by_role("heading")).to_have_text("Nicht an alle zugestellt: 1 von 2 Empfängern")
    refused = latest.get_by_role("listitem").filter(has_text=gone)
    expect(refused).to_contain_text("nicht zugestellt")
    expect(refused).to_contain_text("Postfach unbekannt")
    assert defects(page) == []
    page.goto("/admin/reports/kept")
    item = page.locator(".schedules > li")
    expect(item.get_by_role("link", name=NAME)).to_be_visible()
    expect(item).to_contain_text(f"{gone}: nicht zugestellt")
    assert violations_as_it_stands(page) == []

    # Whom it reached ends it, with the link in the mail.
    sent_to_a_list = [one for one in map(as_message, smtp_peer.received) if one["List-Unsubscribe"]]
    page.goto(urlsplit(str(sent_to_a_list[-1]["List-Unsubscribe"]).strip(" <>")).path)
    expect(page.get_by_role("heading", level=1)).to_have_text("Diesen Bericht abbestellen?")
    assert defects(page) == []
    page.get_by_role("button", name="Ja, abbestellen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Der Bericht ist abbestellt")
