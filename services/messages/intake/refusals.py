"""Mails that cannot be read: kept as they came, as far as that goes, and after a while forgotten."""

import hashlib
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.messages.intake.mailbox import Fetched
from services.messages.models import MailboxRefusal

KEPT_BYTES: Final = 1024 * 1024
_KEPT: Final = timedelta(days=90)


def refuse(session: Session, mailbox: str, fetched: Fetched, reason: str, now: datetime) -> bool:
    """Keep the mail; False if it is kept already."""
    mark = hashlib.sha256(fetched.raw).hexdigest()
    if session.scalar(select(MailboxRefusal.id).where(MailboxRefusal.fingerprint == mark)) is not None:
        return False
    row = MailboxRefusal(
        mailbox=mailbox,
        uid=fetched.uid,
        fingerprint=mark,
        size_bytes=fetched.size,
        raw=fetched.raw[:KEPT_BYTES],
        reason=reason,
        received_at=fetched.received_at,
        created_at=now,
    )
    session.add(row)
    session.flush()
    return True


def forget_old_refusals(session: Session, now: datetime) -> None:
    """Delete those that are older than 90 days."""
    session.execute(delete(MailboxRefusal).where(MailboxRefusal.created_at < now - _KEPT))
