"""One app on one SQLite database with one of most things, and callers of every kind."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.clock import utc_now
from services.core.db.db import Base, Database
from services.household_links import sessions as household_sessions
from services.mail.models import Mail
from services.waiting_list.models import WaitingEntry
from services.waiting_list.sign_in import keys
from tests.factories import contact_body, reservation_body
from tests.fixtures.staff import COOKIE, OWN_PAGE, add_member, state_of
from tests.services.declarations.forms import declare

KNOWN = {
    "park": "ingolstadt",
    "day": "2026-03-02",
    "tab": "6f1c0e7a-b5d9-4238-a1f0-c3d2e4b59687",
    "name": "cancel",
    "kind": "conversation",
    "mail": 2,
    "form": "xlsx",
    "table": "days",
}
"""What stands for a parameter of a path; for those that are not named here 1 does."""
VERSION = 7
"""Of every row that has one."""


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content) if self.content else None


@dataclass
class Caller:
    """Calls the app without a client between: a thousand calls take a second then."""

    app: Any
    portal: Any
    headers: dict[str, str] = field(default_factory=dict)

    def send(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One call, as a page of ours makes it."""
        sent = {name.lower(): value for name, value in OWN_PAGE.items()} | self.headers | (headers or {})
        answer: Answer = self.portal.call(self._call, method, path, urlencode(query or {}), body, sent)
        return answer

    async def _call(self, method: str, path: str, query: str, body: Any, headers: dict[str, str]) -> Answer:
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        named = [(name.encode(), value.encode()) for name, value in headers.items()]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(b"host", b"testserver"), (b"content-length", str(len(content)).encode()), *named],
            "client": ("testclient", 50000),
            "server": ("testserver", 80),
            "state": {},
        }
        received, answer = iter([{"type": "http.request", "body": content, "more_body": False}]), Answer(0, {}, b"")

        async def receive() -> Any:
            if (message := next(received, None)) is None:
                await asyncio.Event().wait()
            return message

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            else:
                answer.content += message.get("body", b"")

        await self.app(scope, receive, send)
        return answer


@dataclass
class World:
    """The app, its database, and who calls it."""

    client: TestClient
    machine_token: str = ""

    @cached_property
    def db(self) -> Database:
        return state_of(self.client).db

    def caller(self, cookies: Mapping[str, str] | None = None, **headers: str) -> Caller:
        if cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        return Caller(self.client.app, self.client.portal, headers)

    def member(self, role: str, **changes: Any) -> Caller:
        """Somebody who has just signed in."""
        return self.caller({COOKIE: add_member(self.db, role, **changes).token})

    def unconfirmed(self) -> Caller:
        """An administrator who signed in a quarter of an hour ago."""
        return self.member("admin", now=utc_now() - timedelta(minutes=15))

    def settle(self) -> None:
        """One of most things, by calls that anybody makes."""
        admin, own = self.member("admin"), self.caller()
        self.db.write(lambda session: session.add(_entry()))
        for body in (reservation_body(), _NEIGHBOUR):
            _made(own.send("POST", "/functions/v1/reserve-spot", body=body, headers={"idempotency-key": body["email"]}))
        _made(own.send("POST", "/api/contact", body=contact_body(reference="")))
        declare(self.client)
        for path, body in _THINGS.items():
            made = _made(admin.send("POST", f"/api/staff/{path}", body=body))
            self.machine_token = made.get("token", self.machine_token)
        refused = update(Mail).values(state="failed", fault="recipient", last_error="550 5.1.1 user unknown")
        self.db.write(lambda session: session.execute(refused) and None)
        for table in Base.metadata.sorted_tables:
            if "version" in table.columns and table.name != "kept_texts":
                raised = update(table).values(version=VERSION)
                self.db.write(lambda session, raised=raised: session.execute(raised) and None)

    def household(self) -> Caller:
        """A household with a place and another one on the waiting list, in one browser."""
        now = utc_now()
        own = self.db.write(lambda session: household_sessions.begin(session, 1, now).token)
        waiting = self.db.write(lambda session: keys.open_session(session, 1, now).token)
        cookies = {"voltigo-household": own, "voltigo-waiting": waiting}
        return self.caller(cookies, authorization=f"Bearer {self.machine_token}")


def _made(answer: Answer) -> Any:
    assert answer.status < 300, answer.content
    return answer.json


def _entry() -> WaitingEntry:
    """A household on the list of a park that is not full any more."""
    now = utc_now()
    return WaitingEntry(
        park_id="ingolstadt",
        rank=1,
        name="Mila Bauer",
        email="mila@example.org",
        email_normalized="mila@example.org",
        mailbox="mila@example.org",
        annual_kwh=2000,
        payment_plan="24m",
        typed={},
        privacy_version="2026-11",
        joined_at=now,
        confirm_by=now,
        confirmed_at=now,
        state="waiting",
        passed=0,
        declined_kwh=0,
        is_skipped=False,
        version=1,
    )


_NEIGHBOUR = reservation_body(last_name="Nachbar", email="nachbar@example.org", mobile_phone="0170 7654321")
SCHEDULE = {
    "name": "Woche",
    "report": "overview",
    "period": "last_week",
    "timing": {"kind": "daily", "time": "06:00"},
    "recipients": ["team@voltigo.example"],
    "formats": ["xlsx"],
}
_THINGS: dict[str, dict[str, Any]] = {
    "campaigns": {"name": "Herbst", "utm_source": "zeitung", "utm_campaign": "herbst"},
    "campaigns/1/links": {"slug": "herbst"},
    "report-segments": {"name": "Nur Zeitung", "filters": {"only_utm_source": ["zeitung"]}},
    "report-runs": {"report": "overview", "parameters": {}, "label": "Woche"},
    "report-runs/1/links": {"label": "Vorstand"},
    "report-schedules": SCHEDULE,
    "webhooks": {"name": "Abrechnung", "url": "https://93.184.216.34/hook", "events": ["reservation.created"]},
    "answer-templates": {"name": "Dank", "topic": "Dank", "subject": "Danke", "text": "Guten Tag"},
    "notes": {"day": "2026-03-02", "text": "Messe"},
    "views": {"resource": "reservations", "name": "Alle", "definition": {"filters": {}}},
    "aliases": {"field": "utm_source", "raw": "Tageszeitung", "canonical": "zeitung"},
    "machine-tokens": {"name": "Auswertung"},
    "reservations/1/notes": {"text": "Ruft am Montag an."},
    "alert-rules": {"kind": "sessions", "comparison": "below", "is_on": True, "to_admins": True, "threshold": 5},
}
"""Path → what is posted to it."""
