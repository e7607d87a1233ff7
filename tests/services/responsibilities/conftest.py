"""Who gets what, over HTTP, with time standing still."""

import pytest
from starlette.testclient import TestClient

from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.responsibilities.desk import Desk


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(rate_limits="off", clock=clock)


@pytest.fixture
def desk(client: TestClient) -> Desk:
    return Desk(client)
