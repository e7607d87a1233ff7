"""Binds a database to its data folder. The store, kept reports and attachments are files in the folder, and the
database holds their names: a machine with a different folder would not find all of them.

The folder has an id in a file, which the database stores as well (`installation.folder`); the first process to start
writes both.
"""

import contextlib
import os
import secrets
from pathlib import Path
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.core.models import Installation

_NAME: Final = "folder-id"
STAGING: Final = ".restoring"
"""A folder in the data folder while a backup is being restored into it."""
UNFINISHED: Final = "restore-unfinished"
"""In place of a folder's id, in a database that is being restored: no folder has it."""


class OtherFolder(Exception):
    """The database is bound to a different folder from this process's."""


class RestoreUnfinished(Exception):
    """A restore into this folder was cut off, or is running."""


def refuse_unfinished_restore(folder: Path) -> None:
    """Raises RestoreUnfinished."""
    if (folder / STAGING).exists():
        raise RestoreUnfinished


def folder_id(folder: Path) -> str | None:
    """The folder's id; None for one that has none yet."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        return (folder / _NAME).read_text(encoding="ascii").strip()
    return None


def is_other(session: Session, folder: Path) -> bool:
    """Whether the database is bound to a different folder."""
    kept = session.scalar(select(Installation.folder))
    return kept is not None and kept != folder_id(folder)


def claim(session: Session, folder: Path) -> None:
    """Bind the database to this folder; raises OtherFolder if it is already bound to another."""
    own = folder_id(folder) or _new_id(folder)
    free = update(Installation).where(Installation.folder.is_(None)).values(folder=own)
    session.execute(free.execution_options(synchronize_session=False))
    if session.scalar(select(Installation.folder)) != own:
        raise OtherFolder


def adopt(session: Session, folder: Path) -> None:
    """Bind the database to this folder even if it was bound to another: after a restore or the loss of the folder."""
    own = folder_id(folder) or _new_id(folder)
    session.execute(update(Installation).values(folder=own).execution_options(synchronize_session=False))


def _new_id(folder: Path) -> str:
    """Write a new id, or read the one that another process has just written."""
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        draft = folder / f".{_NAME}-{os.getpid()}"
        draft.write_text(secrets.token_hex(16), encoding="ascii")
        try:
            (folder / _NAME).hardlink_to(draft)
        finally:
            draft.unlink()
    return (folder / _NAME).read_text(encoding="ascii").strip()
