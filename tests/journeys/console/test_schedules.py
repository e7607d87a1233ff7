"""Reports that arrive, in the console: from a page of a report to a mail that a real mail server has taken."""

from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.schedules.models import ReportRecipient
from services.schedules.recipients import confirmed_until
from services.staff.models import Account
from tests.fixtures.smtp import SmtpPeer
from tests.fixtures.staff import add_member
from tests.journeys.axe import violations_as_it_stands, violations_in_forced_colours
from tests.journeys.conftest import WITH_JOBS
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.test_campaigns import WIDTHS, is_sound
from tests.journeys.records import eventually

NAME = "Für die Geschäftsführung"
OUTSIDE = "bank@beispiel.example"


@pytest.fixture
def server_settings(smtp_peer: SmtpPeer) -> dict[str, object]:
    """Mails go to the peer."""
    return {**WITH_JOBS, "smtp_url": smtp_peer.url}


def at_rest(page: Page) -> None:
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def arrived(peer: SmtpPeer) -> EmailMessage:
    message = message_from_bytes(peer.received[-1], policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def test_a_report_is_sent_regularly_from_its_page_on(
    page: Page, sign_in: SignIn, records_db: Database, smtp_peer: SmtpPeer, watch: Any
) -> None:
    watch.expect("status of 422")
    gone = add_member(records_db, "marketing", name="Lena Voss").email
    sign_in(page, "marketing", name="Miriam Falk")
    page.goto("/admin/reports/schedules")
    expect(page.get_by_role("heading", name="Noch kommt kein Bericht von selbst")).to_be_visible()
    expect(page.get_by_role("link", name="Einrichten Wochenüberblick")).to_be_visible()

    page.goto("/admin/reports/overview?compare=previous")
    at_rest(page)
    page.get_by_role("link", name="Regelmäßig senden").click()
    expect(page.get_by_label("Bericht", exact=True)).to_have_value("overview")
    expect(page.get_by_label("Vergleich")).to_have_value("previous")
    expect(page.get_by_text("Heute wären das")).to_be_visible()
    expect(page.get_by_role("list", name="Die nächsten fünf Termine").get_by_role("listitem")).to_have_count(5)

    # What is wrong stands beside its field, and nothing that was typed is lost.
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
    page.get_by_label("E-Mail-Adresse").fill("bank@")
    page.get_by_role("button", name="Speichern", exact=True).click()
    expect(page.get_by_text("„bank@“ ist keine E-Mail-Adresse.")).to_be_visible()
    page.get_by_label("E-Mail-Adresse").fill("fremd@beispiel.example")
    page.get_by_role("button", name="Speichern", exact=True).click()
    expect(page.get_by_text("fremd@beispiel.example: Adressen außerhalb trägt die Administration ein.")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value(NAME)
    at_rest(page)
    is_sound(page)
    assert violations_in_forced_colours(page, WIDTHS) == []
    page.emulate_media(forced_colors="none")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_role("button", name="fremd@beispiel.example entfernen").click()

    page.get_by_role("link", name="Abbrechen").click()
    page.get_by_role("dialog", name="Ihre Änderungen sind nicht gespeichert").get_by_role("button", name="Hier").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value(NAME)

    mail = page.frame_locator("iframe[title='Mail wie beim Empfänger']")
    expect(mail.get_by_text(NAME).first).to_be_visible()
    expect(mail.get_by_text("Zu wenige Zeilen")).to_be_visible()
    page.get_by_label("Tabellen ab").fill("0")
    page.get_by_role("checkbox", name="Excel", exact=True).check()
    expect(page.get_by_role("list", name="Anhänge")).to_contain_text(".xlsx")
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
    is_sound(page)

    latest.get_by_role("link", name="Alle Zeilen ansehen").click()
    expect(page.get_by_role("region", name="Festgehaltener Stand")).to_contain_text("So war es am")
    expect(page.get_by_role("heading", level=1)).to_have_text(NAME)
    page.go_back()

    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(NAME)
    page.goto("/admin/reports/schedules")
    item = page.locator(".schedules > li")
    expect(item.get_by_role("link", name=NAME)).to_be_visible()
    expect(item).to_contain_text(f"{gone}: nicht zugestellt")
    is_sound(page)


def test_an_address_outside_says_who_answers_for_it_and_is_confirmed_for_another_year(
    page: Page, sign_in: SignIn, records_db: Database
) -> None:
    colleague = add_member(records_db, "marketing", name="Lena Voss")
    sign_in(page, "admin", name="Miriam Falk")
    page.goto("/admin/reports/schedules/new?offer=weekly_overview")
    for address in (colleague.email, OUTSIDE):
        page.get_by_label("E-Mail-Adresse").fill(address)
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Speichern", exact=True).click()

    whom = page.get_by_role("list", name="Empfänger dieses Berichts").get_by_role("listitem")
    bank = whom.filter(has_text=OUTSIDE)
    today = berlin_day(utc_now())
    expect(bank).to_contain_text(f"Außerhalb, eingetragen von Miriam Falk am {today:%d.%m.%Y}")
    expect(bank).to_contain_text(f"Gilt bis {confirmed_until(utc_now()):%d.%m.%Y}")
    expect(whom.filter(has_text=colleague.email)).to_contain_text("Lena Voss")

    # Most of the year later, and the colleague has left.
    entered = {"entered_at": utc_now() - timedelta(days=350), "confirmed_at": utc_now() - timedelta(days=350)}
    outside = update(ReportRecipient).where(ReportRecipient.address == OUTSIDE).values(**entered)
    gone = update(Account).where(Account.id == colleague.id).values(state="disabled")
    for change in (outside, gone):
        records_db.write(lambda session, change=change: session.execute(change) and None)
    page.reload()
    expect(whom.filter(has_text=colleague.email)).to_contain_text("Bekommt nichts: Konto abgeschaltet")
    expect(page.get_by_text("Ein Empfänger bekommt nichts. Eine Adresse")).to_be_visible()
    ending = page.get_by_text("Eine Adresse außerhalb ist bald neu zu bestätigen.")
    expect(ending).to_be_visible()
    at_rest(page)
    assert violations_as_it_stands(page) == []
    assert violations_in_forced_colours(page, WIDTHS) == []
    page.emulate_media(forced_colors="none")
    page.set_viewport_size({"width": 1280, "height": 900})

    bank.get_by_role("button", name="Für ein weiteres Jahr bestätigen").click()
    expect(page.get_by_text(f"{OUTSIDE} bekommt den Bericht ein weiteres Jahr.")).to_be_visible()
    expect(bank).to_contain_text(f"Zuletzt bestätigt von Miriam Falk am {today:%d.%m.%Y}")
    expect(bank).to_contain_text(f"Gilt bis {confirmed_until(utc_now()):%d.%m.%Y}")
    expect(ending).to_be_hidden()
