"""What is damaged at the target is found, said and written again by whichever process comes next."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from services.backup.errors import Damaged
from services.backup.leased import note
from services.backup.repository import Snapshot, as_typed
from services.backup.restore import restore
from services.backup.ship import BackupShipping
from services.backup.status import BackupStatus, backup_status
from services.backup.verify import try_newest, verify
from services.core.clock import utc_now
from services.core.db.db import Database
from tests.fixtures.servers import MakeClient
from tests.services.backup.installations import KEY, Installation, block_files, snapshot_files
from tests.services.backup.test_commands import settings_of
from tests.services.held_clock import HeldClock
from tests.services.test_cli import voltigo

Harm = Callable[[Path], object]


def flip(path: Path) -> None:
    """One bit in the middle, as a disk that rots does it."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))


HARMS = pytest.mark.parametrize("harm", [flip, Path.unlink], ids=["flipped", "missing"])


def lasting(at: Installation, *snapshots: Snapshot) -> Path:
    """The file of a block that all these snapshots need: the state of the backups changes one of them each time."""
    shared = set.intersection(*(snapshot.blocks for snapshot in snapshots))
    return next(path for path in block_files(at.target) if path.name in shared)


def is_restorable(at: Installation, snapshot: Snapshot) -> bool:
    return verify(at.settings, at.repository(), snapshot, utc_now).faults == []


def status(db: Database, at: Installation, clock: Callable[[], object] = utc_now) -> BackupStatus:
    with db.read() as session:
        return backup_status(session, at.settings, clock())  # type: ignore[arg-type]


@HARMS
@pytest.mark.sample(1)
@pytest.mark.both_databases(sample="sqlite")
def test_what_verify_finds_the_next_backup_writes_again(
    harm: Harm, tmp_path: Path, old: Installation, new: Installation, db: Database
) -> None:
    """Each command is a process of its own, and the older snapshot heals with the newest."""
    first, second = old.ship(db), old.ship(db)
    harm(lasting(old, first, second))
    found = voltigo(tmp_path, "verify", **settings_of(old))
    assert (found.returncode, "Die nächste Sicherung, auch `voltigo backup`, schreibt neu" in found.stderr) == (1, True)
    assert status(db, old).is_late
    assert voltigo(tmp_path, "backup", **settings_of(old)).returncode == 0
    after = status(db, old)
    assert (after.is_late, after.verify_error) == (False, None)
    assert after.damage is not None
    assert "1 Block war am Ziel beschädigt oder nicht mehr da" in after.damage
    healed = voltigo(tmp_path, "verify", **settings_of(old))
    assert (healed.returncode, healed.stdout.endswith("Sie ist ganz.\n")) == (0, True), healed.stderr
    assert is_restorable(old, first)
    restored = voltigo(tmp_path, "restore", **settings_of(new))
    assert restored.returncode == 0, restored.stderr


@HARMS
def test_a_backup_by_hand_finds_what_nobody_has_found_yet(harm: Harm, old: Installation, db: Database) -> None:
    first, second = old.ship(db), old.ship(db)
    harm(lasting(old, first, second))
    third = old.ship(db)  # a shipping of its own, as another process has it
    assert is_restorable(old, third)
    assert is_restorable(old, first)
    assert old.repository().marked() == set()


def test_prune_tells_what_is_missing_and_the_next_backup_writes_it_again(
    tmp_path: Path, old: Installation, db: Database
) -> None:
    first, second = old.ship(db), old.ship(db)
    lost = lasting(old, first, second)
    lost.unlink()
    pruned = voltigo(tmp_path, "backup", "prune", **settings_of(old))
    assert pruned.returncode == 1
    assert "1 Block fehlt am Ziel." in pruned.stderr
    assert "2 Sicherungen lassen sich so nicht wiederherstellen" in pruned.stderr
    assert old.repository().marked() == {lost.name}
    voltigo(tmp_path, "backup", **settings_of(old))
    assert lost.exists()
    again = voltigo(tmp_path, "backup", "prune", **settings_of(old))
    assert (again.returncode, again.stderr) == (0, "")


@HARMS
def test_a_server_heals_what_another_process_has_found(harm: Harm, old: Installation, db: Database) -> None:
    clock = HeldClock()
    server = BackupShipping(db, old.settings, clock)
    assert server.ship_due() == 1
    clock.advance(minutes=1)
    assert server.ship_due() == 1
    repository = old.repository()
    first, second = (repository.read_snapshot(name) for name in repository.names())
    harm(lasting(old, first, second))
    with pytest.raises(Damaged):
        verify(old.settings, old.repository(), second, clock)
    clock.advance(minutes=1)
    assert server.ship_due() == 1
    assert is_restorable(old, second)


@HARMS
def test_a_server_reads_each_block_once_a_day(harm: Harm, old: Installation, db: Database) -> None:
    clock = HeldClock()
    server = BackupShipping(db, old.settings, clock)
    for _ in range(2):
        clock.advance(minutes=1)
        server.ship_due()
    repository = old.repository()
    first, second = (repository.read_snapshot(name) for name in repository.names())
    harmed = lasting(old, first, second)
    whole = harmed.read_bytes()
    harm(harmed)
    for _ in range(24):
        db.write(lambda session: note(session, pruned_at=clock() + timedelta(hours=1)))  # not by the look of pruning
        clock.advance(hours=1)
        assert server.ship_due() == 1
    assert len(harmed.read_bytes()) == len(whole)
    assert is_restorable(old, second)


def test_a_file_that_did_not_change_is_read_again_where_its_blocks_are_damaged(old: Installation, db: Database) -> None:
    old.settings.data_dir.mkdir()
    (old.settings.data_dir / "artefact.pdf").write_bytes(bytes(range(256)) * 2000)
    first = old.ship(db)
    block = first.named("data/artefact.pdf").blocks[1]
    flip(next(path for path in block_files(old.target) if path.name == block))
    assert is_restorable(old, old.ship(db))


def test_the_trial_heals_what_it_finds_and_says_so(old: Installation, db: Database, make_client: MakeClient) -> None:
    app = make_client(backup_url=str(old.target), backup_key=KEY)
    first, second = old.ship(db), old.ship(db)
    flip(lasting(old, first, second))
    try_newest(db, old.settings, utc_now)
    found = status(db, old)
    assert (found.is_late, found.verify_error) == (False, None)
    assert found.damage is not None
    assert "backup_late" not in app.get("/readyz?strict=true").json()["causes"]


def test_what_cannot_be_written_again_is_named_and_the_rest_restores(
    tmp_path: Path, old: Installation, new: Installation, db: Database
) -> None:
    """A block that only older snapshots need: its content is gone. They never count as good again."""
    old.settings.data_dir.mkdir()
    passing = old.settings.data_dir / "passing"
    clock = HeldClock(utc_now() - timedelta(minutes=10))
    first = old.ship(db, clock)
    passing.write_bytes(b"1" * 1000)
    clock.advance(minutes=1)
    second = old.ship(db, clock)
    (only,) = second.named("data/passing").blocks
    flip(next(path for path in block_files(old.target) if path.name == only))
    refused = voltigo(tmp_path, "restore", **settings_of(new))
    assert refused.returncode == 1
    assert f"{only} ist beschädigt" in refused.stderr
    assert f'voltigo restore --at "{as_typed(first.taken_at)}"' in refused.stderr
    passing.unlink()
    clock.advance(minutes=1)
    third = old.ship(db, clock)
    listed = voltigo(tmp_path, "backup", "list", **settings_of(old)).stdout.splitlines()
    assert [line.endswith("beschädigt") for line in listed[:3]] == [False, True, False]
    assert "1 davon beschädigt" in listed[-1]
    voltigo(tmp_path, "backup", "prune", **settings_of(old))
    found = status(db, old, clock)
    assert "1 ältere Sicherung lässt sich nicht wiederherstellen" in (found.damage or "")
    assert not found.is_late
    done = voltigo(tmp_path, "restore", "--at", as_typed(first.taken_at), **settings_of(new))
    assert done.returncode == 0, done.stderr
    assert is_restorable(old, third)


def test_a_damaged_newest_manifest_names_the_older_ones_and_the_next_snapshot_is_good(
    tmp_path: Path, old: Installation, new: Installation, db: Database
) -> None:
    clock = HeldClock(utc_now() - timedelta(minutes=30))
    snapshots = []
    for _ in range(15):
        clock.advance(minutes=1)
        snapshots.append(old.ship(db, clock))
    newest = snapshot_files(old.target)[-1]
    newest.write_bytes(newest.read_bytes()[:50])
    refused = voltigo(tmp_path, "restore", **settings_of(new))
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"snapshots/{newest.name} ist beschädigt")
    assert refused.stderr.count("voltigo restore --at") == 12
    assert as_typed(snapshots[-2].taken_at) in refused.stderr
    taken = old.ship(db)
    assert is_restorable(old, taken)
    done = voltigo(tmp_path, "restore", **settings_of(new))
    assert done.returncode == 0, done.stderr


def test_a_target_that_can_only_be_read_is_restored_from(old: Installation, new: Installation, db: Database) -> None:
    """Marks cannot be written there; what failed is known to the process all the same."""
    first, second = old.ship(db), old.ship(db)
    harmed = lasting(old, first, second)
    flip(harmed)
    (old.target / "damaged").write_text("in the way")
    repository = old.repository()
    with pytest.raises(Damaged):
        restore(new.settings, repository, second, utc_now)
    (old.target / "damaged").unlink()
    assert repository.marked() == {harmed.name}
