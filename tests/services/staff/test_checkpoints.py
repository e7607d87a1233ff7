"""A log whose end was cut off, or whose whole chain was recomputed, contradicts an earlier checkpoint."""

import re
from pathlib import Path

import pytest
from sqlalchemy import delete, select, text, update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.mail.models import Mail
from services.staff import audit
from services.staff.audit import GENESIS, Event, entry_hash, first_broken_entry
from services.staff.checkpoints import checkpoint as checkpoints
from services.staff.checkpoints import keep as keeping
from services.staff.models import AuditCheckpoint, AuditEntry
from tests.fixtures.staff import add_member, state_of
from tests.services.held_clock import HeldClock
from tests.services.stored import stored
from tests.services.test_cli import voltigo

pytestmark = pytest.mark.both_databases

KEY = b"a key outside the database"


def write(db: Database, clock: HeldClock, count: int) -> None:
    events = [Event("staff:1", "test.happened", f"thing:{number}") for number in range(count)]
    db.write(lambda session: audit.append(session, events, clock.now))


def without_triggers(db: Database) -> None:
    """As the owner of the database can."""
    statements = {
        "sqlite": ["DROP TRIGGER audit_entries_no_update", "DROP TRIGGER audit_entries_no_delete"],
        "postgresql": ["ALTER TABLE audit_entries DISABLE TRIGGER USER"],
    }[db.engine.dialect.name]
    with db.engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))


def cut_off(db: Database, count: int) -> None:
    without_triggers(db)
    newest = select(AuditEntry.id).order_by(AuditEntry.id.desc()).limit(count)
    with db.engine.begin() as connection:
        connection.execute(delete(AuditEntry).where(AuditEntry.id.in_(connection.scalars(newest).all())))


def compute_anew(db: Database) -> None:
    """Another actor in the middle, and every hash after it made to fit."""
    without_triggers(db)
    with db.engine.begin() as connection:
        previous = GENESIS
        for row in connection.execute(select(AuditEntry.__table__).order_by(AuditEntry.id)).all():
            actor = "staff:2" if row.id == 3 else row.actor
            digest = entry_hash(previous, row.at, Event(actor, row.action, row.subject, row.details))
            values = {"actor": actor, "previous_hash": previous, "hash": digest}
            connection.execute(update(AuditEntry).where(AuditEntry.id == row.id).values(**values))
            previous = digest


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def app(make_client: object, clock: HeldClock) -> TestClient:
    return make_client(clock=clock, secret=KEY.decode())  # type: ignore[operator,no-any-return]


def keep(app: TestClient, db: Database, clock: HeldClock) -> int:
    return keeping.keep(db, state_of(app).settings, clock)


def fault(db: Database) -> str | None:
    with db.read() as session:
        assert first_broken_entry(session) is None, "the chain alone notices nothing"
        return checkpoints.first_fault(session, KEY)


def test_an_untouched_log_fits_every_checkpoint(app: TestClient, db: Database, clock: HeldClock) -> None:
    assert keep(app, db, clock) == 1, "of an empty log too"
    for count in (3, 5):
        write(db, clock, count)
        clock.advance(hours=1)
        assert keep(app, db, clock) == 1
    assert keep(app, db, clock) == 0, "nothing new"
    assert [row["entries"] for row in stored(db, AuditCheckpoint)] == [0, 3, 8]
    assert fault(db) is None


def test_cutting_off_the_newest_entries_is_noticed(app: TestClient, db: Database, clock: HeldClock) -> None:
    write(db, clock, 10)
    keep(app, db, clock)
    cut_off(db, 4)
    assert fault(db) == "von 10 Einträgen fehlen 4"
    write(db, clock, 9)
    assert fault(db) == "die Einträge bis Nummer 10 sind nicht die des Prüfpunkts"


def test_a_chain_computed_anew_is_noticed(app: TestClient, db: Database, clock: HeldClock) -> None:
    write(db, clock, 10)
    keep(app, db, clock)
    compute_anew(db)
    assert fault(db) == "die Einträge bis Nummer 10 sind nicht die des Prüfpunkts"


def test_a_checkpoint_made_without_the_key_is_noticed(app: TestClient, db: Database, clock: HeldClock) -> None:
    write(db, clock, 10)
    keep(app, db, clock)
    (kept,) = stored(db, AuditCheckpoint)
    forged = checkpoints.Checkpoint(6, "0" * 64, clock.now).sealed(b"another key")
    db.write(lambda session: session.execute(update(AuditCheckpoint).values(sealed=forged)) and None)
    assert fault(db) == "ein Prüfpunkt ist nicht mit diesem Schlüssel versiegelt"
    assert checkpoints.read(kept["sealed"], KEY) is not None
    assert checkpoints.read(kept["sealed"].replace("10.", "6.", 1), KEY) is None


def test_it_is_mailed_to_each_administrator_once_a_day(app: TestClient, db: Database, clock: HeldClock) -> None:
    admins = [add_member(db, "admin", now=clock.now) for _ in range(2)]
    add_member(db, "staff", now=clock.now)
    write(db, clock, 2)
    for _ in range(3):
        keep(app, db, clock)
        write(db, clock, 1)
        clock.advance(hours=1)
    clock.advance(days=1)
    keep(app, db, clock)
    mails = stored(db, Mail)
    assert sorted(mail["recipient"] for mail in mails) == sorted([admin.email for admin in admins] * 2)
    assert [mail["values"]["entries"] for mail in mails] == [2, 2, 5, 5]


def test_a_mailed_checkpoint_outlasts_those_in_the_database(
    app: TestClient, db: Database, clock: HeldClock, database_url: str, tmp_path: Path
) -> None:
    write(db, clock, 10)
    add_member(db, "admin", now=clock.now)
    keep(app, db, clock)
    sealed = str(stored(db, Mail)[0]["values"]["sealed"])
    settings = {"database_url": database_url, "secret": KEY.decode()}
    whole = voltigo(tmp_path, "audit", "verify", "--checkpoint", sealed, **settings)
    assert (whole.returncode, whole.stdout) == (0, "Das Protokoll ist ganz.\n")
    db.write(lambda session: session.execute(delete(AuditCheckpoint)) and None)
    cut_off(db, 1)
    assert voltigo(tmp_path, "audit", "verify", **settings).returncode == 0
    cut = voltigo(tmp_path, "audit", "verify", "--checkpoint", sealed, **settings)
    assert (cut.returncode, cut.stdout) == (1, "")
    assert re.fullmatch(r"Das Protokoll wurde verändert: von 10 Einträgen fehlt 1\.\n", cut.stderr)
