"""A store beside the test's database."""

from pathlib import Path

import pytest

from analytics.store.catalogue import Store


@pytest.fixture
def store(database_url: str, tmp_path: Path) -> Store:
    """An empty store of the test's database, which the fixture `db` opens as the product does."""
    return Store(database_url, tmp_path / "store")
