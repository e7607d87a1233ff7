"""Schedules do not care which database there is, where a test does not say otherwise. Time stands still."""

import pytest
from starlette.testclient import TestClient

from tests.fixtures.servers import MakeClient
from tests.services.reports.conftest import probe
from tests.services.schedules.office import Office

__all__ = ["probe"]


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    return sqlite_url


@pytest.fixture
def client(make_client: MakeClient, clock: object) -> TestClient:
    return make_client(rate_limits="off", clock=clock)


@pytest.fixture
def office(client: TestClient) -> Office:
    """Runs schedules and sends their mails, as the jobs do."""
    return Office(client)
