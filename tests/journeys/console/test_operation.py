"""The administration sees how the installation is, and has it looked at again."""

from datetime import datetime, timedelta

from playwright.sync_api import Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from services.jobs.models import KnownJob
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.test_jobs import faults


def see_jobs(db: Database, seen: datetime) -> None:
    """A process did work at this moment, and none has since."""
    row = KnownJob(name="x", known_since=seen, seen_at=seen, failures=0)
    db.write(lambda session: session.merge(row) and None)


def test_the_worst_stands_first_with_what_helps_and_is_gone_once_mended(
    page: Page, sign_in: SignIn, sqlite_url: str
) -> None:
    db = Database(sqlite_url)
    seen = utc_now() - timedelta(hours=1)
    see_jobs(db, seen)
    sign_in(page, "admin", name="Miriam Falk")
    page.goto("/admin/operation")
    expect(page.get_by_role("heading", name="Betrieb", level=1)).to_be_visible()
    summary = page.get_by_role("region").filter(has=page.get_by_role("button", name="Jetzt prüfen"))
    expect(summary).to_contain_text("Ein Fehler")
    groups = page.get_by_role("heading", level=2)
    expect(groups.nth(1)).to_have_text("Abläufe")
    item = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Abläufe in Arbeit"))
    expect(item).to_contain_text("meldet sich kein Prozess")
    expect(item).to_contain_text("Was hilft: Starten Sie")
    expect(item.get_by_role("link", name="Zur Seite")).to_be_visible()
    assert faults(page) == []

    see_jobs(db, utc_now())
    db.close()
    button = page.get_by_role("button", name="Jetzt prüfen")
    button.focus()
    page.keyboard.press("Enter")
    expect(item).to_contain_text("Ein Prozess arbeitet sie ab.")
    expect(button).to_be_focused()
    expect(page.get_by_text("Ganz gelesen: keine beschädigte Seite, jeder Verweis stimmt.")).to_be_visible()
    page.get_by_text("Wann jeder Ablauf zuletzt gelungen ist").press("Enter")
    expect(page.get_by_role("link", name="Aufbewahrung anwenden")).to_be_visible()
    assert faults(page) == []
