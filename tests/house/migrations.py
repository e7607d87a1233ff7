"""Migrations expand first and contract a release later, so that two versions can serve one database.

One that drops, renames or alters, or adds a column that older code would leave empty, names with `contracts` the
revision after which no code used what it takes away. That has to belong to an earlier release than its own.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from services.schema.migrate import RELEASES

FOLDER: Final = "migrations/versions"
TAKES_AWAY: Final = frozenset({"drop_table", "drop_column", "alter_column", "rename_table", "drop_constraint"})
"""An index may go: older code is slower without it, not wrong."""
STATEMENTS: Final = ("drop table", "drop column", "rename ", "alter column", "set not null", "truncate ")
"""In SQL that a migration runs itself."""


def faults(root: Path, releases: Mapping[str, str] = RELEASES) -> list[str]:
    """Every breach of a migration that is not released yet, as `path: what is wrong`."""
    chain = [_Migration(path) for path in sorted((root / FOLDER).glob("*.py"))]
    revisions = [one.revision for one in chain]
    missing = [
        f"services/schema/migrate.py: there is no revision {end}" for end in releases.values() if end not in revisions
    ]
    if missing:
        return missing
    released = max((revisions.index(end) for end in releases.values()), default=-1)
    return [fault for one in chain[released + 1 :] for fault in one.faults(revisions, released)]


class _Migration:
    """What a file of a migration says."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tree = ast.parse(path.read_text(encoding="utf-8"))
        self.revision = str(self._constant("revision"))

    def faults(self, revisions: list[str], released: int) -> Iterator[str]:
        """`released`: the place in `revisions` of the newest one that a release has."""
        taken = sorted(set(self._taken_away()))
        contracts = self._constant("contracts")
        where = f"{FOLDER}/{self._path.name}"
        if taken and contracts is None:
            yield f"{where}: {', '.join(taken)} in upgrade: name the released revision it contracts (`contracts = …`)"
        elif contracts is not None and contracts not in revisions:
            yield f"{where}: contracts {contracts}, which is no revision"
        elif contracts is not None and revisions.index(contracts) > released:
            yield f"{where}: contracts {contracts}, which no release has yet: take it away one release later"

    def _constant(self, name: str) -> Any:
        for node in self._tree.body:
            if isinstance(node, ast.Assign) and any(
                isinstance(one, ast.Name) and one.id == name for one in node.targets
            ):
                return ast.literal_eval(node.value)
        return None

    def _taken_away(self) -> Iterator[str]:
        """Calls and statements in `upgrade`, and in the functions it calls, that older code may not survive."""
        functions = {node.name: node for node in self._tree.body if isinstance(node, ast.FunctionDef)}
        for name, function in functions.items():
            if name != "downgrade" and not name.startswith("_down"):
                yield from _breaks_in(function)


def _breaks_in(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in TAKES_AWAY:
                yield node.func.attr
            if node.func.attr == "add_column" and _must_be_filled(node):
                yield "add_column without a default that may not be empty"
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from (statement.strip() for statement in STATEMENTS if statement in f"{node.value.lower()} ")


def _must_be_filled(call: ast.Call) -> bool:
    columns = [one for one in call.args if isinstance(one, ast.Call)]
    words = [{word.arg: word.value for word in column.keywords} for column in columns]
    return any(_is_false(one.get("nullable")) and "server_default" not in one for one in words)


def _is_false(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is False
