"""Hashes of the SQL files a report uses, to show later which of them changed."""

import hashlib
from collections.abc import Mapping

from analytics import definitions as described
from analytics.definitions import Definition
from analytics.runner import in_order, macros_sql


def sql_parts(definition: Definition) -> dict[str, str]:
    """SHA-256 of every file of the report, of its columns, of each model it depends on and of the macros, by name."""
    columns = repr([table.columns for table in definition.tables])
    parts = {"macros": _digest(macros_sql().encode()), "columns": _digest(columns.encode())}
    for model in in_order(definition.models):
        parts[model.name] = _digest(model.sql.encode())
    for path in sorted((described.REPORTS / definition.name).iterdir()):
        if path.suffix in (".sql", ".toml"):
            parts[f"{definition.name}/{path.name}"] = _digest(path.read_bytes())
    return parts


def changed_parts(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Names of parts that changed, were added or were removed."""
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
