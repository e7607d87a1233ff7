"""A snapshot is tried on PostgreSQL in a schema of the same database."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy.engine import make_url

from services.backup.capture.postgresql import connect
from services.backup.errors import NotRestorable
from services.backup.verify import PREFIX, postgresql_beside, verify
from services.core.clock import utc_now
from services.core.db.db import Database
from services.schema.migrate import migrate
from tests.fixtures.databases import PostgresqlDatabases
from tests.services.backup.installations import installation


@pytest.fixture
def role_url(postgresql_databases: PostgresqlDatabases) -> Iterator[str]:
    """The address of an empty database for a role without CREATEDB that owns it."""
    role, database = f"r_{uuid4().hex[:12]}", postgresql_databases.create("template0")
    with closing(connect(postgresql_databases.url(database), autocommit=True)) as admin:
        admin.execute(f"CREATE ROLE {role} LOGIN NOSUPERUSER NOCREATEDB PASSWORD '{role}'".encode())
        admin.execute(f"GRANT ALL ON SCHEMA public TO {role}".encode())
        admin.execute(f"ALTER DATABASE {database} OWNER TO {role}".encode())
    url = make_url(postgresql_databases.url(database)).set(username=role, password=role)
    yield url.render_as_string(hide_password=False)
    postgresql_databases.drop(database)
    with closing(connect(postgresql_databases.url("postgres"), autocommit=True)) as admin:
        admin.execute(f"DROP ROLE {role}".encode())


def schemas(url: str) -> list[str]:
    with closing(connect(url)) as connection:
        found = connection.execute("SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s)", (PREFIX,))
        return [name for (name,) in found.fetchall()]


def test_a_role_without_createdb_can_try_one_and_without_the_right_to_create_a_schema_it_is_one_sentence(
    role_url: str, postgresql_databases: PostgresqlDatabases, tmp_path: Path
) -> None:
    there = installation(tmp_path / "var", role_url, tmp_path / "target")
    with closing(Database(role_url)) as db:
        migrate(db)
        there.ship(db)
    repository = there.repository()
    found = verify(there.settings, repository, repository.read_snapshot(repository.names()[-1]), utc_now)
    assert found.faults == []
    assert schemas(role_url) == []
    database = make_url(role_url).database
    with closing(connect(postgresql_databases.url(str(database)), autocommit=True)) as admin:
        admin.execute(f"ALTER DATABASE {database} OWNER TO CURRENT_USER".encode())
    with pytest.raises(NotRestorable, match="kein Schema anlegen"):
        verify(there.settings, repository, repository.read_snapshot(repository.names()[-1]), utc_now)


def test_what_a_killed_trial_left_is_removed_by_the_next_and_not_that_of_a_living_one(role_url: str) -> None:
    with postgresql_beside(role_url) as living:
        (name,) = schemas(role_url)
        assert name in living
        left = f"{name[:-12]}{'0' * 12}"
        with closing(connect(role_url, autocommit=True)) as connection:
            connection.execute(f"CREATE SCHEMA {left}".encode())
            connection.execute(f"CREATE TABLE {left}.rows (id int)".encode())
        with postgresql_beside(role_url) as other:
            assert left not in schemas(role_url)
            assert len(schemas(role_url)) == 2
            assert other != living
        assert schemas(role_url) == [name]
    assert schemas(role_url) == []
