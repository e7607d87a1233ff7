"""Load shedding: limits on concurrent staff calls per process, so that a hundred open consoles leave threads for the
site and the reservations, and nobody waits half a minute for a list that a second click would request again.

A call beyond a limit waits briefly in a short queue; if the queue is full, or the wait too long, it is refused
with 503 and a `Retry-After`.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from services.core.http.errors import Busy

_STAFF: Final = "/api/staff/"
_READING: Final = frozenset({"GET", "HEAD"})
_STREAM: Final = "live"
"""Stays open as long as the console does, and takes no thread."""


@dataclass(slots=True)
class Bound:
    """One kind of work. `applies` is asked for method and path below `/api/staff/`."""

    applies: Callable[[str, str], bool]
    most: int
    most_waiting: int
    patience_seconds: float
    sentence: str
    """With `{count}` for how many are at work."""
    retry_after_seconds: int
    at_work: int = 0
    line: deque[asyncio.Future[None]] = field(default_factory=deque)

    async def enter(self) -> None:
        """Take a slot, to be released by `leave`. Raises Busy."""
        if self.at_work < self.most:
            self.at_work += 1
            return
        if len(self.line) >= self.most_waiting:
            raise self._busy()
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.line.append(turn)
        try:
            await asyncio.wait_for(asyncio.shield(turn), self.patience_seconds)
        except BaseException as error:
            if turn.done():  # the slot was granted at the same moment
                self.leave()
            else:
                self.line.remove(turn)
            if isinstance(error, TimeoutError):
                raise self._busy() from None
            raise

    def leave(self) -> None:
        """Pass the slot to the call that has waited longest."""
        if self.line:
            self.line.popleft().set_result(None)
        else:
            self.at_work -= 1

    def _busy(self) -> Busy:
        return Busy(self.sentence.format(count=self.most), self.retry_after_seconds)


def _is_report(method: str, path: str) -> bool:
    """Whether it computes or keeps a report, or reads a kept one from the place of files, which may be slow."""
    if method in _READING:
        return path.startswith(("reports/", "report-runs/"))
    return path == "report-runs"


def bounds_of_staff() -> list[Bound]:
    """Bounds for exports, reports and all other reads; the first that applies counts. All calls share 40 threads."""
    return [
        Bound(
            lambda _method, path: path.startswith("exports"),
            4,
            4,
            10,
            "Gerade werden schon {count} Exporte erstellt. Bitte in einer Minute noch einmal.",
            60,
        ),
        Bound(
            _is_report,
            12,
            24,
            10,
            "Gerade werden schon {count} Berichte gerechnet. Bitte in einer Minute noch einmal.",
            60,
        ),
        Bound(
            lambda method, path: method in _READING and path != _STREAM,
            16,
            80,
            5,
            "Gerade werden sehr viele Seiten der Konsole auf einmal geladen. Bitte in einigen Sekunden noch einmal.",
            5,
        ),
    ]


def _bound_of(bounds: Sequence[Bound], method: str, path: str) -> Bound | None:
    if not path.startswith(_STAFF):
        return None
    below = path.removeprefix(_STAFF)
    return next((bound for bound in bounds if bound.applies(method, below)), None)


class Shedding:
    """ASGI middleware inside the edge, which turns a refusal into its response."""

    def __init__(self, app: ASGIApp, bounds: list[Bound]) -> None:
        self._app = app
        self._bounds = bounds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one call through, after a short wait if necessary, or refuse it."""
        bound = _bound_of(self._bounds, scope["method"], scope["path"]) if scope["type"] == "http" else None
        if bound is None:
            await self._app(scope, receive, send)
            return
        await bound.enter()
        try:
            await self._app(scope, receive, send)
        finally:
            bound.leave()
