"""The administration sees what is not in order, mends it, and has it looked at again; mail by a test mail."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult
from playwright.sync_api import Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from services.jobs.models import KnownJob
from tests.fixtures.browser import Watch
from tests.fixtures.smtp import SmtpPeer, listening
from tests.journeys.axe import defects
from tests.journeys.console.conftest import SignIn
from tests.journeys.filling import fill_completely


@dataclass
class Door:
    """A mail server with a log-in that it refuses until it is told otherwise."""

    lets_in: bool = False
    peer: SmtpPeer = field(default_factory=SmtpPeer)

    def authenticate(self, *_of_server: Any) -> AuthResult:
        if self.lets_in:
            return AuthResult(success=True)
        return AuthResult(success=False, handled=False, message="535 5.7.8 Authentication failed")


@pytest.fixture
def door() -> Iterator[Door]:
    door = Door()
    with listening(door.peer, authenticator=door.authenticate, auth_require_tls=False):
        yield door


@pytest.fixture
def server_settings(door: Door) -> dict[str, object]:
    url = door.peer.url.replace("smtp://", "smtp://konto:geheimes-wort@")
    return {"smtp_url": url, "mail_from": "Voltigo <post@voltigo.example>"}


def see_jobs(db: Database, seen: datetime) -> None:
    """A process did work at this moment, and none has since."""
    row = KnownJob(name="x", known_since=seen, seen_at=seen, failures=0)
    db.write(lambda session: session.merge(row) and None)


def test_the_worst_stands_first_with_what_helps_and_a_refused_log_in_is_mended_with_a_test_mail(
    page: Page,
    sign_in: SignIn,
    door: Door,
    watch: Watch,
    records_db: Database,
) -> None:
    watch.expect("status of 409")
    see_jobs(records_db, utc_now() - timedelta(hours=1))
    sign_in(page, "admin", name="Miriam Falk")
    page.goto("/admin/")
    line = page.get_by_role("region", name=re.compile(r"\d von \d+ Prüfungen offen"))
    expect(line).to_contain_text("Mailserver")
    line.get_by_role("link", name="Zustand").click()
    expect(page.get_by_role("heading", name="Zustand", level=1)).to_be_visible()
    button = page.get_by_role("button", name="Jetzt prüfen", exact=True)
    expect(page.get_by_role("region").filter(has=button)).to_contain_text("Ein Fehler")
    broken = page.get_by_role("region", name="Nicht in Ordnung")
    expect(broken.get_by_role("heading", level=3).first).to_have_text("Abläufe in Arbeit")

    def item(name: str) -> Any:
        return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=name))

    jobs, row = item("Abläufe in Arbeit"), item("Mailserver")
    expect(jobs).to_contain_text("meldet sich kein Prozess")
    expect(jobs).to_contain_text("Was hilft: Starten Sie")
    expect(jobs.get_by_role("link", name="Zur Seite")).to_be_visible()
    expect(row).to_contain_text("Mit diesen Einstellungen wurde noch keine Verbindung versucht.")
    see_jobs(records_db, utc_now())
    button.focus()
    page.keyboard.press("Enter")
    expect(jobs).to_be_hidden()
    expect(button).to_be_focused()
    steps = row.get_by_role("list")
    expect(steps.get_by_role("listitem")).to_have_count(4)
    expect(steps).to_contain_text("Server sagt: 535 5.7.8 Authentication failed")
    address = row.get_by_label("Testmail an")
    fill_completely(row.locator("form"), {"Testmail an": "kim@voltigo.example"})
    row.get_by_role("button", name="Testmail senden").click()
    expect(row.get_by_role("alert")).to_contain_text("Server sagt: 535 5.7.8 Authentication failed")
    expect(address).to_have_value("kim@voltigo.example")
    door.lets_in = True
    row.get_by_role("button", name="Testmail senden").click()
    expect(row.get_by_role("status")).to_contain_text("hat die Testmail an kim@voltigo.example angenommen.")
    code = row.get_by_label("Code aus der Testmail")
    code.fill("12")
    code.press("Enter")
    expect(row.get_by_role("alert")).to_contain_text("Dieser Code passt nicht zur letzten Testmail.")
    [message] = door.peer.received
    fill_completely(row.locator("form").last, {"Code aus der Testmail": code_in(message)})
    code.press("Enter")
    expect(row).to_be_hidden()
    page.get_by_text(re.compile(r"^\d+ Prüfungen in Ordnung$")).click()
    expect(row).to_contain_text("Zuletzt bestätigt von Miriam Falk")
    expect(jobs).to_contain_text("Ein Prozess arbeitet sie ab.")
    page.get_by_text("Die letzten 24 Stunden").click()
    page.get_by_text("Wann jeder Ablauf zuletzt gelungen ist").press("Enter")
    expect(page.get_by_role("link", name="Aufbewahrung anwenden")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("geheimes-wort")
    assert defects(page) == []


def code_in(message: bytes) -> str:
    body = message_from_bytes(message, policy=default).get_body(("plain",))
    return str(re.findall(r"\b\d{6}\b", body.get_content() if body else "")[0])
