"""Translates a model from DuckDB's SQL into that of Spark 4.

There is one SQL for every engine: this reads the same file, replaces macros and parameters, writes out what DuckDB
infers, and then changes what would mean something else (`rules`). What has no rule is refused, never guessed.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import sqlglot
from sqlglot import exp
from sqlglot.expressions import Expr
from sqlglot.optimizer.qualify import qualify
from sqlglot.schema import MappingSchema

from analytics.distributed.inference import described, typed
from analytics.distributed.macros import expanded
from analytics.distributed.rows import rows_made
from analytics.distributed.rules import in_engine_terms
from analytics.distributed.shapes import grouped, written_out
from analytics.distributed.written import Written
from analytics.runner import Model, models
from analytics.sources import SCHEMAS

_OURS: Final = "duckdb"
_THEIRS: Final = "spark"


def translated(model: Model, values: Mapping[str, str], *, guards: bool = False) -> str:
    """The model's SQL for the engine, with these parameters (`analytics.parameters.literals`).

    It reads relations by `view_name`. `guards`: for an engine that does not notice an overflow. Raises Untranslatable.
    """
    tree = rows_made(in_engine_terms(_typed(model, values), guards=guards))
    for table in list(tree.find_all(exp.Table)):
        if table.db:
            table.replace(exp.to_table(view_name(f"{table.db}.{table.name}")).as_(table.alias_or_name))
    return tree.sql(_THEIRS, identify=True, comments=False)


def view_name(relation: str) -> str:
    """The name of a relation or model such as `staging.visits` there, where views have no schema."""
    return relation.replace(".", "__")


@cache
def column_types(name: str) -> Mapping[str, str]:
    """DuckDB's types of the columns of a relation `source.…` or a model; parameters do not change them."""
    schema, _, relation = name.partition(".")
    return SCHEMAS[relation] if schema == "source" else _of_models()[name]


@cache
def _of_models() -> Mapping[str, Mapping[str, str]]:
    return described(list(models()))


def _typed(model: Model, values: Mapping[str, str]) -> Expr:
    """The model's tree with every column named, and with types as DuckDB has them."""
    schema = _schema(tuple(sorted(model.reads)))
    tree = written_out(expanded(sqlglot.parse_one(model.sql, dialect=Written), values), _columns)
    for call in list(tree.find_all(exp.Anonymous)):
        if call.name.lower() == "hash":
            call.replace(exp.cast(call.copy(), "BIGINT"))  # it is 64 bits there, with a sign
    return typed(grouped(qualify(tree, schema=schema, dialect=_OURS, quote_identifiers=False)), schema)


@cache
def _schema(relations: Sequence[str]) -> MappingSchema:
    schema = MappingSchema(dialect=_OURS)
    for name in relations:
        schema.add_table(exp.to_table(name), dict(column_types(name)), dialect=_OURS)
    return schema


def _columns(table: Expr) -> Sequence[str]:
    return list(column_types(f"{table.db}.{table.name}")) if isinstance(table, exp.Table) and table.db else []
