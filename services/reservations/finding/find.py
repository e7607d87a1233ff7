"""Finds households while somebody types: the best few, and why each was found.

The full text is asked for whole words first, then for beginnings of names, then for any word, until there are more than
are counted; where they are few, for names with a typing error too. What it answers is then explained word by word in
Python, which gives the order.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
        if len(self._words) > 1:  # several words may never meet: then the widest reading spares the others
            anywhere = self._some(Level.ANYWHERE)
            if len(anywhere) <= MOST_COUNTED:
                return anywhere
        ids: dict[int, None] = {}
        for level in (Level.WHOLE, Level.BEGINNING, Level.ANYWHERE):
            ids.update(dict.fromkeys(self._holders_first(level)))
            if len(ids) > MOST_COUNTED:
                break
        return list(ids)

    def similar_ids(self, similar: Mapping[Word, Sequence[Word]]) -> list[int]:
        """Those with names that differ by one error."""
        return self._read(self._query(Level.ONE_ERROR, similar))

    def _holders_first(self, level: Level) -> list[int]:
        holding = self._read(self._query(level).where(ListEntry.state.in_(HOLDS_A_SPOT)))
        return holding if len(holding) > MOST_COUNTED else [*holding, *self._some(level)]

    def _some(self, level: Level) -> list[int]:
        return self._read(self._query(level))

    def _query(self, level: Level, similar: Mapping[Word, Sequence[Word]] = _NONE) -> Select[Any]:
        return full_text.entries_with(wanted(self._words, level, similar), is_postgresql=self._is_postgresql)

    def _read(self, query: Select[Any]) -> list[int]:
        """Up to one more than are counted, the newest first where that costs nothing."""
        most = MOST_COUNTED + 1
        if self._is_postgresql:
            self._session.execute(_STEER)
            found = list(self._session.scalars(query.limit(most)))
            self._session.execute(_UNSTEER)
            return found
        return list(self._session.scalars(query.order_by(text("reservation_terms.rowid DESC")).limit(most)))


def _explained(
    session: Session, ids: Sequence[int], words: Sequence[Word], similar: Mapping[Word, Sequence[Word]]
) -> Iterator[Hit]:
    tags, notes = tags_of(session, ids), written_about(session, ids)
    for row in session.execute(select(*_READ).where(Reservation.id.in_(ids))):
        person = Findable(**{name: getattr(row, name) for name in _PERSON})
        found = Found(person, tags.get(row.id, ()), notes.get(row.id, ()))
        matches = explain.matches(found, words, similar)
        if matches is not None:
            yield Hit(row, matches)
