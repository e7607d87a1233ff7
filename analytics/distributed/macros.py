"""Replaces the calls of macros and parameters in a model's SQL: other engines have neither.

Works on syntax trees: a macro's arguments become subtrees, so no SQL text is concatenated and parsed again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import sqlglot
from sqlglot import exp
from sqlglot.expressions import Expr

from analytics.distributed.written import Written
from analytics.runner import macros_sql

_VARIABLE: Final = "getvariable"


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro: the names of its parameters, and its expression."""

    parameters: tuple[str, ...]
    body: Expr


def expanded(tree: Expr, values: Mapping[str, str]) -> Expr:
    """The tree without calls of macros, and with parameters replaced by `values`, their typed literals in DuckDB's SQL.

    Raises KeyError for a parameter without a value.
    """
    return tree.transform(lambda node: _expanded_call(node, values))


def _expanded_call(node: Expr, values: Mapping[str, str]) -> Expr:
    if not isinstance(node, exp.Anonymous):
        return node
    name = node.name.lower()
    if name == _VARIABLE:
        return _parsed(values[node.expressions[0].name])
    if macro := _macros().get(name):
        arguments = [expanded(argument.copy(), values) for argument in node.expressions]
        return expanded(_applied(macro, arguments), values)
    return node


def _applied(macro: Macro, arguments: list[Expr]) -> Expr:
    """The macro's body in brackets, with each parameter replaced by its argument."""
    of = dict(zip(macro.parameters, arguments, strict=True))

    def argument(node: Expr) -> Expr:
        is_parameter = isinstance(node, exp.Column) and not node.table and node.name in of
        return exp.Paren(this=of[node.name].copy()) if is_parameter else node

    return exp.Paren(this=macro.body.copy()).transform(argument)


@cache
def _macros() -> Mapping[str, Macro]:
    found = {}
    for statement in sqlglot.parse(macros_sql(), dialect=Written):
        if statement is not None:
            head = statement.this
            found[head.this.name] = Macro(tuple(one.name for one in head.expressions), statement.expression)
    return found


@cache
def _parsed(literal: str) -> Expr:
    return sqlglot.parse_one(literal, dialect=Written)
