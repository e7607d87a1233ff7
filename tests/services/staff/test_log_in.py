"""Signing in: each step, its refusals, and what becomes of tokens."""

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.db import Database
from tests.fixtures.staff import PASSWORD, Member, add_member, own_page_client, state_of
from tests.services.held_clock import HeldClock

MakeClient = Callable[..., TestClient]
SESSION = "/api/staff/session"


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def app(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(clock=clock, rate_limits="off")


@pytest.fixture
def member(app: TestClient, db: Database, clock: HeldClock) -> Member:
    return add_member(db, "staff", now=clock.now)


def code_of(app: TestClient, member: Member, clock: HeldClock) -> str:
    return member.code(clock.now, state_of(app).settings.secret_key)


def credentials(member: Member, **changes: Any) -> dict[str, Any]:
    return {"email": member.email, "password": PASSWORD, **changes}


def test_password_and_code_sign_in(app: TestClient, member: Member, clock: HeldClock) -> None:
    browser = own_page_client(app)
    first = browser.post(SESSION, json=credentials(member))
    assert (first.status_code, first.json()["stage"], first.json()["confirmed_until"]) == (200, "code", None)
    second = browser.post(f"{SESSION}/code", json={"code": code_of(app, member, clock)})
    assert second.status_code == 200, second.text
    document = second.json()
    assert document["stage"] == "full"
    assert document["account"] == {
        "id": member.id,
        "name": "Kim Staff",
        "email": member.email,
        "role": "staff",
    }
    assert document["confirmed_until"] == "2026-11-03T10:40:15.123456Z"
    assert document["expires_at"] == "2026-11-03T11:00:15.123456Z"
    assert browser.get(SESSION).json() == document
