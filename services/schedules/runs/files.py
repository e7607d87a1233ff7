"""Files of scheduled runs: written aside, synced and renamed into place; immutable.

The caller stores their names in rows in one transaction. A file without a row is left over from a crashed run.
"""

import re
import secrets
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from analytics.store.export import sha256_of, sync
from services.reports.render.files import MadeFile, files_of
from services.reports.render.pack.files import Pack, files_of_pack
from services.reports.run import ReportAnswer

FOLDER: Final = "artefacts"
"""Relative to the data folder."""
_OURS: Final = re.compile(r"[0-9a-f]{32}(\.[a-z]{2,10}|-making)")


@dataclass(frozen=True, slots=True)
class KeptArtefact:
    """A file in its final place. `path` is relative to the data folder."""

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
def workshop(data_dir: Path, now: datetime) -> Iterator[Path]:
    """A temporary folder on the same disk, deleted with its contents when the block ends."""
    folder = data_dir.resolve() / FOLDER / f"{now:%Y-%m}" / f"{secrets.token_hex(16)}-making"
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def keep(data_dir: Path, made: Sequence[MadeFile]) -> list[KeptArtefact]:
    """Move rendered files to their final place under random names. On failure none of them is left."""
    kept: list[KeptArtefact] = []
    try:
        for file in made:
            kept.append(_kept(data_dir.resolve(), file))
        for folder in {(data_dir.resolve() / one.path).parent for one in kept}:
            for changed in (folder, folder.parent, folder.parent.parent):
                sync(changed)
    except BaseException:
        discard(data_dir, kept)
        raise
    return kept


def discard(data_dir: Path, kept: Sequence[KeptArtefact]) -> None:
    """Delete files without a row."""
    for file in kept:
        (data_dir.resolve() / file.path).unlink(missing_ok=True)


def is_artefact(name: str) -> bool:
    """Whether the file or folder name is one made by this module."""
    return _OURS.fullmatch(name) is not None


def _kept(data_dir: Path, file: MadeFile) -> KeptArtefact:
    sync(file.path)
    size, digest = file.path.stat().st_size, sha256_of(file.path)
    path = file.path.parent.parent / f"{secrets.token_hex(16)}.{file.form}"
    file.path.rename(path)
    return KeptArtefact(file.name, file.form, file.table, str(path.relative_to(data_dir)), size, digest, file.report)
