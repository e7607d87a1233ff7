"""A held clock, and an installation whose webhooks may go to this machine."""

import pytest
from starlette.testclient import TestClient

from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.integrations.receiving import KEY


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(clock=clock, environment="demo", secret=KEY)
