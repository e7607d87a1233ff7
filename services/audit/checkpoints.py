"""Audit log checkpoints: length and last hash at a point in time, sealed with a key kept outside the database.

The chain alone cannot reveal truncation: with write access to the database one can remove the newest entries, or
recompute every hash. A checkpoint is an HMAC of count, last hash and time, as one line of text. Nothing here keeps it:
it proves something only where this server cannot change it.
"""

import hashlib
import hmac
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address
from services.core.german import counted, number
from services.mail import outbox
from services.mail.catalogue import AuditCheckpointMailed, to_values
from services.mail.outbox import Order
from services.staff.audit import GENESIS
from services.staff.models import Account, AccountState, AuditEntry, Role

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


def take(session: Session, now: datetime) -> Checkpoint:
    """The state of the log now."""
    end = select(AuditEntry.hash).order_by(AuditEntry.id.desc()).limit(1).scalar_subquery()
    count, last_hash = session.execute(select(select(func.count(AuditEntry.id)).scalar_subquery(), end)).one()
    return Checkpoint(count, last_hash or GENESIS, now)


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
    query = select(AuditEntry.hash).order_by(AuditEntry.id).execution_options(yield_per=1000)
    count, last = 0, GENESIS
    with closing(session.scalars(query)) as hashes:
        while count < checkpoint.entries and (found := next(hashes, None)) is not None:
            count, last = count + 1, found
    if missing := checkpoint.entries - count:
        verb = "fehlt" if missing == 1 else "fehlen"
        return f"von {counted(checkpoint.entries, 'Eintrag', 'Einträgen')} {verb} {number(missing)}"
    if last != checkpoint.last_hash:
        return f"die Einträge bis Nummer {number(count)} sind nicht die des Prüfpunkts"
    return None


def mail_to_administrators(session: Session, checkpoint: Checkpoint, key: bytes) -> int:
    """Put the line into the outbox for every active administrator; returns how many there are."""
    is_admin = (Account.role == Role.ADMIN.value) & (Account.state == AccountState.ACTIVE.value)
    admins = session.scalars(select(Account).where(is_admin).order_by(Account.id)).all()
    line = checkpoint.sealed(key)
    orders = [
        Order(
            kind=AuditCheckpointMailed.kind,
            recipient=deliverable_address(account.email, account.email_normalized),
            subject_ref=f"account:{account.id}",
            dedupe_key=f"audit-checkpoint:{checkpoint.at:%Y%m%dT%H%M%S%f}:{account.id}",
            values=to_values(AuditCheckpointMailed(account.name, checkpoint.entries, line)),
        )
        for account in admins
    ]
    outbox.order(session, orders, checkpoint.at)
    return len(orders)
