"""Guessing is slowed down, per address and per account, and nobody is locked out by somebody else's guesses."""

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.core.models import RateCount
from tests.fixtures.proved import proved
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import PASSWORD, Member, add_member
from tests.services.held_clock import HeldClock
from tests.services.staff.steps import SESSION, Desk, refusal
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases(sample="postgresql")


@pytest.fixture
def app(make_client: MakeClient, clock: HeldClock) -> TestClient:
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


def test_guesses_from_many_networks_make_an_unknown_browser_wait_for_seconds(desk: Desk, member: Member) -> None:
    for number in range(20):
        guess(desk, member, f"203.0.{number}.1")
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
    assert guess(desk, members[1], "203.0.113.2", password=PASSWORD) == 429, "the same network"
    assert guess(desk, members[1], "203.0.114.2", password=PASSWORD) == 200


def test_unknown_accounts_are_counted_like_known_ones(desk: Desk, member: Member) -> None:
    unknown = [guess(desk, member, "203.0.113.1", email="niemand@voltigo.example") for _ in range(7)]
    assert unknown == [guess(desk, member, "203.0.114.1") for _ in range(7)]


@pytest.mark.parametrize("networks", [1, 40])
def test_a_stranger_never_keeps_the_owner_out_of_a_known_browser(desk: Desk, member: Member, networks: int) -> None:
    """Four wrong passwords a second for a minute, or half of one, from another /64 each, out of one /48 or of forty."""
    home = desk.browser(address="198.51.100.7")
    desk.password(member, home)
    assert code(desk, home, desk.code(member)) == 200
    home.delete(SESSION)
    answers = []
    for second in range(proved(30, 60)):
        for number in range(second * 4, second * 4 + 4):
            answers.append(guess(desk, member, f"2001:db8:{number % networks:x}:{number:x}::1"))
        if second % 15 == 14:
            assert desk.password(member, home).status_code == 200
        desk.clock.advance(seconds=1)
    assert code(desk, home, desk.code(member)) == 200
    assert set(answers) == {401, 429}
    if networks == 1:
        assert guess(desk, member, "198.51.100.7", password=PASSWORD) == 200, "nor of a new one, from one network"


def test_a_known_browser_cannot_guess_without_end(desk: Desk, member: Member) -> None:
    home = desk.browser(address="198.51.100.7")
    desk.password(member, home)
    assert code(desk, home, desk.code(member)) == 200
    answers = [desk.password(member, home, password="geraten").status_code for _ in range(6)]
    assert answers == [401] * 5 + [429]
    stranger, other = desk.browser(address="198.51.100.7"), add_member(desk.db, "staff", now=desk.clock.now)
    assert desk.password(member, stranger).status_code == 200
    assert [desk.password(other, home, password="geraten").status_code for _ in range(6)] == [401] * 5 + [429]


def code(desk: Desk, browser: TestClient, typed: str) -> int:
    status: int = browser.post(f"{SESSION}/code", json={"code": typed}).status_code
    return status


def test_the_fifth_wrong_code_ends_the_log_in_and_its_owner_is_told(desk: Desk, member: Member) -> None:
    browser, other = desk.browser(address="203.0.113.1"), desk.browser(address="203.0.113.2")
    desk.password(member, browser)
    desk.password(member, other)
    assert [code(desk, browser, f"{n:06}") for n in range(4)] == [401] * 4
    assert desk.mails() == []
    assert code(desk, browser, "000005") == 401
    assert [values["topic"] for _, values in desk.mails()] == ["codes_guessed"]
    for pending in (browser, other):
        assert refusal(pending.get(SESSION)) == (401, "signed_out")


def test_each_further_wrong_code_doubles_the_wait(desk: Desk, member: Member) -> None:
    waits = []
    for number in range(14):
        browser = desk.browser(address=f"203.0.{number}.1")
        desk.password(member, browser)
        answer = browser.post(f"{SESSION}/code", json={"code": "000000"})
        if answer.status_code == 429:
            waits.append(int(answer.headers["Retry-After"]))
            desk.clock.advance(seconds=waits[-1])
            desk.password(member, browser)
            assert code(desk, browser, "000000") == 401
        desk.clock.advance(seconds=1)
    assert waits[:4] == sorted(waits[:4])
    assert waits[1] > 1.8 * waits[0]
    assert max(waits) <= 3600


def test_a_guesser_does_not_keep_the_owner_out_of_a_known_browser(desk: Desk, member: Member) -> None:
    home = desk.browser(address="198.51.100.7")
    desk.password(member, home)
    assert code(desk, home, desk.code(member)) == 200
    home.delete(SESSION)
    for number in range(25):
        browser = desk.browser(address=f"203.0.{number}.1")
        desk.password(member, browser)
        code(desk, browser, "000000")
        desk.clock.advance(seconds=15)
    stranger = desk.browser(address="198.51.100.8")
    desk.password(member, stranger)
    assert code(desk, stranger, desk.code(member)) == 429
    desk.password(member, home)
    assert code(desk, home, desk.code(member)) == 200
    desk.clock.advance(seconds=30)
    desk.password(member, stranger)
    assert code(desk, stranger, desk.code(member)) == 200, "the owner's right code ends the wait"


def test_right_codes_are_no_guesses(desk: Desk, member: Member) -> None:
    browser = desk.browser(member.token)
    for _ in range(12):
        body = {"password": PASSWORD, "code": desk.code(member)}
        assert browser.post(f"{SESSION}/confirm", json=body).status_code == 200
        desk.clock.advance(seconds=30)


def test_a_log_in_from_a_new_browser_is_told_once(desk: Desk, member: Member) -> None:
    browser = desk.browser(address="198.51.100.7")
    topics = []
    for client in (browser, browser, desk.browser(address="198.51.100.7")):
        desk.password(member, client)
        assert code(desk, client, desk.code(member)) == 200
        topics.append([values["topic"] for _, values in desk.mails()])
        client.delete(SESSION)
        desk.clock.advance(minutes=1)
    assert topics == [[], [], ["new_device"]], "the first log-in of all is nobody's surprise"
    assert desk.mails()[-1][1]["device"]


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
