"""Installations to leave and to move into."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.services.backup.installations import Installation, installation

Moved = Callable[[str, str], Installation]
"""An installation of a kind of database, by name, that was migrated and never used."""


@pytest.fixture
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Moved]:
    """Unused installations; the databases of PostgreSQL end with the test."""
    made: list[str] = []

    def make(kind: str, name: str) -> Installation:
        url = ""
        if kind == "postgresql":
            databases = request.getfixturevalue("postgresql_databases")
            made.append(databases.create())
            url = databases.url(made[-1])
        fresh = installation(tmp_path / name, url, tmp_path / "target")
        if kind == "sqlite":
            fresh.settings.data_dir.mkdir()
            shutil.copy(request.getfixturevalue("sqlite_template"), fresh.settings.data_dir / "voltigo.sqlite3")
        return fresh

    yield make
    for name in made:
        request.getfixturevalue("postgresql_databases").drop(name)
