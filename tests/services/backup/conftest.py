"""An installation with something in it, and an empty one to restore into."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.services.backup.installations import Installation, installation


@pytest.fixture
def old(tmp_path: Path, database_url: str) -> Installation:
    """The test's installation: its data folder is the one of `client`."""
    return installation(tmp_path / "var", database_url, tmp_path / "target")


@pytest.fixture
def empty_url(request: pytest.FixtureRequest, database_kind: str) -> Iterator[Callable[[], str]]:
    """Addresses of databases that hold nothing yet; of SQLite's, the default in the data folder."""
    if database_kind == "sqlite":
        yield lambda: ""
        return
    databases = request.getfixturevalue("postgresql_databases")
    names: list[str] = []

    def make() -> str:
        names.append(databases.create("template0"))
        return str(databases.url(names[-1]))

    yield make
    for name in names:
        databases.drop(name)


@pytest.fixture
def new(tmp_path: Path, empty_url: Callable[[], str]) -> Installation:
    """A machine that was wiped."""
    return installation(tmp_path / "new", empty_url(), tmp_path / "target")
