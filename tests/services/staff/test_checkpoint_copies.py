"""Copies of checkpoints outside of the installation: what a thief of database and key cannot rewrite."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from sqlalchemy import delete, update

from services.core.db.db import Database
from services.settings import Settings
from services.staff.checkpoints import folder, stamps
from services.staff.checkpoints.checkpoint import Checkpoint, first_fault
from services.staff.checkpoints.errors import LogAltered, NotCopied
from services.staff.checkpoints.keep import keep
from services.staff.models import AuditCheckpoint
from tests.fixtures.http_peer import HttpPeer, status
from tests.services.held_clock import HeldClock
from tests.services.staff.test_checkpoints import KEY, compute_anew, cut_off, write
from tests.services.staff.time_stamp_authority import Authority
from tests.services.stored import stored
from tests.services.test_cli import voltigo

pytestmark = pytest.mark.both_databases


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    (tmp_path / "outside").mkdir()
    return tmp_path / "outside" / folder.NAME


@pytest.fixture
def set_up(database_url: str, tmp_path: Path) -> Callable[..., Settings]:
    def set_up(**values: object) -> Settings:
        known = {"database_url": database_url, "data_dir": tmp_path / "data", "secret": KEY.decode()}
        return Settings(_env_file=None, **known | values)  # type: ignore[arg-type]

    return set_up


def reseal(db: Database, clock: HeldClock) -> None:
    """As a thief of database and key can: every checkpoint made to fit the log as it is now."""
    db.write(lambda session: session.execute(delete(AuditCheckpoint)) and None)
    keep(db, Settings(_env_file=None, secret=KEY.decode()), clock)  # type: ignore[call-arg,arg-type]
    with db.read() as session:
        assert first_fault(session, KEY) is None, "the database alone tells nothing"


@pytest.mark.parametrize(
    ("alter", "found"),
    [
        (compute_anew, "die Einträge bis Nummer 4 sind nicht die des Prüfpunkts"),
        (lambda db: cut_off(db, 6), "von 4 Einträgen fehlen 2"),
    ],
    ids=["rewritten", "cut off"],
)
def test_a_file_outside_tells_of_a_rewritten_database(
    alter: Callable[[Database], None],
    found: str,
    db: Database,
    clock: HeldClock,
    outside: Path,
    set_up: Callable[..., Settings],
) -> None:
    settings = set_up(audit_folder=str(outside.parent))
    for _ in range(2):
        write(db, clock, 4)
        keep(db, settings, clock)
        clock.advance(hours=1)
    before = outside.read_text()
    assert before.split() == [row["sealed"] for row in stored(db, AuditCheckpoint)]
    assert outside.stat().st_mode & 0o777 == 0o600
    alter(db)
    reseal(db, clock)
    with db.read() as session:
        assert folder.fault_in_folder(session, settings) == found
    with pytest.raises(LogAltered) as refused:
        keep(db, settings, clock)
    assert "widerspricht" in refused.value.detail
    assert outside.read_text() == before, "what people have to look at stays as it is"


def test_what_a_crash_cut_off_follows_whole(
    db: Database, clock: HeldClock, outside: Path, set_up: Callable[..., Settings]
) -> None:
    settings = set_up(audit_folder=str(outside.parent))
    write(db, clock, 3)
    keep(db, settings, clock)
    clock.advance(hours=1)
    write(db, clock, 3)
    keep(db, settings, clock)
    first, second = outside.read_text().split()
    outside.write_text(f"{first}\n{second[:40]}")
    keep(db, settings, clock)
    assert outside.read_text() == f"{first}\n{second[:40]}\n{second}\n"
    with db.read() as session:
        assert folder.fault_in_folder(session, settings) is None
    outside.write_text(f"{first}\n{second[:-1]}0\n{second}\n")
    with db.read() as session:
        assert (
            folder.fault_in_folder(session, settings)
            == f"Zeile 2 von {folder.NAME} ist nicht mit diesem Schlüssel versiegelt"
        )


def test_a_folder_that_is_gone_is_told_and_made_up_for(
    db: Database, clock: HeldClock, outside: Path, set_up: Callable[..., Settings]
) -> None:
    settings = set_up(audit_folder=str(outside.parent))
    outside.parent.rmdir()
    write(db, clock, 3)
    with pytest.raises(NotCopied) as refused:
        keep(db, settings, clock)
    assert "Ordner außerhalb" in refused.value.detail
    assert len(stored(db, AuditCheckpoint)) == 1, "kept all the same"
    outside.parent.mkdir()
    assert keep(db, settings, clock) == 0
    assert len(outside.read_text().split()) == 1


@pytest.fixture
def authority(clock: HeldClock, http_peer: HttpPeer, tmp_path: Path) -> Authority:
    authority = Authority(clock.now)
    (tmp_path / "roots.pem").write_bytes(authority.root.public_bytes(Encoding.PEM))
    http_peer.default = lambda line: line.sendall(status(200, body=authority.answer(http_peer.received[-1].body)))
    return authority


@pytest.fixture
def stamping(authority: Authority, http_peer: HttpPeer, tmp_path: Path, set_up: Callable[..., Settings]) -> Settings:
    return set_up(time_stamp_url=http_peer.url, time_stamp_roots=str(tmp_path / "roots.pem"))


def test_an_authority_stamps_one_checkpoint_a_day(
    db: Database, clock: HeldClock, authority: Authority, http_peer: HttpPeer, stamping: Settings
) -> None:
    for _ in range(3):
        write(db, clock, 2)
        keep(db, stamping, clock)
        clock.advance(hours=1)
    clock.advance(days=1)
    authority.now = clock.now
    write(db, clock, 2)
    keep(db, stamping, clock)
    assert [row["time_stamp"] is not None for row in stored(db, AuditCheckpoint)] == [True, False, False, True]
    assert [received.headers["content-type"] for received in http_peer.received] == ["application/timestamp-query"] * 2
    with db.read() as session:
        assert stamps.first_fault_of_stamps(session, stamping) is None


def test_a_stamp_fits_no_other_checkpoint_and_no_other_moment(
    db: Database, clock: HeldClock, authority: Authority, stamping: Settings
) -> None:
    write(db, clock, 2)
    keep(db, stamping, clock)
    (row,) = stored(db, AuditCheckpoint)
    forged = Checkpoint(1, "0" * 64, clock.now).sealed(KEY)
    later = clock.now - timedelta(days=30)
    for values, found in (
        ({"sealed": forged}, "gilt nicht"),
        ({"sealed": row["sealed"], "at": later}, "ist vom"),
    ):
        db.write(lambda session, values=values: session.execute(update(AuditCheckpoint).values(**values)) and None)
        with db.read() as session:
            assert found in (stamps.first_fault_of_stamps(session, stamping) or "")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (status(500), "antwortet mit 500"),
        (status(200, body=b"no stamp"), "nicht vom eingestellten Dienst"),
        (lambda line: line.close(), "nicht erreichbar"),
        (status(200, body=b"x" * 70_000), "mit zu viel"),
    ],
    ids=["refused", "rubbish", "dropped", "endless"],
)
def test_an_authority_that_fails_is_asked_again(
    answer: object, words: str, db: Database, clock: HeldClock, http_peer: HttpPeer, stamping: Settings
) -> None:
    http_peer.answers.append(answer)  # type: ignore[arg-type]
    write(db, clock, 2)
    with pytest.raises(NotCopied) as refused:
        keep(db, stamping, clock)
    assert words in refused.value.detail
    clock.advance(hours=1)
    assert keep(db, stamping, clock) == 0
    assert [row["time_stamp"] is not None for row in stored(db, AuditCheckpoint)] == [True]


def test_another_authority_is_not_believed(
    db: Database, clock: HeldClock, http_peer: HttpPeer, stamping: Settings
) -> None:
    stranger = Authority(clock.now)
    http_peer.default = lambda line: line.sendall(status(200, body=stranger.answer(http_peer.received[-1].body)))
    write(db, clock, 2)
    with pytest.raises(NotCopied) as refused:
        keep(db, stamping, clock)
    assert "nicht vom eingestellten Dienst" in refused.value.detail
    assert [row["time_stamp"] for row in stored(db, AuditCheckpoint)] == [None]


def test_the_command_compares_the_file_and_the_stamps(
    db: Database, clock: HeldClock, database_url: str, outside: Path, tmp_path: Path, stamping: Settings
) -> None:
    write(db, clock, 10)
    settings = stamping.model_copy(update={"audit_folder": str(outside.parent)})
    keep(db, settings, clock)
    given = {
        "database_url": database_url,
        "secret": KEY.decode(),
        "audit_folder": str(outside.parent),
        "time_stamp_url": settings.time_stamp_url,
        "time_stamp_roots": settings.time_stamp_roots,
    }
    whole = voltigo(tmp_path, "audit", "verify", **given)
    assert (whole.returncode, whole.stdout) == (0, "Das Protokoll ist ganz.\n")
    db.write(lambda session: session.execute(delete(AuditCheckpoint)) and None)
    cut_off(db, 1)
    cut = voltigo(tmp_path, "audit", "verify", **given)
    assert (cut.returncode, cut.stderr) == (1, "Das Protokoll wurde verändert: von 10 Einträgen fehlt 1.\n")
