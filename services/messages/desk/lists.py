"""Lists conversations, and counts those that wait."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, func, select
from sqlalchemy.orm import Session

from services.contact.models import ContactMessage
from services.core.http.answers import Extended
from services.messages.desk.households import households_of
from services.messages.desk.schemas import ConversationRowOut, ConversationsOut, ConversationsQuery
from services.messages.merged import standing_for
from services.messages.models import Conversation, ConversationState, Message, MessageAttachment

_EXCERPT: Final = 160
_IS_OPEN: Final = Conversation.state == ConversationState.OPEN.value
_IS_UNKNOWN: Final = Conversation.reservation_id.is_(None) & Conversation.matched_by.is_(None)
"""Without a known household, unless staff have marked it as no household's."""
_IS_UNMATCHED: Final = _IS_UNKNOWN & (Conversation.state != ConversationState.CLOSED.value)


def conversations(session: Session, wanted: ConversationsQuery) -> ConversationsOut:
    """One page, by the latest incoming message."""
    where: list[ColumnElement[bool]] = []
    if wanted.state is not None:
        where.append(Conversation.state == wanted.state.value)
    if wanted.is_matched is not None:
        where.append(Conversation.reservation_id.is_not(None) if wanted.is_matched else _IS_UNKNOWN)
    if wanted.reservation_id is not None:
        where.append(Conversation.reservation_id.in_(standing_for(session, [wanted.reservation_id])))
    if wanted.has_attachment is not None:
        with_files = Conversation.id.in_(select(MessageAttachment.conversation_id))
        where.append(with_files if wanted.has_attachment else ~with_files)
    if wanted.ids is not None:
        where.append(Conversation.id.in_(wanted.ids))
    moment = func.coalesce(Conversation.last_inbound_at, Conversation.created_at)
    by = (moment, Conversation.id)
    order = [column.desc() if wanted.order == "desc" else column.asc() for column in by]
    page = select(Conversation).where(*where).order_by(*order).offset((wanted.page - 1) * wanted.per_page)
    rows = session.scalars(page.limit(wanted.per_page + 1)).all()
    return ConversationsOut(
        data=rows_of(session, rows[: wanted.per_page]),
        has_next=len(rows) > wanted.per_page,
        total=_count(session, *where),
        open=_count(session, _IS_OPEN),
        unmatched=_count(session, _IS_UNMATCHED),
    )


def rows_of(session: Session, conversations: Sequence[Conversation]) -> list[ConversationRowOut]:
    ids = [row.id for row in conversations]
    households = households_of(session, (row.reservation_id for row in conversations))
    last, counts = _last_messages(session, ids), _counts(session, Message, ids)
    files = _counts(session, MessageAttachment, ids)
    spam = _suspected(session, conversations)
    return [_row(row, last[row.id], households, (counts, files), spam) for row in conversations]


def _row(
    row: Conversation, last: Row[Any], households: dict[int, Any], counts: tuple[dict[int, int], ...], spam: set[Any]
) -> ConversationRowOut:
    messages, files = counts
    source = Extended(
        row,
        household=households.get(row.reservation_id or 0),
        suspected_spam=row.contact_message_id in spam,
        excerpt=" ".join(last.reply_text.split())[:_EXCERPT],
        kind=last.kind,
        direction=last.direction,
        message_count=messages[row.id],
        attachment_count=files.get(row.id, 0),
    )
    return ConversationRowOut.model_validate(source)


def _count(session: Session, *conditions: ColumnElement[bool]) -> int:
    return session.scalar(select(func.count()).select_from(Conversation).where(*conditions)) or 0


def _last_messages(session: Session, ids: Sequence[int]) -> dict[int, Row[Any]]:
    """Reads only the beginning of each text, since a mail may be a thousand times as long."""
    newest = select(func.max(Message.id)).where(Message.conversation_id.in_(ids)).group_by(Message.conversation_id)
    text = func.substr(Message.reply_text, 1, 2 * _EXCERPT).label("reply_text")
    query = select(Message.conversation_id, Message.kind, Message.direction, text).where(Message.id.in_(newest))
    return {row.conversation_id: row for row in session.execute(query)}


def _counts(session: Session, model: type[Message | MessageAttachment], ids: Sequence[int]) -> dict[int, int]:
    query = select(model.conversation_id, func.count()).where(model.conversation_id.in_(ids))
    return {row[0]: row[1] for row in session.execute(query.group_by(model.conversation_id))}


def _suspected(session: Session, conversations: Sequence[Conversation]) -> set[Any]:
    ids = {row.contact_message_id for row in conversations} - {None}
    query = select(ContactMessage.id).where(ContactMessage.id.in_(ids), ContactMessage.suspected_spam)
    return set(session.scalars(query))
