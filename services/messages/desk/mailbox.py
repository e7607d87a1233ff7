"""State of the mailbox: when it was last read, and the mails that could not be parsed."""

from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.messages.desk.schemas import MailboxOut, MailboxRefusalOut
from services.messages.errors import UnknownMailboxRefusal
from services.messages.models import MailboxPosition, MailboxRefusal
from services.staff import audit

SETTLED: Final = "mailbox.refusal_settled"
_MOST: Final = 50


def mailbox_state(session: Session, name: str) -> MailboxOut:
    """The state of this mailbox; empty if none is configured."""
    row = session.get(MailboxPosition, name) if name else None
    unsettled = select(MailboxRefusal).where(MailboxRefusal.settled_at.is_(None))
    refusals = session.scalars(unsettled.order_by(MailboxRefusal.id.desc()).limit(_MOST))
    return MailboxOut(
        is_on=bool(name),
        mailbox=name,
        checked_at=row.checked_at if row else None,
        error=row.last_error if row else None,
        failing_since=row.failing_since if row else None,
        refusal_count=session.scalar(select(func.count()).select_from(unsettled.subquery())) or 0,
        refusals=[MailboxRefusalOut.model_validate(one) for one in refusals],
    )


def settle_refusal(session: Session, refusal_id: int, actor: str, now: datetime) -> None:
    """Mark an unreadable mail as dealt with; idempotent. Raises UnknownMailboxRefusal."""
    row = session.get(MailboxRefusal, refusal_id, with_for_update=True)
    if row is None:
        raise UnknownMailboxRefusal
    if row.settled_at is None:
        row.settled_at, row.settled_by = now, actor
        session.flush()
        audit.append(session, [audit.Event(actor, SETTLED, f"mailbox_refusal:{row.id}")], now)
