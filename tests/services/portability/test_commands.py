"""The commands, as an operator calls them."""

from contextlib import closing
from pathlib import Path

from starlette.testclient import TestClient

from services.core.clock import utc_now
from services.core.db.db import Database
from services.jobs.claims import note_plan
from services.models import metadata
from services.portability.description import from_json
from services.portability.words import GROUPS, MEANINGS
from services.reservations.models import Reservation
from tests.fixtures.staff import state_of
from tests.services.portability.conftest import Moved
from tests.services.reports.kept_calls import reserve
from tests.services.stored import stored
from tests.services.test_cli import voltigo


def test_an_export_is_written_and_brought_in(client: TestClient, empty: Moved, tmp_path: Path) -> None:
    reserve(client, 1)
    old = {"data_dir": tmp_path / "var", "database_url": state_of(client).settings.database_url}
    folder = tmp_path / "export"
    done = voltigo(tmp_path, "export", str(folder), **old)
    assert done.returncode == 0, done.stderr
    assert f"{len(metadata.tables)} Tabellen mit " in done.stdout
    assert "Der Ordner enthält personenbezogene Daten und ist nicht verschlüsselt" in done.stdout
    _tells_people_and_programs_what_there_is(folder)
    again = voltigo(tmp_path, "export", str(folder), **old)
    assert (again.returncode, "ist kein leerer Ordner" in again.stderr) == (1, True)
    new = empty("sqlite", "new")
    there = {"data_dir": new.settings.data_dir, "database_url": new.settings.database}
    into = voltigo(tmp_path, "import", str(folder), "--from", "csv", **there)
    assert into.returncode == 0, into.stderr
    assert "Jede Zeile ist zurückgelesen und wie dort." in into.stdout
    assert "1 Mail ist angehalten" in into.stdout
    with closing(Database(new.settings.database)) as db:
        assert len(stored(db, Reservation)) == 1
    used = voltigo(tmp_path, "import", str(folder), **there)
    assert (used.returncode, used.stderr) == (
        1,
        "In der Datenbank liegen schon Daten. Ein Import braucht eine leere Installation; nichts wurde geändert.\n",
    )


def test_no_export_and_no_import_without_its_ground(tmp_path: Path, empty: Moved) -> None:
    missing = voltigo(tmp_path, "export", str(tmp_path / "a"), data_dir=tmp_path / "none")
    assert (missing.returncode, missing.stderr.startswith("Es gibt keine Datenbank")) == (1, True)
    new = empty("sqlite", "new")
    nothing = voltigo(tmp_path, "import", str(tmp_path / "elsewhere"), data_dir=new.settings.data_dir)
    assert (nothing.returncode, "liegt kein Export von Voltigo" in nothing.stderr) == (1, True)


def test_nothing_is_brought_in_under_a_running_server(tmp_path: Path, empty: Moved) -> None:
    new = empty("sqlite", "new")
    with closing(Database(new.settings.database)) as db:
        db.write(lambda session: note_plan(session, ["forget"], ["forget"], utc_now()))
    done = voltigo(tmp_path, "import", str(tmp_path / "a"), data_dir=new.settings.data_dir)
    assert (done.returncode, "hat noch ein Server mit dieser Datenbank gearbeitet" in done.stderr) == (1, True)


def _tells_people_and_programs_what_there_is(folder: Path) -> None:
    export = from_json((folder / "description.json").read_text())
    assert {table.layout.name for table in export.tables} == set(metadata.tables)
    text = (folder / "README.md").read_text()
    assert all(f"| `{name}` | " in text for name in metadata.tables)
    assert "NULL" in text and "personenbezogene Daten" in text and "{" not in text


def test_every_table_has_a_german_sentence() -> None:
    assert set(MEANINGS) == set(metadata.tables)
    assert sum(map(len, GROUPS.values())) == len(MEANINGS)
    assert all(said.endswith(".") and len(said) > 20 for said in MEANINGS.values())
