"""The administration sees whether something is refused more than usual, and what helps."""

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from services.attacks.keep import flush
from services.attacks.kinds import Kind
from services.attacks.tally import Tally, Violation
from services.core.db.db import Database
from services.staff import audit
from services.staff.audit import Event
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.test_jobs import faults
from tests.services.held_clock import HeldClock


def attack(db: Database) -> None:
    """A day with a flood in its last hours, and a month before it with little."""
    clock = HeldClock()
    now = datetime.now(UTC)
    tally = Tally(b"secret", clock)
    for hours in range(24 * 28, -1, -3):
        clock.now = now - timedelta(hours=hours)
        for number in range(2 + hours % 5):
            tally.count(Kind.RATE, "visit", f"192.0.{number}.7")
            tally.count(Kind.RESERVE)
        if hours % 12 == 0:
            tally.count(Kind.HOST, "", "198.51.100.7")
    clock.now = now
    for number in range(340):
        tally.count(Kind.RATE, "staff-login", f"203.0.{number % 7}.9")
        tally.count(Kind.RESERVE)
    for _ in range(6):
        tally.report(Violation("/faqs", "img-src", "https://tracker.example", "Chrome", from_extension=False))
    flush(tally, db)
    events = [Event("anonymous", "staff.sign_in_failed", "account:unknown")] * 31
    db.write(lambda session: audit.append(session, events, now))


def test_what_is_more_than_usual_stands_first_with_what_helps(
    page: Page, sign_in: SignIn, records_db: Database
) -> None:
    attack(records_db)
    sign_in(page, "admin", name="Miriam Falk")
    page.goto("/admin/state")
    page.get_by_role("link", name="Angriffe").first.click()
    expect(page.get_by_role("heading", name="Angriffe", level=1)).to_be_visible()
    expect(page.get_by_role("heading", level=2).first).to_have_text(
        "Es häuft sich: Gescheiterte Anmeldungen, Zu viele Aufrufe."
    )
    block = page.get_by_role("region", name="Zu viele Aufrufe", exact=True)
    expect(block.get_by_role("listitem").first).to_have_text(
        "Passwörter an einem KontoVOLTIGO_RATE_LIMIT_STAFF_LOGIN340 aus 7 Netzen"
    )
    expect(block).to_contain_text("gemeldet ab 300")
    expect(block).to_contain_text("Was hilft: Trifft es echte Haushalte, heben Sie die Grenze an.")
    expect(page.get_by_role("region", name="Gescheiterte Anmeldungen", exact=True)).to_contain_text("Unbekannte Konten")
    expect(page.get_by_role("region", name="Nichts gewesen")).to_contain_text("Überlastung")
    chart = page.get_by_role("img", name="Die letzten 24 Stunden")
    expect(chart).to_be_visible()
    page.get_by_role("button", name="30 Tage").click()
    expect(page.get_by_role("img", name="Die letzten 30 Tage")).to_be_visible()
    page.get_by_text("Zahlen als Tabelle").press("Enter")
    expect(page.get_by_role("row")).to_have_count(31)
    assert faults(page) == []


def test_a_quiet_board_says_so(page: Page, read_as: SignIn) -> None:
    read_as(page, "admin", name="Miriam Falk")
    page.goto("/admin/operation/attacks")
    expect(page.get_by_role("heading", level=2).first).to_have_text("Es ist ruhig.")
    expect(page.get_by_text("Zu tun ist nichts: Seit gestern wurde nichts abgewiesen.")).to_be_visible()
    assert faults(page) == []
