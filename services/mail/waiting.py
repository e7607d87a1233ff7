"""How long mails have been waiting to leave: the pulse of the outbox."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from services.mail.models import WAITING, Mail, MailState


@dataclass(frozen=True, slots=True)
class Waiting:
    """Mails that should have left: how many, and since when the oldest waits."""

    count: int
    since: datetime


def waiting_mails(session: Session, now: datetime) -> Waiting | None:
    """What waits, None when nothing does. A mail that may only leave later is not waiting yet."""
    is_retried = Mail.state == MailState.RETRYING.value
    due_since = case((is_retried, Mail.created_at), else_=Mail.next_attempt_at)
    late = is_retried | (Mail.next_attempt_at <= now)
    query = select(func.count(), func.min(due_since)).select_from(Mail).where(WAITING, late)
    count, since = session.execute(query).one()
    return Waiting(count, since) if count else None
