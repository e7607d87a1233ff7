"""Duplicate detection: reservations with the same mailbox, telephone, or name at the same postcode.

A new reservation is flagged: for its mailbox when it is made, for the rest by a job within a minute (`flag_newcomers`),
so that the reservation call stays quick. Groups are then built around the flagged ones by index lookups: the cost
grows with the suspects, not with the reservations. Only active ones count. A group is open until staff have
reviewed every member, and groups that share a member are merged.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, or_, select, text
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from services.core.clock import Clock
from services.core.db.db import Database
from services.reservations.changes import Note, change
from services.reservations.models import ACTIVE, OPEN_DUPLICATE, Reservation
from services.staff import audit

_NAME = (Reservation.last_name, Reservation.first_name, Reservation.postcode)
COMPARED = frozenset(("email_normalized", "mobile_phone_e164", *(column.key for column in _NAME)))
"""Columns whose change may make one household of two reservations."""
_OTHER_ACTIVE, _NEW_ACTIVE = (text(f"{table}.{ACTIVE.text}") for table in ("other", "reservations"))
_ACTION = "flag_duplicate"
_EVENT = f"reservation.{_ACTION}"
_FIRST_LOOK = timedelta(days=7)
_MARGIN = timedelta(minutes=5)
_CHUNK = 200
"""Keys asked for at once."""


@dataclass(frozen=True, slots=True)
class Group:
    """Ids of suspected duplicates of one household, oldest first."""

    key: str
    ids: tuple[int, ...]


def suspected(session: Session) -> list[Group]:
    """Every open group, the one with the newest member first."""
    flagged = select(Reservation.mailbox, Reservation.mobile_phone_e164, *_NAME).where(OPEN_DUPLICATE, ACTIVE)
    rows = session.execute(flagged).all()
    groups = _Groups()
    for columns, keys in (
        ((Reservation.mailbox,), {row[0] for row in rows} - {""}),
        ((Reservation.mobile_phone_e164,), {row[1] for row in rows} - {""}),
        (_NAME, {tuple(row[2:]) for row in rows}),
    ):
        for members in _members(session, sorted(keys), *columns):
            groups.join(members)
    return groups.open()


def suspects_of(session: Session, reservation: Reservation) -> list[int]:
    """Ids of the other active reservations that may be of the same household, oldest first."""
    name = (reservation.last_name, reservation.first_name, reservation.postcode)
    alike = alike_of(session, reservation.mailbox, reservation.mobile_phone_e164, name)
    return sorted(set().union(*alike.values()) - {reservation.id})


def alike_of(session: Session, mailbox: str, phone: str, name: tuple[str, str, str]) -> dict[str, list[int]]:
    """Ids of the active reservations with the same `mailbox`, `phone` or `name` (last, first, postcode), by what is the
    same. A household without an address or a number is like nobody by it.
    """
    conditions = {"name": _one_of(_NAME, [name])}
    if mailbox:
        conditions["mailbox"] = Reservation.mailbox == mailbox
    if phone:
        conditions["phone"] = Reservation.mobile_phone_e164 == phone
    return {
        what: list(session.scalars(select(Reservation.id).where(same, ACTIVE).order_by(Reservation.id)))
        for what, same in conditions.items()
    }


class _Groups:
    """Merges sets that share a member (union-find)."""

    def __init__(self) -> None:
        self._group_of: dict[int, set[int]] = {}
        self._unchecked: set[int] = set()

    def join(self, members: Sequence[tuple[int, bool]]) -> None:
        """Join these into one group; with each, whether staff have still to review it."""
        self._unchecked |= {id_ for id_, is_unchecked in members if is_unchecked}
        together = {id_ for id_, _ in members}
        for id_ in list(together):
            together |= self._group_of.get(id_, set())
        for id_ in together:
            self._group_of[id_] = together

    def open(self) -> list[Group]:
        """Groups with a member to review, newest member first."""
        distinct = {id(group): group for group in self._group_of.values()}.values()
        found = [tuple(sorted(group)) for group in distinct if group & self._unchecked]
        return [Group(str(ids[0]), ids) for ids in sorted(found, key=lambda ids: -ids[-1])]


def flag_newcomers(session: Session, since: datetime, now: datetime) -> int:
    """Flag reservations made `since` then that share telephone or name with an earlier active one; returns how many."""
    other = aliased(Reservation, name="other")
    same_phone = and_(other.mobile_phone_e164 == Reservation.mobile_phone_e164, Reservation.mobile_phone_e164 != "")
    same_name = and_(*(getattr(other, column.key) == column for column in _NAME))
    alike = [
        select(other.id).where(same, _OTHER_ACTIVE, other.id < Reservation.id).exists()
        for same in (same_phone, same_name)
    ]
    is_new = (Reservation.created_at >= since) & Reservation.duplicate_suspected.is_(False)
    newcomers = select(Reservation.id).where(is_new, _NEW_ACTIVE, or_(*alike))
    ids = session.scalars(newcomers.order_by(Reservation.id)).all()
    locked = select(Reservation).where(Reservation.id.in_(ids)).order_by(Reservation.id).with_for_update()
    rows = session.scalars(locked).all() if ids else []
    for row in rows:
        change(session, row, {"duplicate_suspected": True}, Note("system", _ACTION), now)
    session.flush()
    if rows:
        audit.append(session, [audit.Event("system", _EVENT, f"reservation:{row.id}") for row in rows], now)
    return len(rows)


def flag_if_alike(session: Session, reservation: Reservation, now: datetime) -> None:
    """Flag a reservation whose edited mailbox, telephone or name now matches another active one; an earlier decision
    that it is no duplicate was about the old values.
    """
    session.flush()
    if not suspects_of(session, reservation):
        return
    values = {"duplicate_suspected": True, "duplicate_checked_at": None}
    if change(session, reservation, values, Note("system", _ACTION), now) is not None:
        session.flush()
        audit.append(session, [audit.Event("system", _EVENT, f"reservation:{reservation.id}")], now)


class DuplicateWatch:
    """The periodic job that checks new reservations; on its first run, those of a week."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self._seen: datetime | None = None

    def look(self) -> int:
        """Flag duplicates since the last run, with a margin for slow transactions."""
        now = self._clock()
        since = self._seen - _MARGIN if self._seen else now - _FIRST_LOOK
        flagged = self._db.write(lambda session: flag_newcomers(session, since, now))
        self._seen = now
        return flagged


def _members(
    session: Session, keys: Sequence[object], *columns: InstrumentedAttribute[str]
) -> Iterable[list[tuple[int, bool]]]:
    """Ids by key: lists of at least two."""
    of_key: dict[object, list[tuple[int, bool]]] = defaultdict(list)
    for start in range(0, len(keys), _CHUNK):
        wanted = _one_of(columns, keys[start : start + _CHUNK])
        query = select(Reservation.id, Reservation.duplicate_checked_at.is_(None), *columns).where(wanted, ACTIVE)
        for id_, is_unchecked, *values in session.execute(query):
            of_key[tuple(values)].append((id_, is_unchecked))
    return [members for members in of_key.values() if len(members) > 1]


def _one_of(columns: Sequence[InstrumentedAttribute[str]], keys: Sequence[Any]) -> ColumnElement[bool]:
    """Spelt out for several columns, each with the index's own condition: else SQLite reads the whole table."""
    if len(columns) == 1:
        return columns[0].in_(keys)
    return or_(*(and_(ACTIVE, *(column == part for column, part in zip(columns, key, strict=True))) for key in keys))
