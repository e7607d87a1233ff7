"""Rewrites DuckDB expressions to Spark 4 SQL with the same meaning: one function for each kind of expression.

Only what sqlglot's own rules translate differently. Every rule has a test that the plain translation fails
(`tests/scale/engine/test_traps.py`).
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final

from sqlglot import exp
from sqlglot.expressions import DataType, DType, Expr

from analytics.distributed import lists, texts
from analytics.distributed.faults import Untranslatable

_TYPE: Final = DataType.Type
_WHOLE: Final = {*DataType.INTEGER_TYPES}
_SHORT: Final = {_TYPE.TINYINT, _TYPE.SMALLINT, _TYPE.INT}
_WIDE: Final = "DECIMAL(38, 0)"
"""The widest whole number there is elsewhere, for DuckDB's HUGEINT."""


def in_engine_terms(tree: Expr, *, guards: bool) -> Expr:
    """The tree with each rule applied, inner expressions first. Types must be known (`annotate_types`).

    `guards`: sums, differences and products of 64 bits are computed wider and refused if they are too large, which most
    engines do by themselves.
    """
    rules = {**_RULES, **_GUARDS} if guards else _RULES
    for node in reversed(list(tree.walk(bfs=False))):
        rule = rules.get(type(node))
        if rule is None:
            continue
        known = node.type
        found = rule(node)
        if found is not node:
            found.type = known
            node.replace(found)
    return tree


def _cast(node: exp.Cast) -> Expr:
    """Naive timestamps stay naive. A fraction is rounded here and cut off or rounded otherwise elsewhere: refused."""
    if node.to.this in _WHOLE and (_is(node.this, DataType.FLOAT_TYPES) or _has_fraction(node.this)):
        raise Untranslatable(f"a fraction cast to a whole number: {node.sql()}")
    node.set("to", _engine_type(node.to))
    return node


def _engine_type(kind: DataType) -> DataType:
    if kind.this in (_TYPE.INT128, _TYPE.UINT128, _TYPE.UBIGINT):
        return DataType.build(_WIDE)
    if kind.this == _TYPE.TIMESTAMP:
        return DataType.build(_TYPE.TIMESTAMPNTZ)
    if kind.this == _TYPE.ARRAY:
        return DataType(this=_TYPE.ARRAY, nested=True, expressions=[_engine_type(one) for one in kind.expressions])
    return kind


def _sum(node: exp.Sum) -> Expr:
    """A sum of whole numbers is wider than what it sums, so that it never wraps; a cast to 64 bits refuses what is too
    large. Numbers of 32 bits sum to 64 everywhere.
    """
    if _is(node.this, _SHORT):
        return node
    if _is(node.this, _WHOLE):
        node.set("this", exp.cast(node.this, _WIDE))
    elif not _is(node.this, DataType.FLOAT_TYPES | {_TYPE.DECIMAL}):
        raise Untranslatable(f"a sum of values of unknown type: {node.sql()}")
    return node


def _divide(node: exp.Div) -> Expr:
    """`/` is a division of floating-point numbers, also of wide whole ones."""
    for side in ("this", "expression"):
        node.set(side, exp.cast(node.args[side], "DOUBLE"))
    return node


def _subtract(node: exp.Sub) -> Expr:
    """Days between two days, as a number."""
    if _is(node.this, {_TYPE.DATE}) and _is(node.expression, {_TYPE.DATE}):
        days = exp.Anonymous(this="datediff", expressions=[node.this, node.expression])
        return exp.cast(days, "BIGINT")
    return _move(node, "date_sub")


def _add(node: exp.Add) -> Expr:
    return _move(node, "date_add")


def _move(node: exp.Add | exp.Sub, function: str) -> Expr:
    """A day shifted by a number of days."""
    if not (_is(node.this, {_TYPE.DATE}) and _is(node.expression, _WHOLE)):
        return node
    return exp.Anonymous(this=function, expressions=[node.this, exp.cast(node.expression, "INT")])


def _guarded(node: exp.Add | exp.Sub | exp.Mul) -> Expr:
    """Computed with 38 digits; the cast back to 64 bits refuses what does not fit."""
    is_wide = _is(node, {_TYPE.INT128})
    if is_wide or not all(_is(one, _WHOLE) for one in (node, node.this, node.expression)):
        rule = _RULES.get(type(node))
        return rule(node) if rule else node
    for side in ("this", "expression"):
        node.set(side, exp.cast(node.args[side], _WIDE))
    return exp.cast(exp.paren(node.copy()), "BIGINT")


def _sign(node: exp.Sign) -> Expr:
    """An integer: other engines return a float, and so would its products be."""
    zero, value = exp.Literal.number(0), node.this
    return (
        exp.case()
        .when(exp.GT(this=value.copy(), expression=zero), exp.Literal.number(1))
        .when(exp.LT(this=value.copy(), expression=zero), exp.Neg(this=exp.Literal.number(1)))
        .when(exp.EQ(this=value.copy(), expression=zero), exp.Literal.number(0))
    )


def _in_zone(node: exp.AtTimeZone) -> Expr:
    """A naive moment from one zone to another, whatever the zone of the session. Takes both steps at once."""
    inner = node.this.unnest()
    if not isinstance(inner, exp.AtTimeZone):
        if isinstance(_parent(node), exp.AtTimeZone):
            return node  # the inner step; the outer one takes it in
        raise Untranslatable(f"a moment with a zone: {node.sql()}")
    return exp.Anonymous(this="convert_timezone", expressions=[inner.args["zone"], node.args["zone"], inner.this])


def _parent(node: Expr) -> Expr | None:
    parent = node.parent
    while isinstance(parent, exp.Paren):
        parent = parent.parent
    return parent


def _shift(node: exp.BitwiseLeftShift | exp.BitwiseRightShift) -> Expr:
    """Of 64 bits, by a number of 32."""
    node.set("this", exp.cast(node.this, "BIGINT"))
    node.set("expression", exp.cast(node.expression, "INT"))
    return node


def _any_value(node: exp.IgnoreNulls) -> Expr:
    """Not null if there is one that is not."""
    if not isinstance(node.this, exp.AnyValue):
        return node
    return exp.Anonymous(this="any_value", expressions=[node.this.this, exp.true()])


def _of_most(node: exp.ArgMax | exp.ArgMin) -> Expr:
    """Of rows that have a value."""
    known = node.this.copy().is_(exp.null()).not_()
    node.set("expression", exp.case().when(known, node.expression))
    return node


def _anonymous(node: exp.Anonymous) -> Expr:
    name = node.name.lower()
    if rule := _FUNCTIONS.get(name):
        return rule(node)
    if name not in _SAME:
        raise Untranslatable(f"a function without a rule: {name}")
    return node


def _hash(node: exp.Anonymous) -> Expr:
    """64 bits of another function: hashes are compared with hashes of the same engine only."""
    return exp.Anonymous(this="xxhash64", expressions=node.expressions)


def _microseconds(node: exp.Anonymous) -> Expr:
    """The session's zone is UTC, so that a naive moment keeps its number."""
    return exp.Anonymous(this="unix_micros", expressions=[exp.cast(node.expressions[0], _TYPE.TIMESTAMPLTZ)])


def _days(node: exp.ToDays) -> Expr:
    """An interval of multiples of 24 hours."""
    one = exp.Interval(this=exp.Literal.string("1"), unit=exp.var("DAY"))
    return exp.paren(exp.Mul(this=exp.cast(node.this, "INT"), expression=one))


def _length(node: exp.Length) -> Expr:
    if _is(node.this, {_TYPE.ARRAY, _TYPE.LIST}):
        return lists.length(node)
    return node


def _is(node: Expr, kinds: Collection[DType]) -> bool:
    return node.type is not None and node.type.this in kinds


def _has_fraction(node: Expr) -> bool:
    places = node.type.expressions[1:] if node.type is not None and _is(node, {_TYPE.DECIMAL}) else []
    return any(one.name != "0" for one in places)


_SAME: Final = {
    "translate",
    "octet_length",
    "date_add",
    "date_sub",
    "datediff",
    "convert_timezone",
    "any_value",
    "xxhash64",
} | {"generate_subscripts", "unix_micros", "size", "get", "aggregate", "array_position"}
"""Functions the rules themselves put there, and those of the same name and meaning."""
_FUNCTIONS: Final[Mapping[str, Callable[[exp.Anonymous], Expr]]] = {
    "hash": _hash,
    "epoch_us": _microseconds,
    "list_reduce": lists.fold,
    "list_position": lists.position,
}
_GUARDS: Final[Mapping[type[Expr], Callable[..., Expr]]] = dict.fromkeys((exp.Add, exp.Sub, exp.Mul), _guarded)
_RULES: Final[Mapping[type[Expr], Callable[..., Expr]]] = {
    exp.Cast: _cast,
    exp.Sum: _sum,
    exp.Div: _divide,
    exp.Sub: _subtract,
    exp.Add: _add,
    exp.Sign: _sign,
    exp.AtTimeZone: _in_zone,
    exp.BitwiseLeftShift: _shift,
    exp.BitwiseRightShift: _shift,
    exp.IgnoreNulls: _any_value,
    exp.ArgMax: _of_most,
    exp.ArgMin: _of_most,
    exp.ToDays: _days,
    exp.Lower: texts.lower,
    exp.Upper: texts.upper,
    exp.Trim: texts.trim,
    exp.RegexpLike: texts.pattern,
    exp.RegexpReplace: texts.pattern,
    exp.ArrayAgg: lists.collected,
    exp.ArrayFilter: lists.filtered,
    exp.Bracket: lists.item,
    exp.Length: _length,
    exp.Anonymous: _anonymous,
}
