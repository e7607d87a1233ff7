"""What means something else on another engine: each trap, which the plain translation falls into.

`NAIVE` is what a statement becomes without our rules: translated by the library alone, or taken as it is where the
library itself knows the difference.
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import duckdb
import pytest
import sqlglot

from analytics.distributed.engine import Engine
from analytics.distributed.faults import EngineFault, Untranslatable
from analytics.distributed.translation import translated
from analytics.parameters import literals
from analytics.runner import Model, macros_sql
from tests.fixtures.engines import GIVEN


@dataclass(frozen=True)
class Trap:
    """A SELECT in DuckDB's SQL of one column `found`, and its value there. `as_is`: the library knows this one."""

    sql: str
    value: Any
    parameters: dict[str, Any] = field(default_factory=dict)
    as_is: bool = False
    only_spark: bool = False
    """Smaller engines take it either way."""
    is_known: bool = False
    """Some engine takes it either way: only that ours is right is asked."""


def _of(expression: str, *values: str) -> str:
    return f"SELECT {expression} AS found FROM (VALUES {', '.join(f'({value})' for value in values)}) AS t (x)"


NOON = "TIMESTAMP '2026-03-28 23:30:00'"
TRAPS = {
    "a whole division through a float": Trap(_of("sign(x) * (x // 1)", "9007199254740993::BIGINT"), 9007199254740993),
    "a division of wide numbers that is decimal": Trap(_of("sum(x) / 3", "10::BIGINT"), 10 / 3, is_known=True),
    "a sum beyond 64 bits": Trap(_of("sum(x)", "9223372036854775807", "1::BIGINT"), Decimal(9223372036854775808)),
    "128 bits": Trap(_of("x::HUGEINT * x", "3037000500::BIGINT"), Decimal(3037000500**2)),
    "a shift by a wide number": Trap(_of("(x * 3) >> (x // x)", "7::BIGINT"), 10, is_known=True),
    "a fold": Trap(_of("list_reduce([1, 2, x], lambda a, b: a * 10 + b, 5)", "3"), 5123),
    "a position in a lambda": Trap(_of("list_filter([x, 8, 9], lambda one, n: n > 1)", "7"), [8, 9]),
    "an item beyond the end": Trap(_of("[x, 8][x]", "7"), None),
    "an item by its place": Trap(_of("[x, 8][2]", "7"), 8, as_is=True),
    "a value that is not in the list": Trap(_of("list_position(['a'], x)", "'b'"), None),
    "an ordered list": Trap(_of("list(x ORDER BY -x)", "1", "3", "2"), [3, 2, 1], is_known=True),
    "how long a list is": Trap(_of("len([x, x])", "1"), 2),
    "the day in Berlin": Trap(_of("berlin_day(x)", NOON), date(2026, 3, 29)),
    "midnight in Berlin": Trap(_of("berlin_midnight(x)", "DATE '2026-03-30'"), datetime(2026, 3, 29, 22)),  # noqa: DTZ001
    "microseconds of a naive moment": Trap(_of("epoch_us(x)", NOON), 1774740600000000),
    "nulls at the end": Trap(
        "SELECT list(n) AS found FROM (SELECT row_number() OVER (ORDER BY x) AS n, x FROM "
        "(VALUES (1), (NULL)) AS t (x)) AS u WHERE x IS NULL",
        [2],
        as_is=True,
        only_spark=True,
    ),
    "a parameter": Trap(_of("x < getvariable('to_day')", "DATE '2026-01-02'"), True, {"to_day": date(2026, 1, 3)}),
    "no list as a parameter": Trap(_of("chosen(x, getvariable('only_utm_source'))", "'a'"), True),
    "a quote in a parameter": Trap(
        _of("chosen(x, getvariable('only_utm_source'))", "'it''s \\n'"), True, {"only_utm_source": ("it's \\n",)}
    ),
    "a final sigma": Trap(_of("lower(x)", "'ΟΔΟΣ'"), "οδοσ"),
    "a dotted I": Trap(_of("lower(x)", "'İ'"), "i"),
    "a sharp s": Trap(_of("upper(x)", "'straße'"), "STRAẞE"),
    "spaces that are none in ASCII": Trap(_of("trim(x)", "'\u00a0\u2003mail '"), "mail"),
    "a vertical tab is no blank": Trap(
        _of("regexp_replace(x, '[\\s]', '', 'g')", "'a\x0bb c'"), "a\x0bbc", only_spark=True
    ),
    "a host with a line break": Trap(_of("regexp_matches(x, 'example$')", "'example\n'"), False, only_spark=True),
    "any value but null": Trap(_of("any_value(x)", "NULL", "7"), 7, as_is=True),
    "the value of the largest that has one": Trap(
        "SELECT arg_max(v, x) AS found FROM (VALUES (1, 1), (NULL, 2)) AS t (v, x)", 1
    ),
    "days between days": Trap(_of("x - DATE '2026-01-01'", "DATE '2026-03-01'"), 59, only_spark=True),
    "days as an interval": Trap(_of("x - to_days(2)", NOON), datetime(2026, 3, 26, 23, 30)),  # noqa: DTZ001
    "columns by a pattern": Trap("SELECT sum(COLUMNS('^visitor$')) AS found FROM source.visits AS v", None),
    "columns turned into rows": Trap(
        "WITH t AS (SELECT 1 AS p, NULL::INTEGER AS q, 3 AS r) "
        "SELECT list(u.a ORDER BY u.n) AS found FROM (SELECT * FROM t UNPIVOT (a FOR n IN (p, q, r))) AS u",
        [1, 3],
        is_known=True,
    ),
    "a window that extends another": Trap(
        "SELECT max(s) AS found FROM (SELECT sum(x) OVER (w ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s "
        "FROM (VALUES (1), (2), (4)) AS t (x) WINDOW w AS (ORDER BY x)) AS u",
        6,
    ),
}


def _model(sql: str) -> Model:
    return Model("staging.trap", sql, "one row", ("found",), {}, is_table=False)


def _value(engine: Engine, sql: str) -> Any:
    (row,) = engine.rows(sql).to_pylist()
    return row["found"]


@pytest.fixture
def trapped(distributed: Engine) -> Engine:
    """With an empty relation of visits."""
    distributed.view("source__visits", "SELECT CAST(NULL AS BIGINT) AS visitor WHERE false")
    return distributed


@pytest.mark.sample(12)
@pytest.mark.parametrize("name", TRAPS)
def test_trap(name: str, trapped: Engine) -> None:
    trap = TRAPS[name]
    with duckdb.connect() as connection:
        connection.execute(macros_sql())
        for parameter, literal in literals(trap.parameters).items():
            connection.execute(f"SET VARIABLE {parameter} = {literal}")
        connection.execute("SET TimeZone = 'UTC'; CREATE SCHEMA source; CREATE TABLE source.visits (visitor BIGINT)")
        assert connection.execute(trap.sql).fetchall() == [(trap.value,)]
    ours = translated(_model(trap.sql), literals(trap.parameters), guards=not trapped.notices_overflow)
    assert _value(trapped, ours) == trap.value
    if not trap.is_known and (GIVEN or not trap.only_spark):
        assert _naive(trapped, trap) != trap.value


def _naive(engine: Engine, trap: Trap) -> Any:
    """What it becomes without our rules: a wrong value, or a refusal."""
    sql = trap.sql if trap.as_is else sqlglot.transpile(trap.sql, read="duckdb", write="spark")[0]
    try:
        return _value(engine, sql.replace("source.visits", "source__visits"))
    except Exception as error:
        return type(error)


@pytest.mark.parametrize(
    "expression", ["sum(x)::BIGINT", "max(x) + 1", "max(x) * 3", "min(-x) - 2", "sum(x * 2)::BIGINT"]
)
def test_a_number_that_is_too_large_is_refused_by_every_engine(expression: str, distributed: Engine) -> None:
    sql = _of(expression, "9223372036854775807::BIGINT", "1::BIGINT")
    with duckdb.connect() as connection, pytest.raises((duckdb.ConversionException, duckdb.OutOfRangeException)):
        connection.execute(sql).fetchall()
    ours = translated(_model(sql), literals({}), guards=not distributed.notices_overflow)
    with pytest.raises(Exception, match=r"(?i)overflow|out of range|cast"):
        distributed.rows(ours)


def test_a_function_without_a_rule_is_refused() -> None:
    with pytest.raises(Untranslatable, match="a function without a rule: jaro_similarity"):
        translated(_model(_of("jaro_similarity(x, x)", "'a'")), literals({}))


def test_a_fraction_cast_to_a_whole_number_is_refused() -> None:
    with pytest.raises(Untranslatable, match="a fraction cast to a whole number"):
        translated(_model(_of("x::BIGINT", "2.5e0")), literals({}))


def test_a_moment_with_a_zone_is_refused() -> None:
    with pytest.raises(EngineFault, match="a moment with a zone"):
        translated(_model(_of("x AT TIME ZONE 'UTC'", NOON)), literals({}))


@pytest.mark.parametrize("function", ["lower", "upper"])
def test_every_letter_changes_its_case_as_in_duckdb(function: str, distributed: Engine) -> None:
    """All that there are, in one text of each plane: an engine's own list may be of another version of Unicode."""
    texts = [
        "".join(chr(code) for code in range(first, first + 0x1000) if not 0xD800 <= code < 0xE000 and code)
        for first in range(0, 0x20000, 0x1000)
    ]
    with duckdb.connect() as connection:
        expected = [connection.execute(f"SELECT {function}($1)", [text]).fetchall()[0][0] for text in texts]
    values = ", ".join("('" + text.replace("'", "''") + "')" for text in texts)
    sql = translated(_model(f"SELECT x, {function}(x) AS found FROM (VALUES {values}) AS t (x)"), literals({}))
    found = {row["x"]: row["found"] for row in distributed.rows(sql).to_pylist()}
    assert [found[text] for text in texts] == expected
