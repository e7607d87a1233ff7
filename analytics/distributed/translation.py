"""Translates a model from DuckDB's SQL into that of Spark 4.

There is one SQL for every engine: this reads the same file, replaces macros and parameters, writes out what DuckDB
infers, and then changes what would mean something else (`rules`). What has no rule is refused, never guessed.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import duckdb
import sqlglot
from sqlglot import exp
from sqlglot.dialects.duckdb import DuckDB
from sqlglot.expressions import DataType, Expr
from sqlglot.optimizer.annotate_types import TypeAnnotator, annotate_types
from sqlglot.optimizer.qualify import qualify
from sqlglot.schema import MappingSchema

from analytics.distributed.macros import expanded
from analytics.distributed.rules import in_engine_terms
from analytics.distributed.shapes import grouped, written_out
from analytics.distributed.written import Written
from analytics.runner import Model, add_macros, build, models
from analytics.shipped import SHIPPED, put_shipped
from analytics.sources import SCHEMAS, create_empty

_OURS: Final = "duckdb"
_THEIRS: Final = "spark"
_TYPE: Final = DataType.Type
_FLOATING: Final = {_TYPE.FLOAT, _TYPE.DOUBLE, _TYPE.DECIMAL}
_WIDER: Final = {
    **{
        kind: {*wider, _TYPE.INT128}
        for kind, wider in TypeAnnotator.COERCES_TO.items()
        if kind in DataType.INTEGER_TYPES
    },
    _TYPE.INT128: _FLOATING,
}
"""What sqlglot lacks: sums in DuckDB are whole numbers of 128 bits."""
_MADE: Final = "made"


def translated(model: Model, values: Mapping[str, str], *, guards: bool = False) -> str:
    """The model's SQL for the engine, with these parameters (`analytics.parameters.literals`).

    It reads relations by `view_name`. `guards`: for an engine that does not notice an overflow. Raises Untranslatable.
    """
    tree = _with_rows_made(in_engine_terms(_typed(model, values), guards=guards))
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
    names = list(models())
    with duckdb.connect() as connection:
        create_empty(connection)
        put_shipped(connection, SHIPPED)
        add_macros(connection)
        build(connection, names)
        rows = {name: connection.execute(f"DESCRIBE {name}").fetchall() for name in names}
    return {name: {column: kind for column, kind, *_ in found} for name, found in rows.items()}


def _typed(model: Model, values: Mapping[str, str]) -> Expr:
    """The model's tree with every column named, and with types as DuckDB has them."""
    schema = _schema(tuple(sorted(model.reads)))
    tree = written_out(expanded(sqlglot.parse_one(model.sql, dialect=Written), values), _columns)
    for call in list(tree.find_all(exp.Anonymous)):
        if call.name.lower() == "hash":
            call.replace(exp.cast(call.copy(), "BIGINT"))  # it is 64 bits there, with a sign
    # The tree with the type of each expression as DuckDB infers it; every column must be named
    return annotate_types(
        grouped(qualify(tree, schema=schema, dialect=_OURS, quote_identifiers=False)),
        schema,
        expression_metadata=_METADATA,
        coerces_to={**TypeAnnotator.COERCES_TO, **_WIDER},
        dialect="duckdb",
    )


@cache
def _schema(relations: Sequence[str]) -> MappingSchema:
    schema = MappingSchema(dialect=_OURS)
    for name in relations:
        schema.add_table(exp.to_table(name), dict(column_types(name)), dialect=_OURS)
    return schema


def _columns(table: Expr) -> Sequence[str]:
    return list(column_types(f"{table.db}.{table.name}")) if isinstance(table, exp.Table) and table.db else []


def _sum(annotator: TypeAnnotator, node: exp.Sum) -> exp.Sum:
    """A sum of whole numbers has 128 bits."""
    annotator._annotate_by_args(node, "this", promote=True)
    if node.type is not None and node.type.this in DataType.INTEGER_TYPES:
        node.type = DataType.build(_TYPE.INT128)
    return node


_METADATA: Final[Any] = {
    **DuckDB.EXPRESSION_METADATA,
    exp.Sum: {"annotator": _sum},
    exp.BitwiseLeftShift: {"returns": _TYPE.BIGINT},
    exp.BitwiseRightShift: {"returns": _TYPE.BIGINT},
    exp.IntDiv: {"annotator": lambda annotator, node: annotator._annotate_binary(node)},
}


def _with_rows_made(tree: Expr) -> Expr:
    """`unnest` in a list of columns as a `LATERAL VIEW`; parallel lists are unnested in step, as in DuckDB."""
    for select in list(tree.find_all(exp.Select)):
        calls = [one for one in select.find_all(exp.Explode) if one.find_ancestor(exp.Select) is select]
        places = [one for one in select.find_all(exp.Anonymous) if one.name.lower() == "generate_subscripts"]
        if calls and (select.args.get("from_") or len(calls) > 1):
            _make_rows(select, calls, [one for one in places if one.find_ancestor(exp.Select) is select])
    return tree


def _make_rows(select: Expr, calls: Sequence[Expr], places: Sequence[Expr]) -> None:
    first, *others = calls
    view = exp.Lateral(
        this=exp.Anonymous(this="posexplode", expressions=[first.this.copy()]),
        view=True,
        alias=exp.TableAlias(
            this=exp.to_identifier(_MADE), columns=[exp.to_identifier("place"), exp.to_identifier("value")]
        ),
    )
    place = exp.column("place", table=_MADE)
    first.replace(exp.column("value", table=_MADE))
    for other in others:
        other.replace(exp.Anonymous(this="get", expressions=[other.this.copy(), place.copy()]))
    for one in places:
        one.replace(exp.paren(exp.Add(this=place.copy(), expression=exp.Literal.number(1))))
    select.append("laterals", view)
