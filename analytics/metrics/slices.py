"""The part of a report's SQL that decides one of its columns.

A statement is parsed by DuckDB; of each SELECT only the items are kept whose names are asked for further out, and names
in joins, filters and groups are asked for as well. So a column added beside another changes nothing of it, nor do
comments and layout. Names are not resolved to their tables: a slice may hold too much, never too little.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from analytics.definitions import Definition, Table
from analytics.engine.connection import Connection
from analytics.runner import in_order, macros_sql, models, models_in

Node = dict[str, Any]
_COMMENT: Final = re.compile(r"--[^\n]*")
_MACRO: Final = re.compile(r"CREATE OR REPLACE MACRO ([a-z_]+)\(")
_BY_PLACE: Final = frozenset({"SET_OPERATION_NODE", "RECURSIVE_CTE_NODE"})
_WHOLE: Final = re.compile(r"\b(COLUMNS\(|PIVOT|UNPIVOT|BY NAME)")
"""Names that these make are in no tree: such a statement is kept whole, with all that it reads."""
_EVERYTHING: Final = frozenset({"*"})


@dataclass(frozen=True, slots=True)
class Slice:
    """What decides a column: a digest of its SQL, the models it reads, the parameters that change it."""

    digest: str
    models: tuple[str, ...]
    parameters: tuple[str, ...]


def slice_of(definition: Definition, table: Table, column: str) -> Slice:
    """What decides a column of a report's table. `models` and `parameters` are sorted."""
    texts: dict[str, str] = {}
    asked = _add(texts, "", table.sql, frozenset({column}))
    wanted: dict[str, frozenset[str]] = dict.fromkeys(models_in(texts[""]), asked)
    for model in reversed(in_order(definition.models)):
        if model.name in wanted:
            further = _add(texts, model.name, model.sql, wanted[model.name])
            for read in _models_of(texts[model.name]):
                wanted[read] = wanted.get(read, frozenset()) | further
    macros = _macros_in(texts.values())
    whole = [f"{name}\0{text}" for name, text in sorted(texts.items())] + [_macros()[one] for one in macros]
    digest = hashlib.sha256("\0".join(whole).encode()).hexdigest()[:16]
    return Slice(digest, tuple(sorted(texts.keys() - {""})), tuple(sorted(_variables_in(whole))))


def _add(texts: dict[str, str], name: str, sql: str, asked: frozenset[str]) -> frozenset[str]:
    texts[name], further = _sliced(sql, asked & _mentioned(sql) if _mentioned(sql) else asked)
    return further


@cache
def _mentioned(sql: str) -> frozenset[str]:
    """Every name that a statement mentions, so that names it does not know need not tell its slices apart.

    Empty if it hands on names that it does not mention, by `*`.
    """
    found = frozenset(_texts_in(_tree(sql)))
    return frozenset() if "STAR" in found else found | _EVERYTHING


def _texts_in(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    for one in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _texts_in(one)


def _models_of(text: str) -> Iterator[str]:
    """The models read by SQL as DuckDB writes it."""
    return (name for name in set(re.findall(r"\b(?:staging|marts)\.[a-z0-9_]+", text)) if name in models())


def _variables_in(texts: Iterable[str]) -> set[str]:
    return {name for text in texts for name in re.findall(r"getvariable\('([a-z0-9_]+)'\)", text)}


def _macros_in(texts: Iterable[str]) -> list[str]:
    """Macros that the texts call, directly or through other macros."""
    found: set[str] = set()
    left = list(texts)
    while left:
        called = _macros().keys() & set(re.findall(r"\b([a-z_0-9]+)\(", left.pop()))
        left += [_macros()[name] for name in called - found]
        found |= called
    return sorted(found)


@cache
def _macros() -> Mapping[str, str]:
    _, *parts = _MACRO.split(_COMMENT.sub("", macros_sql()))
    return {name: " ".join(body.split()) for name, body in zip(parts[::2], parts[1::2], strict=True)}


@cache
def _sliced(sql: str, asked: frozenset[str]) -> tuple[str, frozenset[str]]:
    """The slice of a statement as DuckDB writes it, and every name it asks of what it reads."""
    tree = _tree(sql)
    names = asked | _EVERYTHING if _WHOLE.search(sql) else asked
    while True:
        kept = _pruned(tree, names)
        further = names | frozenset(_names_in(kept))
        if further == names:
            return _written(json.dumps(kept)), names
        names = further


@cache
def _connection() -> Connection:
    import duckdb

    return duckdb.connect()


@cache
def _tree(sql: str) -> Any:
    found = _connection().execute("SELECT json_serialize_sql(?)", [sql]).fetchall()[0][0]
    return _without_locations(json.loads(found))


def _written(tree: str) -> str:
    found: str = _connection().execute("SELECT json_deserialize_sql(?::JSON)", [tree]).fetchall()[0][0]
    return found


def _without_locations(node: Any) -> Any:
    """Without the places in the text, which comments change."""
    if isinstance(node, list):
        return [_without_locations(one) for one in node]
    if isinstance(node, dict):
        return {name: _without_locations(value) for name, value in node.items() if name != "query_location"}
    return node


def _pruned(node: Any, names: frozenset[str], *, may_prune: bool = True) -> Any:
    """Without the items of select lists that nothing asks for. What is put together by place stays whole."""
    if isinstance(node, list):
        return [_pruned(one, names, may_prune=may_prune) for one in node]
    if not isinstance(node, dict):
        return node
    whole = node.get("type") in _BY_PLACE or node.get("class") == "SUBQUERY"
    found = {
        # A common table expression of such a statement is read by name again.
        name: _pruned(value, names, may_prune=(may_prune and not whole) or name == "cte_map")
        for name, value in node.items()
    }
    if node.get("type") == "SELECT_NODE" and may_prune and not _is_distinct(node):
        kept = [item for item in found["select_list"] if _is_asked(item, names)]
        found["select_list"] = kept or _tree("SELECT 1")["statements"][0]["node"]["select_list"]
    return found


def _is_distinct(node: Node) -> bool:
    return any(one["type"] == "DISTINCT_MODIFIER" for one in node.get("modifiers", ()))


def _is_asked(item: Node, names: frozenset[str]) -> bool:
    """Whether a select item is asked for; `*` and what has no name always are."""
    name = item.get("alias") or next(iter(item.get("column_names", [])[-1:]), None)
    return name is None or name in names or names >= _EVERYTHING


def _names_in(node: Any) -> Iterator[str]:
    """All parts of column names, and the columns of `USING`."""
    if isinstance(node, list):
        for one in node:
            yield from _names_in(one)
    elif isinstance(node, dict):
        if node.get("class") == "COLUMN_REF":
            yield from node["column_names"]
        yield from node.get("using_columns") or ()
        for value in node.values():
            yield from _names_in(value)
