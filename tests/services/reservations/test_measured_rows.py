"""The rows among which lists are measured fit the tables of today, so that `make bench` can make them."""

import pytest
from sqlalchemy import func, select

from services.core.db.db import Database
from services.reservations.listing.models import ListEntry
from services.reservations.models import Reservation
from tests.bench.list_data import fill


@pytest.mark.both_databases
def test_measured_rows_can_be_made_with_their_entries(database_url: str, db: Database) -> None:
    assert list(fill(database_url, 30))[-1] == 30
    with db.read() as session:
        for table in (Reservation, ListEntry):
            assert session.scalar(select(func.count()).select_from(table)) == 30
