"""Until when an operation can be taken back: the one rule that dialogs, answers, records and lists read."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.mail.models import Mail, MailState
from services.reservations.mails import letter_key
from services.reservations.models import Reservation, StaffOperation
from services.reservations.transitions import Operation, UndoRule

_OUTGOING = (MailState.QUEUED.value, MailState.RETRYING.value, MailState.SENT.value)


def deadlines(
    session: Session, operation: Operation, performed: StaffOperation, rows: Iterable[Reservation]
) -> Mapping[int, datetime]:
    """By reservation; empty for what is final. An operation that lasts only until its mail has gone out ends when the
    mail may leave, not after the 24 hours that others have.
    """
    if performed.undo_until is None:
        return {}
    found = {row.id: performed.undo_until for row in rows}
    if operation.undo is UndoRule.UNTIL_SENT:
        keys = {letter_key(str(operation.mail), row.reference, performed.id): row.id for row in rows}
        for key, leaves_at in _leaving(session, list(keys)).items():
            found[keys[key]] = min(performed.undo_until, leaves_at)
    return found


def deadline(
    session: Session, operation: Operation, performed: StaffOperation, rows: Iterable[Reservation]
) -> datetime | None:
    """The first of them: until then all of the operation can be taken back."""
    return min(deadlines(session, operation, performed, rows).values(), default=None)


def _leaving(session: Session, dedupe_keys: Sequence[str]) -> dict[str, datetime]:
    """When these mails left or may leave; a letter waits for a clerk, and what failed or was cancelled goes nowhere."""
    leaves = func.coalesce(Mail.sent_at, Mail.next_attempt_at)
    query = select(Mail.dedupe_key, leaves).where(Mail.dedupe_key.in_(dedupe_keys), ~Mail.is_letter)
    return dict(session.execute(query.where(Mail.state.in_(_OUTGOING))).all())
