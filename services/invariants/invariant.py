"""An invariant: a rule between rows that always holds, and the query for what breaks it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from sqlalchemy import bindparam, text
from sqlalchemy.orm import Session

from services.core.db.db import UtcDateTime

MOST_EXAMPLES: Final = 20
Kind = Literal["reservation", "spot", "park", "offer", "entry", "text", "mail", "answer", "log_entry"]
WORDS: Final[dict[Kind, str]] = {
    "reservation": "Reservierung",
    "spot": "Platz",
    "park": "Park",
    "offer": "Angebot",
    "entry": "Eintrag der Warteliste",
    "text": "Text",
    "mail": "Mail",
    "answer": "Antwort",
    "log_entry": "Eintrag im Protokoll",
}


@dataclass(frozen=True, slots=True)
class Moments:
    """Moments that some rules need."""

    overdue: datetime
    """A hold that ended before has outlived the job that ends it."""
    recorded_since: datetime
    """Reservations made later have evidence; before, an older server may still have been running."""


@dataclass(frozen=True, slots=True)
class Broken:
    """How many rows break a rule, and up to 20 of them."""

    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Invariant:
    """A rule. `sentence` says in German what holds; `kind` what its ids are of, a spot's being `park:number`.

    `find` reads in the caller's transaction and changes nothing.
    """

    name: str
    group: str
    sentence: str
    kind: Kind
    find: Callable[[Session, Moments], Broken]


def by_sql(query: str) -> Callable[[Session, Moments], Broken]:
    """Find by a query of one column `id` that both databases understand. It joins whole tables, never row by row."""
    counted = text(
        f"SELECT id, count(*) OVER () AS broken FROM ({query}) AS found ORDER BY id LIMIT {MOST_EXAMPLES}"  # noqa: S608
    )
    names = [name for name in ("overdue", "recorded_since") if f":{name}" in query]
    statement = counted.bindparams(*(bindparam(name, type_=UtcDateTime()) for name in names))

    def find(session: Session, moments: Moments) -> Broken:
        rows = session.execute(statement, {name: getattr(moments, name) for name in names}).all()
        return Broken(rows[0].broken if rows else 0, tuple(str(row.id) for row in rows))

    return find
