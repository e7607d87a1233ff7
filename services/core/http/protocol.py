"""Time and size limits for requests while they are received; uvicorn has neither, and each one costs a connection.

A head or body that does not arrive in time is abandoned; one that is too large is refused before it is read.
"""

import asyncio
from collections.abc import Callable
from enum import Enum, auto
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from services.core.http.connections import Connections
from services.core.http.errors import BadRequest, HeadTooLarge, Problem, RequestTimeout, UrlTooLong, problem_response
from services.core.http.web import API_CONTENT_POLICY, COMMON_HEADERS

HEAD_SECONDS: Final = 10.0
BODY_SECONDS: Final = 30.0
BODY_BYTES_PER_SECOND: Final = 16 * 1024
"""What a body may take beyond `BODY_SECONDS`: a large file over a slow line, but no byte a minute."""
SEND_SECONDS: Final = 60.0
"""How long a caller may leave an answer untouched."""
LARGEST_HEAD: Final = 32 * 1024
LONGEST_URL: Final = 8 * 1024
_OF_REFUSALS: Final = {
    "Content-Security-Policy": API_CONTENT_POLICY,
    "Cache-Control": "no-store",
    "Connection": "close",
}
_LINGER_SECONDS: Final = 2.0
"""A refused caller may still be sending. Closed at once, the system would throw the refusal away unread."""


def bounded_protocol(every: Connections) -> Callable[..., asyncio.Protocol]:
    """The protocol class that uvicorn instantiates for each connection."""

    def make(**given: Any) -> asyncio.Protocol:
        return BoundedProtocol(every, **given)

    return make


class _Phase(Enum):
    """Which part of a request is incomplete."""

    FIRST = auto()
    """All of it, and nothing came yet on this connection."""
    HEAD = auto()
    BODY = auto()
    NOTHING = auto()


class BoundedProtocol(HttpToolsProtocol):
    """One connection. Its one timer, `_due`, runs while a request is incomplete."""

    def __init__(self, every: Connections, config: Config, server_state: ServerState, **given: Any) -> None:
        super().__init__(config=config, server_state=server_state, **given)
        self._every = every
        self.caller: str | None = None
        self._is_refused = False
        self._phase = self._timed = _Phase.FIRST
        self._unparsed_head = self._head_bytes = self._body_bytes = 0
        self._body_since = 0.0
        self._due: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    # --- the connection ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection and make room for it; a caller's connections beyond its limit are refused."""
        super().connection_made(transport)
        self.caller = self._every.caller(self.client[0]) if self.client else None
        try:
            self._every.take(self)
        except Problem as problem:
            self._refuse(problem, linger=False)
        else:
            self._keep_time(HEAD_SECONDS)

    def drop(self) -> None:
        """Close at once, without a response."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._stop_timer()
        if self._stalled is not None:
            self._stalled.cancel()
        self._every.give_back(self)

    def data_received(self, data: bytes) -> None:
        """Feed the parser, never more than the largest allowed head; then restart the timer of the incomplete part."""
        while data and not self._is_refused and not self.transport.is_closing():
            piece = data
            if self._phase is not _Phase.BODY:
                piece = data[: LARGEST_HEAD + 1 - self._unparsed_head]
                self._unparsed_head += len(piece)
            super().data_received(piece)
            data = data[len(piece) :]
            if self._phase is not _Phase.BODY and self._unparsed_head > LARGEST_HEAD:
                self._refuse(HeadTooLarge())
        if self._phase is not self._timed and not self._is_refused:
            self._timed = self._phase
            self._stop_timer()
            if self._phase is not _Phase.NOTHING:
                self._keep_time(HEAD_SECONDS if self._phase is _Phase.HEAD else BODY_SECONDS)

    # --- parser callbacks ---

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._phase, self._head_bytes = _Phase.HEAD, 0

    def on_url(self, url: bytes) -> None:
        """A part of the URL."""
        super().on_url(url)
        self._head_bytes += len(url)
        if self._head_bytes > LONGEST_URL:
            self._refuse(UrlTooLong())

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._head_bytes += len(name) + len(value) + 4
        if self._head_bytes > LARGEST_HEAD:
            self._refuse(HeadTooLarge())

    def on_headers_complete(self) -> None:
        """From here on it is a request, and its connection makes room for no other."""
        if self._is_refused:
            return
        self._phase, self._unparsed_head, self._body_bytes = _Phase.BODY, 0, 0
        self._body_since = self.loop.time()
        self._every.waiting.pop(self, None)
        super().on_headers_complete()
        if self._every.stopping.is_set() and self.cycle is not None:
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        if not self._is_refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is whole."""
        if not self._is_refused:
            self._phase = _Phase.NOTHING
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """The response is sent; the connection waits for the next request."""
        super().on_response_complete()
        if self.transport.is_closing():
            if self.transport.get_write_buffer_size():
                self._stalled = self.loop.call_later(SEND_SECONDS, self.transport.abort)
        elif not self.pipeline:
            self._every.waiting[self] = None

    def send_400_response(self, msg: str) -> None:
        """Answer unparsable input with our own problem document and headers."""
        self._refuse(BadRequest())

    # --- time ---

    def _keep_time(self, seconds: float) -> None:
        self._due = self.loop.call_later(seconds, self._give_up)

    def _stop_timer(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _give_up(self) -> None:
        self._due = None
        if self._phase is _Phase.FIRST:
            # Browsers open connections in advance; an answer to no question would confuse them.
            self.transport.close()
            return
        if self._phase is _Phase.BODY:
            if self.cycle.response_complete:  # already answered, so the rest is not needed
                self.transport.close()
                return
            allowed = BODY_SECONDS + self._body_bytes / BODY_BYTES_PER_SECOND
            left = allowed - (self.loop.time() - self._body_since)
            if left > 0 or self.flow.read_paused:  # more of it came, or it is we who do not read on
                self._keep_time(max(left, 1.0))
                return
        self._refuse(RequestTimeout())

    def pause_writing(self) -> None:
        """The caller is not reading the answer."""
        super().pause_writing()
        self._stalled = self.loop.call_later(SEND_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The caller is reading again."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    # --- refusals ---

    def _refuse(self, problem: Problem, *, linger: bool = True) -> None:
        """Answer without calling the application, and close the connection."""
        if self._is_refused or self.transport.is_closing():
            return
        self._is_refused = True
        self._stop_timer()
        if self.cycle is not None and not self.cycle.response_complete:
            if self.cycle.response_started or self._phase is not _Phase.BODY:
                self.transport.abort()  # the answer to an earlier request is still due on this line
                return
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        answer = problem_response(problem)
        answer.headers.update({**dict(COMMON_HEADERS), **_OF_REFUSALS})
        lines = b"".join(name + b": " + value + b"\r\n" for name, value in answer.raw_headers)
        self.transport.write(STATUS_LINE[answer.status_code] + lines + b"\r\n" + bytes(answer.body))
        if linger and self.transport.can_write_eof():
            self.transport.write_eof()
            self._due = self.loop.call_later(_LINGER_SECONDS, self.transport.abort)
        else:
            self.transport.close()
