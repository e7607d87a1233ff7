"""Which of our mails a mail server reports on."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.mail import outbox
from services.mail.models import Mail
from services.messages.intake.kinds import Bounce

_REPORTED_WITHIN: Final = timedelta(days=6)
"""Servers give up after five days."""


def bounced_mail(session: Session, bounce: Bounce, now: datetime) -> Mail | None:
    """The mail it reports on, by its Message-ID, else the last one sent to the recipient it names."""
    if bounce.message_id:
        found = session.scalars(select(Mail).where(Mail.message_id == bounce.message_id[:120])).first()
        if found is not None:
            return found
    if not bounce.recipient:
        return None
    is_recent = (func.lower(Mail.recipient) == bounce.recipient) & (Mail.sent_at > now - _REPORTED_WITHIN)
    return session.scalars(select(Mail).where(is_recent).order_by(Mail.sent_at.desc()).limit(1)).first()


def note_bounce(session: Session, mail: Mail, bounce: Bounce, now: datetime) -> None:
    """Mark the mail as failed, if the report is final: a clerk then finds it among the refused ones."""
    if bounce.is_final:
        outbox.mark_bounced(session, mail.id, bounce.answer, now)
