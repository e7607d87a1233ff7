"""A mailbox that refuses our mails: called, corrected or settled from the list of what is to be done."""

import re

import pytest
from playwright.sync_api import Page, expect

from services.mail.models import Mail
from services.reservations.models import Reservation
from tests.fixtures.servers import Server
from tests.fixtures.smtp import SmtpPeer
from tests.journeys.axe import defects, violations_as_it_stands
from tests.journeys.conftest import WITH_JOBS
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records, eventually

WIDTHS = (390, 1280)
WRONG, OTHER, RIGHT = "nele@example.org", "omar@example.org", "nele.hartwig@example.org"


@pytest.fixture
def server_settings(smtp_peer: SmtpPeer) -> dict[str, object]:
    """A server that sends by SMTP, to a mail server that knows neither address."""
    smtp_peer.refuses = {WRONG: "550 5.1.1 user unknown", OTHER: "552 5.2.2 over quota"}
    return {**WITH_JOBS, "smtp_url": smtp_peer.url}


def test_a_household_is_called_its_address_corrected_and_another_case_settled(
    page: Page, server: Server, sign_in: SignIn, records: Records, smtp_peer: SmtpPeer
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
    assert defects(page, WIDTHS) == []
    first = cards.filter(has_text="Das Postfach gibt es nicht.")
    expect(first).to_contain_text("•••• 5678")
    expect(first.get_by_role("definition").filter(has_text=re.compile("^Reserviert$"))).to_be_visible()
    first.get_by_role("button", name="Anzeigen (Telefon)").click()
    expect(first.get_by_role("link", name="+49 176 12345678")).to_be_visible()
    first.get_by_role("button", name="Adresse berichtigen").click()
    dialog = page.get_by_role("dialog")
    fill_completely(dialog.locator("form"), {"Richtige E-Mail-Adresse": RIGHT})
    assert violations_as_it_stands(page) == []
    dialog.get_by_role("button", name="Berichtigen und senden").click()
    expect(cards).to_have_count(1)
    eventually(lambda: len(smtp_peer.received) == 1, "the mail reaches the right address")
    assert RIGHT.encode() in smtp_peer.received[0]
    assert records.rows(Reservation)[0]["email"] == RIGHT
    page.get_by_role("button", name="Erledigt").click()
    fill_completely(dialog.locator("form"), {"Grund": "Am Telefon geklärt."})
    dialog.get_by_role("button", name="Erledigt").click()
    expect(page.get_by_text("Gerade lehnt kein Postfach eine Mail ab.")).to_be_visible()
    assert violations_as_it_stands(page) == []
