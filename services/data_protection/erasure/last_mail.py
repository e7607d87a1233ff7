"""The mail that confirms an erasure to the household, and the deletion of its row afterwards, with the address.

A household without a mailbox gets a letter. The postal address is kept in its row, for the envelope only, until the
letter is marked as posted, for 30 days at most.

The mail is ordered in the transaction of the erasure, so it is sent if and only if that was committed. Its row refers
to the erasure, not to the reservation. Once it was sent, refused for good or withdrawn, the erasure is reopened to
delete the row's file; so a crash in between loses nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address
from services.core.db.db import Database
from services.core.german import long_day
from services.data_protection.erasure.kept import Kept
from services.data_protection.models import Erasure
from services.data_protection.registry import REGISTRY
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.letters.erasure import DataErased
from services.mail.models import Mail, MailState
from services.reservations.models import Reservation
from services.staff import audit

_SUBJECT: Final = "erasure:"
LETTER_KEPT_FOR: Final = timedelta(days=30)
"""How long the letter, and with it the postal address, waits to be printed and posted."""
_ENDED: Final = (MailState.SENT.value, MailState.FAILED.value, MailState.CANCELLED.value)
_RUNNING: Final = "solange der Vertrag läuft, danach so lange, wie das Gesetz es verlangt"


@dataclass(frozen=True, slots=True)
class Addressee:
    """Where to confirm the erasure, read before the data is deleted: by mail, or else by letter."""

    email: str
    lines: Sequence[str]
    """Of the postal address; empty for a household with a mailbox, or without a full address."""

    @property
    def is_reachable(self) -> bool:
        """Whether it can be reached at all."""
        return bool(self.email or self.lines)


def addressee_of(reservation: Reservation) -> Addressee:
    """Where to confirm the erasure of a reservation."""
    email = deliverable_address(reservation.email, reservation.email_normalized)
    return Addressee(email, [] if email else reservation.postal_address)


def letter(
    counts: Mapping[str, int], kept: Sequence[Kept], others: Sequence[str], address: Sequence[str] = ()
) -> DataErased:
    """The mail's values. `counts`: deleted rows by table."""
    gone = [REGISTRY[table].label for table in counts if REGISTRY[table].is_deleted and REGISTRY[table].leads]
    lines = [[one.label, one.because, f"bis zum {long_day(one.until)}" if one.until else _RUNNING] for one in kept]
    return DataErased(deleted=gone, kept=lines, others=list(others), address=list(address))


def order(session: Session, erasure_id: int, recipient: str, told: DataErased, now: datetime) -> None:
    """Order the mail, in the transaction of the erasure."""
    about, occasion = f"{_SUBJECT}{erasure_id}", f"{told.kind}:{erasure_id}"
    outbox.order(session, [outbox.Order(told.kind, recipient, about, occasion, to_values(told))], now)


def forget_last_mails(db: Database, now: datetime) -> None:
    """Delete the rows of such mails and letters that are done; `finish_erasures` deletes their files."""
    with db.read() as session:
        ids = list(session.scalars(select(Mail.id).where(Mail.kind == DataErased.kind, _is_over(now))))
    if ids:
        db.write(lambda session: _forget(session, ids, now))


def _is_over(now: datetime) -> ColumnElement[bool]:
    """Sent, given up or withdrawn, or a letter that was not posted in time."""
    return Mail.state.in_(_ENDED) | (Mail.is_letter & (Mail.created_at <= now - LETTER_KEPT_FOR))


def _forget(session: Session, ids: Sequence[int], now: datetime) -> None:
    over = Mail.id.in_(ids) & _is_over(now)  # checked again: a clerk may have asked for another attempt
    for mail in session.scalars(select(Mail).where(over).order_by(Mail.id).with_for_update()).all():
        if mail.state not in _ENDED:
            details = {"kind": mail.kind, "about": mail.subject_ref}
            audit.append(session, [audit.Event("system", "mail.letter_expired", f"mail:{mail.id}", details)], now)
        erasure = session.get_one(Erasure, int(mail.subject_ref.removeprefix(_SUBJECT)), with_for_update=True)
        erasure.finished_at = None
        erasure.files = [*erasure.files, mail.message_id]
        erasure.files_from = max(erasure.files_from, now)
        session.delete(mail)
