"""The folder for temporary files of downloads."""

import shutil
import time
from pathlib import Path

_LEFT_BEHIND_SECONDS = 6 * 3600


def files_folder(data_dir: Path) -> Path:
    """The folder, made if need be. Files in it have no name or vanish when closed; what a killed process left is
    removed here.
    """
    folder = data_dir / "exports"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    oldest = time.time() - _LEFT_BEHIND_SECONDS
    for entry in folder.iterdir():
        if entry.stat().st_mtime < oldest:
            shutil.rmtree(entry, ignore_errors=True)
    return folder
