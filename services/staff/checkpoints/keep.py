"""Keeps checkpoints: an hourly job stores one, and copies leave the reach of a thief of database and key.

Once a day the newest is mailed to the administrators. If they are set up, a folder outside of the installation gets a
line of each (`folder.py`), and an independent authority signs when the newest of a day existed (`stamps.py`).
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.contact_details import deliverable_address
from services.core.db.db import Database
from services.mail import outbox
from services.mail.catalogue import AuditCheckpointMailed, to_values
from services.mail.outbox import Order
from services.settings import Settings
from services.staff.audit import GENESIS
from services.staff.checkpoints.checkpoint import Checkpoint
from services.staff.checkpoints.errors import NotCopied
from services.staff.checkpoints.folder import append_missing
from services.staff.checkpoints.stamps import stamp_newest
from services.staff.models import Account, AccountState, AuditCheckpoint, AuditEntry, Role


def keep(db: Database, settings: Settings, clock: Clock) -> int:
    """Store a checkpoint if the log has grown, mail the newest once a day, and copy what is stored; returns how many
    were stored. Raises NotCopied when folder or authority took none: the next run tries again.
    """
    now = clock()
    kept = db.write(lambda session: _keep(session, settings, now))
    failed = [error for copy in (append_missing, stamp_newest) if (error := _failed(copy, db, settings, now))]
    if failed:
        raise failed[0]
    return kept


def _failed(
    copy: Callable[[Database, Settings, datetime], None], db: Database, settings: Settings, now: datetime
) -> NotCopied | None:
    try:
        copy(db, settings, now)
    except NotCopied as error:
        return error
    return None


def _keep(session: Session, settings: Settings, now: datetime) -> int:
    count = session.scalar(select(func.count()).select_from(AuditEntry)) or 0
    last_hash = session.scalar(select(AuditEntry.hash).order_by(AuditEntry.id.desc()).limit(1)) or GENESIS
    newest = session.scalar(select(AuditCheckpoint).order_by(AuditCheckpoint.id.desc()).limit(1))
    kept = 0
    if newest is None or newest.last_hash != last_hash:
        sealed = Checkpoint(count, last_hash, now).sealed(settings.secret_key)
        newest = AuditCheckpoint(at=now, entries=count, last_hash=last_hash, sealed=sealed)
        session.add(newest)
        session.flush()
        kept = 1
    _mail(session, newest, now)
    return kept


def _mail(session: Session, checkpoint: AuditCheckpoint, now: datetime) -> None:
    """To every administrator, once a day."""
    is_admin = (Account.role == Role.ADMIN.value) & (Account.state == AccountState.ACTIVE.value)
    admins = session.scalars(select(Account).where(is_admin).order_by(Account.id)).all()
    keys = {f"audit-checkpoint:{now:%Y-%m-%d}:{account.id}": account for account in admins}
    known = outbox.ordered(session, list(keys))
    outbox.order(session, _orders(checkpoint, {k: a for k, a in keys.items() if k not in known}), now)


def _orders(checkpoint: AuditCheckpoint, accounts: dict[str, Account]) -> Sequence[Order]:
    return [
        Order(
            kind=AuditCheckpointMailed.kind,
            recipient=deliverable_address(account.email, account.email_normalized),
            subject_ref=f"account:{account.id}",
            dedupe_key=key,
            values=to_values(AuditCheckpointMailed(account.name, checkpoint.entries, checkpoint.sealed)),
        )
        for key, account in accounts.items()
    ]
