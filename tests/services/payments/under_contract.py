"""Households with a contract, for what is paid on it."""

from datetime import UTC, date, datetime

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

    def unit(session):
        numbered = enumerate(reservations, 1)
        rows = [Contract(reservation_id=id_, number=f"V-2026-{i:06}", state="signed") for i, id_ in numbered]
        session.add_all(rows)
        session.flush()
        return [row.id for row in rows]

    return db.write(unit)
