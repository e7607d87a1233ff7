"""The job that reads the mailbox: every mail after the stored position, each in one transaction with the new position.

After a crash the next run continues behind the last committed mail; a mail that is read again is recognised by its
fingerprint. A mail that cannot be parsed is kept raw and shown to staff, so it neither blocks the others nor is lost.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Final

import structlog
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.contact_details import read_email
from services.core.db.db import Database
from services.core.fields import Refused
from services.core.german import counted
from services.core.stopping import stop_asked
from services.messages.errors import MailboxFailure
from services.messages.forms import adopt_forms
from services.messages.intake import position
from services.messages.intake.files import TakenFile
from services.messages.intake.fingerprint import fingerprint
from services.messages.intake.mailbox import Fetched, OpenMailbox, opened
from services.messages.intake.parse import Parsed, parse
from services.messages.intake.refusals import forget_old_refusals, refuse
from services.messages.intake.store import Arrived, is_known, store
from services.settings import Settings

log = structlog.get_logger()
JOB: Final = "fetch-messages"
_HISTORY: Final = timedelta(days=30)
"""Mails that were older when the mailbox was first read arrive closed."""
_UNREADABLE: Final = "Diese Mail ließ sich nicht lesen."
_UNSTORABLE: Final = "Diese Mail ließ sich nicht speichern."


@dataclass(slots=True)
class Done:
    """How many mails were stored and could not be read, and how many messages of the form got a conversation."""

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
        self._ours = frozenset(own_addresses(settings))

    def run(self) -> Done:
        """Store what has come, and forget old refusals; without a mailbox only open conversations for messages of the
        form that have none. Raises MailboxFailure, which is noted with the mailbox.
        """
        now = self._clock()
        self._db.write(lambda session: forget_old_refusals(session, now))
        done = Done(adopted=adopt_forms(self._db, self._clock))
        if not self._url:
            return done
        try:
            with opened(self._url) as mailbox:
                self._read(mailbox, done)
        except MailboxFailure as failure:
            words = failure.detail
            self._db.write(lambda session: position.note_failure(session, self._mailbox, words, now))
            raise
        return done

    def _read(self, mailbox: OpenMailbox, done: Done) -> None:
        validity, is_stopping = mailbox.uidvalidity, stop_asked()
        at = self._db.write(lambda session: position.begun(session, self._mailbox, validity))
        is_first = at.checked_at is None
        for uid in mailbox.uids_after(at.last_uid):
            if is_stopping():
                return
            fetched = mailbox.fetch(uid)
            if fetched is None:
                self._db.write(lambda session, uid=uid: self._passes(session, validity, uid))  # type: ignore[misc]
                continue
            self._take(validity, fetched, done, is_first=is_first)
        now = self._clock()
        self._db.write(lambda session: position.note_read(session, self._mailbox, now))

    def _take(self, validity: int, fetched: Fetched, done: Done, *, is_first: bool) -> None:
        """Store a mail, or what is left of it."""
        now = self._clock()
        try:
            parsed = parse(fetched.raw, self._ours)
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
        if not self._passes(session, validity, uid) or is_known(session, arrived.fingerprint):
            return False
        store(session, arrived)
        return True

    def _refused(self, validity: int, fetched: Fetched, reason: str, now: datetime) -> bool:
        def unit(session: Session) -> bool:
            passes = self._passes(session, validity, fetched.uid)
            return passes and refuse(session, self._mailbox, fetched, reason, now)

        return self._db.write(unit)

    def _passes(self, session: Session, validity: int, uid: int) -> bool:
        return position.passed(session, self._mailbox, validity, uid)


def _with_size(parsed: Parsed, fetched: Fetched) -> Parsed:
    """Of a mail that is too large only the beginning was fetched: what it says, and that it had files."""
    if fetched.is_whole:
        return parsed
    megabytes = f"{fetched.size / 1024 / 1024:.0f}"
    reason = f"Die Nachricht ist mit {megabytes} MB zu groß. Übernommen wurde nur der Anfang ihres Textes."
    whole = TakenFile("Rest der Nachricht", "message/rfc822", fetched.size, None, reason)
    return replace(parsed, files=(whole,))


def own_addresses(settings: Settings) -> list[str]:
    """Our own addresses, normalised: what comes from one of them has come round."""
    found = []
    for text in (settings.mail_from, settings.company_email):
        try:
            found.append(read_email(parseaddr(text)[1], allow_test_domains=True).normalized)
        except Refused:  # a placeholder
            found.append(parseaddr(text)[1].lower())
    return found
