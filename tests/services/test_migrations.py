"""The schema: built up, taken down and built again by the migrations, equal to the models, with an unchangeable log."""

import importlib.util
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.exc import DBAPIError
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.core.models import Installation
from services.models import metadata
from services.offer import OFFER
from services.parks.models import Park, Spot
from services.schema.migrate import (
    DatabaseTooOld,
    Standing,
    alembic_config,
    breaks_older,
    current_revision,
    downgrade,
    migrate,
    newest_revision,
    standing,
)
from services.staff import audit
from services.staff.audit import Event, first_broken_entry
from services.staff.models import AuditEntry
from tests.factories import reservation_body
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.next_migration import EXPANDS, NEXT, AddMigration
from tests.fixtures.proved import proved
from tests.fixtures.servers import environment_of, process_of
from tests.services.held_clock import HeldClock
from tests.services.stored import execute, stored, tables_of

pytestmark = pytest.mark.both_databases(sample="postgresql")

MakeEmpty = Callable[[], str]
SPOTS = sum(park["spots"] for park in OFFER["parks"])
NOT_MODELLED = frozenset({"reservation_terms_words", "ix_visits_written_in", "ix_reservation_touches_written_in"})
"""Indexes that only PostgreSQL has: of the words of a search, an expression; and of who wrote a row."""


@pytest.fixture(params=["sqlite", "postgresql"])
def make_empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MakeEmpty]:
    """Addresses of databases in which nothing is yet."""
    made: list[str] = []
    if request.param == "sqlite":

        def make_file() -> str:
            made.append(f"sqlite:///{tmp_path / f'empty-{len(made)}.sqlite3'}")
            return made[-1]

        yield make_file
        return
    databases: PostgresqlDatabases = request.getfixturevalue("postgresql_databases")

    def make_database() -> str:
        made.append(databases.create("template0"))
        return databases.url(made[-1])

    yield make_database
    for name in made:
        databases.drop(name)


@pytest.fixture
def empty(make_empty: MakeEmpty) -> Iterator[Database]:
    database = Database(make_empty())
    yield database
    database.close()


# Up and down


def test_there_is_one_newest_revision() -> None:
    scripts = ScriptDirectory.from_config(alembic_config())
    assert scripts.get_heads() == [newest_revision()]
    assert len(scripts.get_bases()) == 1


def test_up_as_the_models_say_down_to_nothing_and_up_again(empty: Database, make_empty: MakeEmpty) -> None:
    """Alembic compares neither CHECK constraints nor partial indexes; the schema is compared with the models'."""
    migrate(empty)
    by_models = schema_of_models(make_empty())
    with empty.engine.connect() as connection:
        first = description(connection)
        assert set(first) == set(by_models) == {*metadata.tables, "conditions of indexes"}
        for table in by_models:
            assert first[table] == by_models[table], table
        assert tables_of(connection) == set(metadata.tables)
        assert current_revision(connection) == newest_revision()
    downgrade(empty, "base")
    with empty.engine.connect() as connection:
        assert tables_of(connection) == set()
        assert remainders(connection) == []
        assert current_revision(connection) is None
    migrate(empty)
    with empty.engine.connect() as connection:
        assert description(connection) == first
        assert current_revision(connection) == newest_revision()


def schema_of_models(url: str) -> dict[str, Any]:
    """What the models alone would make."""
    database = Database(url)
    metadata.create_all(database.engine)
    with database.engine.connect() as connection:
        described = description(connection)
    database.close()
    return described


def remainders(connection: Connection) -> list[str]:
    """Triggers, functions, sequences and indexes that no table holds any more."""
    if connection.dialect.name == "sqlite":
        query = "SELECT name FROM sqlite_master WHERE name NOT LIKE '%alembic_version%' AND name <> 'sqlite_sequence'"
    else:
        query = (
            "SELECT proname::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace UNION ALL "
            "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace "
            "AND relname NOT LIKE 'alembic_version%'"
        )
    return list(connection.execute(text(query)).scalars())


def description(connection: Connection) -> dict[str, Any]:
    """Everything the database knows about its tables, the wording of conditions included."""
    inspector = inspect(connection)
    by_name = lambda entries: sorted(map(str, entries))  # noqa: E731
    described = {
        table: {
            "columns": [(c["name"], str(c["type"]), c["nullable"]) for c in inspector.get_columns(table)],
            "key": str(inspector.get_pk_constraint(table)),
            "unique": by_name(inspector.get_unique_constraints(table)),
            "foreign": by_name(inspector.get_foreign_keys(table)),
            "checks": by_name(inspector.get_check_constraints(table)),
            "indexes": by_name(
                (i["name"], i["column_names"], i["unique"])
                for i in inspector.get_indexes(table)
                if i["name"] not in NOT_MODELLED
            ),
        }
        for table in tables_of(connection)
    }
    return {**described, "conditions of indexes": index_conditions(connection)}


def index_conditions(connection: Connection) -> list[str]:
    """Definitions of all indexes: the inspector leaves out the WHERE of a partial one."""
    query = (
        "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        if connection.dialect.name == "sqlite"
        else "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'alembic_version' "
        f"AND indexname NOT IN ({', '.join(repr(name) for name in sorted(NOT_MODELLED))})"
    )
    return sorted(" ".join(definition.split()) for definition in connection.execute(text(query)).scalars())


def test_migrating_twice_changes_nothing(db: Database) -> None:
    with db.engine.connect() as connection:
        before = description(connection)
    migrate(db)
    with db.engine.connect() as connection:
        assert description(connection) == before
    assert len(stored(db, Spot)) == SPOTS


def test_the_migrated_schema_equals_the_models(db: Database) -> None:
    with db.engine.connect() as connection:
        full_text = set(inspect(connection).get_table_names()) - tables_of(connection) | NOT_MODELLED
        is_modelled = lambda name, _kind, _parents: name not in full_text  # noqa: E731
        options = {"compare_type": True, "compare_server_default": True, "include_name": is_modelled}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []


# Two at once


_AT_ONCE = """
import os, sys, traceback
from services.core.db import engines
from services.core.db.db import Database
from services.schema.migrate import migrate

def run(url):
    if {migrates}:
        engines._BUSY_TIMEOUT_MS = 200
    db = Database(url)
    migrate(db) if {migrates} else db.engine.connect().close()
    db.close()

def child(url, starting):
    try:
        os.read(starting, 1)
        run(url)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)

for url in {urls}:
    starting, start = os.pipe()
    children = []
    for _ in range(3):
        number = os.fork()
        if not number:
            os.close(start)
            child(url, starting)
        children.append(number)
    os.close(start)  # all of them read its end at the same moment
    os.close(starting)
    failed = [number for number in children if os.waitpid(number, 0)[1]]
    if failed:
        sys.exit(1)
"""


def failures_at_once(folder: Path, *urls: str, migrates: bool) -> str:
    """What processes complain about of which three begin the same with a database at the same moment; each in turn."""
    script, log = folder / "at_once.py", folder / "at_once.log"
    script.write_text(_AT_ONCE.format(migrates=migrates, urls=urls))
    process = process_of(environment_of(urls[0], folder, {}), log, script)
    failed = process.wait(180)
    if process.stdout:
        process.stdout.close()
    return f"{failed}: {log.read_text()}" if failed else ""


def test_processes_that_migrate_at_once_all_succeed(make_empty: MakeEmpty, tmp_path: Path) -> None:
    """Also where a migration takes longer than a write may wait, hence the patience of a fifth of a second."""
    url = make_empty()
    assert failures_at_once(tmp_path, url, migrates=True) == ""
    database = Database(url)
    with database.engine.connect() as connection:
        assert current_revision(connection) == newest_revision()
    assert len(stored(database, Spot)) == SPOTS
    database.close()


def test_processes_that_open_a_new_file_at_once_all_succeed(tmp_path: Path) -> None:
    """SQLite refuses a change to WAL at once while another process makes it; without another try a round in ten or so
    fails.
    """
    urls = [f"sqlite:///{tmp_path / f'{number}.sqlite3'}" for number in range(proved(2, 40))]
    assert failures_at_once(tmp_path, *urls, migrates=False) == ""


# What is seeded


def test_parks_are_seeded_as_the_offer_describes_them(db: Database) -> None:
    parks = {row["id"]: row for row in stored(db, Park)}
    described = {park["id"]: park for park in OFFER["parks"]}
    assert set(parks) == set(described) == {"ingolstadt", "munich"}
    for id_, park in described.items():
        same = ("id", "name", "location", "capacity_kw", "households", "status", "timeline", "progress_note")
        assert {name: parks[id_][name] for name in same} == {name: park[name] for name in same}
        assert parks[id_]["invest_minimum_cents"] == park["invest_minimum_eur"] * 100
        assert parks[id_]["progress_on"].isoformat() == park["progress_on"]


def test_parks_that_exist_are_not_seeded_again(db: Database) -> None:
    execute(db.engine, "UPDATE parks SET name = 'Ingolstadt-Nord', spot_limit = 400 WHERE id = 'ingolstadt'")
    before = stored(db, Park), stored(db, Spot)
    migrate(db)
    assert (stored(db, Park), stored(db, Spot)) == before


def test_the_energy_of_a_park_is_limited_to_the_yield_of_a_year(db: Database) -> None:
    assert {row["id"]: row["kwh_limit"] for row in stored(db, Park)} == {"ingolstadt": 1_566_000, "munich": 2_268_000}


def test_the_pilot_is_seeded_with_500_free_spots_and_no_other_park_with_any(db: Database) -> None:
    spots = stored(db, Spot)
    assert [spot["number"] for spot in spots] == list(range(1, 501))
    assert {(spot["park_id"], spot["state"]) for spot in spots} == {("ingolstadt", "free")}
    counts = {park["id"]: park["spots"] for park in OFFER["parks"]}
    assert counts == {"ingolstadt": 500, "munich": 0}


# The audit log


def write_log(db: Database) -> None:
    clock = HeldClock()
    for number in range(5):
        event = Event("system", "test.happened", f"thing:{number}", {"number": number, "größe": 1.5, "list": [None]})
        db.write(lambda session, event=event: audit.append(session, [event, event], clock()))
        clock.advance(seconds=1, microseconds=1)


@pytest.mark.parametrize("statement", ["UPDATE audit_entries SET actor = 'x'", "DELETE FROM audit_entries"])
def test_audit_entries_are_never_changed_or_deleted(statement: str, db: Database) -> None:
    write_log(db)
    before = stored(db, AuditEntry)
    with pytest.raises(DBAPIError, match="audit entries are never changed"):
        execute(db.engine, statement)
    assert stored(db, AuditEntry) == before
    assert len(before) == 10


def test_audit_entries_are_never_truncated(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    write_log(database)
    for statement in ("TRUNCATE audit_entries", "TRUNCATE audit_entries CASCADE"):
        with pytest.raises(DBAPIError, match="audit entries are never changed"):
            execute(database.engine, statement)
    assert len(stored(database, AuditEntry)) == 10
    database.close()


def test_the_chain_of_the_audit_log_holds(db: Database) -> None:
    with db.read() as session:
        assert first_broken_entry(session) is None, "an empty log is whole"
    write_log(db)
    with db.read() as session:
        assert first_broken_entry(session) is None
    rows = stored(db, AuditEntry)
    assert rows[0]["previous_hash"] == "0" * 64
    assert [row["previous_hash"] for row in rows[1:]] == [row["hash"] for row in rows[:-1]]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE audit_entries SET actor = 'staff:1' WHERE id = {id}",
        "UPDATE audit_entries SET action = 'test.other' WHERE id = {id}",
        "UPDATE audit_entries SET subject = 'thing:9' WHERE id = {id}",
        "UPDATE audit_entries SET details = '{{\"number\": 1}}' WHERE id = {id}",
        "UPDATE audit_entries SET at = '2020-01-01 00:00:00.000000' WHERE id = {id}",
        "UPDATE audit_entries SET hash = 'f' WHERE id = {id}",
        "UPDATE audit_entries SET previous_hash = 'f' WHERE id = {id}",
        "DELETE FROM audit_entries WHERE id = {id}",
    ],
    ids=["actor", "action", "subject", "details", "moment", "hash", "link", "removed"],
)
def test_a_tampered_entry_is_found(tampering: str, db: Database) -> None:
    write_log(db)
    entries = stored(db, AuditEntry)
    victim = entries[3]["id"]
    take_triggers_away(db)
    execute(db.engine, tampering.format(id=victim))
    found = entries[4]["id"] if tampering.startswith("DELETE") else victim
    with db.read() as session:
        assert first_broken_entry(session) == found


def test_an_inserted_entry_is_found(db: Database) -> None:
    write_log(db)
    (first, *_, last) = stored(db, AuditEntry)
    forged = {**last, "id": last["id"] + 1, "previous_hash": "a" * 64, "hash": "b" * 64}
    db.write(lambda session: session.execute(AuditEntry.__table__.insert().values(**forged)) and None)
    with db.read() as session:
        assert first_broken_entry(session) == forged["id"] > first["id"]


def take_triggers_away(db: Database) -> None:
    """As somebody with the rights of the database's owner could."""
    if db.is_sqlite:
        execute(db.engine, "DROP TRIGGER audit_entries_no_update", "DROP TRIGGER audit_entries_no_delete")
    else:
        execute(db.engine, "DROP TRIGGER audit_entries_insert_only ON audit_entries")


def test_reservations_of_many_moments_make_one_chain(client: TestClient, db: Database) -> None:
    for number in range(10):
        body = reservation_body(email=f"h{number}@example.org")
        assert client.post("/functions/v1/reserve-spot", json=body).status_code == 200
    with db.read() as session:
        assert first_broken_entry(session) is None
        assert len(session.scalars(select(AuditEntry.hash)).all()) == 10


def test_entries_hash_alike_on_both_databases(sqlite_url: str, postgresql_url: str) -> None:
    hashes = []
    for url in (sqlite_url, postgresql_url):
        database = Database(url)
        write_log(database)
        hashes.append([row["hash"] for row in stored(database, AuditEntry)])
        database.close()
    assert hashes[0] == hashes[1]


# Rules the database keeps by itself


NO_ROW_MAY_SAY = (
    "UPDATE spots SET state = 'sold' WHERE number = 1",
    "UPDATE spots SET number = 0 WHERE number = 1",
    "UPDATE spots SET number = 2 WHERE number = 1",
    "UPDATE parks SET status = 'Fertig'",
    "UPDATE reservations SET state = 'lost'",
    "UPDATE reservations SET deposit_state = 'lost'",
    "UPDATE reservations SET spot_number = 501",
    "UPDATE reservations SET spot_number = 1",
    "UPDATE reservations SET reference = 'VG-7K3M-Q2XH'",
    "UPDATE mails SET state = 'lost'",
    "DELETE FROM reservations",
)


def test_the_database_refuses_what_no_row_may_say(client: TestClient, db: Database, subtests: pytest.Subtests) -> None:
    for number in range(2):
        body = reservation_body(email=f"h{number}@example.org")
        assert client.post("/functions/v1/reserve-spot", json=body).status_code == 200
    for statement in NO_ROW_MAY_SAY:
        with subtests.test(statement), pytest.raises(DBAPIError):
            execute(db.engine, statement)


def test_a_spot_may_be_held_again_once_its_reservation_is_over(client: TestClient, db: Database) -> None:
    for number in range(2):
        client.post("/functions/v1/reserve-spot", json=reservation_body(email=f"h{number}@example.org"))
    execute(
        db.engine,
        "UPDATE reservations SET state = 'cancelled' WHERE spot_number = 1",
        "UPDATE reservations SET spot_number = 1 WHERE spot_number = 2",
    )
    with pytest.raises(DBAPIError):
        execute(db.engine, "UPDATE reservations SET state = 'reserved' WHERE state = 'cancelled'")


def test_the_template_of_the_tests_is_what_the_migrations_build(sqlite_template: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    shutil.copyfile(sqlite_template, copy)
    fresh, template = Database(f"sqlite:///{tmp_path / 'fresh.sqlite3'}"), Database(f"sqlite:///{copy}")
    migrate(fresh)
    with fresh.engine.connect() as one, template.engine.connect() as other:
        assert json.dumps(description(one), default=str) == json.dumps(description(other), default=str)
    fresh.close()
    template.close()


# One version after the other


def rows(database: Database) -> dict[str, list[str]]:
    """Every row of every table, as the database holds it."""
    with database.engine.connect() as connection:
        tables = sorted(tables_of(connection) - {"installation"})
        return {name: sorted(map(repr, connection.execute(text(f'SELECT * FROM "{name}"')))) for name in tables}


def test_an_upgrade_and_the_way_back_leave_every_row(
    client: TestClient, db: Database, add_migration: AddMigration
) -> None:
    client.post("/functions/v1/reserve-spot", json=reservation_body())
    write_log(db)
    before, first = rows(db), str(newest_revision())
    upgrade = '\n    op.add_column("visits", sa.Column("more", sa.Integer()))\n'
    add_migration(upgrade, '\n    op.drop_column("visits", "more")\n')
    migrate(db)
    with db.engine.connect() as connection:
        assert current_revision(connection) == NEXT
        assert "more" in {column["name"] for column in inspect(connection).get_columns("visits")}
    assert rows(db) == before
    downgrade(db, first)
    with db.engine.connect() as connection:
        assert current_revision(connection) == first
    assert rows(db) == before


def test_a_migration_that_fails_leaves_nothing(db: Database, add_migration: AddMigration) -> None:
    write_log(db)
    with db.engine.connect() as connection:
        before, revision = description(connection), current_revision(connection)
    kept = rows(db)
    add_migration(f'{EXPANDS}    op.execute("DELETE FROM relation_marks")\n    op.execute("SELECT * FROM never")\n')
    with pytest.raises(DBAPIError, match="never"):
        migrate(db)
    with db.engine.connect() as connection:
        assert (description(connection), current_revision(connection)) == (before, revision)
    assert rows(db) == kept


def test_a_database_of_a_development_build_is_refused_and_stays_as_it_is(db: Database) -> None:
    execute(db.engine, "UPDATE alembic_version SET version_num = '0055'")
    before = rows(db)
    with pytest.raises(DatabaseTooOld, match=r"Revision 0055 .*erst ab 0062\. Führen Sie mit der letzten Vorabversion"):
        migrate(db)
    with db.engine.connect() as connection:
        assert (current_revision(connection), standing(connection)) == ("0055", Standing.BEFORE_FIRST)
    assert rows(db) == before


def _script(upgrade: str, **declared: bool) -> SimpleNamespace:
    """A migration with this in its `upgrade`."""
    folder = Path(tempfile.mkdtemp())
    path = folder / "migration.py"
    path.write_text(f"def upgrade() -> None:\n    {upgrade}\n")
    spec = importlib.util.spec_from_file_location("migration", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    vars(module).update(declared)
    return SimpleNamespace(module=module)


@pytest.mark.parametrize(
    ("upgrade", "declared", "breaks"),
    [
        ('op.create_table("a", sa.Column("b", sa.Integer(), nullable=False))', {}, False),
        ('op.add_column("a", sa.Column("b", sa.Integer(), nullable=True))', {}, False),
        ('op.add_column("a", sa.Column("b", sa.Integer(), server_default="0", nullable=False))', {}, False),
        ('op.add_column("a", sa.Column("b", sa.Integer(), nullable=False))', {}, True),
        ('op.drop_column("a", "b")', {}, True),
        ('op.alter_column("a", "b", nullable=False)', {}, True),
        ('op.drop_column("a", "b")', {"breaks_older": False}, False),
        ('op.execute("UPDATE a SET b = 1")', {"breaks_older": True}, True),
    ],
)
def test_a_migration_that_takes_something_away_breaks_older_code(
    upgrade: str, declared: dict[str, bool], breaks: bool
) -> None:
    assert breaks_older(_script(upgrade, **declared)) is breaks  # type: ignore[arg-type]


def test_the_database_names_the_oldest_code_that_works_with_it(empty: Database) -> None:
    migrate(empty)
    scripts = ScriptDirectory.from_config(alembic_config())
    chain = list(scripts.walk_revisions())
    breaking = [script.revision for script in chain if breaks_older(script)]
    with empty.read() as session:
        assert session.scalar(select(Installation.oldest_code)) == [*breaking, chain[-1].revision][0]
