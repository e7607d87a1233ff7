"""A database goes with one secret: who binds it, who is refused, and what brings the secret along."""

import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text
from starlette.testclient import TestClient

from services.backup.restore import restore
from services.checks.check import Ground, Level
from services.checks.look_files import secret
from services.cli.serving import bind
from services.core import identity
from services.core.clock import utc_now
from services.core.data_folder import OtherFolder
from services.core.db.db import Database
from services.core.identity import OtherSecret, fingerprint
from services.core.models import Installation
from services.portability.export import export
from services.portability.load import load
from services.settings import Settings
from tests.fixtures.staff import state_of
from tests.services.backup.installations import Installation as Whole
from tests.services.backup.installations import installation
from tests.services.portability.conftest import Moved, empty

__all__ = ["empty"]
ONE, OTHER = "the one secret of this test, long enough", "another secret of this test, long enough"

Made = Callable[..., Settings]


@pytest.fixture
def made(tmp_path: Path, database_url: str) -> Made:
    """Settings of a process with a folder of its own on the test's database."""

    def make(value: str, folder: str = "var") -> Settings:
        given: dict[str, Any] = {"data_dir": tmp_path / folder, "database_url": database_url, "secret": value}
        return Settings(_env_file=None, **given)

    return make


def kept(db: Database) -> str | None:
    with db.read() as session:
        return session.scalar(select(Installation.secret_fingerprint))


def claim(db: Database, settings: Settings) -> None:
    db.write(lambda session: identity.claim(session, settings))


@pytest.mark.both_databases
def test_the_first_process_binds_the_database_and_another_secret_is_refused(db: Database, made: Made) -> None:
    claim(db, made(ONE))
    assert kept(db) == fingerprint(ONE.encode())
    claim(db, made(ONE, "second"))
    with pytest.raises(OtherSecret) as refused:
        claim(db, made(OTHER))
    assert not refused.value.is_missing
    assert kept(db) == fingerprint(ONE.encode())


@pytest.mark.both_databases
def test_of_two_that_start_at_once_one_wins(db: Database, made: Made, database_url: str) -> None:
    begun, refused = threading.Barrier(2), []

    def start(value: str) -> None:
        with closing(Database(database_url)) as own:
            begun.wait(60)
            try:
                claim(own, made(value))
            except OtherSecret:
                refused.append(value)

    threads = [threading.Thread(target=start, args=(value,)) for value in (ONE, OTHER)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    (loser,) = refused
    assert kept(db) == fingerprint((OTHER if loser == ONE else ONE).encode())


def test_a_process_that_is_refused_binds_nothing_else(db: Database, made: Made, tmp_path: Path) -> None:
    claim(db, made(ONE))
    with_store = made(OTHER).model_copy(update={"store_url": str(tmp_path / "shared")})
    with pytest.raises(OtherSecret):
        bind(with_store, db)
    with db.read() as session:
        assert session.scalar(select(Installation.folder)) is None


def test_a_database_that_can_only_be_read_is_compared_without_a_write(
    db: Database, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    bind(made(ONE), db)
    monkeypatch.setattr(db, "write", _raises)
    bind(made(ONE), db)
    with pytest.raises(OtherSecret):
        bind(made(OTHER), db)


def test_files_that_were_moved_are_noticed_on_sqlite_as_well(db: Database, made: Made) -> None:
    bind(made(ONE), db)
    db.write(lambda session: session.execute(text("UPDATE installation SET folder = 'elsewhere'")) and None)
    with pytest.raises(OtherFolder):
        bind(made(ONE), db)


def test_a_lost_file_of_the_secret_is_noticed_and_no_new_one_is_made(db: Database, made: Made, tmp_path: Path) -> None:
    claim(db, made(""))
    path = tmp_path / "var" / "secret"
    path.unlink()
    with pytest.raises(OtherSecret) as refused:
        claim(db, made(""))
    assert refused.value.is_missing
    assert not path.exists()
    assert db.write(lambda session: identity.adopt(session, made("")))
    claim(db, made(""))
    assert path.is_file()


def test_the_fingerprint_is_neither_the_secret_nor_a_key_of_anything(made: Made) -> None:
    first, second = fingerprint(ONE.encode()), fingerprint(OTHER.encode())
    assert len(first) == len(second) == 64
    assert first != second
    assert ONE not in first


@pytest.mark.parametrize(("with_secret", "is_bound"), [(True, True), (False, False)])
def test_an_export_takes_the_binding_along_if_it_has_the_secret(
    client: TestClient, empty: Moved, tmp_path: Path, database_url: str, with_secret: bool, is_bound: bool
) -> None:
    old = installation(tmp_path / "var", database_url, tmp_path / "target")
    claim(state_of(client).db, old.settings)
    export(old.settings, tmp_path / "export", utc_now, with_secret=with_secret)
    new = empty("sqlite", "new")
    done = load(new.settings, tmp_path / "export", utc_now)
    assert done.faults == []
    with closing(Database(new.settings.database)) as db:
        assert (kept(db) is not None) == is_bound
        claim(db, new.settings)
        assert kept(db) == fingerprint(new.settings.secret_key)
    assert (new.settings.secret_key == old.settings.secret_key) == with_secret


def test_an_import_without_a_secret_says_nothing_of_the_secret_of_a_backup(
    client: TestClient, tmp_path: Path, database_url: str
) -> None:
    old = installation(tmp_path / "var", database_url, tmp_path / "target")
    export(old.settings, tmp_path / "export", utc_now)
    new = installation(tmp_path / "new", "", tmp_path / "target", secret=ONE)
    assert not [line for line in load(new.settings, tmp_path / "export", utc_now).lines if "of the backup" in line]


def test_a_restore_brings_the_secret_and_the_binding(client: TestClient, tmp_path: Path, database_url: str) -> None:
    """Where the settings name another one, it is refused until they do not, or it is adopted."""
    old = installation(tmp_path / "var", database_url, tmp_path / "target")
    claim(state_of(client).db, old.settings)
    old.ship(state_of(client).db)
    for folder, value, is_refused in (("new", "", False), ("differs", OTHER, True)):
        new = installation(tmp_path / folder, "", tmp_path / "target", secret=value)
        _restored(old, new)
        with closing(Database(new.settings.database)) as db, db.read() as session:
            assert identity.is_other(session, new.settings) == is_refused


def _restored(old: Whole, new: Whole) -> None:
    repository = old.repository()
    restore(new.settings, repository, repository.read_snapshot(repository.names()[-1]), utc_now)


def test_the_doctor_says_in_german_what_is_wrong(db: Database, made: Made, tmp_path: Path) -> None:
    def found(settings: Settings) -> tuple[Level, str]:
        with db.read() as session:
            looked = secret.look(Ground(settings, db, utc_now, session=session))
        return looked.level, looked.words

    assert found(made(""))[0] is Level.HINT
    assert not (tmp_path / "var" / "secret").exists(), "looking makes none"
    assert found(made(ONE)) == (Level.OK, "Die Datenbank ist noch an keines gebunden; der nächste Start holt es nach.")
    claim(db, made(ONE))
    assert found(made(ONE)) == (Level.OK, "Es gehört zu dieser Datenbank.")
    level, words = found(made(OTHER))
    assert (level, words) == (
        Level.FAULT,
        "VOLTIGO_SECRET ist nicht das Geheimnis, zu dem diese Datenbank gehört.",
    )
    level, words = found(made(""))
    assert (level, words.split(":")[0]) == (Level.FAULT, "Das Geheimnis fehlt")


@pytest.mark.both_databases
def test_a_running_process_begins_no_job_once_another_secret_or_place_was_adopted(
    db: Database, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim(db, made(ONE))
    ours = identity.ProcessIdentity(made(ONE), db, every_seconds=0)
    assert ours.holds()
    db.write(lambda session: identity.adopt(session, made(OTHER)) and None)
    assert not ours.holds()
    with monkeypatch.context() as away:
        away.setattr(db, "read", _raises)
        assert not ours.holds(), "as seen last"
    claim(db, made(OTHER))
    db.write(lambda session: identity.adopt(session, made(ONE)) and None)
    assert ours.holds()
    db.write(lambda session: session.execute(text("UPDATE installation SET folder = 'elsewhere'")) and None)
    assert not ours.holds()


def _raises(*_: object) -> None:
    raise identity.DatabaseUnavailable
