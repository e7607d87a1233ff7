"""What the product acknowledged and answered while the load ran, to be compared with the database at the end."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

_GRACE_SECONDS: Final = 15.0
"""How long after an outage its 503s may still come: a request may have begun to wait in it."""


@dataclass
class Ledger:
    """Written by one event loop, and by the thread that causes outages."""

    reserved: dict[str, str] = field(default_factory=dict)
    """Reference by the household's mail address."""
    cancelled: set[str] = field(default_factory=set)
    """References whose household was told that its place is given back."""
    confirmed: set[str] = field(default_factory=set)
    """References whose link was pressed."""
    unsure: set[str] = field(default_factory=set)
    """References for which an answer was lost while they were cancelled."""
    tried: set[str] = field(default_factory=set)
    """Mail addresses of every household that began to reserve."""
    sent_again: int = 0
    """Calls that were made once more, since no answer came or it was "not now"."""
    replayed: int = 0
    """Answers to those that had been done before."""
    messages: set[str] = field(default_factory=set)
    notes: set[str] = field(default_factory=set)
    kept_reports: set[int] = field(default_factory=set)
    visits: int = 0
    visits_unsure: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    """By status; 0 for a connection that broke."""
    wrong: list[str] = field(default_factory=list)
    """Answers that no outage explains."""
    outages: Counter[str] = field(default_factory=Counter)
    in_outages: tuple[int, ...] = (503,)
    """Statuses of 5xx that an outage explains; behind a proxy 502 is one."""
    memory: list[tuple[float, int]] = field(default_factory=list)
    """Seconds since the start and resident KiB of the server that nothing happens to."""
    _open_outages: int = 0
    _last_outage_ended: float = 0.0

    @contextmanager
    def outage(self, kind: str) -> Iterator[None]:
        """While the block runs, and a little longer, what `in_outages` names is a right answer."""
        self.outages[kind] += 1
        self._open_outages += 1
        try:
            yield
        finally:
            self._last_outage_ended = time.monotonic()
            self._open_outages -= 1

    def answered(self, method: str, path: str, status: int, sent_at: float) -> None:
        """Count an answer; one that should not have come is kept with its words."""
        self.statuses[status] += 1
        is_outage = self._open_outages > 0 or sent_at - self._last_outage_ended < _GRACE_SECONDS
        if status >= 500 and not (status in self.in_outages and is_outage):
            self.wrong.append(f"{method} {path}: {status}")

    def growth(self) -> float:
        """Memory of the last fifth by that of the second: what came after everything had been loaded once."""
        part = max(1, len(self.memory) // 5)
        early, late = self.memory[part : 2 * part], self.memory[-part:]
        return sum(kib for _, kib in late) / sum(kib for _, kib in early) if early else 1.0
