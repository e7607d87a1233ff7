"""A store beside the test's database, and who carries into it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import services.api_document  # noqa: F401 - makes a route of every report: before a test puts the probe in their place
from analytics import definitions as described
from analytics.store.catalogue import Store
from services.core.db.db import Database
from services.store.ingest import StoreIngest
from tests.services.held_clock import HeldClock
from tests.services.reports.recount.told import year

__all__ = ["year"]

MakeIngest = Callable[..., StoreIngest]


@pytest.fixture
def store(database_url: str, tmp_path: Path) -> Store:
    return Store(database_url, tmp_path / "store")


@pytest.fixture
def ingest(db: Database, store: Store, clock: HeldClock) -> StoreIngest:
    return StoreIngest(db, store, clock)


@pytest.fixture
def probe(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One report over everything that can change: what is kept and compared does not depend on which reports there
    are.
    """
    monkeypatch.setattr(described, "REPORTS", Path(__file__).parent / "kept")
    described.definitions.cache_clear()
    yield
    described.definitions.cache_clear()
