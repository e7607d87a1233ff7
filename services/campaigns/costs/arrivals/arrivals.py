"""Files of costs that arrived by themselves: the list, what they hold, and what was decided about them."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from services.campaigns.errors import ArrivalDecided, UnknownArrival
from services.campaigns.models import CostArrival
from services.staff import audit

PENDING = CostArrival.decided_at.is_(None)


def pending(session: Session) -> Sequence[CostArrival]:
    """Files that nothing is decided about, the latest first."""
    return session.scalars(select(CostArrival).where(PENDING).order_by(CostArrival.id.desc())).all()


def pending_count(session: Session) -> int:
    """How many files nothing is decided about."""
    return session.scalar(select(func.count()).select_from(CostArrival).where(PENDING)) or 0


def with_content(session: Session, arrival_id: int) -> CostArrival:
    """A file with its bytes; UnknownArrival."""
    found = session.get(CostArrival, arrival_id, options=[undefer(CostArrival.content)])
    if found is None:
        raise UnknownArrival
    return found


def decide(session: Session, arrival_id: int, import_id: int | None, actor: str, now: datetime) -> CostArrival:
    """Note that the file was taken over by an import, or dismissed (None). UnknownArrival; ArrivalDecided, so that two
    users never count it twice.
    """
    row = session.get(CostArrival, arrival_id, with_for_update=True, populate_existing=True)
    if row is None:
        raise UnknownArrival
    if row.decided_at is not None:
        raise ArrivalDecided(import_id=row.import_id)
    row.decided_at, row.decided_by, row.import_id = now, actor, import_id
    session.flush()
    action = "cost_arrival.dismissed" if import_id is None else "cost_arrival.accepted"
    audit.append(session, [audit.Event(actor, action, f"cost_arrival:{row.id}", {"import_id": import_id})], now)
    return row
