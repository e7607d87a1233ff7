"""Finds households while a clerk types: the best few, and why each was found; and why a list's search found its rows.

The full text is asked from the strictest reading to the widest, until there are more than are counted. What it answers
is then explained word by word in Python, which gives the order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from services.reservations.changes import tags_of
from services.reservations.desk.notes import written_about
from services.reservations.listing import explain
from services.reservations.listing.explain import Found, Level, Match, spot_of
from services.reservations.listing.search import (
    ENOUGH,
    NAME,
    Findable,
    Wanted,
    Word,
    alternatives,
    bare_number,
    is_phone_end,
    misspelt,
    phone_end,
    spot_written_together,
    words_of_query,
)
from services.reservations.listing.search_text import found_by
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT

_SHORTEST_LETTERS = 2
"""One letter begins too many names to be of use."""
_POSTCODE_LENGTH = 5
MOST_HITS = 8
MOST_COUNTED = 100

_PERSON = tuple(Findable.__dataclass_fields__)
_SHOWN = ("park_id", "state", "annual_kwh", "payment_plan", "follow_up_on", "updated_at")
_READ = tuple(getattr(Reservation, name) for name in ("id", *_PERSON, *_SHOWN))


@dataclass(frozen=True, slots=True)
class Hit:
    """A reservation and the explanation of each typed word."""

    row: Row[Any]
    matches: Sequence[Match]

    @property
    def rank(self) -> tuple[object, ...]:
        """The better, the smaller: whole words first, then what is looked for first, then who holds a place."""
        levels = [match.level for match in self.matches]
        kinds = [match.rank[1] for match in self.matches]
        return max(levels), sum(levels), kinds, self.row.state not in HOLDS_A_SPOT, -self.row.id


@dataclass(frozen=True, slots=True)
class Hits:
    """The best, and how many there are, at most `MOST_COUNTED`; `has_more`: there may be more than these."""

    best: Sequence[Hit]
    total: int
    has_more: bool


def find(session: Session, typed: str) -> Hits:
    words = words_of_query(typed)
    if not is_enough(words):
        return Hits([], 0, has_more=False)
    ids: dict[int, None] = {}
    for level in Level:
        if len(ids) > MOST_COUNTED or (level is Level.ONE_ERROR and len(ids) >= ENOUGH):
            break
        # Up to one more than are counted, those that hold a place first
        query = select(Reservation.id).where(found_by(session, wanted(words, level)))
        ordered = query.order_by(Reservation.state.in_(HOLDS_A_SPOT).desc(), Reservation.id.desc())
        ids.update(dict.fromkeys(session.scalars(ordered.limit(MOST_COUNTED + 1)).all()))
    hits = []
    for row, found in read(session, list(ids)[:MOST_COUNTED]):
        matches = explain.matches(found, words, level)
        if matches is not None:
            hits.append(Hit(row, matches))
    hits.sort(key=lambda hit: hit.rank)
    return Hits(hits[:MOST_HITS], min(len(ids), MOST_COUNTED), has_more=len(ids) > MOST_COUNTED)


def read(session: Session, ids: Sequence[int]) -> Iterator[tuple[Row[Any], Found]]:
    """These reservations with all that explains why one was found, in no order."""
    tags, notes = tags_of(session, ids), written_about(session, ids)
    for row in session.execute(select(*_READ).where(Reservation.id.in_(ids))):
        person = Findable(**{name: getattr(row, name) for name in _PERSON})
        yield row, Found(person, tags.get(row.id, ()), notes.get(row.id, ()))


def reasons_of(session: Session, ids: Sequence[int], typed: str) -> dict[int, list[Match]]:
    """The explanation of each typed word for these hits of a list's search; a hit without one is left out."""
    best = ((row.id, next(_explained(found, typed), None)) for row, found in read(session, ids))
    return {id_: matches for id_, matches in best if matches is not None}


def _explained(found: Found, typed: str) -> Iterator[list[Match]]:
    """As typed, or with an error."""
    for level in (Level.ANYWHERE, Level.ONE_ERROR):
        for words in _readings(found, typed):
            if (explained := explain.matches(found, words, level)) is not None:
                yield explained


def _readings(found: Found, typed: str) -> Sequence[Sequence[Word]]:
    """What the text may mean for this reservation: a list takes a bare number for a spot, else for the beginning of
    a postcode or the end of a telephone number.
    """
    number = bare_number(typed)
    if number is None or found.person.spot_number == number:
        return [words_of_query(typed)]
    return [[Word(f"plz{number}")], [Word(str(number))]]


def is_enough(words: Sequence[Word]) -> bool:
    """Whether a search may begin."""
    return any(word.text.isdecimal() or word.is_whole or len(word.text) >= _SHORTEST_LETTERS for word in words)


def wanted(words: Sequence[Word], level: Level) -> Wanted:
    """What each word may be at this level."""
    return [_read(word, level) for word in words]


def _read(word: Word, level: Level) -> list[Word]:
    if spot := spot_of(word):
        return [Word(f"platz{spot}", is_whole=level is Level.WHOLE)]
    if word.text.isdecimal():
        return _number(word.text, level)
    if level is Level.WHOLE:
        return [Word(word.text, is_whole=True), *spot_written_together(word)]
    if level is Level.ONE_ERROR:
        return [*alternatives(word), *misspelt(word)]
    if level is Level.ANYWHERE or not word.text.isalpha():
        return alternatives(word)
    return [Word(f"{NAME}{word.text}")]


def _number(digits: str, level: Level) -> list[Word]:
    """A number is a spot, a postcode, the end of a telephone number, and from four digits on the beginning of one."""
    if level is Level.WHOLE:
        spot = [Word(f"platz{int(digits)}", is_whole=True)] if digits[0] != "0" else []
        return [*spot, Word(digits, is_whole=True)] if len(digits) >= _POSTCODE_LENGTH or not spot else spot
    found = [Word(f"platz{digits}"), Word(f"plz{digits}")]
    return [*found, phone_end(digits), Word(digits)] if is_phone_end(digits) else found
