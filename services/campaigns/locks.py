"""Writes of which one must see the other: aliases among each other, costs among each other, codes and their uses.

SQLite has one writer, so there nothing is to be done; on PostgreSQL a lock that ends with the transaction.
"""

from enum import IntEnum

from sqlalchemy import text
from sqlalchemy.orm import Session

_LOCK = text("SELECT pg_advisory_xact_lock(:number)")


class Lock(IntEnum):
    """What is written one after the other. The numbers are known to the database and mean nothing."""

    ALIASES = 7267011
    COSTS = 7267012
    REFERRALS = 7267013


def hold(session: Session, lock: Lock) -> None:
    """Wait until nobody else holds it, and hold it until the commit."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(_LOCK, {"number": int(lock)})
