"""`unnest` in a list of columns, which makes rows: other engines allow one such call, in another place."""

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.expressions import Expr

_MADE = "made"


def rows_made(tree: Expr) -> Expr:
    """The statement with rows made by `LATERAL VIEW`; lists side by side are taken in step, as DuckDB does."""
    for select in list(tree.find_all(exp.Select)):
        calls = [one for one in select.find_all(exp.Explode) if one.find_ancestor(exp.Select) is select]
        places = [one for one in select.find_all(exp.Anonymous) if one.name.lower() == "generate_subscripts"]
        if calls and (select.args.get("from_") or len(calls) > 1):
            _make(select, calls, [one for one in places if one.find_ancestor(exp.Select) is select])
    return tree


def _make(select: Expr, calls: Sequence[Expr], places: Sequence[Expr]) -> None:
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
