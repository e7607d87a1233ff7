"""Files of the code that a document names: each of them is there, or the reader looks for what is gone."""

import os
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

_ENDINGS: Final = ("py", "ts", "tsx", "sql", "toml", "css", "jinja", "mjs", "sh")
_NAMED: Final = re.compile(rf"`([\w.@*/-]*[\w*]\.(?:{'|'.join(_ENDINGS)}))(?:::\w+)?`")
_FOLDERS: Final = ("services", "analytics", "migrations", "tests", "admin-web", "public-web")
_NOT_OURS: Final = {"node_modules", ".venv", "dist"}
_EXAMPLES: Final = {"migrations/versions/NNNN_what.py"}


def faults(root: Path) -> list[str]:
    """Each file of the code that a page names in backticks and that is not there, as `path:line: name`."""
    files = [path for path in sorted(root.iterdir()) if path.is_file()]
    files += [path for name in _FOLDERS for path in _below(root / name)]
    names = [f"/{path.relative_to(root).as_posix()}" for path in files]
    known = set(names)
    return [
        f"{page.relative_to(root)}:{line}: {name}: there is no such file"
        for page in files
        if page.suffix == ".md"
        for line, name in _named(page)
        if name not in _EXAMPLES and not _is_there(name, names, known)
    ]


def _below(top: Path) -> Iterator[Path]:
    for folder, inner, files in os.walk(top):
        inner[:] = sorted(set(inner) - _NOT_OURS)
        yield from (Path(folder) / name for name in files)


def _named(page: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        for match in _NAMED.finditer(line):
            yield number, match[1]


def _is_there(name: str, names: list[str], known: set[str]) -> bool:
    """By its whole path, or by the end of it, as pages of a room name their neighbours."""
    end = f"/{name.replace('../', '').removeprefix('./')}"
    if "*" in end:
        return any(fnmatchcase(one, f"*{end}") for one in names)
    return end in known or any(one.endswith(end) for one in names)
