"""A mail server of all processes that is slow, or refuses our account in one of three ways, as it is told."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from tests.faults.mixed_load.households import Mailboxes
from tests.fixtures.ports import free_port

Refusal = Literal["535 at the log-in", "550 at MAIL FROM", "554 instead of a greeting"]
REFUSALS: Final[tuple[Refusal, ...]] = ("535 at the log-in", "550 at MAIL FROM", "554 instead of a greeting")


@dataclass
class Peer(Mailboxes):
    """Waits before each answer, and gives each of `refusals` to one connection."""

    delay: float = 0.0
    """Seconds."""
    refusals: list[Refusal] = field(default_factory=list)
    refused: int = 0
    most_at_once: int = 0
    """How many mails were taken at the same time, by as many processes."""
    _taking: int = 0
    _logins_refused: set[Any] = field(default_factory=set)
    """Connections by their address and port."""

    async def handle_MAIL(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        await asyncio.sleep(self.delay)
        if self.is_refused("550 at MAIL FROM"):
            return "550 5.7.1 sender not allowed"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any) -> str:
        await asyncio.sleep(self.delay)
        return await super().handle_RCPT(server, session, envelope, address, options)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self._taking += 1
        self.most_at_once = max(self.most_at_once, self._taking)
        await asyncio.sleep(2 * self.delay)  # the command and the text
        self._taking -= 1
        return await super().handle_DATA(server, session, envelope)

    async def handle_QUIT(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:
        await asyncio.sleep(self.delay)
        return "221 Bye"

    def authenticate(self, _server: SMTP, session: Session, _envelope: Envelope, _how: str, _data: Any) -> AuthResult:
        """Whether our password is right; a client tries one way to send it after the other."""
        if session.peer not in self._logins_refused and self.is_refused("535 at the log-in"):
            self._logins_refused.add(session.peer)
        return AuthResult(success=session.peer not in self._logins_refused, handled=False)

    def is_refused(self, where: Refusal) -> bool:
        """Whether it is this that the connection gets."""
        if not self.refusals or self.refusals[0] != where:
            return False
        self.refusals.pop(0)
        self.refused += 1
        return True


class _Listening(Controller):
    def factory(self) -> SMTP:
        peer: Peer = self.handler

        class Greeting(SMTP):
            async def push(self, status: str) -> None:
                is_greeting = str(status).startswith("220 ")
                refused = is_greeting and peer.is_refused("554 instead of a greeting")
                await super().push("554 5.7.1 no service for you" if refused else status)

        return Greeting(peer, **self.SMTP_kwargs)


@contextmanager
def mail_server() -> Iterator[Peer]:
    """While the block runs, it listens at its `url`, which names an account."""
    peer = Peer()
    account = {"authenticator": peer.authenticate, "auth_require_tls": False}
    controller = _Listening(peer, hostname="127.0.0.1", port=free_port(), **account)
    controller.start()
    peer.url = f"smtp://voltigo:secret@127.0.0.1:{controller.port}"
    try:
        yield peer
    finally:
        controller.stop()
