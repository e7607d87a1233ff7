"""What has to change in a restored database before a server may work on it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from services.backup.models import BackupState
from services.core import data_folder
from services.core.storage.installed import files_of
from services.mail import outbox
from services.settings import Settings
from services.staff import audit
from services.store.models import StoreWatermark

_SYSTEM: Final = "system"


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
    data_folder.adopt(session, files_of(settings))
    session.execute(update(StoreWatermark).values(leased_until=None, lease_owner=None))
    session.execute(delete(BackupState))
    count = outbox.hold_due(session, now)
    details = {"taken_at": taken_at.isoformat(), "held_mails": count}
    audit.append(session, [audit.Event(_SYSTEM, action, "installation", details)], now)
    return Settled(count)
