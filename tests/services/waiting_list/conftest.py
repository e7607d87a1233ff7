"""A park of three places with a waiting list, on both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.core.db.db import Database
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import check_invariants
from tests.services.waiting_list.line import Line, open_small_park
from tests.services.waiting_list.standing import check_list


@pytest.fixture
def line(make_client: MakeClient, db: Database, tmp_path: Path) -> Iterator[Line]:
    clock = HeldClock()
    open_small_park(db, spots=3, kwh=9000)
    yield Line(make_client(clock=clock, rate_limits="off"), db, clock, tmp_path)
    check_invariants(db)
    check_list(db)
