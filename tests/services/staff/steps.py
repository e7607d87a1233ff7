"""Steps that many tests of the staff side take."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.mail.models import Mail
from services.staff.models import AuditEntry
from tests.fixtures.staff import COOKIE, PASSWORD, Member, add_member, own_page_client, state_of
from tests.services.held_clock import HeldClock

SESSION = "/api/staff/session"


@dataclass
class Desk:
    """An app, its database and its time."""

    app: TestClient
    db: Database
    clock: HeldClock

    def browser(self, token: str = "", address: str = "testclient") -> TestClient:
        return own_page_client(self.app, token, address)

    def add(self, role: str = "admin", **changes: Any) -> tuple[Member, TestClient]:
        """Somebody, and their signed-in browser."""
        member = add_member(self.db, role, now=self.clock.now, **changes)
        return member, self.browser(member.token)

    def code(self, member: Member) -> str:
        return member.code(self.clock.now, state_of(self.app).settings.secret_key)

    def password(self, member: Member, browser: TestClient | None = None, **changes: Any) -> Any:
        """The first step of a log-in."""
        body = {"email": member.email, "password": PASSWORD, **changes}
        return (browser or self.browser()).post(SESSION, json=body)

    def sign_in(self, member: Member) -> TestClient:
        """Both steps; answers the browser."""
        browser = self.browser()
        assert self.password(member, browser).json()["stage"] == "code"
        answer = browser.post(f"{SESSION}/code", json={"code": self.code(member)})
        assert answer.status_code == 200, answer.text
        return browser

    def actions(self) -> list[str]:
        """What the audit log says, in order."""
        with self.db.read() as session:
            return list(session.scalars(select(AuditEntry.action).order_by(AuditEntry.id)))

    def entries(self) -> list[AuditEntry]:
        with self.db.read() as session:
            return list(session.scalars(select(AuditEntry).order_by(AuditEntry.id)))

    def mails(self) -> list[tuple[str, dict[str, Any]]]:
        """Recipients and values of what is in the outbox."""
        with self.db.read() as session:
            return [(mail.recipient, mail.values) for mail in session.scalars(select(Mail).order_by(Mail.id))]


def token_of(browser: TestClient) -> str:
    """The token in a browser's cookie."""
    return browser.cookies[COOKIE]


def refusal(answer: Any) -> tuple[int, str]:
    """Status and code of a refused call."""
    return answer.status_code, answer.json()["code"]
