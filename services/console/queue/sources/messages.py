"""Messages of the contact form that nobody has answered."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.console.queue.sources.household import SHORT_AFTER, within
from services.contact.models import ContactMessage, MessageStatus
from services.contact.topics import TOPIC_NAMES, Topic
from services.core.clock import berlin_day
from services.reservations.desk.masking import mask_email, mask_phone
from services.reservations.models import Reservation
from services.work.source import Description, Ending, Source, Subject, WorkKind

_ANSWER_WITHIN: Final = 1
_IS_NEW = (ContactMessage.status == MessageStatus.NEW.value) & ContactMessage.suspected_spam.is_(False)


def _unanswered(session: Session, _now: datetime) -> Sequence[Subject]:
    rows = session.execute(select(ContactMessage.id, ContactMessage.created_at).where(_IS_NEW))
    return [Subject(str(id_), within(berlin_day(at), _ANSWER_WITHIN)) for id_, at in rows]


def _described(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    rows = session.scalars(select(ContactMessage).where(ContactMessage.id.in_(map(UUID, ids)))).all()
    named = {row.reservation_reference for row in rows if row.reservation_reference}
    found = session.scalars(select(Reservation).where(Reservation.reference.in_(named)))
    reservations = {row.reference: row for row in found}
    return {str(row.id): _description(row, reservations.get(row.reservation_reference or "")) for row in rows}


def _description(row: ContactMessage, reservation: Reservation | None) -> Description:
    wants_call = row.topic == Topic.CALLBACK
    facts = [("Anliegen", TOPIC_NAMES[row.topic]), ("Anfrage", row.reference), ("E-Mail", mask_email(row.email))]
    return Description(
        title=row.name,
        detail=("Bittet um Rückruf: " if wants_call else "") + " ".join(row.message[:SHORT_AFTER].split()),
        path=f"/reservations/{reservation.id}/show" if reservation else "/",
        reservation_id=reservation.id if reservation else None,
        park_id=reservation.park_id if reservation else None,
        spot_number=reservation.spot_number if reservation else None,
        state=reservation.state if reservation else None,
        phone=_number(row, wants_call=wants_call),
        note=row.message,
        facts=tuple(facts),
    )


def _number(row: ContactMessage, *, wants_call: bool) -> str | None:
    """In full for somebody who asked to be called. The address stands in the mail that brought the message to us."""
    if not row.phone:
        return None
    return row.phone if wants_call else mask_phone(row.phone)


CONTACT_MESSAGE = Source(
    WorkKind(
        "contact_message", "Nachricht ohne Antwort", "Antworten", Ending.MARK, 2, "Beantwortet",
        "Die Nachricht ist beantwortet.",
    ),
    _unanswered,
    _described,
)  # fmt: skip
