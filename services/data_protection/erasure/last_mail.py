"""The mail that tells a household of its erasure, and how its row goes after it: nothing of the address stays.

It is ordered in the transaction of the erasure, so it is sent if and only if that was done. The row names the erasure,
not the reservation. Once it has left, was refused for good or was withdrawn, the erasure is opened again with the row's
file as what is left to do; so a crash between loses nothing.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.core.german import long_day
from services.data_protection.erasure.kept import Kept
from services.data_protection.models import Erasure
from services.data_protection.registry import REGISTRY
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.letters.erasure import DataErased
from services.mail.models import Mail, MailState

_SUBJECT: Final = "erasure:"
_ENDED: Final = (MailState.SENT.value, MailState.FAILED.value, MailState.CANCELLED.value)
_RUNNING: Final = "solange der Vertrag läuft, danach so lange, wie das Gesetz es verlangt"


def letter(counts: Mapping[str, int], kept: Sequence[Kept], others: Sequence[str]) -> DataErased:
    """The mail's values. `counts`: rows by table, of which those are named that were deleted."""
    gone = [REGISTRY[table].label for table in counts if REGISTRY[table].is_deleted and REGISTRY[table].leads]
    lines = [[one.label, one.because, f"bis zum {long_day(one.until)}" if one.until else _RUNNING] for one in kept]
    return DataErased(deleted=gone, kept=lines, others=list(others))


def order(session: Session, erasure_id: int, recipient: str, told: DataErased, now: datetime) -> None:
    """Order the mail, in the transaction of the erasure."""
    about, occasion = f"{_SUBJECT}{erasure_id}", f"{told.kind}:{erasure_id}"
    outbox.order(session, [outbox.Order(told.kind, recipient, about, occasion, to_values(told))], now)


def forget_last_mails(db: Database, now: datetime) -> None:
    """Delete the rows of such mails that nobody will send any more; their files are left to `finish_erasures`."""
    with db.read() as session:
        ids = list(session.scalars(select(Mail.id).where(Mail.kind == DataErased.kind, Mail.state.in_(_ENDED))))
    if ids:
        db.write(lambda session: _forget(session, ids, now))


def _forget(session: Session, ids: Sequence[int], now: datetime) -> None:
    ended = Mail.id.in_(ids) & Mail.state.in_(_ENDED)  # checked again: a clerk may have asked for another attempt
    for mail in session.scalars(select(Mail).where(ended).order_by(Mail.id).with_for_update()).all():
        erasure = session.get_one(Erasure, int(mail.subject_ref.removeprefix(_SUBJECT)), with_for_update=True)
        erasure.finished_at = None
        erasure.files = [*erasure.files, mail.message_id]
        erasure.files_from = max(erasure.files_from, now)
        session.delete(mail)
