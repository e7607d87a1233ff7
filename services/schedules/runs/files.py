"""Files of scheduled runs: written aside, synced and renamed into place; immutable.

The caller stores their names in rows in one transaction. A file without a row is left over from a crashed run.
"""

import re
import secrets
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from analytics.store.export import sha256_of
from services.core.storage.storage import Storage, StorageFault
from services.reports.render.files import MadeFile, files_of
from services.reports.render.pack.files import Pack, files_of_pack
from services.reports.run import ReportAnswer

FOLDER: Final = "artefacts"
"""Below the place of shared files."""
_OURS: Final = re.compile(r"[0-9a-f]{32}(\.[a-z]{2,10}|-making)")


@dataclass(frozen=True, slots=True)
class KeptArtefact:
    """A file in its final place. `path` is below the place of shared files."""

    name: str
    form: str
    table: str
    path: str
    bytes: int
    sha256: str
    report: int | None = 0
    """Position of its report in a pack; None if it holds all of them."""


def rendered(
    name: str, answers: Sequence[ReportAnswer], forms: Sequence[str], folder: Path, park_names: Mapping[str, str]
) -> list[MadeFile]:
    """The files of a report, or of several as a pack of this name."""
    if len(answers) == 1:
        return files_of(answers[0], forms, folder, park_names)
    return files_of_pack(Pack(name, answers), forms, folder, park_names)


@contextmanager
def workshop(files: Storage, now: datetime) -> Iterator[Path]:
    """A temporary folder on the disk of the files to come, deleted with its contents when the block ends."""
    folder = files.local / FOLDER / f"{now:%Y-%m}" / f"{secrets.token_hex(16)}-making"
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def keep(files: Storage, made: Sequence[MadeFile]) -> list[KeptArtefact]:
    """Move rendered files to their final place under random names. On failure none of them is left."""
    kept: list[KeptArtefact] = []
    try:
        for file in made:
            kept.append(_kept(files, file))
    except BaseException:
        discard(files, kept)
        raise
    return kept


def discard(files: Storage, kept: Sequence[KeptArtefact]) -> None:
    """Delete files without a row."""
    with suppress(StorageFault):  # then the sweep has them
        for file in kept:
            files.delete(file.path)


def is_artefact(name: str) -> bool:
    """Whether the file or folder name is one made by this module."""
    return _OURS.fullmatch(name) is not None


def _kept(files: Storage, file: MadeFile) -> KeptArtefact:
    size, digest = file.path.stat().st_size, sha256_of(file.path)
    path = f"{FOLDER}/{file.path.parent.parent.name}/{secrets.token_hex(16)}.{file.form}"
    files.put_file(path, file.path)
    return KeptArtefact(file.name, file.form, file.table, path, size, digest, file.report)
