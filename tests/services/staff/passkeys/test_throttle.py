"""What passkeys may cost us: challenges for the sign-in page, and answers that are refused."""

import pytest
from starlette.testclient import TestClient

from services.limits import RateLimit
from services.staff.sign_in import throttle
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import Member
from tests.services.held_clock import HeldClock
from tests.services.staff.passkeys.authenticator import ORIGIN, Authenticator
from tests.services.staff.passkeys.steps import Keeper
from tests.services.staff.steps import SESSION, Desk, refusal


@pytest.fixture
def app(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(clock=clock, rate_limits="on", public_url=ORIGIN)


@pytest.fixture
def keeper(desk: Desk, member: Member) -> Keeper:
    keeper = Keeper(desk, member, desk.browser(member.token), Authenticator())
    assert keeper.add(keeper.key).status_code == 200
    return keeper


@pytest.mark.both_databases
def test_challenges_for_the_page_are_counted_by_address(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "_SIGN_IN_PAGES", RateLimit(calls=3, seconds=600))
    ask = lambda address: desk.browser(address=address).post(f"{SESSION}/passkey/options")  # noqa: E731
    assert [ask("203.0.113.7").status_code for _ in range(3)] == [200] * 3
    refused = ask("203.0.113.7")
    assert refusal(refused) == (429, "rate_limited")
    assert int(refused.headers["retry-after"]) > 0
    assert ask("203.0.113.8").status_code == 200


def test_log_ins_by_passkey_count_with_those_of_the_address(keeper: Keeper) -> None:
    statuses = [keeper.sign_in(is_verified=False).status_code for _ in range(31)]
    assert statuses == [401] * 30 + [429]


def test_refused_passkeys_wait_and_accepted_ones_do_not(keeper: Keeper) -> None:
    for _ in range(8):
        assert keeper.confirm(keeper.browser).status_code == 200
    statuses = [keeper.confirm(keeper.browser, is_verified=False).status_code for _ in range(6)]
    assert statuses == [401] * 5 + [429]
    browser = keeper.desk.browser()
    keeper.desk.password(keeper.member, browser)
    assert browser.post(f"{SESSION}/code", json={"code": keeper.desk.code(keeper.member)}).status_code == 200, (
        "codes have counts of their own"
    )
