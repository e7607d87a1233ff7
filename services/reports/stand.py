"""As of when a report is, and on how many rows it rests."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from services.reports.status import store_status


@dataclass(frozen=True, slots=True)
class Stand:
    """`rows`: events of visits that are known, in files or not yet."""

    at: datetime
    rows: int


def stand_of(session: Session, now: datetime) -> Stand:
    """The stand of whatever is computed now: everything that was committed is in it."""
    visits = next(dataset for dataset in store_status(session, now).datasets if dataset.name == "visits")
    return Stand(now, visits.rows + visits.waiting_rows)


@dataclass(frozen=True, slots=True)
class ReportStand:
    """What a report rests on: events of visits and reservations that are known. `version` differs when they do."""

    at: datetime
    visits: int
    reservations: int
    version: str
