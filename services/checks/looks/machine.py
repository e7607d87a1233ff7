"""Checks of the machine: open files, memory, the version of Python."""

import platform
import resource
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from services.checks.finding import Found, Ground, fault, hint, ok
from services.checks.words import size_words
from services.core.german import number

_FEW_FILES: Final = 4_096
_TIGHT: Final = 0.8
_LITTLE_MEMORY: Final = 256_000_000
_OLDEST_PYTHON: Final = (3, 11)
_PROC: Final = Path("/proc")
_GROUP: Final = Path("/sys/fs/cgroup")


def files(ground: Ground) -> Found:
    """The limit of open files: each connection takes one."""
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


def python(_ground: Ground) -> Found:
    """Whether Python is one that the product runs on."""
    words = f"Python {platform.python_version()}"
    return ok(words) if sys.version_info >= _OLDEST_PYTHON else fault(f"{words} ist zu alt: Nötig ist 3.11.")
