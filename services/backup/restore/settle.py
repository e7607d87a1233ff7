"""What has to change in a restored database before a server may work on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, cast

from sqlalchemy import CursorResult, delete, select, update
from sqlalchemy.orm import Session

from services.backup.models import BackupState
from services.core import data_folder
from services.mail.models import Fault, Mail, MailState
from services.settings import Settings
from services.staff import audit
from services.store.models import StoreWatermark

_SYSTEM: Final = "system"
HELD: Final = "Nach einer Wiederherstellung angehalten: Diese E-Mail wurde vielleicht schon gesendet."
"""`last_error` of a mail that is held."""
_NEVER: Final = datetime(9999, 1, 1, tzinfo=UTC)
_WAITING: Final = (MailState.QUEUED.value, MailState.RETRYING.value)


@dataclass(frozen=True, slots=True)
class Settled:
    """What was done. `held_mails`: how many wait for a person to release them."""

    held_mails: int


def settle(session: Session, settings: Settings, taken_at: datetime, now: datetime, action: str) -> Settled:
    """Bind the database to its new data folder, end the leases of processes that are gone, hold the mails, and note
    `action` in the audit log.

    A mail that was waiting at the snapshot may have left between it and the end of the old server. So each one that was
    due by now waits until a person releases it; one that is due later has not left and is sent as planned.
    """
    data_folder.adopt(session, settings.data_dir)
    session.execute(update(StoreWatermark).values(leased_until=None, lease_owner=None))
    session.execute(delete(BackupState))
    may_have_left = Mail.state.in_(_WAITING) & ~Mail.is_letter & (Mail.next_attempt_at <= now)
    held = update(Mail).where(may_have_left)
    held = held.values(
        state=MailState.RETRYING.value,
        next_attempt_at=_NEVER,
        leased_until=None,
        fault=Fault.MACHINE.value,
        last_error=HELD,
        failing_since=None,
    )
    result = session.execute(held.execution_options(synchronize_session=False))
    count = cast("CursorResult[Any]", result).rowcount
    details = {"taken_at": taken_at.isoformat(), "held_mails": count}
    audit.append(session, [audit.Event(_SYSTEM, action, "installation", details)], now)
    return Settled(count)


def held_mails(session: Session) -> Sequence[int]:
    """Numbers of the mails that are held."""
    is_held = Mail.state == MailState.RETRYING.value
    return list(session.scalars(select(Mail.id).where(is_held, Mail.last_error == HELD).order_by(Mail.id)))


def release_held(session: Session, now: datetime) -> int:
    """Queue the held mails; returns how many."""
    ids = held_mails(session)
    values = {"state": MailState.QUEUED.value, "next_attempt_at": now, "last_error": None, "fault": None}
    session.execute(update(Mail).where(Mail.id.in_(ids)).values(values).execution_options(synchronize_session=False))
    if ids:
        audit.append(session, [audit.Event(_SYSTEM, "backup.mails_released", "mails", {"mails": len(ids)})], now)
    return len(ids)
