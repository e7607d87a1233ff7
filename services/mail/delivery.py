"""Outbox delivery worker: lease, send, record the result. Any number of processes may run it at once."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from functools import partial
from time import monotonic
from types import MappingProxyType
from typing import Any, Protocol

import structlog
from jinja2 import UndefinedError
from sqlalchemy import select, update
from sqlalchemy.orm import Session, undefer

from services.core.clock import CLOCKS_DIFFER, Clock
from services.core.db.db import Database
from services.core.db.leases import timed
from services.core.stopping import stop_asked
from services.core.telemetry.measures import MAIL_ATTEMPTS
from services.core.telemetry.tracing import span
from services.mail import outbox
from services.mail.models import IS_HELD, Fault, Mail, MailState
from services.mail.outbox import Attachment, Leased
from services.mail.rendering import AttachmentGone, renderer_for
from services.mail.transport import (
    AccountFailure,
    MachineFailure,
    PermanentFailure,
    TemporaryFailure,
    Transport,
    transport_for,
)
from services.settings import Settings

log = structlog.get_logger()

LastLook = Callable[[Session, Leased, datetime], Leased | None]
"""Hook for a kind of mail just before it is sent: returns the mail to send, None if it was withdrawn."""


def enclosed_from(table: type[Any]) -> LastLook:
    """Loads the files of a mail from rows of another room's table, with `filename` and `content`. One that is gone
    stays empty, which makes the mail fail.
    """

    def look(session: Session, mail: Leased, _now: datetime) -> Leased:
        ids = [file.row for file in mail.attachments if file.row is not None]
        query = select(table).where(table.id.in_(ids)).options(undefer(table.content))
        rows = {row.id: row for row in session.scalars(query)}
        return replace(mail, attachments=tuple(_filled(file, rows.get(file.row)) for file in mail.attachments))

    return look


def _filled(file: Attachment, row: Any) -> Attachment:
    if row is None:
        return file
    media_type = file.media_type or row.content_type
    return replace(file, name=row.filename, media_type=media_type, content=row.content)


class Renders(Protocol):
    """Makes the message of a leased mail, as `Renderer` does."""

    def message(self, mail: Leased) -> EmailMessage: ...


@dataclass(frozen=True, slots=True)
class Post:
    """Transport and renderer of the settings as they are at each mail: an administrator may change them meanwhile."""

    settings: Settings

    def account(self) -> object:
        """What a mail server may refuse us for."""
        return self.settings.smtp_url, self.settings.mail_from

    def send(self, message: EmailMessage) -> None:
        transport_for(self.settings.smtp_url, self.settings.data_dir).send(message)

    def message(self, mail: Leased) -> EmailMessage:
        return renderer_for(self.settings).message(mail)


_PAUSE = timedelta(minutes=2)
"""Between attempts while the mail server refuses our account."""
_MEND_SECONDS = 30.0
_LONGEST_PAUSE = timedelta(hours=1)
"""Far longer than the pause in which a step can still be taken back."""
_ITS_OWN_FAULT = (AttributeError, LookupError, TypeError, ValueError, ArithmeticError, UndefinedError)
"""Values that are missing or are none, and kinds nobody knows: such a mail never becomes a message. Everything else
that goes wrong may be the machine's fault, which lacks memory, disk or descriptors, and passes."""


def mend_moments(session: Session, now: datetime) -> int:
    """Correct mails that wait for a time written by a clock that was ahead and has been set back: just ordered ones
    wait for their pause, retries are due at once. What a person scheduled more than an hour ahead keeps its time.
    Returns how many were changed.
    """
    is_late = Mail.next_attempt_at > now + CLOCKS_DIFFER
    waiting = select(Mail.id, Mail.state, Mail.created_at, Mail.next_attempt_at).where(
        Mail.state.in_(outbox.DUE_STATES), is_late, ~Mail.is_letter, ~IS_HELD
    )
    meant: dict[int, datetime] = {}
    for id_, state, created_at, at in session.execute(waiting):
        if state == MailState.RETRYING.value:
            if at > now + outbox.LONGEST_DELAY + CLOCKS_DIFFER:
                meant[id_] = now
        elif created_at > now + CLOCKS_DIFFER and timedelta(0) <= at - created_at <= _LONGEST_PAUSE:
            meant[id_] = now + (at - created_at)
    for id_, at in meant.items():
        session.execute(update(Mail).where(Mail.id == id_).values(next_attempt_at=at))
    return len(meant)


class Delivery:
    """Sends due mails through one transport."""

    def __init__(
        self,
        db: Database,
        transport: Transport,
        renderer: Renders,
        clock: Clock,
        last_looks: Mapping[str, LastLook] = MappingProxyType({}),
        account: Callable[[], object] = lambda: None,
    ) -> None:
        """`account`: as whom we send; another one ends the pause after a refusal."""
        self._db = db
        self._transport = transport
        self._renderer = renderer
        self._clock = clock
        self._last_looks = last_looks
        self._account = account
        self._refused_at: datetime | None = None
        self._refused: object = None
        """The account that was."""
        self._mended_at: float | None = None
        self._unnoted: list[Leased] = []
        """Sent while the database could not note it. Left to their leases they would be sent a second time."""

    def deliver_due(self) -> Counter[MailState]:
        """Send everything that is due now, or as much as possible before the process stops; returns the number of mails
        by resulting state.
        """
        results: Counter[MailState] = Counter()
        is_stopping = stop_asked()
        self._note_sent()
        self._mend_moments()
        while not is_stopping() and not self._is_refused() and (mail := self._lease()):
            with span("mail", kind=mail.kind, mail=mail.id):
                state = self._deliver(mail)
            MAIL_ATTEMPTS.labels(state.value).inc()
            results[state] += 1
        return results

    def _is_refused(self) -> bool:
        """Whether the mail server refused our account a moment ago: repeated attempts would get it locked."""
        if self._refused_at is None or self._account() != self._refused:
            return False
        return timedelta(0) <= self._clock() - self._refused_at < _PAUSE

    def _mend_moments(self) -> None:
        """At start and every half a minute: this machine's clock, or another one's, may have been set back."""
        if self._mended_at is not None and monotonic() - self._mended_at < _MEND_SECONDS:
            return
        self._mended_at = monotonic()
        if mended := self._db.write(timed(self._clock, mend_moments)):
            log.warning("mails_from_the_future", mails=mended)

    def _lease(self) -> Leased | None:
        """Lease one mail at a time, so that a lease has to last for one delivery only."""
        leased = self._db.write(timed(self._clock, lambda session, now: outbox.lease_due(session, now, 1)))
        return next(iter(leased), None)

    def _deliver(self, mail: Leased) -> MailState:
        allowed = self._looked_at(mail)
        if allowed is None:
            log.info("mail_withdrawn", mail=mail.id, kind=mail.kind)
            return MailState.CANCELLED
        mail, account = allowed, self._account()
        try:
            self._hand_over(mail)
        except _Failed as failed:
            if failed.fault is Fault.ACCOUNT:
                self._refused_at, self._refused = self._clock(), account
            return self._note_failure(mail, failed)
        self._refused_at = None
        self._unnoted.append(mail)
        self._note_sent()
        return MailState.SENT

    def _note_sent(self) -> None:
        """Record what was sent; failed records are retried before anything else is sent."""
        while self._unnoted:
            mail = self._unnoted[0]
            self._db.write(partial(outbox.mark_sent, mail=mail, now=self._clock()))
            self._unnoted.pop(0)
            log.info("mail_sent", mail=mail.id, kind=mail.kind, attempts=mail.attempts)

    def _looked_at(self, mail: Leased) -> Leased | None:
        look = self._last_looks.get(mail.kind)
        return mail if look is None else self._db.write(lambda session: look(session, mail, self._clock()))

    def _hand_over(self, mail: Leased) -> None:
        """Render the message and pass it to the server; raises _Failed."""
        try:
            message = self._renderer.message(mail)
        except AttachmentGone as error:
            raise _Failed(str(error), is_final=True) from error
        except Exception as error:
            is_own = isinstance(error, _ITS_OWN_FAULT)
            fault = Fault.RECIPIENT if is_own else Fault.MACHINE
            raise _Failed(f"{type(error).__name__} while rendering", is_final=is_own, fault=fault) from error
        try:
            self._transport.send(message)
        except AccountFailure as failure:
            raise _Failed(str(failure), fault=Fault.ACCOUNT) from failure
        except (MachineFailure, MemoryError) as failure:
            raise _Failed(str(failure) or "MemoryError", fault=Fault.MACHINE) from failure
        except TemporaryFailure as failure:
            raise _Failed(str(failure)) from failure
        except PermanentFailure as failure:
            raise _Failed(str(failure), is_final=True) from failure
        except ValueError as error:
            raise _Failed(f"{type(error).__name__} while sending", is_final=True) from error

    def _note_failure(self, mail: Leased, failed: "_Failed") -> MailState:
        is_final, fault, now = failed.is_final, failed.fault, self._clock()
        state = self._db.write(
            lambda session: outbox.mark_failed(session, mail, str(failed), is_final=is_final, now=now, fault=fault)
        )
        # Without the reason: servers quote the recipient in it.
        log.warning("mail_not_sent", mail=mail.id, kind=mail.kind, state=state, attempts=mail.attempts, fault=fault)
        return state


class _Failed(Exception):
    """A failed attempt: its reason, and whether to retry."""

    def __init__(self, reason: str, *, is_final: bool = False, fault: Fault = Fault.RECIPIENT) -> None:
        super().__init__(reason)
        self.is_final = is_final
        self.fault = fault
