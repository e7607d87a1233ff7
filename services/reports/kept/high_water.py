"""Highest ids at the time of a run; the diff looks only at newer rows."""

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.reservations.models import ReservationChange
from services.staff.models import AuditEntry
from services.store.models import StoreWatermark
from services.visits.models import Visit


@dataclass(frozen=True, slots=True)
class Marks:
    """Highest ids. Audit log entries are written strictly one after another, so none is ever committed below the
    highest; visits arrive concurrently and are only searched above their mark.
    """

    audit: int
    changes: int
    visits: int


def marks_of(session: Session) -> Marks:
    """Highest ids in this session's snapshot."""
    newest = (func.max(model.id) for model in (AuditEntry, ReservationChange, Visit))
    audit, changes, visits = (session.scalar(select(one)) or 0 for one in newest)
    return Marks(audit, changes, visits)


def watermarks_of(session: Session) -> dict[str, dict[str, int]]:
    """The export watermark of each dataset of the store."""
    query = select(StoreWatermark.dataset, StoreWatermark.written_in, StoreWatermark.last_id)
    return {name: {"written_in": written_in, "last_id": last} for name, written_in, last in session.execute(query)}
