"""Files of runs on disk: made apart, whole and on the disk before they get their name, and never changed after.

Whoever makes them puts their names into rows in one transaction. A file without a row is what a killed run left.
"""

import os
import re
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from analytics.store.export import sha256_of
from services.reports.render.files import MadeFile

FOLDER: Final = "artefacts"
"""Below the folder of data."""
_OURS: Final = re.compile(r"[0-9a-f]{32}(\.[a-z]{2,10}|-making)")


@dataclass(frozen=True, slots=True)
class KeptArtefact:
    """A file that lies where it stays. `path` is below the folder of data."""

    name: str
    form: str
    table: str
    path: str
    bytes: int
    sha256: str


@contextmanager
def workshop(data_dir: Path, now: datetime) -> Iterator[Path]:
    """An empty folder on the same disk, gone with all that is in it when the block ends."""
    folder = data_dir.resolve() / FOLDER / f"{now:%Y-%m}" / f"{secrets.token_hex(16)}-making"
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def keep(data_dir: Path, made: Sequence[MadeFile]) -> list[KeptArtefact]:
    """Put made files where they stay, under names that say nothing. Nothing is left of any where that fails."""
    kept: list[KeptArtefact] = []
    try:
        for file in made:
            kept.append(_kept(data_dir.resolve(), file))
        for folder in {(data_dir.resolve() / one.path).parent for one in kept}:
            for changed in (folder, folder.parent, folder.parent.parent):
                _sync(changed)
    except BaseException:
        discard(data_dir, kept)
        raise
    return kept


def discard(data_dir: Path, kept: Sequence[KeptArtefact]) -> None:
    """Delete files that no row knows."""
    for file in kept:
        (data_dir.resolve() / file.path).unlink(missing_ok=True)


def is_artefact(name: str) -> bool:
    """Whether a file or folder of this name was made here."""
    return _OURS.fullmatch(name) is not None


def _kept(data_dir: Path, file: MadeFile) -> KeptArtefact:
    with file.path.open("rb") as written:
        os.fsync(written.fileno())
    size, digest = file.path.stat().st_size, sha256_of(file.path)
    path = file.path.parent.parent / f"{secrets.token_hex(16)}.{file.form}"
    file.path.rename(path)
    return KeptArtefact(file.name, file.form, file.table, str(path.relative_to(data_dir)), size, digest)


def _sync(path: Path) -> None:
    """Wait until a folder's list of names is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
