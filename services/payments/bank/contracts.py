"""What the bank's files and lines need of a contract, read through the key that refers to it: the room of contracts is
above this one.
"""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from sqlalchemy import Table, select
from sqlalchemy.orm import Session

from services.payments.models import Mandate

_KEY: Final = next(iter(Mandate.__table__.c.contract_id.foreign_keys))


class Numbered(NamedTuple):
    """A contract's number, and whose it is."""

    number: str
    reservation_id: int


def numbered(session: Session, ids: Collection[int]) -> Mapping[int, Numbered]:
    """Those of these ids that exist."""
    table: Table = _KEY.column.table
    found = session.execute(select(table.c.id, table.c.number, table.c.reservation_id).where(table.c.id.in_(ids)))
    return {id_: Numbered(number, reservation) for id_, number, reservation in found}


def of_reservation(session: Session, reservation_id: int) -> list[int]:
    """The ids of the contracts of a reservation."""
    table: Table = _KEY.column.table
    query = select(table.c.id).where(table.c.reservation_id == reservation_id)
    return list(session.scalars(query.order_by(table.c.id)))


def by_number(session: Session, numbers: Collection[str]) -> list[int]:
    """The ids of the contracts with these numbers."""
    table: Table = _KEY.column.table
    return list(session.scalars(select(table.c.id).where(table.c.number.in_(numbers)).order_by(table.c.id)))
