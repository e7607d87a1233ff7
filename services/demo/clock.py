"""Simulated clock of a demonstration being built: moved explicitly, never backwards."""

from datetime import datetime


class StoryClock:
    """Returns the current simulated time."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def __call__(self) -> datetime:
        return self._now

    def move_to(self, moment: datetime) -> None:
        """Move forward; an earlier time has no effect."""
        self._now = max(self._now, moment)
