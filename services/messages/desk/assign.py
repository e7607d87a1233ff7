"""Assigns a conversation to a reservation, or to none."""

from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from services.messages.conversations import locked, subject_ref
from services.messages.desk.schemas import AssignIn
from services.messages.models import MatchedBy
from services.reservations.desk.show import find
from services.staff import audit
from services.staff.errors import Stale

ASSIGNED: Final = "conversation.assigned"
SET_ASIDE: Final = "conversation.belongs_to_none"
UNASSIGNED: Final = "conversation.unassigned"


def assign(session: Session, conversation_id: int, body: AssignIn, actor: str, now: datetime) -> None:
    """Assign the conversation, mark it as no household's so that none is suggested, or undo either. Raises
    UnknownConversation, UnknownReservation, Stale. A unit of work.
    """
    row = locked(session, conversation_id)
    if row.version != body.version:
        raise Stale("diese Nachricht", row.version)
    if body.reservation_id is not None:
        find(session, body.reservation_id)
    row.reservation_id = body.reservation_id
    row.matched_by = MatchedBy.STAFF.value if body.reservation_id is not None or body.belongs_to_none else None
    row.is_other_address = False
    row.version += 1
    session.flush()
    details = {} if body.reservation_id is None else {"reservation": body.reservation_id}
    audit.append(session, [audit.Event(actor, _action(body), subject_ref(row.id), details)], now)


def _action(body: AssignIn) -> str:
    if body.reservation_id is not None:
        return ASSIGNED
    return SET_ASIDE if body.belongs_to_none else UNASSIGNED
