"""A log whose end was cut off, or whose whole chain was recomputed, contradicts an earlier checkpoint."""

from pathlib import Path

import pytest
from sqlalchemy import delete, select, text, update

from services.audit import checkpoints
from services.core.db.db import Database
from services.mail.models import Mail
from services.staff import audit
from services.staff.audit import GENESIS, Event, entry_hash, first_broken_entry
from services.staff.models import AuditEntry
from tests.fixtures.staff import add_member
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


def line(db: Database, clock: HeldClock) -> str:
    with db.read() as session:
        return checkpoints.take(session, clock.now).sealed(KEY)


def fault(db: Database, sealed: str) -> str | None:
    read = checkpoints.read(sealed, KEY)
    assert read is not None
    with db.read() as session:
        assert first_broken_entry(session) is None, "the chain alone notices nothing"
        return checkpoints.fault(session, read)


def test_an_untouched_log_fits_every_checkpoint(db: Database, clock: HeldClock) -> None:
    lines = [line(db, clock)]
    for count in (3, 5):
        write(db, clock, count)
        clock.advance(hours=1)
        lines.append(line(db, clock))
    assert [one.split(".")[0] for one in lines] == ["0", "3", "8"]
    assert [fault(db, one) for one in lines] == [None, None, None]


def test_cutting_off_the_newest_entries_is_noticed(db: Database, clock: HeldClock) -> None:
    write(db, clock, 10)
    sealed = line(db, clock)
    cut_off(db, 4)
    assert fault(db, sealed) == "von 10 Einträgen fehlen 4"
    write(db, clock, 9)
    assert fault(db, sealed) == "die Einträge bis Nummer 10 sind nicht die des Prüfpunkts"


def test_a_chain_computed_anew_is_noticed(db: Database, clock: HeldClock) -> None:
    write(db, clock, 10)
    sealed = line(db, clock)
    write(db, clock, 2)
    compute_anew(db)
    assert fault(db, sealed) == "die Einträge bis Nummer 10 sind nicht die des Prüfpunkts"


def test_a_checkpoint_made_without_the_key_is_noticed(db: Database, clock: HeldClock) -> None:
    write(db, clock, 10)
    sealed = line(db, clock)
    assert checkpoints.read(sealed, KEY) is not None
    forged = checkpoints.Checkpoint(6, "0" * 64, clock.now).sealed(b"another key")
    for altered in (forged, sealed.replace("10.", "6.", 1), sealed[:-1], "kein Prüfpunkt", ""):
        assert checkpoints.read(altered, KEY) is None


def test_a_printed_line_tells_of_a_log_that_was_cut_off(
    db: Database, clock: HeldClock, database_url: str, tmp_path: Path
) -> None:
    write(db, clock, 10)
    settings = {"database_url": database_url, "secret": KEY.decode()}
    printed = voltigo(tmp_path, "audit", "checkpoint", **settings)
    assert (printed.returncode, printed.stderr, stored(db, Mail)) == (0, "", [])
    check = ("audit", "verify", "--checkpoint", printed.stdout.strip())
    whole = voltigo(tmp_path, *check, **settings)
    assert (whole.returncode, whole.stdout) == (0, "Das Protokoll ist ganz.\n")
    cut_off(db, 1)
    assert voltigo(tmp_path, "audit", "verify", **settings).returncode == 0
    cut = voltigo(tmp_path, *check, **settings)
    assert (cut.returncode, cut.stdout) == (1, "")
    assert cut.stderr == "Das Protokoll wurde verändert: von 10 Einträgen fehlt 1.\n"
    foreign = voltigo(tmp_path, "audit", "verify", "--checkpoint", "10.ab.x.cd", **settings)
    assert foreign.returncode == 1
    assert foreign.stderr == "Die Zeile ist nicht mit dem Schlüssel dieser Installation versiegelt.\n"


def test_it_is_mailed_to_each_active_administrator(
    db: Database, clock: HeldClock, database_url: str, tmp_path: Path
) -> None:
    settings = {"database_url": database_url, "secret": KEY.decode()}
    nobody = voltigo(tmp_path, "audit", "checkpoint", "--mail", **settings)
    assert nobody.returncode == 0
    assert "keine Mail" in nobody.stderr
    admins = [add_member(db, "admin", now=clock.now) for _ in range(2)]
    add_member(db, "staff", now=clock.now)
    write(db, clock, 2)
    printed = voltigo(tmp_path, "audit", "checkpoint", "--mail", **settings)
    mails = stored(db, Mail)
    assert sorted(mail["recipient"] for mail in mails) == sorted(admin.email for admin in admins)
    assert {mail["values"]["sealed"] for mail in mails} == {printed.stdout.strip()}
    assert [mail["values"]["entries"] for mail in mails] == [2, 2]
