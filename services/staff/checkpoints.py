"""Audit log checkpoints: length and last hash at a point in time, sealed with a key kept outside the database.

The chain alone cannot reveal truncation: with write access to the database one can remove the newest entries, or
recompute every hash. A checkpoint is an HMAC of count, last hash and time. An hourly job stores one; once a day the
newest is mailed to the administrators, so that a copy is out of reach of a thief of database and key.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

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
from services.staff.models import Account, AccountState, AuditCheckpoint, AuditEntry, Role

_PARTS = 4


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """State of the log at a point in time."""

    entries: int
    last_hash: str
    at: datetime

    def sealed(self, key: bytes) -> str:
        """As one line of text that can be mailed, printed and given back to `voltigo audit verify --checkpoint`."""
        content = self._content()
        return f"{content}.{_seal(content, key)}"

    def _content(self) -> str:
        moment = self.at.astimezone(UTC).strftime("%Y%m%dT%H%M%S%fZ")
        return f"{self.entries}.{self.last_hash}.{moment}"


def read(text: str, key: bytes) -> Checkpoint | None:
    """Parse a sealed line; None if it was not sealed with this key."""
    content, _, seal = text.strip().rpartition(".")
    if content.count(".") != _PARTS - 2 or not hmac.compare_digest(seal.encode(), _seal(content, key).encode()):
        return None
    entries, last_hash, moment = content.split(".")
    return Checkpoint(int(entries), last_hash, datetime.strptime(moment, "%Y%m%dT%H%M%S%fZ").replace(tzinfo=UTC))


def _seal(content: str, key: bytes) -> str:
    return hmac.new(key, f"audit|{content}".encode(), hashlib.sha256).hexdigest()


def fault(session: Session, checkpoint: Checkpoint) -> str | None:
    """How the log contradicts the checkpoint: entries are missing, or covered entries were changed. None: no fault."""
    count = session.scalar(select(func.count()).select_from(AuditEntry)) or 0
    if count < checkpoint.entries:
        return f"{checkpoint.entries - count} of {checkpoint.entries} entries are missing"
    if checkpoint.entries == 0:
        return None
    nth = select(AuditEntry.hash).order_by(AuditEntry.id).offset(checkpoint.entries - 1).limit(1)
    if session.scalar(nth) != checkpoint.last_hash:
        return f"the first {checkpoint.entries} entries are not those of the checkpoint"
    return None


def first_fault(session: Session, key: bytes) -> str | None:
    """First fault among the stored checkpoints, oldest first, including one that was not sealed with this key."""
    for sealed in session.scalars(select(AuditCheckpoint.sealed).order_by(AuditCheckpoint.id)):
        checkpoint = read(sealed, key)
        found = fault(session, checkpoint) if checkpoint else "a kept checkpoint is not sealed with this key"
        if found:
            return found
    return None


def keep(db: Database, settings: Settings, clock: Clock) -> int:
    """Store a checkpoint if the log has grown, and mail the newest once a day; returns how many were stored."""
    now = clock()
    return db.write(lambda session: _keep(session, settings, now))


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
