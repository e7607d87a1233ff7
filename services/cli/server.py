"""The uvicorn server with a graceful, announced and time-limited shutdown."""

import asyncio
import os
import socket
import sys
from threading import Event, Timer
from typing import Final

import structlog
import uvicorn

log = structlog.get_logger()

DRAIN_SECONDS: Final = 2
"""How long a server that ends still answers while `/readyz` says 503: twice the interval at which the proxies of
`deployment/` ask."""
KEEP_ALIVE_SECONDS: Final = 75
"""How long a connection without a request is kept: longer than those proxies keep theirs, else one of them may send a
request on a connection that is just being closed."""
REQUEST_SECONDS: Final = 3
"""For requests under way, once the socket is closed."""
JOB_SECONDS: Final = 2.5
"""For jobs under way, after that; they were notified when the stop began, as long before as the rest took."""
_SPARE_SECONDS: Final = 1.5
_LONGEST_STOP: Final = REQUEST_SECONDS + JOB_SECONDS + _SPARE_SECONDS
"""Without the drain: 9 in all, and container runtimes kill after 10."""


class DrainingServer(uvicorn.Server):
    """On shutdown reports itself as not ready and keeps serving until load balancers have noticed."""

    def __init__(self, config: uvicorn.Config, stopping: Event, drain_seconds: float) -> None:
        super().__init__(config)
        self._stopping = stopping
        self._drain_seconds = drain_seconds

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Unready, drain, close. A second Ctrl-C skips the waiting."""
        self._stopping.set()
        end_at_the_latest_after(self._drain_seconds + _LONGEST_STOP)
        log.info("stopping", drain_seconds=self._drain_seconds)
        loop = asyncio.get_running_loop()
        until = loop.time() + self._drain_seconds
        while loop.time() < until and not self.force_exit:
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def end_at_the_latest_after(seconds: float) -> None:
    """Force the process to end even if a thread hangs: its leases expire, and other processes take over its work."""

    def end() -> None:
        log.warning("stop_forced", seconds=seconds)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)

    timer = Timer(seconds, end)
    timer.daemon = True
    timer.start()
