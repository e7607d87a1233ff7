"""Visits in bulk: exactly as many as asked for, over the whole year, and read back as any other row."""

from datetime import timedelta
from pathlib import Path

import click
import pytest

from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.demo.visits.bulk import add_visits
from services.demo.year import LENGTH
from services.settings import Settings
from services.store.ingest import StoreIngest
from services.store.place import store_of
from services.visits.models import Visit
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases

NOW = HeldClock().now


@pytest.mark.sample(2)
@pytest.mark.parametrize("count", [0, 1, 3_001])
def test_so_many_visits_come_in_on_the_right_days_and_into_the_store(
    count: int, db: Database, database_url: str, tmp_path: Path
) -> None:
    told: list[int] = []
    add_visits(db, count, NOW, told.append)
    visits = stored(db, Visit)
    assert len(visits) == sum(told) == count
    assert all(visit["day"] == berlin_day(visit["at"]) for visit in visits)
    assert all(NOW - LENGTH - timedelta(days=1) <= visit["at"] <= NOW + timedelta(days=1) for visit in visits)
    if count > 1_000:
        assert len({visit["day"].month for visit in visits}) == 12
    settings = Settings(_env_file=None, data_dir=tmp_path / "var", database_url=database_url)
    assert StoreIngest(db, store_of(settings), utc_now).run().rows == count


def test_a_number_may_be_written_with_underscores() -> None:
    assert click.INT.convert("10_000_000", None, None) == 10_000_000
