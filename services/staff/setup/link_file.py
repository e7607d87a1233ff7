"""Writes the setup link of the first account to a file in the data folder when there is no private terminal.

What a service prints is kept in its log, often readable by many and for years; following the link makes one the
administrator.
"""

import contextlib
import os
from pathlib import Path
from typing import Final

_NAME: Final = "setup-link"


def path_in(folder: Path) -> Path:
    """Path of the file, whether or not it exists."""
    return folder / _NAME


def write(folder: Path, link: str) -> Path:
    """Write the link, readable by this user only, replacing an earlier one; returns the path."""
    folder.mkdir(parents=True, exist_ok=True)  # nothing else has needed it if the database lies elsewhere
    path = path_in(folder)
    draft = folder / f".{_NAME}-{os.getpid()}"
    with contextlib.suppress(FileNotFoundError):
        draft.unlink()
    # The mode is set on creation: between creation and a later chmod another user might open the file.
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(f"{link}\n")
    return draft.replace(path)


def remove(folder: Path) -> None:
    """Delete the file once the link is used or void."""
    path_in(folder).unlink(missing_ok=True)
