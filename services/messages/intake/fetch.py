"""The job that reads the mailbox: every mail after the stored position, each in one transaction with the new position.

After a crash the next run continues behind the last committed mail; a mail that is read again is recognised by its
fingerprint. A mail that cannot be parsed is kept raw and shown to staff, so it neither blocks the others nor is lost.
"""

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Final

import structlog
from sqlalchemy import delete, select
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.contact_details import read_email
from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.core.fields import Refused
from services.core.german import counted
from services.core.stopping import stop_asked
from services.messages.errors import MailboxFailure
from services.messages.forms import adopt_forms
from services.messages.intake.files import TakenFile
from services.messages.intake.fingerprint import fingerprint
from services.messages.intake.mailbox import Fetched, OpenMailbox, opened
from services.messages.intake.parse import Parsed, parse
from services.messages.intake.store import Arrived, is_known, store
from services.messages.models import MailboxPosition, MailboxRefusal
from services.settings import Settings

log = structlog.get_logger()
JOB: Final = "fetch-messages"
_HISTORY: Final = timedelta(days=30)
"""Mails that were older when the mailbox was first read arrive closed."""
_UNREADABLE: Final = "Diese Mail ließ sich nicht lesen."
_UNSTORABLE: Final = "Diese Mail ließ sich nicht speichern."
_POSITIONS = Insertion(MailboxPosition.__table__, lambda insert: insert.on_conflict_do_nothing())
_KEPT_BYTES: Final = 1024 * 1024
"""Of a mail that could not be read."""
_REFUSALS_KEPT: Final = timedelta(days=90)


@dataclass(slots=True)
class Done:
    """Mails stored and unreadable, and messages of the contact form that got a conversation."""

    stored: int = 0
    refused: int = 0
    adopted: int = 0

    @property
    def words(self) -> str:
        """In German; empty if there was nothing to do."""
        parts = (
            (self.stored, counted(self.stored, "Mail", "Mails") + " abgeholt."),
            (self.refused, counted(self.refused, "Mail war", "Mails waren") + " nicht zu lesen."),
            (self.adopted, counted(self.adopted, "Nachricht", "Nachrichten") + " aus dem Kontaktformular übernommen."),
        )
        return " ".join(words for count, words in parts if count)


class MessageFetch:
    """Reads one mailbox."""

    def __init__(self, db: Database, settings: Settings, clock: Clock) -> None:
        self._db, self._clock = db, clock
        self._url, self._mailbox = settings.imap_url.get_secret_value(), settings.mailbox_name
        self._settings = settings

    def run(self) -> Done:
        """Store new mails and delete old refusals; without a mailbox only open conversations for messages of the
        contact form. Raises MailboxFailure, which is recorded with the mailbox.
        """
        now = self._clock()
        self._db.write(lambda session: _forget_old_refusals(session, now))
        done = Done(adopted=adopt_forms(self._db, self._clock))
        if not self._url:
            return done
        try:
            with opened(self._url) as mailbox:
                self._read(mailbox, done)
        except MailboxFailure as failure:
            words = failure.detail
            self._db.write(lambda session: _note_failure(session, self._mailbox, words, now))
            raise
        return done

    def _read(self, mailbox: OpenMailbox, done: Done) -> None:
        validity, is_stopping = mailbox.uidvalidity, stop_asked()
        at = self._db.write(lambda session: _begin(session, self._mailbox, validity))
        is_first = at.checked_at is None
        for uid in mailbox.uids_after(at.last_uid):
            if is_stopping():
                return
            fetched = mailbox.fetch(uid)
            if fetched is None:
                self._db.write(lambda session, uid=uid: _advance(session, self._mailbox, validity, uid))  # type: ignore[misc]
                continue
            self._take(validity, fetched, done, is_first=is_first)
        now = self._clock()
        self._db.write(lambda session: _note_read(session, self._mailbox, now))

    def _take(self, validity: int, fetched: Fetched, done: Done, *, is_first: bool) -> None:
        """Store a mail, or what is left of it."""
        now = self._clock()
        try:
            parsed = parse(fetched.raw, frozenset(own_addresses(self._settings)))
        except Exception as error:  # whatever a foreign mail makes of the standard library
            log.warning("message_unreadable", error=type(error).__name__, size=fetched.size)
            done.refused += self._refused(validity, fetched, _UNREADABLE, now)
            return
        is_history = is_first and fetched.received_at < now - _HISTORY
        mark = fingerprint(fetched.raw, parsed.message_id)
        arrived = Arrived(_with_size(parsed, fetched), mark, fetched.received_at, now, is_history)
        try:
            done.stored += self._db.write(lambda session: self._stored(session, validity, fetched.uid, arrived))
        except (DataError, IntegrityError, ValueError) as error:
            log.warning("message_not_stored", error=type(error).__name__, size=fetched.size)
            done.refused += self._refused(validity, fetched, _UNSTORABLE, now)

    def _stored(self, session: Session, validity: int, uid: int, arrived: Arrived) -> bool:
        if not _advance(session, self._mailbox, validity, uid) or is_known(session, arrived.fingerprint):
            return False
        store(session, arrived)
        return True

    def _refused(self, validity: int, fetched: Fetched, reason: str, now: datetime) -> bool:
        def unit(session: Session) -> bool:
            passes = _advance(session, self._mailbox, validity, fetched.uid)
            return passes and _keep(session, self._mailbox, fetched, reason, now)

        return self._db.write(unit)


def _with_size(parsed: Parsed, fetched: Fetched) -> Parsed:
    """Of a mail that is too large only the beginning was fetched: keeps its text, and a note on the files."""
    if fetched.is_whole:
        return parsed
    megabytes = f"{fetched.size / 1024 / 1024:.0f}"
    reason = f"Die Nachricht ist mit {megabytes} MB zu groß. Übernommen wurde nur der Anfang ihres Textes."
    whole = TakenFile("Rest der Nachricht", "message/rfc822", fetched.size, None, reason)
    return replace(parsed, files=(whole,))


def own_addresses(settings: Settings) -> list[str]:
    """Our own addresses, normalised, to detect loops."""
    found = []
    for text in (settings.mail_from, settings.company_email):
        try:
            found.append(read_email(parseaddr(text)[1], allow_test_domains=True).normalized)
        except Refused:  # a placeholder
            found.append(parseaddr(text)[1].lower())
    return found


def _begin(session: Session, mailbox: str, uidvalidity: int) -> MailboxPosition:
    """The position, locked; with a new UIDVALIDITY it starts at the first mail again."""
    fresh = {"mailbox": mailbox, "uidvalidity": uidvalidity, "last_uid": 0}
    _POSITIONS.run(session, [fresh])
    row = session.get_one(MailboxPosition, mailbox, with_for_update=True, populate_existing=True)
    if row.uidvalidity != uidvalidity:
        row.uidvalidity, row.last_uid = uidvalidity, 0
        session.flush()
    return row


def _advance(session: Session, mailbox: str, uidvalidity: int, uid: int) -> bool:
    """Move the position to this mail. False: another process has passed it, or the mailbox has a new UIDVALIDITY."""
    row = session.get_one(MailboxPosition, mailbox, with_for_update=True, populate_existing=True)
    if row.uidvalidity != uidvalidity or row.last_uid >= uid:
        return False
    row.last_uid = uid
    session.flush()
    return True


def _note_read(session: Session, mailbox: str, now: datetime) -> None:
    """Note that the whole mailbox has been read."""
    row = session.get_one(MailboxPosition, mailbox, with_for_update=True)
    row.checked_at, row.last_error, row.failing_since = now, None, None


def _note_failure(session: Session, mailbox: str, words: str, now: datetime) -> None:
    """Note why the mailbox could not be read, a German sentence."""
    _POSITIONS.run(session, [{"mailbox": mailbox, "uidvalidity": 0, "last_uid": 0}])
    row = session.get_one(MailboxPosition, mailbox, with_for_update=True)
    row.last_error, row.failing_since = words[:300], row.failing_since or now


def _keep(session: Session, mailbox: str, fetched: Fetched, reason: str, now: datetime) -> bool:
    """Keep the start of a mail that could not be read; False if it is kept already."""
    mark = hashlib.sha256(fetched.raw).hexdigest()
    if session.scalar(select(MailboxRefusal.id).where(MailboxRefusal.fingerprint == mark)) is not None:
        return False
    row = MailboxRefusal(
        mailbox=mailbox,
        uid=fetched.uid,
        fingerprint=mark,
        size_bytes=fetched.size,
        raw=fetched.raw[:_KEPT_BYTES],
        reason=reason,
        received_at=fetched.received_at,
        created_at=now,
    )
    session.add(row)
    session.flush()
    return True


def _forget_old_refusals(session: Session, now: datetime) -> None:
    session.execute(delete(MailboxRefusal).where(MailboxRefusal.created_at < now - _REFUSALS_KEPT))
