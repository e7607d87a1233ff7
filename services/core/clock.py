"""The only source of the present moment, so that a test can hold it still."""

from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

BERLIN = ZoneInfo("Europe/Berlin")
"""Zone of every bucket, label and schedule. Tables hold UTC."""

Clock = Callable[[], datetime]
"""Answers the present moment as an aware UTC datetime."""


def utc_now() -> datetime:
    """The clock of the running product."""
    return datetime.now(UTC)
