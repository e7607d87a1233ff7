"""Moves the files that all servers share to other storage: the store, kept reports and attachments.

Every file that the database refers to is copied and read back before the database is bound to the new storage; until
then the old one is used. Files written to the old one meanwhile are copied afterwards: a transaction that refers to a
file holds the binding (`data_folder.hold`), so none is missed. Nothing is deleted in the old one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.backup.errors import Damaged, Occupied
from services.core import data_folder
from services.core.db.db import Database
from services.core.models import Installation
from services.core.storage.storage import Storage
from services.portability.files import sha256_of
from services.reports.models import ReportRun
from services.schedules.models import ReportArtefact
from services.store.models import CURRENT, StoreFile

OnFiles = Callable[[int, int], object]
"""Called with the files that were copied since the last call, and how many there are in all."""
_STORE = "store/"
_MOVED_TO = "moved-to"
"""A file at a place that was left, with the id of the next one: from there the way leads back."""


@dataclass(frozen=True, slots=True)
class Moved:
    """`files`: how many the new place has. `lost`: names of kept reports and attachments that the old one lacks or has
    damaged; a lost file of the store itself is made again from the database.
    """

    files: int
    lost: Sequence[str]


def named_files(session: Session) -> dict[str, str]:
    """SHA-256 of every file that the database names, by name."""
    stored = select(StoreFile.path, StoreFile.sha256).where(CURRENT)
    kept = select(ReportRun.result_path, ReportRun.sha256)
    kept = kept.where(ReportRun.result_path.is_not(None), ReportRun.removed_at.is_(None))
    delivered = select(ReportArtefact.path, ReportArtefact.sha256).where(ReportArtefact.removed_at.is_(None))
    found = {f"{_STORE}{path}": sha256 for path, sha256 in session.execute(stored)}
    return found | {str(path): str(sha256) for query in (kept, delivered) for path, sha256 in session.execute(query)}


def move_files(
    db: Database, source: Storage, target: Storage, scratch: Path, on_files: OnFiles = lambda _files, _all: None
) -> Moved:
    """Copy everything and bind the database to `target`. Called again it copies what has been added.

    Raises Occupied if the target is of another installation, Damaged, StorageFault; then the database is bound as it
    was.
    """
    own = data_folder.folder_id(target)
    with db.read() as session:
        bound = session.scalar(select(Installation.folder))
    if own is not None and own != bound and target.get(_MOVED_TO) != (bound or "").encode():
        raise Occupied("Am neuen Ort liegen die Dateien einer anderen Installation. Wählen Sie einen leeren.")
    mover = _Mover(source, target, scratch, on_files)
    mover.copy(_named(db))
    db.write(lambda session: data_folder.adopt(session, target))
    mover.copy(_named(db))
    if source != target:
        source.put(_MOVED_TO, (data_folder.folder_id(target) or "").encode())
        target.delete(_MOVED_TO)
    return Moved(len(mover.copied), sorted(name for name in mover.lost if not name.startswith(_STORE)))


def _named(db: Database) -> dict[str, str]:
    with db.read() as session:
        return named_files(session)


class _Mover:
    def __init__(self, source: Storage, target: Storage, scratch: Path, on_files: OnFiles) -> None:
        self.copied: set[str] = set()
        self.lost: set[str] = set()
        self._source, self._target, self._scratch, self._on_files = source, target, scratch, on_files

    def copy(self, named: Mapping[str, str]) -> None:
        """Copy what is not there yet, and read it back."""
        for name, sha256 in sorted(named.items()):
            if name in self.copied:
                continue
            if self._has(name, sha256) or self._copy(name, sha256):
                self.copied.add(name)
                self.lost.discard(name)
            else:
                self.lost.add(name)
            self._on_files(1, len(named))

    def _copy(self, name: str, sha256: str) -> bool:
        self._scratch.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".moving-", dir=self._scratch) as folder:
            draft = Path(folder) / "file"
            if not self._source.fetch(name, draft) or sha256_of(draft) != sha256:
                return False
            self._target.put_file(name, draft)
        if not self._has(name, sha256):
            raise Damaged(f"Der neue Ort gibt {name} nicht so zurück, wie es geschrieben wurde.")
        return True

    def _has(self, name: str, sha256: str) -> bool:
        if self._target.size(name) is None:
            return False
        with TemporaryDirectory(prefix=".moving-", dir=self._scratch) as folder:
            path = Path(folder) / "file"
            return self._target.fetch(name, path) and sha256_of(path) == sha256
