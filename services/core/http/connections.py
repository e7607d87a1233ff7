"""Connection limits of one process, in total and per caller.

A connection costs a file descriptor; without descriptors no page can be read, no mail sent and no query run. When
they run out, the connection that has been idle longest is closed: callers that keep idle connections open
only lose their own.
"""

import resource
from collections import Counter
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from threading import Event
from typing import Final, Protocol

import structlog

from services.core.http.callers.client_address import is_within, network_of
from services.core.http.errors import NoConnectionLeft, RateLimited, count_refusal

log = structlog.get_logger()

Network = IPv4Network | IPv6Network

_MOST_FILES: Final = 1_048_576
"""Where the system names no bound: a number that every one of them accepts."""
_FILES_OF_OUR_OWN: Final = 256
"""Database connections, files, webhooks, mail."""
_WAIT_SECONDS: Final = 60


def raise_file_limit() -> int:
    """Raise this process's limit of open files to the system's maximum and return it: the usual 1,024 are few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return max(soft, wanted)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems name a hard limit that they then refuse
        return soft
    return wanted


def most_connections(files: int) -> int:
    """The number of connections that leaves enough of `files` for the work itself."""
    return files - min(_FILES_OF_OUR_OWN, files // 2)


class Connection(Protocol):
    """A connection, as far as the counter needs it."""

    caller: str | None

    def drop(self) -> None:
        """Close at once, without a response."""


@dataclass(slots=True)
class Connections:
    """All open connections of one process and their limits."""

    most: int
    """In all."""
    most_per_address: int
    """Of one caller; 0 for no bound."""
    proxies: tuple[Network, ...] = ()
    """Their connections are those of many people."""
    stopping: Event = field(default_factory=Event)
    """Once it is set, every answer ends its connection."""
    taken: set[Connection] = field(default_factory=set)
    waiting: dict[Connection, None] = field(default_factory=dict)
    """Those without a request, the longest waiting first."""
    per_address: Counter[str] = field(default_factory=Counter)

    def caller(self, host: str) -> str | None:
        """The caller a connection is counted for; None if it is not counted."""
        if not self.most_per_address or is_within(host, self.proxies):
            return None
        return network_of(host)

    def take(self, connection: Connection) -> None:
        """Count a new connection, and make room for it. Raises RateLimited or NoConnectionLeft."""
        caller = connection.caller
        if caller and self.per_address[caller] >= self.most_per_address:
            raise RateLimited(_WAIT_SECONDS, "connections")
        if len(self.taken) >= self.most and not self._make_room():
            log.warning("connections_exhausted", open=len(self.taken))
            raise NoConnectionLeft
        self.taken.add(connection)
        self.waiting[connection] = None
        if caller:
            self.per_address[caller] += 1

    def give_back(self, connection: Connection) -> None:
        """Release a closed connection; may be called twice."""
        if connection not in self.taken:
            return
        self.taken.discard(connection)
        self.waiting.pop(connection, None)
        if caller := connection.caller:
            self.per_address[caller] -= 1
            if not self.per_address[caller]:
                del self.per_address[caller]

    def _make_room(self) -> bool:
        longest = next(iter(self.waiting), None)
        if longest is None:
            return False
        longest.drop()
        count_refusal(NoConnectionLeft())
        self.give_back(longest)
        return True
