"""Numbers, counts and days as German sentences and tables write them. The console's twin is `admin-web/src/lib`."""

import errno
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from services.core.clock import BERLIN, berlin_day

MONTHS: Final = (
    *("Januar", "Februar", "März", "April", "Mai", "Juni"),
    *("Juli", "August", "September", "Oktober", "November", "Dezember"),
)
WEEKDAYS: Final = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")


def number(value: int) -> str:
    """`1.204`; `−3` with a minus sign, not a hyphen."""
    return f"{value:,}".replace(",", ".").replace("-", "−")


def counted(count: int, one: str, many: str) -> str:
    """`1 Zeile`, `1.204 Zeilen`."""
    return f"{number(count)} {one if count == 1 else many}"


def listed(words: Sequence[str]) -> str:
    """`Besuche, Kosten und Prüfung`; empty for none."""
    return " und ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def numeric_day(day: date) -> str:
    """`31.05.2026`. A moment is used in its own zone."""
    return f"{day:%d.%m.%Y}"


def short_day(day: date) -> str:
    """`Fr 27.11.`, for nearby days."""
    return f"{WEEKDAYS[day.weekday()][:2]} {day.day}.{day.month}."


def long_day(day: date) -> str:
    """`22. November 2026`."""
    return f"{day.day}. {MONTHS[day.month - 1]} {day.year}"


def long_moment(moment: datetime) -> str:
    """`Sonntag, 6. Dezember 2026, 19:42 Uhr` in Berlin; the repeated hour of a clock change is marked."""
    return _long_moment(moment.timestamp())


@lru_cache(maxsize=64)
def _long_moment(seconds: float) -> str:
    """Cached, since many households share a deadline; keyed by seconds, since equal `datetime`s may differ."""
    local = datetime.fromtimestamp(seconds, BERLIN)
    words = f"{WEEKDAYS[local.weekday()]}, {long_day(local)}, {local.hour}:{local:%M} Uhr"
    # Whether a clock in Berlin ever shows it; the hour that is left out in March differs by fold as well
    is_repeated = (
        local.utcoffset() != local.replace(fold=not local.fold).utcoffset()
        and local.astimezone(UTC).astimezone(BERLIN).replace(fold=local.fold) == local
    )
    return f"{words} {'Winterzeit' if local.fold else 'Sommerzeit'}" if is_repeated else words


def at_moment(moment: datetime, now: datetime) -> str:
    """„um 07:27“ of today, „am Fr 27.11. um 07:27“ of another day."""
    day, local = berlin_day(moment), moment.astimezone(BERLIN)
    return f"um {local:%H:%M}" if day == berlin_day(now) else f"am {short_day(day)} um {local:%H:%M}"


_OS_REASONS: Final[Mapping[int, str]] = MappingProxyType(
    {
        errno.EACCES: "keine Berechtigung",
        errno.EPERM: "keine Berechtigung",
        errno.ENOENT: "nicht vorhanden",
        errno.ENOTDIR: "kein Ordner",
        errno.EISDIR: "ein Ordner, keine Datei",
        errno.EEXIST: "schon vorhanden",
        errno.ENOSPC: "kein Platz mehr auf dem Datenträger",
        errno.EDQUOT: "das erlaubte Maß an Speicherplatz ist erreicht",
        errno.EFBIG: "die Datei wird größer als erlaubt",
        errno.EROFS: "nur lesbar eingehängt",
        errno.EIO: "Lese- oder Schreibfehler des Datenträgers",
        errno.EMFILE: "zu viele offene Dateien",
        errno.ENFILE: "zu viele offene Dateien",
        errno.ENAMETOOLONG: "der Name ist zu lang",
        errno.EADDRINUSE: "die Adresse ist belegt",
        errno.EADDRNOTAVAIL: "diese Adresse hat der Rechner nicht",
        errno.ECONNREFUSED: "die Verbindung wurde abgelehnt",
        errno.ETIMEDOUT: "keine Antwort",
        errno.ESTALE: "das entfernte Dateisystem ist nicht mehr da",
        errno.ENODEV: "das Gerät ist nicht mehr da",
        errno.ENXIO: "das Gerät ist nicht mehr da",
    }
)
"""Why the operating system refuses something: what `strerror` says in English."""


def os_reason(error: OSError) -> str:
    """Why the operating system refused something, as the end of a sentence."""
    return _OS_REASONS.get(error.errno or 0) or error.strerror or type(error).__name__
