"""Outbox health: how many mails are waiting and since when."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from services.mail.models import UNSENT, WAITING, Fault, Mail, MailState

_RECENT = timedelta(days=1)
_MANY = 10


@dataclass(frozen=True, slots=True)
class Waiting:
    """Overdue mails: how many, and since when the oldest has been waiting."""

    count: int
    since: datetime
    is_refused: bool
    """Whether the mail server refuses our account."""


def waiting_mails(session: Session, now: datetime) -> Waiting | None:
    """Waiting mails, None if there are none. A mail whose earliest time to send is in the future is not waiting yet."""
    is_retried = Mail.state == MailState.RETRYING.value
    due_since = case((is_retried, Mail.created_at), else_=Mail.next_attempt_at)
    late = is_retried | (Mail.next_attempt_at <= now)
    refused = func.count().filter(Mail.fault == Fault.ACCOUNT.value)
    query = select(func.count(), func.min(due_since), refused).select_from(Mail).where(WAITING, late)
    count, since, of_account = session.execute(query).one()
    return Waiting(count, since, is_refused=of_account > 0) if count else None


def given_up_mails(session: Session, now: datetime) -> Waiting | None:
    """Mails that failed for good within a day, None if only a few: single addresses are often mistyped."""
    is_recent = (Mail.state == MailState.FAILED.value) & (Mail.failing_since > now - _RECENT)
    count, since = session.execute(select(func.count(), func.min(Mail.failing_since)).where(is_recent, UNSENT)).one()
    return Waiting(count, since, is_refused=False) if since and count >= _MANY else None
