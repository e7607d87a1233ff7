"""What the checks of the machine and of the database's version say where there is little, or something old."""

import os
import sys
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from services.checks import look_database as database
from services.checks import look_machine as machine
from services.checks.check import Finding, Found, Ground, Level
from services.checks.examine import examine
from services.checks.look_files import shared_files
from services.core.clock import utc_now
from services.core.db.db import Database
from services.core.storage.installed import files_of
from services.settings import Settings
from tests.faults.killing import answer_of_process
from tests.fixtures.object_store import ObjectStore
from tests.services.checks.test_checks import found_in, settings_for

pytestmark = pytest.mark.both_databases(sample="sqlite")

FILES = (
    (4_096, 0, Level.OK, "4.096 offene Dateien sind erlaubt"),
    (1_000, 0, Level.HINT, "Nur 1.000 offene Dateien sind erlaubt"),
    (1_000, 850, Level.FAULT, "von 1.000 Dateien sind offen"),
)
"""How many files a process may open, how many it has opened, and what is told of it."""


def with_few_files(database_url: str, folder: Path, there: Connection) -> None:
    """Look with each of these limits, which no process takes back."""
    import resource  # which Windows has not

    settings = settings_for(database_url, folder)
    db, told = Database(settings.database), []
    for allowed, opened, *_ in FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, allowed))
        with ExitStack() as held:
            for _ in range(opened):
                held.enter_context(Path(os.devnull).open())
            told.append(found(settings, db, "files"))
    db.close()
    there.send([(one.level, one.words) for one in told])


def found(settings: Settings, db: Database, name: str) -> Finding:
    return found_in(examine(settings, db, utc_now), name)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_few_open_files_are_told(db: Database, database_url: str, tmp_path: Path) -> None:
    told = answer_of_process(with_few_files, database_url, tmp_path)
    assert [level for level, _ in told] == [level for *_, level, _ in FILES]
    assert [says for (_, says), (*_, words) in zip(told, FILES, strict=True) if words not in says] == []


@pytest.mark.parametrize(("used", "level"), [(400_000_000, Level.OK), (900_000_000, Level.HINT)])
def test_little_memory_of_a_container_is_told(
    used: int, level: Level, db: Database, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files that Linux keeps of a container with a limit, as it writes them."""
    (tmp_path / "memory.max").write_text("1000000000\n")
    (tmp_path / "memory.current").write_text(f"{used}\n")
    monkeypatch.setattr(machine, "_GROUP", tmp_path)
    told = found(settings_for(database_url, tmp_path), db, "memory")
    assert told.level is level
    assert ("Nur noch 100,0 MB" in told.words) == (level is Level.HINT), told.words


def test_old_versions_are_told(
    db: Database, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(database_url, tmp_path)
    assert found(settings, db, "database_version").level is Level.OK
    assert found(settings, db, "python").level is Level.OK
    monkeypatch.setattr(database, "_OLDEST_SQLITE", (99, 0))
    monkeypatch.setattr(database, "_OLDEST_POSTGRESQL", 990_000)
    monkeypatch.setattr(machine, "_OLDEST_PYTHON", (99, 0))
    old = found(settings, db, "database_version")
    assert (old.level, "99" in old.words) == (Level.FAULT, True), old.words
    assert found(settings, db, "python").level is Level.FAULT


def test_a_store_that_is_gone_is_told_with_what_it_said_and_the_usual_advice(
    object_store: ObjectStore, database_url: str, db: Database, tmp_path: Path
) -> None:
    settings = Settings(_env_file=None, database_url=database_url, data_dir=tmp_path, store_url="s3://backups/check")  # type: ignore[call-arg]

    def found() -> Found:
        return shared_files.look(Ground(settings, db))

    assert found().level is Level.OK
    assert list(files_of(settings).list("probes/")) == []
    object_store.stop()
    gone = found()
    assert gone.level is Level.FAULT
    assert gone.words.startswith(
        "s3://backups/check antwortet nicht, ist voll oder nicht beschreibbar. Gemeldet wurde: „"
    )
    assert gone.helps is None
