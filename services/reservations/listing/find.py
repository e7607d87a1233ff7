"""Finds households while a clerk types: the best few, and why each was found.

The full text is asked from the strictest reading to the widest, until there are more than are counted. What it answers
is then explained word by word in Python, which gives the order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from services.reservations.desk.notes import written_about
from services.reservations.desk.tags import tags_of
from services.reservations.listing import explain
from services.reservations.listing.explain import Found, Match
from services.reservations.listing.levels import Level, is_enough, wanted
from services.reservations.listing.search import Findable, words_of_query
from services.reservations.listing.search_text import ENOUGH, Wanted, found_by
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT

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
    """The households that a typed text may mean."""
    words = words_of_query(typed)
    if not is_enough(words):
        return Hits([], 0, has_more=False)
    ids: dict[int, None] = {}
    for level in Level:
        if len(ids) > MOST_COUNTED or (level is Level.ONE_ERROR and len(ids) >= ENOUGH):
            break
        ids.update(dict.fromkeys(_ids(session, wanted(words, level))))
    hits = []
    for row, found in read(session, list(ids)[:MOST_COUNTED]):
        matches = explain.matches(found, words, level)
        if matches is not None:
            hits.append(Hit(row, matches))
    hits.sort(key=lambda hit: hit.rank)
    return Hits(hits[:MOST_HITS], min(len(ids), MOST_COUNTED), has_more=len(ids) > MOST_COUNTED)


def _ids(session: Session, meant: Wanted) -> Sequence[int]:
    """Up to one more than are counted, those that hold a place first."""
    query = select(Reservation.id).where(found_by(session, meant))
    ordered = query.order_by(Reservation.state.in_(HOLDS_A_SPOT).desc(), Reservation.id.desc())
    return session.scalars(ordered.limit(MOST_COUNTED + 1)).all()


def read(session: Session, ids: Sequence[int]) -> Iterator[tuple[Row[Any], Found]]:
    """These reservations with all that explains why one was found, in no order."""
    tags, notes = tags_of(session, ids), written_about(session, ids)
    for row in session.execute(select(*_READ).where(Reservation.id.in_(ids))):
        person = Findable(**{name: getattr(row, name) for name in _PERSON})
        yield row, Found(person, tags.get(row.id, ()), notes.get(row.id, ()))
