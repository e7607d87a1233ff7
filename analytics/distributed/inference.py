"""The types of expressions as DuckDB has them, where the translator knows less: whole numbers wider than 64 bits."""

from typing import Any, Final

import duckdb
from sqlglot import exp
from sqlglot.dialects.duckdb import DuckDB
from sqlglot.expressions import DataType, Expr
from sqlglot.optimizer.annotate_types import TypeAnnotator, annotate_types
from sqlglot.schema import Schema

from analytics.runner import build
from analytics.shipped import SHIPPED, put_shipped
from analytics.sources import create_empty

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


def typed(tree: Expr, schema: Schema) -> Expr:
    """The tree, every column of which is named, with the type of each expression."""
    return annotate_types(
        tree, schema, expression_metadata=_METADATA, coerces_to={**TypeAnnotator.COERCES_TO, **_WIDER}, dialect="duckdb"
    )


def described(models: list[str]) -> dict[str, dict[str, str]]:
    """Columns and types of models, as DuckDB tells them of empty relations."""
    with duckdb.connect() as connection:
        create_empty(connection)
        put_shipped(connection, SHIPPED)
        build(connection, models)
        rows = {name: connection.execute(f"DESCRIBE {name}").fetchall() for name in models}
    return {name: {column: kind for column, kind, *_ in found} for name, found in rows.items()}


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
