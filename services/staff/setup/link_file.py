"""The link for the first account as a file of the folder of data: where a start cannot show it to somebody alone.

What a service prints is kept in its log, often readable by many and for years; the link makes whoever follows it the
administrator.
"""

import contextlib
import os
from pathlib import Path
from typing import Final

_NAME: Final = "setup-link"


def path_in(folder: Path) -> Path:
    """Where it lies, or would."""
    return folder / _NAME


def write(folder: Path, link: str) -> Path:
    """Keep the link for this user alone, in place of an earlier one; answers where."""
    path = path_in(folder)
    draft = folder / f".{_NAME}-{os.getpid()}"
    with contextlib.suppress(FileNotFoundError):
        draft.unlink()
    # The mode at the making: between a making and a change of mode somebody might open it.
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(f"{link}\n")
    return draft.replace(path)


def remove(folder: Path) -> None:
    """Once the link is used, or void."""
    path_in(folder).unlink(missing_ok=True)
