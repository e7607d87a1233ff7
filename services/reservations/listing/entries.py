"""Keeps the denormalised list entries in sync with the reservations.

Triggers queue the id of every changed reservation, whatever the statement, in the same
transaction. This module empties the queue: by a job every two seconds, and before each list is read, so that a clerk
always finds what was saved before. The reservation call only pays for a queue row with a single number.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Row, Table, delete, exists, insert, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from services.campaigns.canonical import compared
from services.core.db.db import Database
from services.core.folding import fold
from services.reservations.listing import vocabulary
from services.reservations.listing.models import (
    CHECKED,
    COUNTED,
    FAR_FUTURE,
    FULL_TEXT,
    NONE,
    OPEN,
    OUTDATED,
    TERMS_FORMAT,
    ListEntry,
    ListQueue,
    ValueCount,
)
from services.reservations.listing.remarks import remarks_of
from services.reservations.listing.search import Findable, marked_names, terms_of
from services.reservations.models import Reservation

_BATCH = 200
"""This many at once block the writer for some hundredths of a second."""
_MOST_BEFORE_A_READ = 10
"""Batches. A longer queue (a database that was just migrated) is left to the job."""
_LONGEST_NAME_KEY = 250

_ENTRIES: Table = ListEntry.__table__  # type: ignore[assignment]
_COUNTS: Table = ValueCount.__table__  # type: ignore[assignment]
_LOCK = text("SELECT pg_advisory_xact_lock(7267002)")
_UNLEARN = text("INSERT INTO reservation_terms (reservation_terms, rowid, terms) VALUES ('delete', :id, :terms)")
_COMPARED = ("utm_source", "utm_campaign")
"""Held as they are compared. Aliases are resolved only when a list is read: they come and go, and entries
would have to be rewritten for each."""
_COPIED = tuple(
    column.name
    for column in _ENTRIES.c
    if column.name in Reservation.__table__.c and column.name not in (*_COMPARED, "follow_up_on")
)
"""Columns of both tables."""
_FOUND_BY = tuple(Findable.__dataclass_fields__)
_READ = tuple(
    getattr(Reservation, name)
    for name in dict.fromkeys(
        ("id", *_COPIED, *_COMPARED, *_FOUND_BY, "follow_up_on", "duplicate_suspected", "duplicate_checked_at",
         "price_mismatch", "price_checked_at")
    )
)  # fmt: skip


def catch_up(db: Database) -> None:
    """Before a list is read: bring the entries up to date, unless that would take long."""
    for _ in range(_MOST_BEFORE_A_READ):
        with db.read() as session:
            if not session.scalar(select(exists().where(ListQueue.reservation_id > 0))):
                return
        db.write(empty_queue)


def catch_up_wholly(db: Database) -> int:
    """The job: empty the whole queue, then renew entries of an earlier format. Returns how many were written."""
    written = 0
    for unit in (empty_queue, _renew_outdated):
        while count := db.write(unit):
            written += count
    return written


def _renew_outdated(session: Session) -> int:
    """Renew some entries of an earlier format. They wait for the job, not in the queue: no reader has to wait."""
    ids = session.scalars(select(ListEntry.reservation_id).where(OUTDATED).limit(_BATCH)).all()
    if ids:
        renew(session, ids)
    return len(ids)


def empty_queue(session: Session, most: int = _BATCH) -> int:
    """Bring up to `most` entries up to date; returns how many."""
    if session.connection().dialect.name == "postgresql":
        session.execute(_LOCK)  # after waiting here the work is done already; rows of changes in progress are skipped
    queued = select(ListQueue.reservation_id).order_by(ListQueue.reservation_id).limit(most)
    ids = session.scalars(queued.with_for_update(skip_locked=True)).all()
    if ids:
        _renew_queued(session, ids)
    return len(ids)


def renew(session: Session, ids: Sequence[int]) -> None:
    """Bring the entries of these reservations up to date in this transaction, whose own changes are in them."""
    session.flush()
    if session.connection().dialect.name == "postgresql":
        session.execute(_LOCK)
    _renew_queued(session, ids)


def _renew_queued(session: Session, ids: Sequence[int]) -> None:
    session.execute(delete(ListQueue).where(ListQueue.reservation_id.in_(ids)))
    _renew(session, ids)


def _renew(session: Session, ids: Sequence[int]) -> None:
    counted = select(*(_ENTRIES.c[name] for name in COUNTED)).where(_ENTRIES.c.reservation_id.in_(ids))
    counts = Counter({key: -n for key, n in Counter(_values(session.execute(counted))).items()})
    names_before = _unlearn(session, ids)
    names_after: set[str] = set()
    session.execute(delete(_ENTRIES).where(_ENTRIES.c.reservation_id.in_(ids)))
    rows = session.execute(select(*_READ).where(Reservation.id.in_(ids))).all()
    if rows:
        remarks = remarks_of(session, ids)
        entries = [entry_of(row, remarks.get(row.id, ())) for row in rows]
        session.execute(insert(_ENTRIES), entries)
        _learn(session, entries)
        counts.update(_values(entries))
        names_after.update(*(marked_names(entry["terms"]) for entry in entries))
    vocabulary.renew(session, names_before, names_after)
    _count(session, {key: n for key, n in counts.items() if n})


def entry_of(row: Row[Any], remarks: Sequence[str] = ()) -> dict[str, Any]:
    """The entry of a reservation with these tags and notes."""
    return {
        "reservation_id": row.id,
        **{name: getattr(row, name) for name in _COPIED},
        **{name: compared(getattr(row, name)) for name in _COMPARED},
        "name_key": name_key(row.last_name, row.first_name),
        "follow_up_on": row.follow_up_on or FAR_FUTURE,
        "duplicate": _suspicion(row.duplicate_suspected, row.duplicate_checked_at),
        "price": _suspicion(row.price_mismatch, row.price_checked_at),
        "terms": terms_of(Findable(**{name: getattr(row, name) for name in _FOUND_BY}), remarks),
        "terms_format": TERMS_FORMAT,
    }


def name_key(last_name: str, first_name: str) -> str:
    """By which names are sorted and compared: without case and accents, and „Mueller“ is „Müller“."""
    return fold(f"{last_name} {first_name}")[:_LONGEST_NAME_KEY]


def _unlearn(session: Session, ids: Sequence[int]) -> set[str]:
    """Remove words from SQLite's full-text index, which requires the old words to delete them; returns the names."""
    query = select(_ENTRIES.c.reservation_id, _ENTRIES.c.terms).where(_ENTRIES.c.reservation_id.in_(ids))
    known = session.execute(query).all()
    if session.connection().dialect.name == "sqlite":
        for id_, terms in known:
            session.execute(_UNLEARN, {"id": id_, "terms": terms})
    return {name for _, terms in known for name in marked_names(terms)}


def _learn(session: Session, entries: Sequence[dict[str, Any]]) -> None:
    if session.connection().dialect.name == "sqlite":
        words = [{"rowid": entry["reservation_id"], "terms": entry["terms"]} for entry in entries]
        session.execute(insert(FULL_TEXT), words)


def _suspicion(is_suspected: bool, checked_at: object) -> int:
    if not is_suspected:
        return NONE
    return CHECKED if checked_at else OPEN


def _values(entries: Iterable[Any]) -> Iterable[tuple[str, str]]:
    """Each counted value of each entry; the total of entries under the empty name."""
    for entry in entries:
        members = entry if isinstance(entry, dict) else entry._mapping
        yield "", ""
        for name in COUNTED:
            yield name, str(members[name])


def _count(session: Session, changes: dict[tuple[str, str], int]) -> None:
    """Add to the number of entries of each value."""
    if not changes:
        return
    dialect = postgresql if session.connection().dialect.name == "postgresql" else sqlite
    # Always in the same order, so that no two transactions deadlock.
    rows = [{"name": name, "value": value, "entries": n} for (name, value), n in sorted(changes.items())]
    upsert = dialect.insert(_COUNTS)
    session.execute(
        upsert.on_conflict_do_update(
            index_elements=["name", "value"], set_={"entries": _COUNTS.c.entries + upsert.excluded.entries}
        ),
        rows,
    )
