"""While callers who mean harm press on, real users are answered."""

import pytest

from services.core.db.db import Database
from tests.faults.floods import beside, floods
from tests.fixtures.proved import proved
from tests.fixtures.servers import StartServer
from tests.fixtures.staff import add_member

CALLS = proved(24, 400)
FLOODS = floods(proved((200,), (1_000, 10_000)))


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", FLOODS)
def test_real_users_are_answered_beside_a_flood(
    name: str, sqlite_url: str, db: Database, start_server: StartServer
) -> None:
    # The made-up people share a domain of mailboxes and confirm none: what holds such back is proven elsewhere.
    server = start_server(sqlite_url, rate_limits="confirm_burst_percent=100,reserved_domain=100000/3600")
    before, during = beside(server, FLOODS[name], CALLS, add_member(db, "staff").token)
    assert set(before) == {200}
    assert set(during) == {200}
