"""Checks of the machine, of the proxy in front of us, and of misspelt settings."""

import platform
import resource
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from services.checks.check import Found, Ground, Group, check, fault, hint, ok, size_words
from services.core.german import number
from services.core.http.callers.unlisted_proxies import was_seen
from services.settings_checks import unknown_names

_FEW_FILES: Final = 4_096
_TIGHT: Final = 0.8
_LITTLE_MEMORY: Final = 256_000_000
_OLDEST_PYTHON: Final = (3, 11)
_PROC: Final = Path("/proc")
_GROUP: Final = Path("/sys/fs/cgroup")


@check(
    "files",
    Group.MACHINE,
    "Offene Dateien",
    "Jede Verbindung braucht eine. Sind sie aufgebraucht, wird niemand mehr bedient.",
    "Erlauben Sie mehr, etwa mit LimitNOFILE=65536 in der systemd-Unit oder `ulimit -n`.",
    needs_database=False,
)
def files(ground: Ground) -> Found:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        return ok("Keine Grenze.")
    with suppress(OSError):
        used = sum(1 for _ in (_PROC / "self" / "fd").iterdir())
        if used > hard * _TIGHT:
            return fault(f"{number(used)} von {number(hard)} Dateien sind offen.")
    wanted = ground.settings.rate_limits.connections
    if hard < _FEW_FILES:
        return hint(f"Nur {number(hard)} offene Dateien sind erlaubt, {number(wanted)} Verbindungen eingestellt.")
    return ok(f"{number(hard)} offene Dateien sind erlaubt.")


@check(
    "memory",
    Group.MACHINE,
    "Arbeitsspeicher",
    "Wird er knapp, beendet das System den Prozess ohne Warnung.",
    "Beenden Sie andere Programme, geben Sie der Maschine mehr, oder senken Sie VOLTIGO_DUCKDB_MEMORY_LIMIT.",
    needs_database=False,
)
def memory(_ground: Ground) -> Found:
    """Free memory of the machine, or of the group of processes that it is limited to."""
    free = [size for size in (_free_of_machine(), _free_of_group()) if size is not None]
    if not free:
        return ok("Auf diesem System nicht messbar.")
    words = f"{size_words(min(free))} Arbeitsspeicher sind frei"
    return hint(f"Nur noch {words}.") if min(free) < _LITTLE_MEMORY else ok(f"{words}.")


def _free_of_machine() -> int | None:
    with suppress(OSError):
        for line in (_PROC / "meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return None


def _free_of_group() -> int | None:
    with suppress(OSError, ValueError):
        limit = (_GROUP / "memory.max").read_text(encoding="ascii").strip()
        return int(limit) - int((_GROUP / "memory.current").read_text(encoding="ascii"))
    return None


@check(
    "python",
    Group.MACHINE,
    "Version von Python",
    "Voltigo läuft mit Python 3.11 oder neuer.",
    "Installieren Sie eine neuere Version, und rufen Sie `make run` auf.",
    needs_database=False,
)
def python(_ground: Ground) -> Found:
    words = f"Python {platform.python_version()}"
    return ok(words) if sys.version_info >= _OLDEST_PYTHON else fault(f"{words} ist zu alt: Nötig ist 3.11.")


@check(
    "proxy",
    Group.OUTSIDE,
    "Proxy",
    "Nur von eingetragenen Proxys wird geglaubt, woher eine Anfrage kommt.",
    "Tragen Sie das Netz des Proxys in VOLTIGO_TRUSTED_PROXIES ein, oder „none“, wenn es keinen gibt.",
)
def proxy(ground: Ground) -> Found:
    """Whether requests pass a proxy that the settings do not list."""
    if was_seen(ground.rows, ground.now):
        return fault("Anfragen kommen über einen Proxy, der nicht eingetragen ist: Alle Haushalte zählen als einer.")
    settings = ground.settings
    if settings.public_url.startswith("https:") and not settings.trusted_proxies:
        return hint("Die Website ist verschlüsselt erreichbar, aber kein Proxy ist eingetragen.")
    return ok("Kein unbekannter Proxy ist aufgefallen.")


@check(
    "names",
    Group.SETTINGS,
    "Namen der Einstellungen",
    "Eine falsch geschriebene Einstellung wirkt nicht.",
    "`voltigo deployment settings.md` nennt alle Einstellungen.",
    needs_database=False,
)
def names(_ground: Ground) -> Found:
    strangers = unknown_names()
    if not strangers:
        return ok("Kein Name ist falsch geschrieben.")
    helps = [f"{name} heißt vielleicht {nearest}." for name, nearest in strangers.items() if nearest]
    return hint(f"Keine Einstellung, also ohne Wirkung: {', '.join(strangers)}.", " ".join(helps) or None)


CHECKS: Final = (proxy, names, files, memory, python)
