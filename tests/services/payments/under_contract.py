"""Households with a contract, for what is paid on it."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

from sqlalchemy.orm import Session

from services.contracts.models import Contract
from services.core.db.db import Database
from services.payments.ledger import Booking
from tests.services.reservations.standing import households, reserve_many

NOW = datetime(2026, 11, 2, 9, tzinfo=UTC)
TODAY = date(2026, 11, 2)
BOOKING = Booking(TODAY, "staff:1", NOW)


def add_contracts(db: Database, count: int = 1) -> list[int]:
    """The ids of so many contracts, each of a household of its own."""
    reservations = reserve_many(db, NOW, households(count))
    return db.write(lambda session: add_contracts_of(session, reservations))


def add_contracts_of(session: Session, reservations: Sequence[int]) -> list[int]:
    """The ids of contracts, one for each of these reservations."""
    rows = [Contract(reservation_id=id_, number=f"V-2026-{id_:06}", state="signed") for id_ in reservations]
    session.add_all(rows)
    session.flush()
    return [row.id for row in rows]
