"""How far the mailbox has been read: a row that changes in the transaction of each mail."""

from datetime import datetime

from sqlalchemy.orm import Session

from services.core.db.rows import Insertion
from services.messages.models import MailboxPosition

_INSERTION = Insertion(MailboxPosition.__table__, lambda insert: insert.on_conflict_do_nothing())


def begun(session: Session, mailbox: str, uidvalidity: int) -> MailboxPosition:
    """The position, locked. With another numbering than before it begins at the first mail again."""
    fresh = {"mailbox": mailbox, "uidvalidity": uidvalidity, "last_uid": 0}
    _INSERTION.run(session, [fresh])
    row = session.get_one(MailboxPosition, mailbox, with_for_update=True, populate_existing=True)
    if row.uidvalidity != uidvalidity:
        row.uidvalidity, row.last_uid = uidvalidity, 0
        session.flush()
    return row


def passed(session: Session, mailbox: str, uidvalidity: int, uid: int) -> bool:
    """Move the position to this mail. False: another process has passed it, or the mailbox was numbered again."""
    row = session.get_one(MailboxPosition, mailbox, with_for_update=True, populate_existing=True)
    if row.uidvalidity != uidvalidity or row.last_uid >= uid:
        return False
    row.last_uid = uid
    session.flush()
    return True


def note_read(session: Session, mailbox: str, now: datetime) -> None:
    """All of it has been read."""
    row = session.get_one(MailboxPosition, mailbox, with_for_update=True)
    row.checked_at, row.last_error, row.failing_since = now, None, None


def note_failure(session: Session, mailbox: str, words: str, now: datetime) -> None:
    """It could not be read, for this reason, a German sentence."""
    _INSERTION.run(session, [{"mailbox": mailbox, "uidvalidity": 0, "last_uid": 0}])
    row = session.get_one(MailboxPosition, mailbox, with_for_update=True)
    row.last_error, row.failing_since = words[:300], row.failing_since or now
