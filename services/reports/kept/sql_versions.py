"""Which SQL a report rests on, file by file, so that a later look can say what of it has changed."""

import hashlib
from collections.abc import Mapping

from analytics import definitions as described
from analytics.definitions import Definition
from analytics.runner import MACROS, in_order


def sql_parts(definition: Definition) -> dict[str, str]:
    """SHA-256 of every file of the report, of each model below it and of the macros, by name."""
    parts = {"macros": _digest(MACROS.read_bytes())}
    for model in in_order(definition.models):
        parts[model.name] = _digest(model.sql.encode())
    for path in sorted((described.REPORTS / definition.name).iterdir()):
        if path.suffix in (".sql", ".toml"):
            parts[f"{definition.name}/{path.name}"] = _digest(path.read_bytes())
    return parts


def changed_parts(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The names of parts that are other, new or gone."""
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
