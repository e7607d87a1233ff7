"""The repository: nothing in it can be read, exchanged or left out without notice."""

import json
import shutil
from pathlib import Path

import pytest

from services.backup.capture.files import BLOCK_BYTES, blocks_of_rows
from services.backup.errors import Damaged, NotConfigured, NotRestorable, Unreachable, WrongKey
from services.backup.repository import Seal, is_key, new_key, open_repository, storage_for
from services.backup.restore import restore
from services.backup.ship import BackupShipping
from services.backup.verify import verify
from services.core.clock import utc_now
from services.core.db.db import Database
from tests.fixtures.object_store import ObjectStore
from tests.services.backup.installations import (
    KEY,
    Installation,
    block_files,
    installation,
    rows_of,
    snapshot_files,
)


def test_equal_content_has_one_name_and_names_differ_by_key() -> None:
    here, there = Seal(KEY), Seal(new_key())
    assert here.name_of(b"Rosa") == here.name_of(b"Rosa") != there.name_of(b"Rosa")
    sealed = here.close("a", b"Rosa Roth" * 100)
    assert b"Rosa" not in sealed
    assert len(sealed) < 100
    assert here.open("a", sealed) == b"Rosa Roth" * 100


@pytest.mark.parametrize("change", ["other key", "other name", "cut off", "one bit", "empty"])
def test_what_was_not_closed_under_this_name_does_not_open(change: str) -> None:
    seal = Seal(KEY)
    sealed = seal.close("a", b"Rosa")
    name = "b" if change == "other name" else "a"
    given = {"cut off": sealed[:-1], "one bit": sealed[:-1] + bytes([sealed[-1] ^ 1]), "empty": b""}.get(change, sealed)
    with pytest.raises(Damaged):
        (Seal(new_key()) if change == "other key" else seal).open(name, given)


def test_only_what_the_command_prints_is_a_key() -> None:
    assert is_key(new_key())
    for text in ("", "kurz", "ä" * 43, new_key()[:-2], "geheim" * 8):
        assert not is_key(text)
        with pytest.raises(NotConfigured):
            Seal(text)


def test_rows_in_front_leave_later_blocks_as_they_were() -> None:
    rows = [f"{number}\tHaushalt {number * 7919}\n".encode() for number in range(50_000)]
    before, after = set(blocks_of_rows(rows)), set(blocks_of_rows([b"0\tneu\n", *rows]))
    assert len(before) > 20
    assert len(after - before) <= 2
    assert b"".join(blocks_of_rows(rows)) == b"".join(rows)


def test_a_lost_header_costs_no_snapshot_and_a_damaged_one_is_told(old: Installation, db: Database) -> None:
    snapshot = old.ship(db)
    header = old.target / "voltigo-backup.json"
    header.write_text("{")
    with pytest.raises(Damaged, match="Löschen Sie sie"):
        old.repository()
    header.write_text(json.dumps({"format": 2, "key_check": ""}))
    with pytest.raises(NotRestorable, match="neueren Voltigo"):
        old.repository()
    header.unlink()
    assert old.repository().read_snapshot(snapshot.name) == snapshot
    seal, (file,), name = Seal(KEY), snapshot_files(old.target), f"snapshots/{snapshot.name}"
    newer = json.loads(seal.open(name, file.read_bytes())) | {"format": 2}
    file.write_bytes(seal.close(name, json.dumps(newer).encode()))
    with pytest.raises(NotRestorable, match="neueren Voltigo"):
        old.repository().read_snapshot(snapshot.name)


def test_names_and_people_cannot_be_read_at_the_target(old: Installation, db: Database) -> None:
    (old.settings.data_dir).mkdir()
    (old.settings.data_dir / "Rosa-Roth.eml").write_text("An Rosa Roth")
    old.ship(db)
    for path in old.target.rglob("*"):
        assert "Rosa" not in path.name
        assert path.is_dir() or b"Rosa" not in path.read_bytes()


def test_an_unchanged_installation_writes_a_few_blocks(old: Installation, db: Database) -> None:
    old.settings.data_dir.mkdir()
    (old.settings.data_dir / "big").write_bytes(bytes(range(256)) * BLOCK_BYTES)
    old.ship(db)
    first = len(block_files(old.target))
    old.ship(db)
    assert first > 20
    assert len(block_files(old.target)) - first <= 3  # the state of the backups itself, and the file's head


@pytest.mark.parametrize("harm", ["missing", "torn", "exchanged"])
def test_a_harmed_block_fails_verify_and_leaves_a_restore_half_nothing(
    old: Installation, new: Installation, db: Database, harm: str
) -> None:
    """The negative control of verification: with one block harmed it must fail."""
    snapshot = old.ship(db)
    one, two = block_files(old.target)[:2]
    if harm == "missing":
        one.unlink()
    elif harm == "torn":
        one.write_bytes(one.read_bytes()[:-5])
    else:
        shutil.copyfile(two, one)
    repository = old.repository()
    with pytest.raises(Damaged):
        verify(old.settings, repository, snapshot, utc_now)
    with pytest.raises(Damaged):
        restore(new.settings, repository, snapshot, utc_now)
    assert not (new.settings.data_dir / "voltigo.sqlite3").exists()
    assert not (new.settings.data_dir / "secret").exists()


def test_exchanged_snapshots_do_not_open(old: Installation, db: Database) -> None:
    old.ship(db)
    old.ship(db)
    first, second = snapshot_files(old.target)
    shutil.copyfile(first, second)
    with pytest.raises(Damaged, match="an dieser Stelle liegt eine andere Datei"):
        old.repository().read_snapshot(second.name)


def test_drafts_of_a_killed_process_are_no_snapshots(old: Installation, db: Database) -> None:
    snapshot = old.ship(db)
    (old.target / "snapshots" / ".20261127T023832-draft").write_bytes(b"half")
    (old.target / "snapshots" / "README").write_bytes(b"by hand")
    assert old.repository().names() == [snapshot.name]


def test_a_target_that_is_no_folder_is_told(old: Installation, db: Database, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(Unreachable, match="ist nicht benutzbar: kein Ordner"):
        installation(tmp_path / "var", old.settings.database, tmp_path / "file").ship(db)


def test_a_target_that_vanishes_is_told_and_used_again_when_it_is_back(
    old: Installation, db: Database, tmp_path: Path
) -> None:
    shipping = BackupShipping(db, old.settings, utc_now)
    shipping.ship_now()
    old.target.rename(tmp_path / "away")
    old.target.write_text("not mounted")
    with pytest.raises(Unreachable):
        shipping.ship_now()
    old.target.unlink()
    (tmp_path / "away").rename(old.target)
    taken = shipping.ship_now()
    assert verify(old.settings, old.repository(), taken.snapshot, utc_now).faults == []


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
