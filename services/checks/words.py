"""Spans and sizes in German sentences."""

from datetime import timedelta
from typing import Final

from services.core.german import counted

_STEPS: Final = (
    (86_400, "Tag", "Tage"),
    (3_600, "Stunde", "Stunden"),
    (60, "Minute", "Minuten"),
    (1, "Sekunde", "Sekunden"),
)
_UNITS: Final = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"))


def lasting(span: timedelta) -> str:
    """`3 Stunden`, in the largest unit of which there are two or more; whole ones, rounded down."""
    seconds = max(int(span.total_seconds()), 0)
    size, one, many = next((step for step in _STEPS if seconds >= 2 * step[0]), _STEPS[-1])
    return counted(seconds // size, one, many)


def size_words(size: int) -> str:
    """`1,5 GB`; below a thousand bytes `900 Byte`."""
    for unit, name in _UNITS:
        if size >= unit:
            return f"{size / unit:.1f} {name}".replace(".", ",")
    return f"{size} Byte"
