"""The full text of the entries' words: which entries have all the words of a query, on either database."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, Text, and_, cast, func, literal, literal_column, select
from sqlalchemy.dialects.postgresql import TSQUERY

from services.reservations.listing.models import FULL_TEXT, ListEntry
from services.reservations.listing.search import Word

Wanted = Sequence[Sequence[Word]]
"""Words that must all be met, each by one of its alternatives."""

_ENTRIES: Table = ListEntry.__table__  # type: ignore[assignment]
_E = _ENTRIES.c


def ids_with(wanted: Wanted, *, is_postgresql: bool) -> Select[Any]:
    """The ids of the entries that meet it, from the index alone where the database can."""
    found = _E.reservation_id if is_postgresql else FULL_TEXT.c.rowid.label("reservation_id")
    return select(found).where(matches(wanted, is_postgresql=is_postgresql))


def entries_with(wanted: Wanted, *, is_postgresql: bool) -> Select[Any]:
    """The same joined with the entries, so that more can be asked of them."""
    match = matches(wanted, is_postgresql=is_postgresql)
    if is_postgresql:
        return select(_E.reservation_id).where(match)
    joined = FULL_TEXT.join(_ENTRIES, FULL_TEXT.c.rowid == _E.reservation_id)
    return select(_E.reservation_id).select_from(joined).where(match)


def matches(wanted: Wanted, *, is_postgresql: bool) -> ColumnElement[bool]:
    """The condition; words hold letters and digits only, so nothing in them is syntax.

    On PostgreSQL each word is a condition of its own: its index then leaps over what another word rules out, which it
    does not within one query of frequent beginnings (half of the time with a million entries).
    """
    if is_postgresql:
        lexemes = func.array_to_tsvector(func.string_to_array(func.btrim(_E.terms), literal_column("' '")))
        queries = (" | ".join(map(_lexeme, words)) for words in wanted)
        return and_(*(lexemes.bool_op("@@")(cast(literal(query, Text), TSQUERY)) for query in queries))
    query = " AND ".join(f"({' OR '.join(map(_token, words))})" for words in wanted)
    return literal_column("reservation_terms").bool_op("MATCH")(query)


def _lexeme(word: Word) -> str:
    return f"'{word.text}'{'' if word.is_whole else ':*'}"


def _token(word: Word) -> str:
    return f'"{word.text}"{"" if word.is_whole else " *"}'
