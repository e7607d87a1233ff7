"""Households with a contract, for what is paid on it."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy.orm import Session

from services.contracts.models import Contract
from services.core.db.db import Database
from services.payments.ledger import Booking
from tests.services.reservations.standing import households, reserve_many

NOW = datetime(2026, 11, 2, 9, tzinfo=UTC)
TODAY = date(2026, 11, 2)
BOOKING = Booking(TODAY, "staff:1", NOW)
AGREED: dict[str, Any] = {
    "version": 1,
    "state": "concluded",
    "signed_by": "online",
    "signed_at": NOW,
    "concluded_at": NOW,
    "withdraw_until": date(2026, 11, 16),
    "annual_kwh": 2000,
    "months": 0,
    "price_cents": 129_900,
    "total_cents": 129_900,
    "instalment_cents": 129_900,
    "last_instalment_cents": 129_900,
    "setup_cents": 7900,
    "term_years": 20,
    "texts": [],
    "document_sha256": "0" * 64,
    "decided_because": "",
}
"""A single payment for Standard."""


def add_contracts(db: Database, count: int = 1) -> list[int]:
    """The ids of so many contracts, each of a household of its own."""
    reservations = reserve_many(db, NOW, households(count))
    return db.write(lambda session: add_contracts_of(session, reservations))


def add_contracts_of(session: Session, reservations: Sequence[int]) -> list[int]:
    """The ids of contracts, one for each of these reservations."""
    rows = [Contract(reservation_id=id_, number=f"V-2026-{id_:06}", **AGREED) for id_ in reservations]
    session.add_all(rows)
    session.flush()
    return [row.id for row in rows]
