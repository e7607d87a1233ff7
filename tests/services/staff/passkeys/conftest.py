"""The staff side at an address at which browsers offer passkeys."""

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import Member
from tests.services.held_clock import HeldClock
from tests.services.staff.passkeys.authenticator import ORIGIN, Authenticator
from tests.services.staff.passkeys.steps import Keeper
from tests.services.staff.steps import Desk


@pytest.fixture
def app(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(clock=clock, rate_limits="off", public_url=ORIGIN)


@pytest.fixture
def keeper(desk: Desk, db: Database, member: Member) -> Keeper:
    """Somebody with one passkey, whose browser is signed in."""
    keeper = Keeper(desk, member, desk.browser(member.token), Authenticator())
    answer = keeper.add(keeper.key)
    assert answer.status_code == 200, answer.text
    return keeper
