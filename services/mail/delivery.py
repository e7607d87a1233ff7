"""Empties the outbox: lease, send, note the result. Any number of processes may do it at once."""

from collections import Counter
from functools import partial

import structlog

from services.core.clock import Clock
from services.core.db import Database
from services.core.stopping import stop_asked
from services.mail import outbox
from services.mail.models import MailState
from services.mail.outbox import Leased
from services.mail.rendering import AttachmentGone, Renderer
from services.mail.transport import PermanentFailure, TemporaryFailure, Transport

log = structlog.get_logger()

_AT_ONCE = 5
"""As many as surely leave within a lease, even when the server lets every one of them time out."""


class Delivery:
    """Sends what is due through one transport."""

    def __init__(self, db: Database, transport: Transport, renderer: Renderer, clock: Clock) -> None:
        self._db = db
        self._transport = transport
        self._renderer = renderer
        self._clock = clock

    def deliver_due(self) -> Counter[MailState]:
        """Send everything that is due now, or as much as leaves before the process is to stop; answers how many mails
        ended in which state.
        """
        results: Counter[MailState] = Counter()
        is_stopping = stop_asked()
        while not is_stopping() and (leased := self._lease()):
            for place, mail in enumerate(leased):
                if is_stopping():
                    self._db.write(partial(outbox.give_back, mails=leased[place:]))
                    break
                results[self._deliver(mail)] += 1
        return results

    def _lease(self) -> list[Leased]:
        return self._db.write(lambda session: outbox.lease_due(session, self._clock(), _AT_ONCE))

    def _deliver(self, mail: Leased) -> MailState:
        try:
            message = self._renderer.message(mail)
        except AttachmentGone as error:
            return self._note_failure(mail, str(error), is_final=True)
        except Exception as error:
            # Whatever is wrong with it: the row would come back first and block the queue. Staff see it as failed.
            return self._note_failure(mail, f"{type(error).__name__} while rendering", is_final=True)
        try:
            self._transport.send(message)
        except TemporaryFailure as failure:
            return self._note_failure(mail, str(failure), is_final=False)
        except PermanentFailure as failure:
            return self._note_failure(mail, str(failure), is_final=True)
        except ValueError as error:
            return self._note_failure(mail, f"{type(error).__name__} while sending", is_final=True)
        self._db.write(lambda session: outbox.mark_sent(session, mail, self._clock()))
        log.info("mail_sent", mail=mail.id, kind=mail.kind, attempts=mail.attempts)
        return MailState.SENT

    def _note_failure(self, mail: Leased, reason: str, *, is_final: bool) -> MailState:
        now = self._clock()
        state = self._db.write(lambda session: outbox.mark_failed(session, mail, reason, is_final=is_final, now=now))
        # Without the reason: servers quote the recipient in it.
        log.warning("mail_not_sent", mail=mail.id, kind=mail.kind, state=state, attempts=mail.attempts)
        return state
