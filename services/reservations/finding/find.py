"""Finds households while a clerk types: the best few, and why each was found.

The full text is asked for whole words first, then for beginnings of names, then for any word, until there are more than
are counted; where they are few, for names with a typing error too. What it answers is then explained word by word in
Python, which gives the order.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from sqlalchemy import Row, Select, select, text
from sqlalchemy.orm import Session

from services.reservations.desk.tags import tags_of
from services.reservations.finding import explain
from services.reservations.finding.explain import Found, Match
from services.reservations.finding.levels import Level, is_enough, wanted
from services.reservations.listing import full_text, vocabulary
from services.reservations.listing.conditions import ENOUGH
from services.reservations.listing.models import ListEntry
from services.reservations.listing.search import Findable, Word, words_of_query
from services.reservations.models import Reservation
from services.reservations.notes.notes import written_about
from services.reservations.states import HOLDS_A_SPOT

MOST_HITS = 8
MOST_COUNTED = 100
_MOST_EXPLAINED = MOST_COUNTED
_MOST_SIFTED = 1_000
_SHORT = 3
"""Letters."""
_STEER = text(
    "SELECT set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true), "
    "set_config('enable_indexonlyscan', 'off', true), set_config('jit', 'off', true)"
)
"""Leaves PostgreSQL the index of the words: it would rather walk another one and test each row."""
_UNSTEER = text("SELECT set_config('enable_indexscan', 'on', true), set_config('enable_indexonlyscan', 'on', true)")

_NONE: Mapping[Word, Sequence[Word]] = {}
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
    """The households that a typed text may mean."""
    words = words_of_query(typed)
    if not is_enough(words):
        return Hits([], 0, has_more=False)
    search = _Search(session, words)
    ids = dict.fromkeys(search.best_ids())
    similar = vocabulary.similar_names(session, words) if len(ids) < ENOUGH else {}
    if similar:
        ids.update(dict.fromkeys(search.similar_ids(similar)))
    hits = sorted(_explained(session, list(ids)[:_MOST_EXPLAINED], words, similar), key=lambda hit: hit.rank)
    return Hits(hits[:MOST_HITS], min(len(ids), MOST_COUNTED), has_more=len(ids) > MOST_COUNTED)


class _Search:
    """The full text as it is asked for one typed text."""

    def __init__(self, session: Session, words: Sequence[Word]) -> None:
        self._session, self._words = session, words
        self._is_postgresql = session.connection().dialect.name == "postgresql"

    def best_ids(self) -> list[int]:
        """Those spelt as typed: all of them, or of more than are counted those of the strictest readings."""
        found = self._holders_first(Level.WHOLE)
        if len(found) > MOST_COUNTED:
            return found
        if self._meets_rarely():
            anywhere = self._holders_first(Level.ANYWHERE)
            if len(anywhere) <= MOST_COUNTED:
                return anywhere
            return _united(found, self._holders_first(Level.BEGINNING), anywhere)
        found = _united(found, self._holders_first(Level.BEGINNING))
        return found if len(found) > MOST_COUNTED else _united(found, self._holders_first(Level.ANYWHERE))

    def similar_ids(self, similar: Mapping[Word, Sequence[Word]]) -> list[int]:
        """Those with names that differ by one error."""
        return [row.id for row in self._read(self._query(Level.ONE_ERROR, similar), MOST_COUNTED + 1)]

    def _meets_rarely(self) -> bool:
        """Several long words meet rarely: then the widest reading, asked early, spares the one between. What is short
        begins so many names that the narrower reading mostly suffices.
        """
        return len(self._words) > 1 and min(len(word.text) for word in self._words) > _SHORT

    def _holders_first(self, level: Level) -> list[int]:
        """Up to one more than are counted. Households that hold a place are looked for among more, in the same pass."""
        rows = self._read(self._query(level), _MOST_SIFTED)
        holding = [row.id for row in rows if row.holds_a_spot]
        if len(holding) <= MOST_COUNTED and len(rows) == _MOST_SIFTED:
            holders = self._query(level).where(ListEntry.state.in_(HOLDS_A_SPOT))
            holding = [row.id for row in self._read(holders, MOST_COUNTED + 1)]
        return _united(holding, [row.id for row in rows])[: MOST_COUNTED + 1]

    def _query(self, level: Level, similar: Mapping[Word, Sequence[Word]] = _NONE) -> Select[int, bool]:
        read = wanted(self._words, level, similar)
        holds_a_spot = ListEntry.state.in_(HOLDS_A_SPOT).label("holds_a_spot")
        found = full_text.entries_with(read, is_postgresql=self._is_postgresql)
        return found.with_only_columns(ListEntry.reservation_id.label("id"), holds_a_spot)

    def _read(self, query: Select[int, bool], most: int) -> Sequence[Row[int, bool]]:
        """So many rows, the newest first where that costs nothing."""
        if self._is_postgresql:
            self._session.execute(_STEER)
            rows = self._session.execute(query.limit(most)).all()
            self._session.execute(_UNSTEER)
            return rows
        return self._session.execute(query.order_by(text("reservation_terms.rowid DESC")).limit(most)).all()


def _united(*ids: Sequence[int]) -> list[int]:
    return list(dict.fromkeys(chain(*ids)))


def _explained(
    session: Session, ids: Sequence[int], words: Sequence[Word], similar: Mapping[Word, Sequence[Word]]
) -> Iterator[Hit]:
    for row, found in read(session, ids):
        matches = explain.matches(found, words, similar)
        if matches is not None:
            yield Hit(row, matches)


def read(session: Session, ids: Sequence[int]) -> Iterator[tuple[Row[Any], Found]]:
    """These reservations with all that explains why one was found, in no order."""
    tags, notes = tags_of(session, ids), written_about(session, ids)
    for row in session.execute(select(*_READ).where(Reservation.id.in_(ids))):
        person = Findable(**{name: getattr(row, name) for name in _PERSON})
        yield row, Found(person, tags.get(row.id, ()), notes.get(row.id, ()))
