"""How far everything was that a report rests on: later changes are looked for beyond these marks."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.reservations.models import ReservationChange
from services.staff.models import AuditEntry
from services.store.models import StoreWatermark
from services.visits.models import Visit


@dataclass(frozen=True, slots=True)
class Marks:
    """The newest ids. Entries of the audit log are written one after the other, so none is ever committed below the
    newest; visits keep coming and are only looked for beyond theirs.
    """

    audit: int
    changes: int
    visits: int


def marks_of(session: Session) -> Marks:
    """The marks in this session's snapshot."""
    newest = (func.max(model.id) for model in (AuditEntry, ReservationChange, Visit))
    audit, changes, visits = (session.scalar(select(one)) or 0 for one in newest)
    return Marks(audit, changes, visits)


def watermarks_of(session: Session) -> dict[str, Any]:
    """Up to where each dataset of the store was carried."""
    query = select(StoreWatermark.dataset, StoreWatermark.written_in, StoreWatermark.last_id)
    return {name: {"written_in": written_in, "last_id": last} for name, written_in, last in session.execute(query)}
