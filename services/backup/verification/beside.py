"""A place for a restored copy beside a PostgreSQL database: a database of its own, or where the role may not create one
a schema in the same database.

Its name tells whose it is, and a lock of the session that made it whether that still lives: what a killed process has
left is removed by the next one.
"""

import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final

import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

from services.backup.capture.postgresql import Connection, connect
from services.backup.errors import NotRestorable

PREFIX: Final = "voltigo_verify_"
_CREATE_DATABASE: Final = "CREATE DATABASE {} TEMPLATE template0"
_DROP_DATABASE: Final = "DROP DATABASE IF EXISTS {} WITH (FORCE)"
_DROP_SCHEMA: Final = "DROP SCHEMA IF EXISTS {} CASCADE"
_DATABASES: Final = "SELECT datname FROM pg_database WHERE starts_with(datname, %s)"
_SCHEMAS: Final = "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s)"


@contextmanager
def postgresql_beside(url: str) -> Iterator[str]:
    """The address of an empty place that ends with the block. Raises NotRestorable if the role may create none."""
    with closing(connect(url, autocommit=True)) as connection:
        ours = _prefix(connection)
        _sweep(connection, ours)
        name = f"{ours}{secrets.token_hex(6)}"
        _is_locked(connection, name)
        address, drop = _created(connection, url, name)
        try:
            yield address
        finally:
            _do(connection, drop, name)


def _prefix(connection: Connection) -> str:
    """What the names of this database's places begin with: another installation on the same server has its own."""
    (number,) = connection.execute(
        "SELECT oid::bigint FROM pg_database WHERE datname = current_database()"
    ).fetchone() or (0,)
    return f"{PREFIX}{number}_"


def _created(connection: Connection, url: str, name: str) -> tuple[str, str]:
    """The address of the place, and the statement that removes it."""
    try:
        _do(connection, _CREATE_DATABASE, name)
    except psycopg.errors.InsufficientPrivilege:
        return _created_schema(connection, url, name), _DROP_SCHEMA
    return make_url(url).set(database=name).render_as_string(hide_password=False), _DROP_DATABASE


def _created_schema(connection: Connection, url: str, name: str) -> str:
    try:
        _do(connection, "CREATE SCHEMA {}", name)
    except psycopg.errors.InsufficientPrivilege as error:
        raise NotRestorable(
            "Der Benutzer der Datenbank darf zum Wiederherstellen weder eine Datenbank noch ein Schema anlegen. "
            "`ALTER ROLE … CREATEDB` oder `GRANT CREATE ON DATABASE … TO …` erlaubt es."
        ) from error
    given = make_url(url)
    options = f"{given.query.get('options', '')} -csearch_path={name}".strip()
    return given.update_query_dict({"options": options}).render_as_string(hide_password=False)


def _sweep(connection: Connection, ours: str) -> None:
    """Remove places whose process has ended."""
    for query, drop in ((_DATABASES, _DROP_DATABASE), (_SCHEMAS, _DROP_SCHEMA)):
        for (name,) in connection.execute(query, (ours,)).fetchall():
            if _is_locked(connection, name):
                _do(connection, drop, name)
                connection.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", (name,))


def _is_locked(connection: Connection, name: str) -> bool:
    """Take the lock of a place for this session; False if another session has it."""
    (is_ours,) = connection.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", (name,)).fetchone() or (
        False,
    )
    return bool(is_ours)


def _do(connection: Connection, statement: str, name: str) -> None:
    connection.execute(sql.SQL(statement).format(sql.Identifier(name)))
