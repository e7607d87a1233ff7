"""The order of the rooms of `services` and `analytics`: sizes, file names, and what stands in which file; and what
stands at the top.

Who may import whom is checked by import-linter (`pyproject.toml`). These rules it cannot express.
"""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOMS: Final = ("services", "analytics")
TOP: Final = frozenset({*ROOMS, "public-web", "admin-web", "migrations", "tests"})
"""The folders that the customer fixed."""
_LINK: Final = "120000"
"""Git's mode of a symbolic link, which leads to a path of one machine."""
MOST_LINES: Final = 500
"""Of one module; the aim is 300, and one deep module is better than two that only know each other."""
BAGS: Final = frozenset({"base", "common", "helpers", "manager", "misc", "service", "services", "tools", "utils"})
"""Names under which anything can be put."""


def faults(root: Path) -> list[str]:
    """Every breach below `root`, as `path: what is wrong`."""
    return [fault for room in ROOMS for folder in _folders(root / room) for fault in _faults_of(folder, root)]


def strangers(root: Path) -> list[str]:
    """Tracked folders at the top that do not belong there, and links."""
    listed = subprocess.run(["git", "ls-files", "-s"], cwd=root, capture_output=True, text=True, check=True).stdout
    tracked = [(line.split()[0], line.partition("\t")[2]) for line in listed.splitlines()]
    links = [f"{name}: a symbolic link" for mode, name in tracked if mode == _LINK]
    folders = {name.partition("/")[0] for _, name in tracked if "/" in name and not name.startswith(".")}
    return [*links, *(f"{name}: a folder of no use to the product" for name in sorted(folders - TOP))]


def _folders(room: Path) -> Iterator[Path]:
    if not room.is_dir():
        return
    yield room
    for folder in sorted(room.rglob("*")):
        if folder.is_dir() and folder.name != "__pycache__" and any(folder.glob("*.py")):
            yield folder


def _faults_of(folder: Path, root: Path) -> Iterator[str]:
    modules = sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")
    for module in modules:
        for fault in _faults_in(module):
            yield f"{module.relative_to(root)}: {fault}"


def _faults_in(module: Path) -> Iterator[str]:
    source = module.read_text(encoding="utf-8")
    if module.stem in BAGS:
        yield f"`{module.stem}` says nothing about what is in it"
    if (lines := source.count("\n")) > MOST_LINES:
        yield f"{lines} lines, at most {MOST_LINES}"
    tree = ast.parse(source)
    if ast.get_docstring(tree) is None:
        yield "no docstring says what the module is for"
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _misplaced(node, module)


def _misplaced(node: ast.ClassDef, module: Path) -> Iterator[str]:
    """A file name means the same in every room, so that one knows the file before opening the room."""
    if _is_table(node) and module.stem != "models":
        yield f"the table {node.name} belongs into models.py"
    bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
    if "Problem" in bases and module.stem != "errors":
        yield f"the refusal {node.name} belongs into errors.py"


def _is_table(node: ast.ClassDef) -> bool:
    names = {target for statement in node.body if isinstance(statement, ast.Assign) for target in statement.targets}
    return any(isinstance(name, ast.Name) and name.id == "__tablename__" for name in names)
