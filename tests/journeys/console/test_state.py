"""The administration sees what is not in order, and has it looked at again."""

import re
from datetime import datetime, timedelta

from playwright.sync_api import Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from services.jobs.models import KnownJob
from tests.journeys.conftest import with_jobs
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.test_jobs import faults
from tests.services.stored import execute


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
    expect(page.get_by_role("heading", name="Zustand", level=1)).to_be_visible()
    expect(page).to_have_url(re.compile("/admin/state$"))
    summary = page.get_by_role("region").filter(has=page.get_by_role("button", name="Jetzt prüfen", exact=True))
    expect(summary).to_contain_text("Ein Fehler")
    broken = page.get_by_role("region", name="Nicht in Ordnung")
    expect(broken.get_by_role("heading", level=3).first).to_have_text("Abläufe in Arbeit")
    item = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Abläufe in Arbeit"))
    expect(item).to_contain_text("meldet sich kein Prozess")
    expect(item).to_contain_text("Was hilft: Starten Sie")
    expect(item.get_by_role("link", name="Zur Seite")).to_be_visible()
    whole = page.get_by_text("Ganz gelesen: keine beschädigte Seite, jeder Verweis stimmt.")
    assert faults(page) == []

    see_jobs(db, utc_now())
    db.close()
    button = page.get_by_role("button", name="Jetzt prüfen", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    expect(item).to_be_hidden()
    expect(button).to_be_focused()
    page.get_by_text(re.compile(r"^\d+ Prüfungen in Ordnung$")).click()
    expect(item).to_contain_text("Ein Prozess arbeitet sie ab.")
    expect(whole).to_be_visible()
    page.get_by_text("Die letzten 24 Stunden").click()
    page.get_by_text("Wann jeder Ablauf zuletzt gelungen ist").press("Enter")
    expect(page.get_by_role("link", name="Aufbewahrung anwenden")).to_be_visible()
    assert faults(page) == []


@with_jobs
def test_rules_between_rows_are_proven_on_a_press_and_what_breaks_one_is_named(
    page: Page, sign_in: SignIn, sqlite_url: str
) -> None:
    sign_in(page, "admin", name="Miriam Falk")
    page.goto("/admin/state")
    item = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Stimmigkeit der Daten"))
    database = Database(sqlite_url)
    execute(database.engine, "UPDATE parks SET kwh_taken = kwh_taken + 1 WHERE id = 'ingolstadt'")
    button = item.get_by_role("button", name="Regeln prüfen")
    button.focus()
    page.keyboard.press("Enter")
    expect(item).to_contain_text("1 Regel ist verletzt.")
    expect(item).to_contain_text("Eine Stelle passt nicht:")
    expect(button).to_be_focused()
    assert faults(page) == []
    execute(database.engine, "UPDATE parks SET kwh_taken = kwh_taken - 1 WHERE id = 'ingolstadt'")
    database.close()
    item.get_by_role("link", name="Park ingolstadt").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ingolstadt")
    page.go_back()
    button.click()
    expect(item).to_be_hidden()
