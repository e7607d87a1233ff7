"""Guessing is slowed down, per address and per account, and nobody is locked out by somebody else's guesses."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from services.core.db import Database
from services.core.models import RateCount
from tests.fixtures.staff import PASSWORD, Member, add_member
from tests.services.held_clock import HeldClock
from tests.services.staff.steps import SESSION, Desk, refusal
from tests.services.stored import stored


@pytest.fixture
def app(make_client: Callable[..., TestClient], clock: HeldClock) -> TestClient:
    return make_client(clock=clock)


def guess(desk: Desk, member: Member, address: str, **changes: str) -> int:
    status: int = desk.password(member, desk.browser(address=address), **{"password": "geraten", **changes}).status_code
    return status


def test_the_sixth_try_within_a_minute_waits(desk: Desk, member: Member) -> None:
    assert [guess(desk, member, "203.0.113.1") for _ in range(6)] == [401] * 5 + [429]
    answer = desk.password(member, desk.browser(address="203.0.113.1"))
    assert refusal(answer) == (429, "rate_limited"), "the right password must wait as well"
    wait = int(answer.headers["Retry-After"])
    assert 0 < wait <= 60
    desk.clock.advance(seconds=wait)
    assert guess(desk, member, "203.0.113.1", password=PASSWORD) == 200


def test_guesses_from_one_address_never_keep_the_owner_out(desk: Desk, member: Member) -> None:
    for _ in range(60):
        guess(desk, member, "203.0.113.1")
    assert guess(desk, member, "198.51.100.7", password=PASSWORD) == 200


def test_guesses_from_many_addresses_make_the_owner_wait_for_seconds(desk: Desk, member: Member) -> None:
    for number in range(20):
        guess(desk, member, f"203.0.113.{number}")
    answer = desk.password(member, desk.browser(address="198.51.100.7"))
    assert refusal(answer) == (429, "rate_limited")
    wait = int(answer.headers["Retry-After"])
    assert 0 < wait <= 15
    desk.clock.advance(seconds=wait)
    assert guess(desk, member, "198.51.100.7", password=PASSWORD) == 200


def test_one_address_may_not_try_many_accounts(desk: Desk, db: Database) -> None:
    members = [add_member(db, "staff", now=desk.clock.now) for _ in range(2)]
    statuses = [guess(desk, members[0], "203.0.113.1", email=f"h{n}@voltigo.example") for n in range(32)]
    assert statuses == [401] * 30 + [429] * 2
    assert guess(desk, members[1], "203.0.113.1", password=PASSWORD) == 429
    assert guess(desk, members[1], "203.0.113.2", password=PASSWORD) == 200


def test_unknown_accounts_are_counted_like_known_ones(desk: Desk, member: Member) -> None:
    unknown = [guess(desk, member, "203.0.113.1", email="niemand@voltigo.example") for _ in range(7)]
    assert unknown == [guess(desk, member, "203.0.113.2") for _ in range(7)]


def test_codes_are_guessed_five_times_in_five_minutes(desk: Desk, member: Member) -> None:
    browser = desk.browser(address="203.0.113.1")
    desk.password(member, browser)
    statuses = [browser.post(f"{SESSION}/code", json={"code": f"{n:06}"}).status_code for n in range(6)]
    assert statuses == [401] * 5 + [429]
    elsewhere = desk.browser(address="198.51.100.7")
    desk.password(member, elsewhere)
    assert elsewhere.post(f"{SESSION}/code", json={"code": desk.code(member)}).status_code == 200


def test_whoever_has_a_session_cannot_guess_its_password_without_end(desk: Desk, member: Member) -> None:
    browser = desk.browser(member.token)
    bodies = [{"password": f"geraten {n}", "code": "000000"} for n in range(6)]
    assert [browser.post(f"{SESSION}/confirm", json=body).status_code for body in bodies] == [401] * 5 + [429]


def test_links_are_not_guessed_without_end(desk: Desk) -> None:
    browser = desk.browser()
    statuses = [browser.post("/api/staff/setup/check", json={"token": f"t{n}"}).status_code for n in range(31)]
    assert statuses == [404] * 30 + [429]


def test_counts_name_neither_account_nor_address(desk: Desk, member: Member) -> None:
    guess(desk, member, "203.0.113.1")
    counted = str(stored(desk.db, RateCount))
    assert "203.0" not in counted
    assert member.email not in counted
