"""A clock that stands until it is told to move: the one part of the product that tests replace."""

from datetime import UTC, datetime, timedelta


class HeldClock:
    """Answers the same moment at every call; half past eleven in Berlin on a working day of winter time."""

    def __init__(self, now: datetime = datetime(2026, 11, 3, 10, 30, 15, 123456, tzinfo=UTC)) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **amount: float) -> None:
        self.now += timedelta(**amount)


class BrokenClock:
    """Raises at every call, quoting what a person might have typed: the crash nobody foresaw."""

    def __init__(self, message: str) -> None:
        self.message = message

    def __call__(self) -> datetime:
        raise RuntimeError(self.message)
