"""Mails in the console: found, read, sent again."""

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

from services.core.clock import utc_now
from services.core.db.db import Database
from services.mail import outbox
from services.mail.models import Mail
from tests.fixtures.servers import Server
from tests.journeys.axe import defects, violations, violations_in_forced_colours
from tests.journeys.conftest import with_jobs
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.lists import narrow
from tests.journeys.console.reserving import reserve
from tests.journeys.records import Records, eventually

WIDTHS = (390, 1280)


@with_jobs
def test_a_mail_is_found_read_and_sent_again(page: Page, server: Server, sign_in: SignIn) -> None:
    reserve(page, server, email="nele@example.org")
    eventually(lambda: len(list(server.mail_dir.glob("*.eml"))) == 1, "the household's mail")
    sign_in(page, "staff")
    page.goto("/admin/mails")
    narrow(page, "Stand", "Versendet")
    page.get_by_label("Adresse oder Referenz").fill("nele@")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page.get_by_role("row").last).not_to_contain_text("nele@example.org")
    assert violations(page, WIDTHS) == []
    page.get_by_role("row").last.get_by_role("link").first.click()
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("heading", level=1)).to_have_css("color", "rgb(15, 61, 36)")
    page.get_by_role("button", name="Nur Text").click()
    expect(page.locator("pre")).to_contain_text("Platz 1 von 500 im Solarpark Ingolstadt")
    assert defects(page, WIDTHS) == []
    assert violations_in_forced_colours(page, WIDTHS) == []
    first = page.url
    page.get_by_role("button", name="Erneut senden an n•••@example.org").click()
    expect(page.get_by_text("Die Mail wird erneut gesendet.")).to_be_visible()
    expect(page).not_to_have_url(first)
    eventually(lambda: len(list(server.mail_dir.glob("*.eml"))) == 2, "the second mail")


@pytest.mark.sample(0)
@with_jobs
def test_a_mail_that_failed_is_tried_again_from_the_work_list(
    page: Page, server: Server, sign_in: SignIn, records_db: Database, records: Records
) -> None:
    reserve(page, server)
    eventually(lambda: len(list(server.mail_dir.glob("*.eml"))) == 1, "the household's mail")
    failed = update(Mail).values(state="failed", attempts=8, last_error="KeyError while rendering")
    records_db.write(lambda session: session.execute(failed) and None)
    sign_in(page, "staff")
    page.goto("/admin/")
    work = page.get_by_role("region", name="Zu erledigen")
    expect(work).to_contain_text("KeyError while rendering")
    page.get_by_role("region", name="Die Aufgabe").get_by_role("button", name="Erneut senden").click()
    expect(work.get_by_text("KeyError while rendering")).to_have_count(0)
    eventually(lambda: [mail["state"] for mail in records.rows(Mail)] == ["sent"], "the same mail once more")


def test_failed_mails_are_sent_again_after_a_question_that_says_how_many(
    page: Page, server: Server, sign_in: SignIn, records_db: Database, records: Records
) -> None:
    for name in ("nele", "otto", "paul"):
        reserve(page, server, email=f"{name}@example.org")
    failed = {"state": "failed", "attempts": 8, "last_error": "KeyError while rendering"}
    records_db.write(lambda session: session.execute(update(Mail).values(failed)) and None)
    settled = (
        update(Mail).where(Mail.recipient == "paul@example.org").values(settled_at=utc_now(), settled_by="staff:1")
    )
    records_db.write(lambda session: session.execute(settled) and None)
    sign_in(page, "staff")
    page.goto("/admin/mails")
    page.get_by_role("button", name="2 erneut senden").click()
    question = page.get_by_role("dialog", name="Gescheiterte Mails erneut senden?")
    expect(question).to_contain_text("2 Mails sind gescheitert")
    expect(question).to_contain_text("als erledigt vermerkt")
    assert violations(page, WIDTHS) == []
    assert {mail["state"] for mail in records.rows(Mail)} == {"failed"}
    question.get_by_role("button", name="2 Mails senden").click()
    expect(page.get_by_text("2 Mails werden gesendet.")).to_be_visible()
    expect(page.get_by_role("button", name="erneut senden")).to_have_count(0)
    assert sorted(mail["state"] for mail in records.rows(Mail)) == ["failed", "queued", "queued"]


def test_without_mails_the_list_says_what_comes_first(page: Page, read_as: SignIn) -> None:
    read_as(page, "staff")
    page.goto("/admin/mails")
    expect(page.get_by_text("Die erste folgt auf die erste Reservierung.")).to_be_visible()


def test_mails_on_hold_after_a_restore_are_sent_after_a_question(
    page: Page, server: Server, sign_in: SignIn, records_db: Database, records: Records
) -> None:
    for name in ("nele", "otto"):
        reserve(page, server, email=f"{name}@example.org")
    records_db.write(lambda session: outbox.hold_due(session, utc_now()))
    sign_in(page, "staff")
    page.goto("/admin/mails")
    expect(page.get_by_role("row").last).to_contain_text("Angehalten")
    expect(page.get_by_role("button", name="angehaltene senden")).to_be_visible()
    expect(page.get_by_role("button", name="erneut senden")).to_have_count(0)  # what is on hold has not failed
    page.get_by_role("row").last.get_by_role("link").first.click()
    expect(page.get_by_text("wurde vielleicht schon gesendet. Prüfen Sie es")).to_be_visible()
    assert defects(page, WIDTHS) == []
    page.get_by_role("button", name="Trotzdem senden").click()
    expect(page.get_by_text("Die Mail wird gesendet.")).to_be_visible()
    page.goto("/admin/mails")
    page.get_by_role("button", name="Eine angehaltene senden").click()
    question = page.get_by_role("dialog", name="Angehaltene Mails senden?")
    expect(question).to_contain_text("bekommen die Empfänger sie ein zweites Mal.")
    assert violations(page, WIDTHS) == []
    question.get_by_role("button", name="Senden", exact=True).click()
    expect(page.get_by_text("Eine Mail wird gesendet.")).to_be_visible()
    expect(page.get_by_role("button", name="angehaltene")).to_have_count(0)
    assert {mail["state"] for mail in records.rows(Mail)} == {"queued"}
