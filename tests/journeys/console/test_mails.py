"""Mails in the console: found, read, sent again, on hold, refused by a mailbox; each kind as its recipient reads it."""

import re
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

from services.core.clock import utc_now
from services.core.db.db import Database
from services.mail import outbox
from services.mail.models import Mail
from services.reservations.models import Reservation
from services.staff.models import AuditEntry
from tests.fixtures.servers import Server
from tests.fixtures.smtp import SmtpPeer
from tests.journeys.axe import defects, violations_as_it_stands
from tests.journeys.conftest import WITH_JOBS, with_jobs
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.lists import narrow
from tests.journeys.console.moving import go
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.console.reserving import reserve
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records, eventually

GREEN = "rgb(15, 61, 36)"
FORMER, RIGHT = "aene.mueller@example.org", "aenne.mueller@example.org"


def sent_mails(server: Server) -> list[EmailMessage]:
    """Everything that left, the oldest first."""
    files = sorted(server.mail_dir.glob("*.eml"), key=lambda file: file.stat().st_mtime_ns)
    return [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]


@with_jobs
def test_a_mail_is_found_read_beside_its_reservation_and_in_the_list_and_sent_again(
    page: Page, server: Server, sign_in: SignIn, records: Records
) -> None:
    reserve(page, server, email=FORMER)
    eventually(lambda: len(sent_mails(server)) == 1, "the household's mail")
    sign_in(page, "staff", name="Miriam Falk")
    pages = ReservationPages(page)
    page.goto(f"/admin/reservations/{records.only(Reservation)['id']}/show")
    expect(pages.facts).to_contain_text("a•••@example.org")
    address = pages.open_fact("E-Mail-Adresse")
    expect(address).to_have_value(FORMER)
    expect(address).to_be_focused()
    pages.correct(**{"E-Mail-Adresse": RIGHT})
    shown = [row["details"]["field"] for row in records.rows(AuditEntry) if row["action"].endswith("revealed")]
    assert shown == ["email"]
    page.get_by_role("navigation", name="Im Verlauf zeigen").get_by_role("button", name="Nachrichten").click()
    mails = pages.history.locator("ol").get_by_role("listitem")
    expect(mails).to_have_count(2)
    eventually(lambda: len(sent_mails(server)) == 2, "the link to the corrected address")
    first, link = sent_mails(server)
    assert (first["to"], link["to"]) == (FORMER, RIGHT)
    received = mails.last
    expect(received).to_contain_text(f"{first['subject']}")
    expect(received).to_contain_text("gesendet")
    received.get_by_role("button", name="Ansehen").click()
    expect(pages.dialog.get_by_role("heading", name=first["subject"])).to_be_visible()
    expect(pages.dialog.frame_locator("iframe").get_by_role("heading", level=1)).to_have_css("color", GREEN)
    pages.dialog.get_by_role("button", name="Erneut senden an a•••@example.org").click()
    expect(mails).to_have_count(3)
    eventually(lambda: len(sent_mails(server)) == 3, "the first mail again")
    again = sent_mails(server)[-1]
    assert (again["to"], again["subject"]) == (RIGHT, first["subject"])

    go(page, "/admin/mails")
    narrow(page, "Stand", "Versendet")
    page.get_by_label("Adresse oder Referenz").fill("aene.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page.get_by_role("row").last).not_to_contain_text(FORMER)
    assert defects(page) == []
    page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_role("row").last.get_by_role("link").first.click()
    expect(page.frame_locator("iframe").get_by_role("heading", level=1)).to_have_css("color", GREEN)
    page.get_by_role("button", name="Nur Text").click()
    expect(page.locator("pre")).to_contain_text("Platz 1 von 500 im Solarpark Ingolstadt")
    assert defects(page) == []


def test_mails_that_failed_and_mails_on_hold_are_sent_after_a_question_that_says_what_it_means(
    page: Page, server: Server, sign_in: SignIn, records_db: Database, records: Records
) -> None:
    def states() -> list[str]:
        return sorted(mail["state"] for mail in records.rows(Mail))

    for name in ("nele", "otto", "paul"):
        reserve(page, server, email=f"{name}@example.org")
    failed = update(Mail).values({"state": "failed", "attempts": 8, "last_error": "KeyError while rendering"})
    settled = update(Mail).where(Mail.recipient == "paul@example.org")
    settled = settled.values(settled_at=utc_now(), settled_by="staff:1")
    records.add(failed)
    records.add(settled)
    sign_in(page, "staff")
    page.goto("/admin/")
    expect(page.get_by_role("region", name="Zu erledigen")).to_contain_text("KeyError while rendering")
    go(page, "/admin/mails")
    page.get_by_role("button", name="2 erneut senden").click()
    question = page.get_by_role("dialog", name="Gescheiterte Mails erneut senden?")
    expect(question).to_contain_text("2 Mails sind gescheitert")
    expect(question).to_contain_text("als erledigt vermerkt")
    assert states() == ["failed"] * 3
    question.get_by_role("button", name="2 Mails senden").click()
    expect(page.get_by_text("2 Mails werden gesendet.")).to_be_visible()
    expect(page.get_by_role("button", name="erneut senden")).to_have_count(0)
    assert states() == ["failed", "queued", "queued"]

    records_db.write(lambda session: outbox.hold_due(session, utc_now()))  # as after a restore
    page.reload()
    expect(page.get_by_role("button", name="2 angehaltene senden")).to_be_visible()
    page.get_by_role("row").filter(has_text="Angehalten").first.get_by_role("link").first.click()
    expect(page.get_by_text("wurde vielleicht schon gesendet. Prüfen Sie es")).to_be_visible()
    page.get_by_role("button", name="Trotzdem senden").click()
    expect(page.get_by_text("Die Mail wird gesendet.")).to_be_visible()
    go(page, "/admin/mails")
    page.get_by_role("button", name="Eine angehaltene senden").click()
    question = page.get_by_role("dialog", name="Angehaltene Mails senden?")
    expect(question).to_contain_text("bekommen die Empfänger sie ein zweites Mal.")
    assert violations_as_it_stands(page) == []
    question.get_by_role("button", name="Senden", exact=True).click()
    expect(page.get_by_role("button", name="angehaltene")).to_have_count(0)
    assert states()[0] == "failed"
    assert {*states()[1:]} <= {"queued", "retrying"}


WRONG, OTHER, CORRECTED = "nele@example.org", "omar@example.org", "nele.hartwig@example.org"


@pytest.fixture
def refusing(smtp_peer: SmtpPeer) -> SmtpPeer:
    """A mail server that knows neither address."""
    smtp_peer.refuses = {WRONG: "550 5.1.1 user unknown", OTHER: "552 5.2.2 over quota"}
    return smtp_peer


@pytest.fixture
def server_settings(request: pytest.FixtureRequest) -> dict[str, object]:
    """Mails go into files, or to the peer of the test that asks for one."""
    if "refusing" not in request.fixturenames:
        return {}
    return {**WITH_JOBS, "smtp_url": request.getfixturevalue("refusing").url}


def test_a_household_is_called_its_address_corrected_and_another_case_settled(
    page: Page, refusing: SmtpPeer, server: Server, sign_in: SignIn, records: Records
) -> None:
    reserve(page, server, email=WRONG, mobile_phone="0176 12345678")
    reserve(page, server, email=OTHER, mobile_phone="0170 7654321")
    eventually(lambda: [mail["state"] for mail in records.rows(Mail)] == ["failed"] * 2, "both mails are refused")
    sign_in(page, "staff")
    page.goto("/admin/")
    work = page.get_by_role("region", name="Zu erledigen")
    expect(work.get_by_role("button", name=re.compile("^Mail klären"))).to_have_count(2)
    work.get_by_role("button", name=re.compile("Platz 1 Das Postfach gibt es nicht.")).click()
    page.get_by_role("region", name="Die Aufgabe").get_by_role("link", name="Mail klären").click()
    expect(page.get_by_role("heading", name="Abgelehnte Mails")).to_be_visible()
    cards = page.locator("section.sheet")
    expect(cards).to_have_count(2)
    assert defects(page) == []
    first = cards.filter(has_text="Das Postfach gibt es nicht.")
    expect(first).to_contain_text("•••• 5678")
    expect(first.get_by_role("definition").filter(has_text=re.compile("^Reserviert$"))).to_be_visible()
    first.get_by_role("button", name="Mobilnummer anzeigen, wird protokolliert").click()
    expect(first.get_by_role("link", name="+49 176 12345678")).to_be_visible()
    first.get_by_role("button", name="Adresse berichtigen").click()
    dialog = page.get_by_role("dialog")
    fill_completely(dialog.locator("form"), {"Richtige E-Mail-Adresse": CORRECTED})
    dialog.get_by_role("button", name="Berichtigen und senden").click()
    expect(cards).to_have_count(1)
    eventually(lambda: len(refusing.received) == 1, "the mail reaches the right address")
    assert CORRECTED.encode() in refusing.received[0]
    assert records.rows(Reservation)[0]["email"] == CORRECTED
    page.get_by_role("button", name="Erledigt").click()
    fill_completely(dialog.locator("form"), {"Grund": "Am Telefon geklärt."})
    dialog.get_by_role("button", name="Erledigt").click()
    expect(page.get_by_text("Gerade lehnt kein Postfach eine Mail ab.")).to_be_visible()


def test_each_kind_is_shown_as_its_recipient_reads_it(page: Page, read_as: SignIn) -> None:
    """By day and by night, on a telephone and a desk, and as plain text."""
    read_as(page, "staff")
    page.goto("/admin/mails")
    expect(page.get_by_text("Die erste folgt auf die erste Reservierung.")).to_be_visible()
    go(page, "/admin/mail-templates")
    kinds = page.get_by_role("navigation", name="Arten von Mails")
    expect(kinds.get_by_role("link", name="Reservierung eingegangen")).to_have_attribute("aria-current", "page")
    kinds.get_by_role("link", name="Park bestätigt").click()
    expect(page).to_have_url(re.compile(r"\?kind=park_confirmed$"))
    frame = page.frame_locator("iframe")
    heading = frame.get_by_role("heading", level=1)
    expect(heading).to_have_text("Ihr Solarpark ist bestätigt")
    expect(heading).to_have_css("color", GREEN)
    page.get_by_role("button", name="Dunkel").click()
    expect(heading).to_have_css("color", "rgb(169, 211, 174)")
    expect(frame.locator(".cells .d")).to_have_css("background-color", "rgb(255, 197, 49)")
    page.get_by_role("button", name="Telefon", exact=True).click()
    expect(page.locator("iframe")).to_have_css("width", "390px")
    page.get_by_role("button", name="Nur Text").press("Enter")
    expect(page.locator("pre")).to_contain_text("Der Solarpark Ingolstadt wird gebaut. Ihr Platz 217 ist dabei")
    assert defects(page) == []
