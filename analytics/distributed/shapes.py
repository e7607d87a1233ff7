"""Rewrites the parts of DuckDB's SQL that name columns only implicitly, before any type is known.

`COLUMNS('…')`, `UNPIVOT`, `UNION ALL BY NAME` and named windows become what every engine reads.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from sqlglot import exp
from sqlglot.expressions import Expr

from analytics.distributed.faults import Untranslatable

Columns: TypeAlias = Callable[[Expr], Sequence[str]]
"""Column names of a table of the FROM clause, in order; none for one defined in the same statement."""

_LABELS: Final = "labels"


def written_out(tree: Expr, columns: Columns) -> Expr:
    """The statement with these shapes written out. Raises Untranslatable."""
    for select in list(tree.find_all(exp.Select)):
        _spread_columns(select, columns)
        _put_windows_in_place(select)
    for table in list(tree.find_all(exp.Table)):
        if table.args.get("pivots"):
            table.replace(_unpivoted(table))
    if tree.find(exp.Pivot):
        raise Untranslatable("UNPIVOT of anything but a table")
    for union in list(tree.find_all(exp.Union)):
        if union.args.get("by_name"):
            _order_by_name(union, columns)
    return tree


def grouped(tree: Expr) -> Expr:
    """`GROUP BY ALL` names what it groups by: everything that is no aggregate."""
    for select in tree.find_all(exp.Select):
        group = select.args.get("group")
        if group is not None and group.args.get("all"):
            plain = [one.unalias().copy() for one in select.expressions if one.find(exp.AggFunc) is None]
            select.set("group", exp.Group(expressions=[one for one in plain if not isinstance(one, exp.Literal)]))
    return tree


def _spread_columns(select: Expr, columns: Columns) -> None:
    """`sum(COLUMNS('…'))` is one expression for each column of the tables that matches."""
    projections = []
    for one in select.expressions:
        pattern = one.find(exp.Columns)
        projections += [one] if pattern is None else list(_spread(one, pattern.name, _named(select, columns)))
    select.set("expressions", projections)


def _spread(one: Expr, pattern: str, names: Sequence[tuple[str, str]]) -> Iterator[Expr]:
    matching = [(table, name) for table, name in names if re.search(pattern, name)]
    if not matching:
        raise Untranslatable(f"COLUMNS('{pattern}') matches no column")
    for table, name in matching:
        whole = one.copy()
        for call in list(whole.find_all(exp.Columns)):
            call.replace(exp.column(name, table=table))
        alias = re.sub(pattern, one.alias, name) if one.alias else name
        yield exp.alias_(whole.this if isinstance(whole, exp.Alias) else whole, alias)


def _named(select: Expr, columns: Columns) -> list[tuple[str, str]]:
    """Table and name of every column of the FROM clause."""
    sources = [select.args["from_"].this, *(join.this for join in select.args.get("joins") or [])]
    return [(source.alias_or_name, name) for source in sources for name in columns(source)]


def _put_windows_in_place(select: Expr) -> None:
    """A named window may extend another one here, which elsewhere it may not."""
    named = {window.this.name: window for window in select.args.get("windows") or []}
    for window in list(select.find_all(exp.Window)):
        if window.find_ancestor(exp.Select) is select and window not in named.values():
            _merge(window, named)
    select.set("windows", None)


def _merge(window: Expr, named: dict[str, Expr]) -> None:
    if (reference := window.args.get("alias")) is None:
        return
    base = named[reference.name]
    _merge(base, named)
    for part in ("partition_by", "order", "spec"):
        if not window.args.get(part) and base.args.get(part):
            inherited = base.args[part]
            copied = [one.copy() for one in inherited] if isinstance(inherited, list) else inherited.copy()
            window.set(part, copied)
    window.set("alias", None)


def _unpivoted(table: Expr) -> Expr:
    """Every row with each of the names, and the values of that name; like there, not where all of them are null.

    One pass over the table: a SELECT for each name would compute it as often.
    """
    pivot = table.args["pivots"][0]
    plain = table.copy()
    plain.set("pivots", None)
    values = [name.name for value in pivot.expressions for name in getattr(value, "expressions", None) or [value]]
    label, choices = pivot.fields[0].this.name, pivot.fields[0].expressions
    of_choice = {_label_of(choice): _columns_of(choice) for choice in choices}
    names = exp.Explode(this=exp.array(*(exp.Literal.string(name) for name in of_choice)))
    labels = exp.select(exp.alias_(names, label)).subquery(alias=_LABELS)
    chosen = [_of_label(label, {name: columns[n] for name, columns in of_choice.items()}) for n in range(len(values))]
    rest = exp.Column(
        this=exp.Star(except_=[exp.column(name) for columns in of_choice.values() for name in columns]),
        table=exp.to_identifier(plain.alias_or_name),
    )
    shown = [exp.alias_(one.copy(), name) for one, name in zip(chosen, values, strict=True)]
    known = exp.or_(*(one.is_(exp.null()).not_() for one in chosen))
    whole = exp.select(rest, exp.column(label, table=_LABELS), *shown).from_(plain)
    return whole.join(labels, join_type="cross").where(known).subquery(alias=pivot.alias or table.alias_or_name)


def _of_label(label: str, columns: dict[str, str]) -> Expr:
    case = exp.Case(this=exp.column(label, table=_LABELS))
    for name, column in columns.items():
        case = case.when(exp.Literal.string(name), exp.column(column))
    return case


def _label_of(choice: Expr) -> str:
    """What it calls these columns: as said, or the name of the first."""
    return choice.args["alias"].name if choice.args.get("alias") else _columns_of(choice)[0]


def _columns_of(choice: Expr) -> list[str]:
    inner = choice.this if isinstance(choice, exp.PivotAlias) else choice
    return [one.name for one in inner.expressions] if isinstance(inner, exp.Tuple) else [inner.name]


def _order_by_name(union: Expr, columns: Columns) -> None:
    """Columns of the second half in the order of the first. Both must be all columns of one table."""
    halves = [union.this, union.expression]
    for half in halves:
        if len(half.expressions) != 1 or not half.is_star:
            raise Untranslatable("UNION BY NAME of anything but whole tables")
    names = list(columns(halves[0].args["from_"].this))
    for half in halves:
        source = half.args["from_"].this
        if set(columns(source)) != set(names):
            raise Untranslatable("UNION BY NAME of different columns")
        half.set("expressions", [exp.column(name, table=source.alias_or_name) for name in names])
    union.set("by_name", False)
