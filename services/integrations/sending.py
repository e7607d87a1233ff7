"""HTTP client for one POST to a checked address: bounded time and size, no redirects, response body discarded.

The name is resolved once, and the connection is made to an address that was checked. The *whole* exchange has one
deadline: timeouts of clients are per read, and a peer that sends a byte every few seconds never exceeds them. Proxies
from the environment are not used.
"""

import ssl
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import Any, Final

import httpcore2
from httpcore2 import SOCKET_OPTION, NetworkBackend, NetworkStream

from services.integrations.addresses import (
    Address,
    AddressRefused,
    Lookup,
    Rules,
    Target,
    addresses_of,
    read_url,
)

WORDS: Final = {
    "not_an_address": "Das ist keine Internetadresse, an die wir senden können.",
    "not_https": "Die Adresse beginnt nicht mit https://.",
    "port_refused": "An diesen Port senden wir nicht. Üblich ist 443, möglich sind die Ports ab 1024.",
    "address_refused": "Die Adresse führt in ein internes Netz. Dorthin senden wir nicht.",
    "unknown_name": "Der Name der Adresse ist nicht bekannt.",
    "no_connection": "Es kam keine Verbindung zustande.",
    "timed_out": "Innerhalb von 10 Sekunden kam keine Antwort.",
    "bad_tls": "Eine sichere Verbindung kam nicht zustande, etwa weil das Zertifikat nicht gilt.",
    "broken_answer": "Die Antwort war unvollständig oder kein HTTP.",
    "redirected": "Die Adresse leitet weiter. Wir folgen nicht; bitte tragen Sie das Ziel selbst ein.",
    "gone": "Der Empfänger möchte nichts mehr bekommen (Antwort 410).",
    "refused": "Der Empfänger hat abgelehnt.",
    "secret_changed": "Das Geheimnis gilt nicht mehr, weil VOLTIGO_SECRET neu ist. Bitte erneuern Sie es.",
    "interrupted": "Der Versuch wurde unterbrochen, sein Ergebnis ist unbekannt.",
}


def words_of(problem: str | None, status: int | None) -> str | None:
    """The failure in one sentence; None if the delivery was accepted."""
    if problem is None:
        return None
    if problem == "refused" and status is not None:
        return f"Der Empfänger hat mit {status} geantwortet."
    return WORDS.get(problem, problem)


CONNECT_SECONDS = 5.0
WHOLE_SECONDS = 10.0
_MOST_BYTES: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of the exchange: `problem` is None if the receiver accepted the event."""

    duration_ms: int
    status: int | None = None
    problem: str | None = None
    retry_after: int | None = None
    """`Retry-After` of the receiver, in seconds."""


class _Deadline:
    """Deadline of the whole exchange."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    def left(self, longest: float = WHOLE_SECONDS) -> float:
        """Seconds left for the next step; raises a timeout if none are left."""
        left = min(self._end - monotonic(), longest)
        if left <= 0:
            raise httpcore2.ReadTimeout
        return left


class _Stream(NetworkStream):
    """A connection, each step of which ends by the deadline."""

    def __init__(self, stream: NetworkStream, deadline: _Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.left())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> NetworkStream:
        left = self._deadline.left(CONNECT_SECONDS)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _CheckedAddresses(NetworkBackend):
    """Connects to the first of these addresses that accepts a connection; the name is not resolved again."""

    def __init__(self, addresses: Sequence[Address], deadline: _Deadline) -> None:
        self._addresses = addresses
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[SOCKET_OPTION] | None = None,
    ) -> NetworkStream:
        connecting = _Deadline(CONNECT_SECONDS)
        last: Exception = httpcore2.ConnectError()
        for address in self._addresses:
            try:
                plain = httpcore2.SyncBackend().connect_tcp(str(address), port, connecting.left())
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                last = error
            else:
                return _Stream(plain, self._deadline)
        raise last


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
        retry_after: int | None = None
        try:
            status, retry_after = self._exchange(url, headers, body)
            problem = _problem_of(status)
        except AddressRefused as refusal:
            problem = refusal.code
        except httpcore2.TimeoutException:
            problem = "timed_out"
        except httpcore2.ConnectError as error:
            problem = "bad_tls" if isinstance(error.__cause__ or error.__context__, ssl.SSLError) else "no_connection"
        except (httpcore2.NetworkError, httpcore2.ProtocolError):
            problem = "broken_answer"
        return Answer(round((monotonic() - begun) * 1000), status, problem, retry_after)

    def _exchange(self, url: str, headers: Mapping[str, str], body: bytes) -> tuple[int, int | None]:
        """The response status, and its `Retry-After`."""
        target = read_url(url, self._rules)
        deadline = _Deadline(WHOLE_SECONDS)
        addresses = addresses_of(target, self._rules, self._lookup)
        lines = [("Host", target.authority), ("Connection", "close"), *headers.items()]
        with (
            httpcore2.ConnectionPool(
                ssl_context=self._context, network_backend=_CheckedAddresses(addresses, deadline)
            ) as pool,
            pool.stream("POST", _url(target), headers=lines, content=body) as response,
        ):
            found = response.status, _retry_after(response.headers)
            with suppress(httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.TimeoutException):
                _discard(response)
            return found


def _url(target: Target) -> httpcore2.URL:
    scheme = b"https" if target.is_https else b"http"
    return httpcore2.URL(scheme=scheme, host=target.host.encode(), port=target.port, target=target.path.encode())


def _discard(response: httpcore2.Response) -> None:
    """Some servers fail if cut off while writing; a small body is read for their sake."""
    read = 0
    for piece in response.iter_stream():
        read += len(piece)
        if read >= _MOST_BYTES:
            break


def _retry_after(headers: Sequence[tuple[bytes, bytes]]) -> int | None:
    for name, value in headers:
        if name.lower() == b"retry-after" and value.isdigit() and len(value) < 8:
            return int(value)
    return None


def _problem_of(status: int) -> str | None:
    if 200 <= status < 300:
        return None
    if 300 <= status < 400:
        return "redirected"
    return "gone" if status == 410 else "refused"
