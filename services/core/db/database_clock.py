"""The shared clock for leases, equal for all processes whichever machine they run on."""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import Clock, utc_now


def shared_now(session: Session, clock: Clock) -> datetime:
    """The current time for leases, which processes take over from each other when they expire.

    On PostgreSQL processes may run on machines whose clocks differ, so the database's clock decides. On SQLite they
    share one machine. A frozen test clock is left as it is.
    """
    if clock is utc_now and session.get_bind().dialect.name == "postgresql":
        moment: datetime = session.scalars(select(func.clock_timestamp())).one()
        return moment
    return clock()
