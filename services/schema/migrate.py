"""Migrates a database to the newest schema, seeds the parks of a new one from `offer.json`, which staff edit from then
on, and keeps what is published. Several processes may try at once: one migrates, the others wait.

An older process goes on working while a newer one has migrated, as long as nothing it uses was taken away: the database
names the oldest code that still works with it (`installation.oldest_code`).
See `decisions/0021-older-code-stays-ready.md`.
"""

import inspect
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from enum import Enum, auto
from functools import cache
from pathlib import Path
from typing import Any, Final

import structlog
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from sqlalchemy import Connection, func, insert, select, text, update
from sqlalchemy import inspect as schema_of

from services import offer
from services.core.db.db import Database
from services.core.models import Installation
from services.offer import OFFER, price_book
from services.parks.models import Park, Spot, SpotState
from services.privacy import kept_texts
from services.privacy.published import published_texts
from services.reservations.evidence.keep import everything_shown

log = structlog.get_logger()

_FOLDER = Path(__file__).resolve().parents[2] / "migrations"
RELEASES: Final = {"0.1.0": "0062"}
"""The newest revision of each version, oldest version first. A row is added when a version is released, in the commit
that raises the version in `pyproject.toml`; migrations may then contract what an earlier release left.
"""
_LOCK_NUMBER = 7267000
_LONGEST_WAIT_MS = 10 * 60_000
"""Timeout for SQLite's write lock: as long as migrating a large database may take, not just a single write."""


def alembic_config(connection: Connection | None = None) -> Config:
    """Alembic's configuration in code, so that no separate file is needed."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    config.attributes["connection"] = connection
    return config


class Standing(Enum):
    """How the schema of a database relates to this code."""

    CURRENT = auto()
    BEHIND = auto()
    BEFORE_FIRST = auto()
    """Of a development build, older than the first migration of this code."""
    NEWER = auto()
    """Newer, but only by migrations compatible with this code."""
    TOO_NEW = auto()


class DatabaseTooNew(Exception):
    """A newer code has migrated the database to a schema that this code cannot use."""


class DatabaseTooOld(Exception):
    """A development build made the database, and this code has no way from there."""

    def __init__(self, revision: str | None) -> None:
        super().__init__(
            f"Die Datenbank steht auf Revision {revision} einer Vorabversion, dieses Voltigo übernimmt sie erst ab "
            f"{first_revision()}. Führen Sie mit der letzten Vorabversion `voltigo migrate` aus, und starten Sie "
            "danach dieses. An der Datenbank wurde nichts geändert."
        )


class UnknownRevision(Exception):
    """This code has no such revision."""


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(alembic_config())


@cache
def _known() -> frozenset[str]:
    return frozenset(script.revision for script in _scripts().walk_revisions())


def is_known(revision: str) -> bool:
    """Whether this code has a migration of this name."""
    return revision in _known()


def is_before_first(revision: str) -> bool:
    """Whether a development build had this revision: they were numbered up to the first of this code."""
    return revision < first_revision()


def first_revision() -> str:
    """The revision of the first migration, the oldest that a database with tables may have."""
    return str(_scripts().get_base())


def newest_revision() -> str | None:
    """The revision the code expects."""
    return _scripts().get_current_head()


def current_revision(connection: Connection) -> str | None:
    """The revision of the database; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def standing(connection: Connection) -> Standing:
    """How the database's schema relates to this code."""
    revision = current_revision(connection)
    if revision == newest_revision():
        return Standing.CURRENT
    if revision is None or revision in _known():
        return Standing.BEHIND
    if is_before_first(revision):
        return Standing.BEFORE_FIRST
    oldest = connection.scalar(select(Installation.oldest_code)) if _has_row(connection) else None
    return Standing.NEWER if oldest in _known() else Standing.TOO_NEW


def migrate(db: Database, revision: str = "head") -> None:
    """Upgrade to `revision` inside one transaction and under a lock, seed the parks of a new database, and keep the
    texts that this code publishes. A newer schema that this code can use stays as it is; raises DatabaseTooNew for one
    that it cannot, and DatabaseTooOld for one of a development build.

    SQLite's transaction begins with its write lock; on PostgreSQL an advisory lock does the same.
    """
    with _turn(db) as connection:
        before = current_revision(connection)
        stands = standing(connection)
        if stands is Standing.TOO_NEW:
            raise DatabaseTooNew(before)
        if stands is Standing.BEFORE_FIRST:
            raise DatabaseTooOld(before)
        if stands is Standing.NEWER:
            log.info("database_newer", database=before, code=newest_revision())
            keep_published(connection)
            return
        if (stands, revision) != (Standing.CURRENT, "head"):  # Alembic loads every migration before it does nothing
            command.upgrade(alembic_config(connection), revision)
        after = current_revision(connection)
        _note_oldest_code(connection, after)
        if after == newest_revision():
            seed_parks(connection)
            keep_published(connection)
    if before != after:
        log.info("migrated", before=before, after=after)


def downgrade(db: Database, revision: str) -> None:
    """Go back to `revision`; `base` empties the database. Data of dropped tables is lost."""
    with _turn(db) as connection:
        if standing(connection) in (Standing.NEWER, Standing.TOO_NEW):
            raise DatabaseTooNew(current_revision(connection))
        command.downgrade(alembic_config(connection), revision)
        _note_oldest_code(connection, current_revision(connection))


def is_going_back(db: Database, revision: str) -> bool:
    """Whether `revision` is older than the database's. Raises UnknownRevision."""
    if revision not in _known():
        raise UnknownRevision(revision)
    with db.engine.connect() as connection:
        current = current_revision(connection)
    older = {script.revision for script in _scripts().walk_revisions("base", current)} if current in _known() else set()
    return revision in older and revision != current


def _note_oldest_code(connection: Connection, revision: str | None) -> None:
    if revision is None or not schema_of(connection).has_table(Installation.__tablename__):
        return
    chain = list(_scripts().walk_revisions("base", revision))
    oldest = next((script for script in chain if breaks_older(script)), chain[-1])
    if not _has_row(connection):
        connection.execute(insert(Installation).values(id=1, oldest_code=oldest.revision))
    connection.execute(update(Installation).values(oldest_code=oldest.revision))


def _has_row(connection: Connection) -> bool:
    has_table = schema_of(connection).has_table(Installation.__tablename__)
    return has_table and connection.scalar(select(Installation.id)) is not None


_TAKES_AWAY = re.compile(r"\b(?:drop_table|drop_column|alter_column|rename_table)\(")
_MUST_BE_FILLED = re.compile(r"add_column\((?:(?!add_column\()(?!server_default).)*?nullable=False", re.DOTALL)


def breaks_older(script: Script) -> bool:
    """Whether code without this migration fails after it has run: as the migration declares (`breaks_older`), else if
    it removes or changes something, or adds a column that older code would leave empty.
    """
    if (declared := getattr(script.module, "breaks_older", None)) is not None:
        return bool(declared)
    source = inspect.getsource(script.module.upgrade)
    return bool(_TAKES_AWAY.search(source) or _MUST_BE_FILLED.search(source))


@contextmanager
def _turn(db: Database) -> Iterator[Connection]:
    """A transaction that has waited until no other process is migrating."""
    with db.engine.connect() as connection:
        if db.is_sqlite:
            # The longer timeout is for this connection only, so it must not return to the pool.
            connection.detach()
            connection.connection.cursor().execute(f"PRAGMA busy_timeout={_LONGEST_WAIT_MS}")
        with connection.begin():
            if not db.is_sqlite:
                for bound in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
                    connection.execute(text(f"SET LOCAL {bound} = 0"))
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK_NUMBER})"))
            yield connection


_PRODUCTION: Final[dict[str, Any]] = json.loads(
    Path(offer.__file__).with_name("production.json").read_text(encoding="utf-8")
)


def seed_parks(connection: Connection) -> None:
    """Add the parks and their free spots where no park exists yet; parks that exist are never touched."""
    if connection.scalar(select(func.count()).select_from(Park)):
        return
    connection.execute(insert(Park), [_park(described) for described in OFFER["parks"]])
    now = datetime.now(UTC)
    spots = [
        {"park_id": described["id"], "number": number, "state": SpotState.FREE, "changed_at": now}
        for described in OFFER["parks"]
        for number in range(1, described["spots"] + 1)
    ]
    connection.execute(insert(Spot), spots)


def keep_published(connection: Connection) -> None:
    """Keep price book, offers and every text of this code, before a household can be shown one."""
    kept_texts.keep(connection, [price_book(), *published_texts(), *everything_shown()], datetime.now(UTC))


def _park(described: dict[str, Any]) -> dict[str, Any]:
    """The row of a park. Its energy is the expected annual yield, so that the limit only takes effect if staff raise
    the number of spots: 500 spots of 3,000 kWh need less than the pilot yields.
    """
    same = ("id", "name", "location", "capacity_kw", "households", "status", "timeline", "progress_note")
    return {
        **{name: described[name] for name in same},
        "progress_on": date.fromisoformat(described["progress_on"]),
        "invest_minimum_cents": described["invest_minimum_eur"] * 100,
        "spot_limit": described["spots"],
        "kwh_limit": described["capacity_kw"] * _PRODUCTION["specific_yield_kwh_per_kwp"],
    }
