"""Reservations that look like one household's: same address, same telephone, or same name at the same postcode.

Only active ones count. A group is work as long as staff have not looked at every member: a newcomer opens it again.
Addresses are compared when a household reserves, so only flagged rows need be looked up; telephones and names are
grouped along an index of their own. Groups that share a member are one.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute, Session

from services.reservations.models import ACTIVE, OPEN_DUPLICATE, Reservation

_NAME = (Reservation.last_name, Reservation.first_name, Reservation.postcode)
_CHUNK = 500
"""Keys asked for at once: SQLite takes some ten thousand values a statement."""


@dataclass(frozen=True, slots=True)
class Group:
    """Ids of one suspected household, oldest first."""

    key: str
    ids: tuple[int, ...]


def suspected(session: Session) -> list[Group]:
    """Every open group, the one with the newest member first."""
    groups = _Groups()
    for members in (*_same_email(session), *_same_phone(session), *_same_name(session)):
        groups.join(members)
    return groups.open()


def suspects_of(session: Session, reservation: Reservation) -> list[int]:
    """Ids of the other active reservations that look like this one's household, oldest first."""
    same_name = tuple_(*_NAME) == tuple_(reservation.last_name, reservation.first_name, reservation.postcode)
    found: set[int] = set()
    for alike in (
        Reservation.email_normalized == reservation.email_normalized,
        Reservation.mobile_phone_e164 == reservation.mobile_phone_e164,
        same_name,
    ):
        found |= set(session.scalars(select(Reservation.id).where(alike, ACTIVE)))
    return sorted(found - {reservation.id})


class _Groups:
    """Joins sets that share a member."""

    def __init__(self) -> None:
        self._group_of: dict[int, set[int]] = {}
        self._unchecked: set[int] = set()

    def join(self, members: Sequence[tuple[int, bool]]) -> None:
        """These belong together; with each, whether staff have still to look at it."""
        self._unchecked |= {id_ for id_, is_unchecked in members if is_unchecked}
        together = {id_ for id_, _ in members}
        for id_ in list(together):
            together |= self._group_of.get(id_, set())
        for id_ in together:
            self._group_of[id_] = together

    def open(self) -> list[Group]:
        """Those with somebody to look at, newest member first."""
        distinct = {id(group): group for group in self._group_of.values()}.values()
        found = [tuple(sorted(group)) for group in distinct if group & self._unchecked]
        return [Group(str(ids[0]), ids) for ids in sorted(found, key=lambda ids: -ids[-1])]


def _same_email(session: Session) -> Iterable[list[tuple[int, bool]]]:
    flagged = select(Reservation.email_normalized).where(OPEN_DUPLICATE, ACTIVE).distinct()
    return _members(session, list(session.scalars(flagged)), Reservation.email_normalized)


def _same_phone(session: Session) -> Iterable[list[tuple[int, bool]]]:
    phone = Reservation.mobile_phone_e164
    shared = select(phone).where(ACTIVE).group_by(phone).having(func.count() > 1)
    return _members(session, list(session.scalars(shared)), phone)


def _same_name(session: Session) -> Iterable[list[tuple[int, bool]]]:
    shared = select(*_NAME).where(ACTIVE).group_by(*_NAME).having(func.count() > 1)
    return _members(session, [tuple(row) for row in session.execute(shared)], *_NAME)


def _members(
    session: Session, keys: Sequence[object], *columns: InstrumentedAttribute[str]
) -> Iterable[list[tuple[int, bool]]]:
    """Who has each key: lists of at least two."""
    of_key: dict[object, list[tuple[int, bool]]] = defaultdict(list)
    key = columns[0] if len(columns) == 1 else tuple_(*columns)
    for start in range(0, len(keys), _CHUNK):
        wanted = key.in_(keys[start : start + _CHUNK])
        query = select(Reservation.id, Reservation.duplicate_checked_at.is_(None), *columns).where(wanted, ACTIVE)
        for id_, is_unchecked, *values in session.execute(query):
            of_key[tuple(values)].append((id_, is_unchecked))
    return [members for members in of_key.values() if len(members) > 1]
