"""Loads a household's reservation for a change, and refuses what the page did not show."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.household.errors import ChangedMeanwhile
from services.reservations.changes import changes_since
from services.reservations.desk.perform import lock
from services.reservations.models import Reservation


def locked(session: Session, reservation_id: int, *, with_park: bool = False) -> Reservation:
    """The reservation, locked until the transaction ends; the park first where spots or energy may move."""
    return lock(session, [reservation_id], with_parks=with_park)[0]


def shown(session: Session, reservation_id: int) -> Reservation:
    """The reservation, to be read."""
    return session.scalars(select(Reservation).where(Reservation.id == reservation_id)).one()


def refuse_stale(session: Session, reservation: Reservation, version: int, fields: Collection[str]) -> None:
    """ChangedMeanwhile if one of these columns has changed since the page read `version`; others do not matter."""
    if version == reservation.version:
        return
    changed = {name for entry in changes_since(session, reservation.id, version) for name in entry.after}
    if version > reservation.version or changed & set(fields):
        raise ChangedMeanwhile
