"""Mails on hold after a restore: they may have been sent already, so each waits until a person releases it. A held mail
is in the state `retrying` with an attempt that never comes; no retry of all mails touches it.
"""

from datetime import datetime
from typing import Any, Final, cast

from sqlalchemy import ColumnElement, CursorResult, func, select, true, update
from sqlalchemy.orm import Session

from services.mail.models import HELD_UNTIL, IS_HELD, WAITING, Fault, Mail, MailState

HELD: Final = "Nach einer Wiederherstellung angehalten: Diese E-Mail wurde vielleicht schon gesendet."
"""`last_error` of a mail on hold."""


def hold_due(session: Session, now: datetime) -> int:
    """Hold every waiting mail that was due by now; returns how many. Letters wait for a person anyway."""
    values = {"state": MailState.RETRYING.value, "next_attempt_at": HELD_UNTIL, "leased_until": None}
    values |= {"fault": Fault.MACHINE.value, "last_error": HELD, "failing_since": None}
    due = update(Mail).where(WAITING, ~Mail.is_letter, Mail.next_attempt_at <= now).values(values)
    result = session.execute(due.execution_options(synchronize_session=False))
    return cast("CursorResult[Any]", result).rowcount


def count(session: Session) -> int:
    """How many mails are on hold."""
    return session.scalar(select(func.count()).select_from(Mail).where(WAITING, IS_HELD)) or 0


def release(session: Session, now: datetime, which: ColumnElement[bool] | None = None) -> int:
    """Queue the mails on hold, or those of them that meet a condition; returns how many."""
    values = {"state": MailState.QUEUED.value, "next_attempt_at": now, "last_error": None, "fault": None}
    held = update(Mail).where(WAITING, IS_HELD, true() if which is None else which).values(values)
    result = session.execute(held.execution_options(synchronize_session=False))
    return cast("CursorResult[Any]", result).rowcount
