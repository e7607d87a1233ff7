"""A small site with texts that an experiment can change, its visitors, and a marketer who runs experiments."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from services.core.clock import berlin_day
from services.core.db.db import Database
from services.visits.models import Visit
from services.visits.steps import Step
from services.visits.touches import TOUCH_FIELDS
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import add_member, own_page_client, state_of
from tests.services.console.exports.stored_rows import add_reservations
from tests.services.held_clock import HeldClock
from tests.services.visits.conftest import FIREFOX, OWN_SCRIPT

EXPERIMENTS = "/api/staff/experiments"
PAGE = """<!doctype html><html><head><meta name="voltigo-settings" content="__VOLTIGO_SETTINGS__" /></head><body>
<h1><span data-slot="home_headline.0">Heute</span> <span data-slot="home_headline.1">Morgen</span></h1>
<a class="button" data-slot="home_reserve.0" href="/reservierung">Anteil reservieren</a></body></html>"""
DRAFT = {
    "kind": "page",
    "question": "Bringt ein kürzerer Knopf mehr begonnene Formulare?",
    "measure": "form_starts",
    "effect_percent": 50,
    "slot": "home_reserve",
    "text": "Platz sichern",
}


def many_visits(db: Database, today: date, *, days: int, visitors: int, every: int) -> None:
    """Visitors of the start page on each of the days before today; of so many one begins the form."""
    blank = dict.fromkeys(TOUCH_FIELDS, "") | {"is_bot": False, "is_referrer_spam": False, "consent": 0}
    rows = []
    for back in range(1, days + 1):
        day = today - timedelta(days=back)
        at = datetime.fromisoformat(f"{day}T10:00:00+00:00")
        for number in range(visitors):
            row = {"at": at, "day": day, "visitor": number, "step": Step.PAGE_VIEW, "path": "/", "is_arrival": True}
            rows.append({**row, **blank})
            if number % every == 0:
                later = {"at": at + timedelta(minutes=2), "step": Step.FORM_STARTED, "path": "/reservierung"}
                rows.append({**row, **blank, **later, "is_arrival": False})
    db.write(lambda session: session.execute(Visit.__table__.insert(), rows) and None)


@dataclass
class Desk:
    """The product on a held clock, a marketer's calls, and visitors by address."""

    client: TestClient
    db: Database
    clock: HeldClock
    marketer: TestClient

    @property
    def today(self) -> date:
        return berlin_day(self.clock())

    def add(self, **changes: Any) -> int:
        answer = self.marketer.post(EXPERIMENTS, json=DRAFT | changes)
        assert answer.status_code == 201, answer.text
        found: int = answer.json()["id"]
        return found

    def start(self, number: int) -> httpx2.Response:
        answer = self.marketer.post(f"{EXPERIMENTS}/{number}/start")
        self.refresh()
        return answer

    def started(self, **changes: Any) -> int:
        number = self.add(**changes)
        answer = self.start(number)
        assert answer.status_code == 200, answer.text
        return number

    def show(self, number: int) -> dict[str, Any]:
        found: dict[str, Any] = self.marketer.get(f"{EXPERIMENTS}/{number}").json()
        return found

    def pass_days(self, days: int) -> None:
        """So many days later; the marketer has signed in again."""
        self.clock.advance(days=days)
        token = add_member(self.db, "marketing", now=self.clock()).token
        self.marketer = own_page_client(self.client, token)

    def refresh(self) -> None:
        """What every server does within three seconds."""
        state_of(self.client).pages.refresh(self.db)

    def page(self, address: str, user_agent: str = FIREFOX, **headers: str) -> httpx2.Response:
        caller = TestClient(self.client.app, client=(address, 50_000), raise_server_exceptions=False)
        return caller.get("/", headers={"User-Agent": user_agent, **headers})

    def report(self, address: str, user_agent: str = FIREFOX, **body: Any) -> None:
        caller = TestClient(self.client.app, client=(address, 50_000), raise_server_exceptions=False)
        wanted = {"step": "page_view", "path": "/"} | body
        headers = OWN_SCRIPT | {"User-Agent": user_agent}
        assert caller.post("/api/visits", json=wanted, headers=headers).status_code == 204


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def desk(make_client: MakeClient, db: Database, clock: HeldClock, tmp_path: Path) -> Iterator[Desk]:
    site = tmp_path / "small-site"
    for page in ("index", "faqs", "reservierung", "404"):
        file = site / f"{page}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(PAGE, encoding="utf-8")
    client = make_client(clock=clock, site=site, rate_limits="off")
    yield Desk(client, db, clock, own_page_client(client, add_member(db, "marketing", now=clock()).token))


def add_reserved(db: Database, rows: list[tuple[date, str]], *, first: int = 0) -> None:
    """Reservations of these days and postcodes, given up since, so that they need no places of their own."""
    moments = [datetime.fromisoformat(f"{day}T09:00:00+00:00") for day, _ in rows]
    named = enumerate(zip(moments, rows, strict=True), first)
    add_reservations(
        db,
        [
            {"reference": f"VG-{number:09}", "created_at": at, "updated_at": at, "postcode": code, "state": "cancelled"}
            for number, (at, (_, code)) in named
        ],
    )


def add_campaign(desk: Desk, name: str = "Messe") -> int:
    """A campaign that is there."""
    body = {"name": name, "utm_source": name.lower(), "utm_campaign": name.lower()}
    answer = desk.marketer.post("/api/staff/campaigns", json=body)
    assert answer.status_code == 201, answer.text
    found: int = answer.json()["id"]
    return found


def mondays(desk: Desk, weeks: int) -> list[date]:
    """Of the last whole weeks, the earliest first."""
    monday = desk.today - timedelta(days=desk.today.weekday())
    return [monday - timedelta(weeks=back) for back in range(weeks, 0, -1)]


def pay(desk: Desk, campaign: int, day: date, cents: int) -> None:
    """What the campaign cost on a day."""
    answer = desk.marketer.put(f"/api/staff/campaigns/{campaign}/costs/{day}", json={"cents": cents})
    assert answer.status_code == 200, answer.text
