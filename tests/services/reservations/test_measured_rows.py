"""The rows among which lists are measured fit the tables of today, so that `make bench` can make them."""

import pytest

from services.core.db.db import Database
from services.reservations.listing.filters import ListFilters
from services.reservations.listing.pages import exact_count
from tests.bench.list_data import fill


@pytest.mark.both_databases
def test_measured_rows_can_be_made_and_searched(database_url: str, db: Database) -> None:
    assert list(fill(database_url, 30))[-1] == 30
    with db.read() as session:
        assert exact_count(session, ListFilters()) == exact_count(session, ListFilters(q="vg")) == 30
