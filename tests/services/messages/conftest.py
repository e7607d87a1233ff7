"""An app whose clock is held."""

import pytest
from starlette.testclient import TestClient

from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(clock=clock, rate_limits="off")
