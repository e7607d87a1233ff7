"""Text functions that engines define differently, rewritten to give DuckDB's results.

Java lower-cases a final „Σ“ differently, Rust knows newer letters, and both map „İ“ to two letters. So non-ASCII
letters are replaced one by one, from DuckDB's own list. DuckDB's `trim` removes every Unicode space, others only
U+0020.
"""

import unicodedata
from functools import cache
from typing import Final

from sqlglot import exp
from sqlglot.expressions import Expr

_SPACES: Final = "".join(chr(code) for code in range(0x3001) if unicodedata.category(chr(code)) == "Zs")
_RE2_SPACES: Final = "\\t\\n\\f\\r "
"""What `\\s` is to DuckDB's regular expressions; to Java's, the vertical tab is one, too."""


def lower(node: exp.Lower) -> Expr:
    """Lower case by DuckDB's list of letters."""
    return _by_letter(node.this, node, "lower")


def upper(node: exp.Upper) -> Expr:
    """Upper case by DuckDB's list of letters."""
    return _by_letter(node.this, node, "upper")


def trim(node: exp.Trim) -> Expr:
    """Without any kind of space at both ends."""
    if node.expression or node.args.get("position"):
        return node
    return exp.Trim(this=node.this, expression=exp.Literal.string(_SPACES), position="BOTH")


def pattern(node: exp.RegexpLike | exp.RegexpReplace) -> Expr:
    """A pattern that means to Java and Rust what it means to DuckDB."""
    text = node.expression.name.replace("\\s", _RE2_SPACES)
    if text.endswith("$"):
        text = f"{text[:-1]}\\z"  # in Java, `$` also matches before a final line break
    node.set("expression", exp.Literal.string(text))
    return node


def _by_letter(value: Expr, plain: Expr, function: str) -> Expr:
    letters, replaced = _changed_letters(function)
    translated = exp.Anonymous(
        this="translate", expressions=[value.copy(), exp.Literal.string(letters), exp.Literal.string(replaced)]
    )
    letters_only, octets = exp.Length(this=value.copy()), exp.Anonymous(this="octet_length", expressions=[value.copy()])
    is_ascii = exp.EQ(this=letters_only, expression=octets)
    return exp.case().when(is_ascii, plain).else_(translated)


@cache
def _changed_letters(function: str) -> tuple[str, str]:
    """Every letter that DuckDB's `lower` or `upper` changes, and what it becomes."""
    import duckdb

    # In two parts: the numbers between them are halves of letters, which DuckDB refuses to make.
    query = f"""
        SELECT string_agg(letter, '' ORDER BY letter), string_agg({function}(letter), '' ORDER BY letter)
        FROM (SELECT chr(n::INTEGER) AS letter FROM range(1, 55296) AS r (n)
              UNION ALL SELECT chr(n::INTEGER) FROM range(57344, 1114112) AS r (n))
        WHERE letter <> {function}(letter)
    """
    with duckdb.connect() as connection:
        letters, replaced = connection.execute(query).fetchall()[0]
    if len(letters) != len(replaced):
        raise ValueError(f"{function} makes several letters of one")
    return letters, replaced
