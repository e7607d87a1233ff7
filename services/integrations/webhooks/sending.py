"""HTTP client for one POST to a checked address: bounded time and size, no redirects, response body discarded.

`h11` speaks HTTP; the connection is our own because no common client lets us choose the address for a name and limit
the time of the *whole* exchange (their timeouts are per read, and a peer that sends a byte every few seconds never
exceeds them). Proxies from the environment are not used.
"""

import socket
import ssl
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cached_property
from time import monotonic

import h11

from services.integrations.webhooks.addresses import (
    Address,
    AddressRefused,
    Lookup,
    Rules,
    Target,
    addresses_of,
    read_url,
)

CONNECT_SECONDS = 5.0
WHOLE_SECONDS = 10.0
_MOST_BYTES = 64 * 1024
_PIECE = 16 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of the exchange: `problem` is None if the receiver accepted the event."""

    duration_ms: int
    status: int | None = None
    problem: str | None = None
    retry_after: int | None = None
    """`Retry-After` of the receiver, in seconds."""


class _Failed(Exception):
    """The exchange failed; `code` as in `problems.py`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class _Deadline:
    """Deadline of the whole exchange."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    def left(self, longest: float = WHOLE_SECONDS) -> float:
        """Seconds left for the next step; raises TimeoutError if none are left."""
        left = min(self._end - monotonic(), longest)
        if left <= 0:
            raise TimeoutError
        return left


class Sender:
    """Posts to receivers. `lookup` resolves names, `context` defines the trusted certificates."""

    def __init__(self, rules: Rules, lookup: Lookup, context: ssl.SSLContext | None = None) -> None:
        self._rules = rules
        self._lookup = lookup
        self._given_context = context

    @cached_property
    def _context(self) -> ssl.SSLContext:
        """Created on first use: loading the CA certificates takes a while, and a job is created at every start."""
        return self._given_context or ssl.create_default_context()

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send `body` and wait for the response; any failure is part of the result."""
        begun = monotonic()
        status: int | None = None
        problem: str | None = None
        retry_after: int | None = None
        try:
            status, retry_after = self._exchange(url, headers, body)
            problem = _problem_of(status)
        except AddressRefused as refusal:
            problem = refusal.code
        except _Failed as failure:
            problem = failure.code
        return Answer(round((monotonic() - begun) * 1000), status, problem, retry_after)

    def _exchange(self, url: str, headers: Mapping[str, str], body: bytes) -> tuple[int, int | None]:
        target = read_url(url, self._rules)
        deadline = _Deadline(WHOLE_SECONDS)
        addresses = addresses_of(target, self._rules, self._lookup)
        try:
            with closing(self._connected(target, addresses, deadline)) as connection:
                return _talk(connection, target, headers, body, deadline)
        except TimeoutError as error:
            raise _Failed("timed_out") from error
        except ssl.SSLError as error:
            raise _Failed("bad_tls") from error
        except (h11.ProtocolError, OSError) as error:
            raise _Failed("broken_answer") from error

    def _connected(self, target: Target, addresses: Sequence[Address], deadline: _Deadline) -> socket.socket:
        """A connection to the first address that accepts one. The name is not resolved again."""
        connecting = _Deadline(CONNECT_SECONDS)
        last: OSError | None = None
        for address in addresses:
            family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
            plain = socket.socket(family, socket.SOCK_STREAM)
            try:
                plain.settimeout(connecting.left())
                plain.connect((str(address), target.port))
                if not target.is_https:
                    return plain
                plain.settimeout(deadline.left(CONNECT_SECONDS))
                return self._context.wrap_socket(plain, server_hostname=target.host)
            except ssl.SSLError:
                plain.close()
                raise
            except OSError as error:
                plain.close()
                last = error
        if isinstance(last, TimeoutError):
            raise last
        raise _Failed("no_connection") from last


def _talk(
    connection: socket.socket, target: Target, headers: Mapping[str, str], body: bytes, deadline: _Deadline
) -> tuple[int, int | None]:
    """The response status, and its `Retry-After`."""
    http = h11.Connection(h11.CLIENT)
    lines = [("host", target.authority), ("connection", "close"), ("content-length", str(len(body))), *headers.items()]
    data = http.send(h11.Request(method="POST", target=target.path, headers=lines)) or b""
    data += http.send(h11.Data(body)) or b""
    data += http.send(h11.EndOfMessage()) or b""
    connection.settimeout(deadline.left())
    connection.sendall(data)
    response = _read_response(http, connection, deadline)
    return response.status_code, _retry_after(response)


def _read_response(http: h11.Connection, connection: socket.socket, deadline: _Deadline) -> h11.Response:
    """The response head, which decides. The body is discarded, and errors in it do not matter."""
    while not isinstance(event := _next_event(http, connection, deadline), h11.Response):
        if not isinstance(event, h11.InformationalResponse):
            raise h11.RemoteProtocolError("no answer")
    with suppress(OSError, h11.ProtocolError):
        # Some servers fail if cut off while writing; a small body is read for their sake.
        for _ in range(_MOST_BYTES // _PIECE):
            if not isinstance(_next_event(http, connection, deadline), h11.Data):
                break
    return event


def _next_event(http: h11.Connection, connection: socket.socket, deadline: _Deadline) -> object:
    """The next part of the response; h11 limits the size of the head."""
    while (event := http.next_event()) is h11.NEED_DATA:
        connection.settimeout(deadline.left())
        http.receive_data(connection.recv(_PIECE))
    return event


def _retry_after(response: h11.Response) -> int | None:
    for name, value in response.headers:
        if name == b"retry-after" and value.isdigit() and len(value) < 8:
            return int(value)
    return None


def _problem_of(status: int) -> str | None:
    if 200 <= status < 300:
        return None
    if 300 <= status < 400:
        return "redirected"
    return "gone" if status == 410 else "refused"
