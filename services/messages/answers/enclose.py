"""Moves the files of an answer from the draft to the message.

The content is stored once, with the message. The mail's row holds the id and checksum of each file, and the content is
loaded on sending (`mail/delivery.py`). So every attempt to send a mail has the same bytes.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from sqlalchemy import ColumnElement, delete, insert, literal, select
from sqlalchemy.orm import Session

from services.core.fields import Refused
from services.core.inputs import fault_of
from services.mail.outbox import Attachment
from services.messages.answers.inputs import WriteIn
from services.messages.answers.uploads import WORDS
from services.messages.intake.files import LARGEST_TOGETHER, MOST_FILES, Refusal
from services.messages.models import AnswerFile, Message, MessageAttachment

File = TypeVar("File", AnswerFile, MessageAttachment)
_GONE: Final = "Eine angehängte Datei ist nicht mehr da. Bitte entfernen Sie sie, und hängen Sie sie noch einmal an."
_COPIED: Final = ("filename", "content_type", "size_bytes", "sha256", "content")


def enclose(session: Session, message: Message, body: WriteIn, account_id: int) -> list[Attachment]:
    """Attach the clerk's own uploads (`files`), which are consumed, and files that are already in the conversation
    (`attachments`), for example those of a withdrawn answer.

    Errors of `files`: one is gone, or they are too many or too large together.
    """
    of_clerk = AnswerFile.account_id == account_id
    uploads = _found(session, AnswerFile, body.files, of_clerk)
    is_here = (MessageAttachment.conversation_id == message.conversation_id) & MessageAttachment.content.is_not(None)
    known = _found(session, MessageAttachment, body.attachments, is_here)
    sizes = [*(one.size_bytes for one in known), *(one.size_bytes for one in uploads)]
    with fault_of("files"):
        if len(sizes) > MOST_FILES:
            raise Refused(Refusal.TOO_MANY.value, WORDS[Refusal.TOO_MANY])
        if sum(sizes) > LARGEST_TOGETHER:
            raise Refused(Refusal.TOGETHER.value, WORDS[Refusal.TOGETHER])
    for again in known:
        _copy(session, MessageAttachment, again.id, message)
    for new in uploads:
        _copy(session, AnswerFile, new.id, message)
    session.execute(delete(AnswerFile).where(AnswerFile.id.in_(body.files), of_clerk))
    query = select(MessageAttachment).where(MessageAttachment.message_id == message.id).order_by(MessageAttachment.id)
    return [Attachment(row=one.id, sha256=one.sha256 or "") for one in session.scalars(query)]


def _found(session: Session, model: type[File], ids: Sequence[int], is_allowed: ColumnElement[bool]) -> list[File]:
    """The named files in their order, each once."""
    wanted = list(dict.fromkeys(ids))
    rows = {row.id: row for row in session.scalars(select(model).where(model.id.in_(wanted), is_allowed))}
    with fault_of("files"):
        if len(rows) < len(wanted):
            raise Refused("gone", _GONE)
    return [rows[id_] for id_ in wanted]


def _copy(session: Session, model: type[File], id_: int, message: Message) -> None:
    """Copies within the database, without loading the content."""
    columns = [model.__table__.c[name] for name in _COPIED]
    source = select(literal(message.id), literal(message.conversation_id), *columns).where(model.id == id_)
    session.execute(insert(MessageAttachment).from_select(["message_id", "conversation_id", *_COPIED], source))
