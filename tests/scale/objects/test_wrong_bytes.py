"""Bit rot in an object store and in the copies of its files: told by name, believed by no report, mended each night."""

from pathlib import Path

import pytest

from analytics.store.cache import FileDamaged
from analytics.store.catalogue import Store
from services.core.db.db import Database
from services.store.ingest import StoreIngest, mend
from services.store.status import verify_whole
from tests.scale.objects.places import store_at
from tests.scale.objects.test_remote_store import filled, ids_of, store
from tests.services.held_clock import HeldClock
from tests.services.store.test_mend import names

__all__ = ["filled", "store"]
pytestmark = pytest.mark.both_databases(sample="sqlite")
ROWS = list(range(1, 10))


def other_bytes(store: Store, name: str, scratch: Path) -> None:
    """The same size at the place, with another bit."""
    assert store.remote is not None
    path = scratch / "rotten"
    assert store.remote.fetch(name, path)
    path.write_bytes(_flipped(path.read_bytes()))
    store.remote.put_file(name, path)


def _flipped(content: bytes) -> bytes:
    changed = bytearray(content)
    changed[len(changed) // 2] ^= 1
    return bytes(changed)


def test_wrong_bytes_at_the_place_are_named_refused_and_mended(
    db: Database, filled: Store, objects_url: str, database_url: str, tmp_path: Path
) -> None:
    ingest = StoreIngest(db, filled, HeldClock())
    (name, *_) = names(db, "visits")
    assert ids_of(filled) == ROWS, "now this machine has copies"
    other_bytes(filled, name, tmp_path)
    assert ingest.run().rows == 0, "its size is right"
    assert verify_whole(db, filled) == [
        f"Die Datei {name} ist beschädigt: Ihr Inhalt ist nicht, was geschrieben wurde."
    ]
    assert ids_of(filled) == ROWS, "the copy was right when it was fetched, and still is"
    new = store_at(objects_url, database_url, tmp_path / "new")
    with pytest.raises(FileDamaged, match=name):
        ids_of(new)
    found = mend(ingest, filled)
    assert (found.damaged, found.copies, found.ingested.rows) == ([name], [], 9)
    assert name not in names(db, "visits"), "a name is never used again"
    assert verify_whole(db, filled) == []
    assert ids_of(new) == ids_of(filled) == ROWS


def test_a_copy_with_wrong_bytes_is_dropped_and_fetched_again(db: Database, filled: Store) -> None:
    ids_of(filled)
    (name, *_) = names(db, "visits")
    copy = filled.cache.folder / "files" / name.replace("/", "~")
    right = copy.read_bytes()
    copy.write_bytes(_flipped(right))
    found = mend(StoreIngest(db, filled, HeldClock()), filled)
    assert (found.damaged, found.copies, found.ingested.rows) == ([], [name], 0)
    assert not copy.exists()
    assert ids_of(filled) == ROWS
    copy.write_bytes(_flipped(right))
    assert verify_whole(db, filled) == [
        f"Die Kopie der Datei {name} auf diesem Rechner war beschädigt. Sie ist entfernt und wird wieder geholt."
    ]
    assert verify_whole(db, filled) == []
