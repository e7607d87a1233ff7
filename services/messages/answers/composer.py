"""What the composer shows: the recipient, the templates filled in for this household, and the state of answers."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.mail.models import Mail, MailState
from services.mail.refusals import refusal_words
from services.messages.answers.errors import NoAddress
from services.messages.answers.inputs import LONGEST_TYPED_SUBJECT
from services.messages.answers.recipients import address_of, address_of_household, household_of, of_reservation
from services.messages.answers.schemas import AnswerStateOut, ComposerOut, DeliveryState, FieldOut, FilledTemplateOut
from services.messages.answers.thread import answer_subject
from services.messages.errors import UnknownConversation
from services.messages.models import Conversation, Direction, Message
from services.messages.templates.fields import FIELDS, Household, fill, values_of
from services.messages.templates.templates import offered
from services.reservations.desk.masking import mask_email
from services.reservations.desk.show import find
from services.reservations.mails import GRACE
from services.staff.call import Staff

_STATES: Final[dict[str, DeliveryState]] = {
    MailState.QUEUED: "waiting",
    MailState.RETRYING: "retrying",
    MailState.SENT: "sent",
    MailState.FAILED: "refused",
    MailState.CANCELLED: "withdrawn",
}
_WAITS: Final = (MailState.QUEUED, MailState.RETRYING)


def composer(session: Session, conversation_id: int, staff: Staff) -> ComposerOut:
    """For an answer; UnknownConversation."""
    row = session.get(Conversation, conversation_id)
    if row is None:
        raise UnknownConversation
    try:
        recipient, problem = address_of(row), None  # in full, as above every message
    except NoAddress as missing:
        recipient, problem = "", missing.detail
    return ComposerOut(
        version=row.version,
        recipient=recipient,
        problem=problem,
        subject=answer_subject(row.subject, LONGEST_TYPED_SUBJECT),
        signature=staff.name,
        window_minutes=_window(),
        answers=answer_states(session, row.id, staff.id),
        **_texts(session, household_of(session, row), is_answer=True),
    )


def composer_for(session: Session, reservation_id: int, staff: Staff) -> ComposerOut:
    """For the first message to a household; UnknownReservation."""
    reservation = find(session, reservation_id)
    try:
        recipient, problem = mask_email(address_of_household(reservation)), None
    except NoAddress as missing:
        recipient, problem = "", missing.detail
    return ComposerOut(
        version=None,
        recipient=recipient,
        problem=problem,
        subject="",
        signature=staff.name,
        window_minutes=_window(),
        answers=[],
        **_texts(session, of_reservation(session, reservation), is_answer=False),
    )


def answer_states(session: Session, conversation_id: int, reader_id: int) -> list[AnswerStateOut]:
    """The state of each answer in a conversation, the oldest first."""
    is_ours = (Message.conversation_id == conversation_id) & (Message.direction == Direction.OUT.value)
    query = select(Message, Mail).outerjoin(Mail, Mail.id == Message.mail_id).where(is_ours).order_by(Message.id)
    return [_state(message, mail, reader_id) for message, mail in session.execute(query)]


def _state(message: Message, mail: Mail | None, reader_id: int) -> AnswerStateOut:
    state = _STATES[mail.state] if mail is not None else "unknown"
    return AnswerStateOut(
        message_id=message.id,
        state=state,
        leaves_at=mail.next_attempt_at if mail is not None and mail.state in _WAITS else None,
        sent_at=mail.sent_at if mail is not None else None,
        reason=refusal_words(mail.last_error) if mail is not None and mail.last_error else None,
        can_withdraw=mail is not None and mail.state in _WAITS,
        is_own=message.author_id == reader_id,
    )


def _texts(
    session: Session, household: Household, *, is_answer: bool
) -> dict[str, list[FieldOut] | list[FilledTemplateOut]]:
    values = values_of(household)
    fields = [FieldOut(name=name, label=one.label, value=values[name] or None) for name, one in FIELDS.items()]
    return {"fields": fields, "templates": list(_filled(session, values, is_answer))}


def _filled(session: Session, values: dict[str, str], is_answer: bool) -> Iterable[FilledTemplateOut]:
    """An answer keeps the subject of its conversation, so only fields of the text can be missing."""
    for row in offered(session):
        subject, text = fill(row.subject, values), fill(row.text, values)
        missing = text.missing if is_answer else [*dict.fromkeys([*subject.missing, *text.missing])]
        yield FilledTemplateOut(
            id=row.id, name=row.name, topic=row.topic, subject=subject.text, text=text.text, missing=missing
        )


def _window() -> int:
    return int(GRACE.total_seconds()) // 60
