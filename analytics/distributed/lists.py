"""Lists: numbered from one, null instead of empty, folded and filtered by lambdas."""

from sqlglot import exp
from sqlglot.expressions import Expr


def collected(node: exp.ArrayAgg) -> Expr:
    """A list of all values, in the given order if there is one; null without rows."""
    if isinstance(node.this, exp.Order):
        # Sorted as pairs of key and value: other engines give no order to what they collect
        (key,) = node.this.expressions
        name = node.this.this.name or "value"
        pair = exp.to_identifier("pair")
        pairs = exp.ArrayAgg(this=exp.Struct(expressions=[_named("place_of", key.this), _named(name, node.this.this)]))
        value = exp.Dot(this=pair.copy(), expression=exp.to_identifier(name))
        return exp.Transform(this=exp.ArraySort(this=pairs), expression=exp.Lambda(this=value, expressions=[pair]))
    return node


def _named(name: str, value: Expr) -> Expr:
    return exp.PropertyEQ(this=exp.to_identifier(name), expression=value.copy())


def fold(node: exp.Anonymous) -> Expr:
    """`list_reduce` with a first value."""
    values, step, first = node.expressions
    return exp.Anonymous(this="aggregate", expressions=[values, first, step])


def position(node: exp.Anonymous) -> Expr:
    """The index of a value, from 1; null if it is not in the list."""
    found = exp.Anonymous(this="array_position", expressions=node.expressions)
    return exp.Nullif(this=found, expression=exp.Literal.number(0))


def filtered(node: exp.ArrayFilter) -> Expr:
    """The lambda's second parameter is a position from 1, elsewhere one from 0."""
    step = node.expression
    if len(step.expressions) < 2:
        return node
    name = step.expressions[1].name
    for used in [one for one in step.this.walk() if isinstance(one, exp.Identifier | exp.Column)]:
        is_position = used.name == name and not isinstance(used.parent, exp.Column | exp.Dot)
        if is_position and not (isinstance(used, exp.Column) and used.table):
            used.replace(exp.paren(exp.Add(this=used.copy(), expression=exp.Literal.number(1))))
    return node


def item(node: exp.Bracket) -> Expr:
    """The value at a position, null beyond the ends."""
    (place,) = node.expressions
    before = exp.Sub(this=exp.paren(place.copy()), expression=exp.Literal.number(1))
    return exp.Anonymous(this="get", expressions=[node.this, exp.cast(before, "INT")])


def length(node: exp.Length) -> Expr:
    """How many values there are; null for no list."""
    sized = exp.Anonymous(this="size", expressions=[node.this.copy()])
    return exp.case().when(node.this.copy().is_(exp.null()).not_(), sized)
