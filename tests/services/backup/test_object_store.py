"""An object store as the target: the same as a folder, against a real one."""

from pathlib import Path

import pytest

from services.backup.errors import Damaged, Unreachable, WrongKey
from services.backup.repository import new_key, open_repository, storage_for
from services.backup.restore import restore
from services.backup.ship import BackupShipping
from services.backup.verify import verify
from services.core.clock import utc_now
from services.core.db.db import Database
from tests.fixtures.object_store import ObjectStore
from tests.services.backup.installations import KEY, installation, rows_of


def test_backups_go_to_an_object_store_and_come_back(
    object_store: ObjectStore, database_url: str, db: Database, tmp_path: Path
) -> None:
    url = "s3://backups/voltigo"
    here = installation(tmp_path / "var", database_url, tmp_path, backup_url=url)
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "artefact.pdf").write_bytes(bytes(range(256)) * 2000)
    storage = storage_for(url)
    assert (storage.put_new("once", b"1"), storage.put_new("once", b"2"), storage.get("once")) == (True, False, b"1")
    shipping = BackupShipping(db, here.settings, utc_now)
    shipping.ship_now()
    snapshot = shipping.ship_now().snapshot
    with pytest.raises(WrongKey):
        open_repository(storage, new_key())
    repository = open_repository(storage, KEY)
    assert len(repository.names()) == 2
    assert verify(here.settings, repository, snapshot, utc_now).faults == []
    there = installation(tmp_path / "new", "", tmp_path, backup_url=url)
    restore(there.settings, repository, snapshot, utc_now)
    assert rows_of(there.settings.database)["spots"] == rows_of(database_url)["spots"]
    assert (tmp_path / "new" / "artefact.pdf").read_bytes() == (tmp_path / "var" / "artefact.pdf").read_bytes()
    missing, rotten = snapshot.members[0].blocks[:2]
    repository.delete_block(missing)
    storage.put(f"blocks/{rotten[:2]}/{rotten}", b"rotten")
    with pytest.raises(Damaged):
        verify(here.settings, repository, snapshot, utc_now)
    assert repository.marked() <= {missing, rotten} != set()
    healed = BackupShipping(db, here.settings, utc_now).ship_now().snapshot
    assert verify(here.settings, open_repository(storage, KEY), healed, utc_now).faults == []
    assert open_repository(storage, KEY).marked() <= {missing} - healed.blocks
    repository.delete_snapshot(snapshot.name)
    assert snapshot.name not in repository.names()


def test_a_store_that_is_gone_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: Database) -> None:
    names = {"AWS_ENDPOINT_URL": "http://127.0.0.1:9", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(Unreachable, match="Der Objektspeicher s3://backups/voltigo ist nicht benutzbar"):
        storage_for("s3://backups/voltigo").get("header")
