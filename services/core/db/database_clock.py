"""The moment that all processes agree on, wherever they run."""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import Clock, utc_now


def shared_now(session: Session, clock: Clock) -> datetime:
    """Now, for what processes take from each other by time: leases.

    On PostgreSQL processes may run on machines whose clocks differ, so the database's counts. On SQLite they share one
    machine. A held clock stays what it is.
    """
    if clock is utc_now and session.get_bind().dialect.name == "postgresql":
        moment: datetime = session.scalars(select(func.clock_timestamp())).one()
        return moment
    return clock()
