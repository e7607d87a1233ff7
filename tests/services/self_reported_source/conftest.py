"""A household that has just reserved, and a marketer who reads what households typed."""

import pytest
from starlette.testclient import TestClient

from tests.fixtures.staff import add_member, own_page_client
from tests.services.household.conftest import crowd, house
from tests.services.household.own_page import OwnPage

__all__ = ["crowd", "house", "marketer_of"]


@pytest.fixture
def marketer_of(crowd: OwnPage) -> TestClient:
    """A marketer at the server of `crowd`."""
    return own_page_client(crowd.client, add_member(crowd.db, "marketing", now=crowd.clock()).token)
