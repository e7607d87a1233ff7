"""Which folder of data a database goes with. The store, kept reports and attachments are files in it, and the database
holds their names: on a machine with another folder every second of them is missing.

The folder has an id in a file, the database keeps it (`installation.folder`); who starts first writes both.
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


class OtherFolder(Exception):
    """The database goes with another folder than this process has."""


def folder_id(folder: Path) -> str | None:
    """The folder's id; None for one that has none yet."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        return (folder / _NAME).read_text(encoding="ascii").strip()
    return None


def is_other(session: Session, folder: Path) -> bool:
    """Whether the database goes with another folder than this."""
    kept = session.scalar(select(Installation.folder))
    return kept is not None and kept != folder_id(folder)


def claim(session: Session, folder: Path) -> None:
    """Let the database go with this folder, unless it has another: OtherFolder."""
    own = folder_id(folder) or _new_id(folder)
    free = update(Installation).where(Installation.folder.is_(None)).values(folder=own)
    session.execute(free.execution_options(synchronize_session=False))
    if session.scalar(select(Installation.folder)) != own:
        raise OtherFolder


def adopt(session: Session, folder: Path) -> None:
    """Let the database go with this folder, whatever it went with before: after a restore, or when it was lost."""
    own = folder_id(folder) or _new_id(folder)
    session.execute(update(Installation).values(folder=own).execution_options(synchronize_session=False))


def _new_id(folder: Path) -> str:
    """Write a new id, or take the one that another process wrote at this moment."""
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        draft = folder / f".{_NAME}-{os.getpid()}"
        draft.write_text(secrets.token_hex(16), encoding="ascii")
        try:
            (folder / _NAME).hardlink_to(draft)
        finally:
            draft.unlink()
    return (folder / _NAME).read_text(encoding="ascii").strip()
