"""`SHA256SUMS`: the checksums of all files, as `sha256sum -c` reads them, and the check before an import."""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from services.backup.errors import Damaged

NAME: Final = "SHA256SUMS"
_PIECE: Final = 1 << 20
_HEX: Final = 64


def sha256_of(path: Path) -> str:
    """The checksum of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


def as_text(sums: Mapping[str, str]) -> str:
    """The file: a line for each path."""
    return "".join(f"{sums[path]}  {path}\n" for path in sorted(sums))


def checked(folder: Path, on_bytes: Callable[[int], object] = lambda _: None) -> set[str]:
    """The paths of all files that are named, after each was compared. Raises Damaged for the first that differs."""
    file = folder / NAME
    if not file.is_file():
        raise Damaged(f"In {folder} liegt kein Export von Voltigo: Die Datei {NAME} fehlt.")
    named = dict(_line(line) for line in file.read_text(encoding="utf-8").splitlines())
    for path, expected in named.items():
        found = inside(folder, path)
        if not found.is_file():
            raise Damaged(f"Die Datei {path} des Exports fehlt.")
        if sha256_of(found) != expected:
            raise Damaged(
                f"Die Datei {path} ist nicht, was exportiert wurde: Ihre Prüfsumme weicht ab. Nichts wurde geändert."
            )
        on_bytes(found.stat().st_size)
    return set(named)


def inside(folder: Path, path: str) -> Path:
    """A path in the folder. Raises Damaged for one that leads out of it."""
    found = (folder / path).resolve()
    if not found.is_relative_to(folder.resolve()):
        raise Damaged(f"Der Export nennt eine Datei außerhalb seines Ordners: {path}.")
    return found


def _line(line: str) -> tuple[str, str]:
    sha256, _, path = line.partition("  ")
    if len(sha256) != _HEX or not path:
        raise Damaged(f"{NAME} hat eine Zeile, die keine Prüfsumme mit einem Pfad ist.")
    return path, sha256
