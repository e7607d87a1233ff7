"""An administrator looks at the console as another role: for half an hour, in this session, and changing nothing."""

from datetime import datetime, timedelta
from typing import Final, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.staff import audit
from services.staff.audit import Event
from services.staff.models import StaffSession
from services.staff.sign_in.log_in import subject_of

LASTS: Final = timedelta(minutes=30)
ViewedRole = Literal["staff", "marketing"]


def start(session: Session, session_id: int, role: ViewedRole, actor: str, now: datetime) -> StaffSession:
    """See what the role sees from now on."""
    row = session.get_one(StaffSession, session_id, with_for_update=True, populate_existing=True)
    row.viewing_as, row.viewing_until = role, now + LASTS
    session.flush()
    event = Event(actor, "staff.view_started", subject_of(row.account_id), {"role": role})
    audit.append(session, [event], now)
    return row


def stop(session: Session, session_id: int, now: datetime) -> StaffSession:
    """See everything again. Harmless where no view runs."""
    row = session.get_one(StaffSession, session_id, with_for_update=True, populate_existing=True)
    _stop(session, [row], now)
    return row


def stop_ended(session: Session, now: datetime) -> int:
    """Log the end of views that ran out; returns how many. They stopped to count at that moment."""
    has_ended = StaffSession.viewing_until <= now
    rows = list(session.scalars(select(StaffSession).where(has_ended).order_by(StaffSession.id).with_for_update()))
    _stop(session, rows, now)
    return len(rows)


def _stop(session: Session, rows: list[StaffSession], now: datetime) -> None:
    events = []
    for row in rows:
        if row.viewing_as is not None:
            subject = subject_of(row.account_id)
            events.append(Event(f"staff:{row.account_id}", "staff.view_ended", subject, {"role": row.viewing_as}))
        row.viewing_as = row.viewing_until = None
    session.flush()
    if events:
        audit.append(session, events, now)
