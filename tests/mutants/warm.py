"""Makes, before the first fault, what all tests of a run share: the databases' templates and servers."""

import pytest

from services.core.db.db import Database


@pytest.mark.both_databases
def test_databases_are_there(db: Database) -> None:
    with db.read() as session:
        assert session.connection()
