"""What the models say: docstrings of tables and of columns. Python drops those of columns, so they come from source."""

import ast
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import Table

from services.core.db.db import Base
from services.core.personal_data.description import Description
from services.data_protection.registry import REGISTRY
from services.models import metadata
from services.portability.words.meanings import MEANINGS


def words_on_tables() -> dict[str, dict[str, Any]]:
    """What a description says about each table of this code, and under `columns` about each of its columns."""
    models = {mapper.class_.__tablename__: mapper.class_ for mapper in Base.registry.mappers}
    return {table.name: _of_table(table, models.get(table.name)) for table in metadata.sorted_tables}


def _of_table(table: Table, model: type | None) -> dict[str, Any]:
    described = REGISTRY[table.name]
    said = column_docstrings(model) if model is not None else {}
    found: dict[str, Any] = {"meaning": MEANINGS[table.name]}
    if model is not None and model.__doc__:
        found["model"] = inspect.cleandoc(model.__doc__)
    found["personal"] = bool(described.personal)
    if described.personal:
        found |= {"purpose": described.purpose, "legal_basis": described.basis}
    found["foreign_keys"] = [
        {
            "columns": [column.name for column in key.columns],
            "table": key.referred_table.name,
            "references": [element.column.name for element in key.elements],
        }
        for key in sorted(table.foreign_key_constraints, key=lambda key: [column.name for column in key.columns])
    ]
    found["columns"] = {column.name: _of_column(column, said, described) for column in table.columns}
    return found


def _of_column(column: Any, said: Mapping[str, str], described: Description) -> dict[str, Any]:
    found: dict[str, Any] = {"sql": str(column.type)}
    if column.name in said:
        found["meaning"] = said[column.name]
    if personal := described.personal.get(column.name):
        found["personal"] = personal.what
    return found


def column_docstrings(model: type) -> dict[str, str]:
    """The string below each column of a model, by the column's name."""
    found: dict[str, str] = {}
    for part in reversed(model.__mro__):
        if part.__module__.startswith("services."):
            found |= _docstrings(part)
    return found


def _docstrings(part: type) -> dict[str, str]:
    definition = _classes(part.__module__).get(part.__qualname__)
    found: dict[str, str] = {}
    if definition is None:
        return found
    for before, after in zip(definition.body, definition.body[1:], strict=False):
        if not isinstance(before, ast.AnnAssign) or not isinstance(before.target, ast.Name):
            continue
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
            found[before.target.id] = inspect.cleandoc(after.value.value).replace("\n", " ")
    return found


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    """The classes of a module by name; each file is read and parsed once."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
