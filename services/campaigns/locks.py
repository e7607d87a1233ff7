"""Advisory locks that serialise writes of aliases, of costs, and of referral codes with their uses.

PostgreSQL only, where they end with the transaction; SQLite has one writer.
"""

from enum import IntEnum

from sqlalchemy import text
from sqlalchemy.orm import Session

_LOCK = text("SELECT pg_advisory_xact_lock(:number)")


class Lock(IntEnum):
    """What is written one after the other. The numbers are arbitrary lock keys."""

    ALIASES = 7267011
    COSTS = 7267012
    REFERRALS = 7267013


def hold(session: Session, lock: Lock) -> None:
    """Acquire the lock, waiting if necessary, and hold it until the commit."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(_LOCK, {"number": int(lock)})
