"""A clock that is held."""

import pytest

from tests.services.held_clock import HeldClock


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()
