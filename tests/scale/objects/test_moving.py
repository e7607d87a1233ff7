"""From the folder of data into an object store and back, and backups of what lies there."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from services.backup.errors import Occupied
from services.backup.repository import open_repository
from services.backup.restore import restore
from services.backup.ship import BackupShipping
from services.backup.verify import faults_of, missing_files, verify
from services.cli import app, context
from services.core import data_folder
from services.core.storage.folder import FolderStorage
from services.core.storage.installed import files_of
from services.portability.move_files import move_files, named_files
from services.store.place import store_of
from services.store.status import verify_whole
from tests.fixtures.servers import MakeClient
from tests.scale.objects.test_servers import SECRET, fill, shown
from tests.services.backup.installations import KEY, installation
from tests.services.conftest import clock
from tests.services.held_clock import HeldClock
from tests.services.reports.conftest import probe
from tests.services.reports.kept_calls import keep_report
from tests.services.schedules.calls import make
from tests.services.schedules.office import Office

__all__ = ["clock", "probe"]
pytestmark = [pytest.mark.usefixtures("probe"), pytest.mark.both_databases(sample="sqlite")]


@pytest.fixture
def given(clock: HeldClock) -> dict[str, Any]:
    return {"rate_limits": "off", "clock": clock, "secret": SECRET}


@pytest.fixture
def filled(make_client: MakeClient, given: dict[str, Any], tmp_path: Path) -> Office:
    """One server with a store in its folder of data."""
    office = Office(make_client(data_dir=tmp_path / "near", **given))
    office.db.write(lambda session: data_folder.claim(session, files_of(office.settings)))
    fill(office)
    return office


@pytest.fixture
def near(filled: Office) -> Office:
    """With everything else there, too: what a schedule has sent, and a kept report."""
    schedule = make(filled.staff("admin"), retention_days=400)
    filled.run(schedule["id"])
    keep_report(filled.reader())
    return filled


def test_everything_is_found_at_the_new_place_and_back_in_the_old_one(
    near: Office, make_client: MakeClient, given: dict[str, Any], objects_url: str, tmp_path: Path
) -> None:
    before = shown(near).json()["tables"]
    far = Office(make_client(data_dir=tmp_path / "far", store_url=objects_url, **given))
    target = files_of(far.settings)
    with near.db.read() as session:
        count = len(named_files(session))
    moved = move_files(near.db, files_of(near.settings), target, tmp_path / "scratch")
    assert (moved.files, moved.lost, count > 3) == (count, [], True)
    with near.db.read() as session:
        assert missing_files(session, target) == []
        assert data_folder.is_other(session, files_of(near.settings)), "the old place is no longer the one"
        assert not data_folder.is_other(session, target)
    assert verify_whole(far.db, store_of(far.settings), clock=near.clock) == []
    assert shown(far).json()["tables"] == before
    back = FolderStorage(tmp_path / "back")
    assert move_files(near.db, target, back, tmp_path / "scratch").files == count
    with near.db.read() as session:
        assert missing_files(session, back) == []


@pytest.mark.sample(0)
def test_a_backup_holds_what_lies_at_the_place_and_a_restore_brings_it_back(
    near: Office, objects_url: str, tmp_path: Path
) -> None:
    """Onto another place, with another folder of data, and verified beside the installation."""
    changes = {"backup_url": str(tmp_path / "backups"), "backup_key": KEY, "secret": SECRET}
    far = installation(tmp_path / "far", near.settings.database, tmp_path, store_url=objects_url, **changes)
    move_files(near.db, files_of(near.settings), files_of(far.settings), tmp_path / "scratch")
    snapshot = BackupShipping(near.db, far.settings, near.clock).ship_now().snapshot
    repository = open_repository(FolderStorage(tmp_path / "backups"), KEY)
    names = {member.path for member in snapshot.members}
    assert any(name.startswith("data/reports/") for name in names)
    assert any(name.startswith("data/artefacts/") for name in names)
    assert not any(name.endswith(".parquet") for name in names), "the store is made again"
    assert verify(far.settings, repository, snapshot, near.clock).faults == []
    url = near.settings.database if near.settings.database.startswith("postgresql") else ""
    if url:
        return  # what follows would need a second database
    new = installation(tmp_path / "new", "", tmp_path, store_url=f"{objects_url}-new", **changes)
    restore(new.settings, repository, snapshot, near.clock)
    assert not list((tmp_path / "new").rglob("*.gz")), "nothing of it in the folder of data"
    assert faults_of(new.settings, snapshot.counts, near.clock) == []


@pytest.mark.sample(0)
def test_a_cut_off_move_leaves_the_old_place_bound_and_goes_on(
    near: Office, objects_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = files_of(near.settings.model_copy(update={"store_url": objects_url}))
    put, left = type(target).put_file, [2]

    def cut_off(self: Any, name: str, path: Path) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        put(self, name, path)

    monkeypatch.setattr(type(target), "put_file", cut_off)
    with pytest.raises(KeyboardInterrupt):
        move_files(near.db, files_of(near.settings), target, tmp_path / "scratch")
    with near.db.read() as session:
        assert not data_folder.is_other(session, files_of(near.settings))
    monkeypatch.undo()


def test_the_place_of_another_installation_is_refused(filled: Office, objects_url: str, tmp_path: Path) -> None:
    target = files_of(filled.settings.model_copy(update={"store_url": objects_url}))
    target.put("folder-id", b"0123")
    with pytest.raises(Occupied, match="einer anderen Installation"):
        move_files(filled.db, files_of(filled.settings), target, tmp_path / "scratch")


def test_the_command_moves_and_says_what_to_set(
    filled: Office, objects_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VOLTIGO_DATA_DIR", str(filled.settings.data_dir))
    monkeypatch.setenv("VOLTIGO_DATABASE_URL", filled.settings.database)
    monkeypatch.setattr(context, "configure_logging", lambda **_: None)  # it would keep the runner's own stream
    told = CliRunner().invoke(app, ["store", "move", objects_url])
    assert told.exit_code == 0, told.output
    assert f"Setzen Sie VOLTIGO_STORE_URL={objects_url} für alle Server und Worker" in told.output
