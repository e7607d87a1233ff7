"""Binds a database to the storage of its files. The store, kept reports and attachments are in the data folder or at
VOLTIGO_STORE_URL, and the database holds their names: a machine with other storage would not find them.

The storage has an id in a file, which the database stores as well (`installation.folder`); the first process to start
writes both.
"""

import secrets
from pathlib import Path
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.core.models import Installation
from services.core.storage.storage import Storage, StorageFault

_NAME: Final = "folder-id"
STAGING: Final = ".restoring"
"""A folder in the data folder while a backup is being restored into it."""
UNFINISHED: Final = "restore-unfinished"
"""In place of a folder's id, in a database that is being restored: no folder has it."""


_KNOWN: Final[dict[Storage, str]] = {}
"""Folder ids by path. An id changes only where the content was lost."""


class OtherFolder(StorageFault):
    """The database is bound to a different folder from this process's."""

    german = (
        "Die Dateien liegen jetzt an einem anderen Ort als dem, den dieser Server kennt: Er muss neu gestartet werden."
    )

    def __init__(self) -> None:
        super().__init__("The database goes with another place of files than this process's.")


class RestoreUnfinished(Exception):
    """A restore into this folder was cut off, or is running."""


def refuse_unfinished_restore(folder: Path) -> None:
    """Raises RestoreUnfinished."""
    if (folder / STAGING).exists():
        raise RestoreUnfinished


def folder_id(files: Storage) -> str | None:
    """The place's id; None for one that has none yet."""
    found = files.get(_NAME)
    if found is None:
        _KNOWN.pop(files, None)
        return None
    _KNOWN[files] = found.decode("ascii").strip()
    return _KNOWN[files]


def matches(bound: str | None, files: Storage) -> bool:
    """Whether a database bound to this id belongs to this storage. The id of a storage is cached once it matched."""
    return bound is None or _KNOWN.get(files) == bound or folder_id(files) == bound


def hold(session: Session, files: Storage) -> None:
    """To be called before a transaction refers to a file in this storage: the database cannot be bound to another one
    until the commit, so that a move of the files sees the reference. Raises OtherFolder.
    """
    bound = session.scalar(select(Installation.folder).with_for_update(read=True))
    if not matches(bound, files):
        raise OtherFolder


def is_other(session: Session, files: Storage) -> bool:
    """Whether the database is bound to a different place."""
    kept = session.scalar(select(Installation.folder))
    return kept is not None and kept != folder_id(files)


def assert_same(session: Session, files: Storage) -> None:
    """Raises OtherFolder."""
    if is_other(session, files):
        raise OtherFolder


def claim(session: Session, files: Storage) -> None:
    """Bind the database to this place; raises OtherFolder if it is already bound to another."""
    own = folder_id(files) or _new_id(files)
    free = update(Installation).where(Installation.folder.is_(None)).values(folder=own)
    session.execute(free.execution_options(synchronize_session=False))
    if session.scalar(select(Installation.folder)) != own:
        raise OtherFolder


def adopt(session: Session, files: Storage) -> None:
    """Bind the database to this place even if it was bound to another: after a restore, a move or the loss of it."""
    own = folder_id(files) or _new_id(files)
    session.execute(update(Installation).values(folder=own).execution_options(synchronize_session=False))


def _new_id(files: Storage) -> str:
    """Write a new id, or read the one that another process has just written."""
    files.put_new(_NAME, secrets.token_hex(16).encode())
    files.settle()
    return folder_id(files) or ""
