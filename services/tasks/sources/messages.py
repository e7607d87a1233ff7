"""Conversations to which we owe an answer, whether they came by mail or from the contact form."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from services.contact.models import ContactMessage
from services.contact.topics import Topic
from services.core.clock import berlin_day
from services.core.db.rows import fetch
from services.messages.answers.close import set_closed
from services.messages.merged import followed
from services.messages.models import Conversation, ConversationState, Direction, Message, MessageKind
from services.reservations.desk.masking import mask_email, mask_phone
from services.tasks.source import Description, Ending, Source, Subject, WorkKind
from services.tasks.sources.household import SHORT_AFTER, Said, rows_of, within

_ANSWER_WITHIN: Final = 1
_IS_SPAM = exists().where(ContactMessage.id == Conversation.contact_message_id, ContactMessage.suspected_spam)
_WAITS = (Conversation.state == ConversationState.OPEN.value) & ~_IS_SPAM


def _unanswered(session: Session, _now: datetime) -> Sequence[Subject]:
    """A conversation counts from the last message that came in, which is a new cause."""
    since = func.coalesce(Conversation.last_inbound_at, Conversation.created_at)
    rows = fetch(session, select(Conversation.id, since).where(_WAITS))
    return [Subject(str(id_), within(berlin_day(at), _ANSWER_WITHIN), str(at)) for id_, at in rows]


def _described(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    rows = session.scalars(select(Conversation).where(Conversation.id.in_(map(int, ids)))).all()
    texts = _last_texts(session, [row.id for row in rows])
    forms = _forms(session, rows)
    heirs = followed(session, (row.reservation_id for row in rows))
    reservations = {row.id: row for row in rows_of(session, {str(heir) for heir in heirs.values()})}
    return {
        str(row.id): _description(
            row,
            texts.get(row.id, ""),
            forms.get(row.contact_message_id),
            reservations.get(heirs.get(row.reservation_id or 0, 0)),
        )
        for row in rows
    }


def _last_texts(session: Session, ids: Collection[int]) -> dict[int, str]:
    came_in = (Message.direction == Direction.IN.value) & (Message.kind == MessageKind.NORMAL.value)
    query = select(Message.conversation_id, Message.reply_text).where(Message.conversation_id.in_(ids), came_in)
    return {row.conversation_id: row.reply_text for row in session.execute(query.order_by(Message.id))}


def _forms(session: Session, rows: Sequence[Conversation]) -> dict[object, ContactMessage]:
    ids = {row.contact_message_id for row in rows} - {None}
    return {form.id: form for form in session.scalars(select(ContactMessage).where(ContactMessage.id.in_(ids)))}


def _description(row: Conversation, text: str, form: ContactMessage | None, reservation: Said | None) -> Description:
    wants_call = form is not None and form.topic == Topic.CALLBACK
    facts = [("Betreff", row.subject), ("Vorgang", row.reference), ("E-Mail", mask_email(row.correspondent_email))]
    return Description(
        title=row.correspondent_name or mask_email(row.correspondent_email) or "Ohne Absender",
        detail=("Bittet um Rückruf: " if wants_call else "") + " ".join(text[:SHORT_AFTER].split()),
        path=f"/messages/{row.id}#message-text",
        reservation_id=reservation.id if reservation else None,
        park_id=reservation.park_id if reservation else None,
        spot_number=reservation.spot_number if reservation else None,
        state=reservation.state if reservation else None,
        phone=_number(form, wants_call=wants_call),
        note=text,
        facts=tuple(fact for fact in facts if fact[1]),
    )


def _number(form: ContactMessage | None, *, wants_call: bool) -> str | None:
    """In full for a person who asked to be called."""
    if form is None or not form.phone:
        return None
    return form.phone if wants_call else mask_phone(form.phone)


def _close(session: Session, id_: str, actor: str, now: datetime) -> None:
    set_closed(session, int(id_), True, actor, now)


def _reopen(session: Session, id_: str, actor: str, now: datetime) -> None:
    set_closed(session, int(id_), False, actor, now)


CONVERSATION = Source(
    WorkKind(
        "conversation", "Nachricht ohne Antwort", "Antworten", Ending.STEP, 2, "Keine Antwort nötig"
    ),
    _unanswered,
    _described,
    _close,
    _reopen,
)  # fmt: skip
