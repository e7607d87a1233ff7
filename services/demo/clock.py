"""The time of a demonstration that is being built: it stands until the story moves it, and never goes back."""

from datetime import datetime


class StoryClock:
    """Answers the moment the story has come to."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def __call__(self) -> datetime:
        return self._now

    def move_to(self, moment: datetime) -> None:
        """Forward; an earlier moment leaves it where it is."""
        self._now = max(self._now, moment)
