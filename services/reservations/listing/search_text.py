"""The words that reservations are found by: written behind each change, and asked by the full text of the database.

`reservations.search_text` holds them, a blank around each. Triggers empty it whenever a reservation, its tags or its
notes change, whatever the statement; so it is empty in a new reservation too, whose call pays for an index of those
that are empty and nothing else. They are filled by a job every two seconds and before each search, so that a clerk
always finds what was saved before. On SQLite further triggers keep the full text (`reservation_terms`) with it, on
PostgreSQL an inverted index.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    ColumnElement,
    Select,
    Text,
    and_,
    cast,
    column,
    false,
    func,
    literal,
    literal_column,
    select,
    table,
    true,
    union_all,
    update,
)
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from services.core.contact_details import name_key
from services.core.db.db import Database
from services.reservations.desk.notes import written_about
from services.reservations.listing.search import NAME, Findable, Query, Wanted, Word, terms_of
from services.reservations.models import WITHOUT_SEARCH_TEXT, Reservation, ReservationTag

_MANY = 500
"""Hits: some milliseconds to fetch one by one, as long as walking the list among ten thousands takes."""
_BATCH = 200
"""This many at once block the writer for some hundredths of a second."""
_MOST_BEFORE_A_SEARCH = 10
"""Batches. More (a database that was just migrated) are left to the job."""

_FULL_TEXT = table("reservation_terms", column("rowid", BigInteger))
"""SQLite's full text, which holds no copy of the words; so it is no model."""
_FOUND_BY = tuple(Findable.__dataclass_fields__)


def catch_up(db: Database) -> None:
    """Before a search: fill what is empty, unless that would take long."""
    for _ in range(_MOST_BEFORE_A_SEARCH):
        with db.read() as session:
            if session.scalar(select(Reservation.id).where(WITHOUT_SEARCH_TEXT).limit(1)) is None:
                return
        db.write(_fill)


def catch_up_wholly(db: Database) -> int:
    """The job, and before files: fill all. Returns how many were filled."""
    filled = 0
    while count := db.write(_fill):
        filled += count
    return filled


def _fill(session: Session) -> int:
    """Fill up to `_BATCH`; those that a change in progress has locked are left to the next one."""
    empty = select(Reservation.id, *(getattr(Reservation, name) for name in _FOUND_BY)).where(WITHOUT_SEARCH_TEXT)
    rows = session.execute(empty.order_by(Reservation.id).limit(_BATCH).with_for_update(skip_locked=True)).all()
    # What staff wrote about each of these: its tags and its notes. Whatever else is added here needs a trigger.
    ids = [row.id for row in rows]
    remarks: dict[int, list[str]] = defaultdict(list)
    tags = select(ReservationTag.reservation_id, ReservationTag.tag).where(ReservationTag.reservation_id.in_(ids))
    for id_, tag in session.execute(tags.order_by(ReservationTag.tag)):
        remarks[id_].append(tag)
    for id_, notes in written_about(session, ids).items():
        remarks[id_] += notes
    texts = [
        {
            "id": row.id,
            "search_text": terms_of(Findable(*(getattr(row, name) for name in _FOUND_BY)), remarks.get(row.id, ())),
            "name_key": name_key(row.last_name, row.first_name),
        }
        for row in rows
    ]
    if texts:
        session.execute(update(Reservation), texts)
    return len(texts)


def found_by_search(session: Session, query: Query) -> ColumnElement[bool]:
    """What a list finds.

    SQLite fetches each hit by its number, whole rows out of order; where there are very many, the list is walked
    instead (the sign keeps it from the number's index).
    """
    is_enough = query.wider == query.as_typed or _count(session, query.as_typed, query.enough) >= query.enough
    wanted = query.as_typed if is_enough else query.wider
    if session.connection().dialect.name != "sqlite" or _count(session, wanted, _MANY) < _MANY:
        return found_by(session, wanted)
    return literal_column("+reservations.id", BigInteger).in_(_full_text(wanted))


def found_by(session: Session, wanted: Wanted) -> ColumnElement[bool]:
    """The condition that the full text meets it; words hold letters and digits only, so nothing in them is syntax."""
    if not wanted:  # only punctuation was typed, which no name contains
        return false()
    if session.connection().dialect.name == "sqlite":
        return Reservation.id.in_(_full_text(wanted))
    return and_(*(Reservation.id.in_(ids) for ids in _found_on_postgresql(wanted)))


def _full_text(wanted: Wanted) -> Select[int]:
    query = " AND ".join(f"({' OR '.join(map(_token, words))})" for words in wanted)
    return select(_FULL_TEXT.c.rowid).where(literal_column("reservation_terms").bool_op("MATCH")(query))


def _found_on_postgresql(wanted: Wanted) -> Iterator[Select[int]]:
    """Queries of ids, each planned by itself (OFFSET 0): in a page of few rows the planner would rather walk the list
    and take the words of each row apart, which among 100,000 without a hit takes seconds.
    """
    names = [[word for word in words if _is_one_name(word)] for words in wanted]
    # A condition for each word: the index then leaps over what another word rules out, which it does not within one
    # query of frequent beginnings.
    exactly = [
        _has(Reservation.search_text, cast(literal(" | ".join(map(_lexeme, words))), TSQUERY))
        for words in ([word for word in words if not _is_one_name(word)] for words in wanted)
    ]
    if not any(names):
        yield select(Reservation.id).where(*exactly).offset(0)
        return
    for is_met, misspelt_as in zip(exactly, names, strict=True):
        yield select(union_all(select(Reservation.id).where(is_met), _named(misspelt_as)).subquery().c.id)


def _named(names: Sequence[Word]) -> Select[int]:
    """Whose name is one of these. Each is asked for: the planner takes some hundred at once for most of the table."""
    given = func.json_array_elements_text(cast(literal(json.dumps([_lexeme(name) for name in names])), JSON))
    asked = given.table_valued(column("value", Text()))
    one = aliased(Reservation)
    found = select(one.id).where(_has(one.search_text, cast(asked.c.value, TSQUERY))).offset(0).lateral()
    return select(found.c.id).select_from(asked.join(found, true()))


def _has(text: InstrumentedAttribute[str | None], query: ColumnElement[Any]) -> ColumnElement[bool]:
    """As the index has it, word for word."""
    words = func.array_to_tsvector(func.string_to_array(func.btrim(text), literal_column("' '")))
    return text.is_not(None) & words.bool_op("@@")(query)


def _is_one_name(word: Word) -> bool:
    return word.is_whole and word.text.startswith(NAME)


def _count(session: Session, wanted: Wanted, most: int) -> int:
    """How many it finds, up to `most`."""
    if not wanted:
        return 0
    is_sqlite = session.connection().dialect.name == "sqlite"  # whose full text is asked no further than that
    ids = _full_text(wanted) if is_sqlite else select(Reservation.id).where(found_by(session, wanted))
    return session.scalar(select(func.count()).select_from(ids.limit(most).subquery())) or 0


def _token(word: Word) -> str:
    return f'"{word.text}"{"" if word.is_whole else " *"}'


def _lexeme(word: Word) -> str:
    return f"'{word.text}'{'' if word.is_whole else ':*'}"
