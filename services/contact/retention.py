"""Retention of contact messages, as the privacy notice states."""

from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.contact.models import ContactMessage
from services.contact.submit import subject_ref
from services.mail import outbox

KEPT = timedelta(days=365)
_AT_ONCE = 500


def forget_old_messages(session: Session, now: datetime) -> int:
    """Delete expired messages and the mails that repeat them; returns how many. The audit log, which
    holds no personal data, is kept.
    """
    old = select(ContactMessage.id).where(ContactMessage.created_at < now - KEPT).limit(_AT_ONCE)
    ids = session.scalars(old).all()
    outbox.forget(session, [subject_ref(id_) for id_ in ids])
    session.execute(delete(ContactMessage).where(ContactMessage.id.in_(ids)))
    return len(ids)
