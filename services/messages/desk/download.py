"""Downloads of attachments and of unreadable mails. Both are untrusted: only saved, never displayed.

Every download is recorded in the audit log.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import quote

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from services.messages.conversations import subject_ref
from services.messages.errors import AttachmentRefused, UnknownAttachment, UnknownMailboxRefusal
from services.messages.models import MailboxRefusal, MessageAttachment
from services.staff import audit

FETCHED: Final = "conversation.attachment_fetched"
REFUSAL_FETCHED: Final = "mailbox.refusal_fetched"


@dataclass(frozen=True, slots=True)
class ForeignFile:
    """A file that a correspondent sent."""

    name: str
    content: bytes
    media_type: str

    @property
    def headers(self) -> dict[str, str]:
        """To be saved, never to be opened within the console: no script of it runs, whatever it is."""
        return {
            "Content-Disposition": f"attachment; filename*=UTF-8''{quote(self.name, safe='')}",
            "Content-Security-Policy": "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        }


def fetch_attachment(
    session: Session, conversation_id: int, attachment_id: int, actor: str, now: datetime
) -> ForeignFile:
    """The file; UnknownAttachment, AttachmentRefused. A unit of work."""
    is_it = (MessageAttachment.id == attachment_id) & (MessageAttachment.conversation_id == conversation_id)
    row = session.scalars(select(MessageAttachment).where(is_it).options(undefer(MessageAttachment.content))).first()
    if row is None:
        raise UnknownAttachment
    if row.content is None:
        raise AttachmentRefused
    details = {"attachment": row.id}
    audit.append(session, [audit.Event(actor, FETCHED, subject_ref(conversation_id), details)], now)
    return ForeignFile(row.filename, row.content, row.content_type)


def fetch_refusal(session: Session, refusal_id: int, actor: str, now: datetime) -> ForeignFile:
    """An unreadable mail, as far as it was kept; UnknownMailboxRefusal. A unit of work."""
    row = session.get(MailboxRefusal, refusal_id, options=[undefer(MailboxRefusal.raw)])
    if row is None:
        raise UnknownMailboxRefusal
    audit.append(session, [audit.Event(actor, REFUSAL_FETCHED, f"mailbox_refusal:{row.id}")], now)
    return ForeignFile(f"nachricht-{row.id}.eml", row.raw, "application/octet-stream")
