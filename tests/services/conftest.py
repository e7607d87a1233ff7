"""Real parts that only the tests of the backend need."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.fixtures.smtp import SmtpPeer, listening
from tests.services.held_clock import HeldClock


@dataclass
class PatientPeer(SmtpPeer):
    """An SMTP server one can wait for; each entry of `recipient_answers` is given to one RCPT."""

    recipient_answers: list[str] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        answer = self.recipient_answers.pop(0) if self.recipient_answers else "250 OK"
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        answer = await super().handle_DATA(server, session, envelope)
        with self._changed:
            self._changed.notify_all()
        return answer

    def wait_for_attempts(self, count: int) -> bool:
        """True once so many messages were handed over; False when that takes a minute."""
        with self._changed:
            return self._changed.wait_for(lambda: self.attempts >= count, timeout=60)


@pytest.fixture
def patient_peer() -> Iterator[PatientPeer]:
    peer = PatientPeer()
    with listening(peer):
        yield peer


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()
