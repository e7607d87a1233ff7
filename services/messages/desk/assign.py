"""Staff say to which reservation a conversation belongs."""

from datetime import datetime

from sqlalchemy.orm import Session

from services.messages.conversations import locked, subject_ref
from services.messages.desk.schemas import AssignIn
from services.messages.models import MatchedBy
from services.reservations.desk.show import find
from services.staff import audit
from services.staff.errors import Stale

ASSIGNED = "conversation.assigned"


def assign(session: Session, conversation_id: int, body: AssignIn, actor: str, now: datetime) -> None:
    """Assign it, or take it from its reservation; with that it is certain. UnknownConversation, UnknownReservation,
    Stale. A unit of work.
    """
    row = locked(session, conversation_id)
    if row.version != body.version:
        raise Stale("diese Nachricht", row.version)
    if body.reservation_id is not None:
        find(session, body.reservation_id)
    row.reservation_id = body.reservation_id
    row.matched_by = MatchedBy.STAFF.value if body.reservation_id is not None else None
    row.is_other_address = False
    row.version += 1
    session.flush()
    details = {"reservation": body.reservation_id}
    audit.append(session, [audit.Event(actor, ASSIGNED, subject_ref(row.id), details)], now)
