"""Exports and imports in a process of their own that is killed at a certain step."""

import os
import signal
from itertools import count
from pathlib import Path
from typing import NoReturn

from services.core.clock import utc_now
from services.portability import export as exporting
from services.portability import load as importing
from services.portability.export import export
from services.portability.load import load
from tests.fixtures.forking import forking
from tests.services.backup.installations import Installation

forking(__name__)


def export_until(old: Installation, folder: Path, step: str, _there: object) -> None:
    """Killed in the midst of the rows, or before a step."""
    if step != "rows":
        setattr(exporting, step, _die)
    calls = count(1)
    export(old.settings, folder, utc_now, on_rows=lambda *_: _die() if step == "rows" and next(calls) == 9 else None)


def import_until(new: Installation, folder: Path, step: str, _there: object) -> None:
    """Killed while rows are loaded or compared, or before a step."""
    shares, done = {"rows loaded": 0.3, "rows compared": 0.8}, 0

    def on_rows(rows: int, expected: int) -> None:
        nonlocal done
        done += rows
        if done > expected * shares.get(step, 2):
            _die()

    if not step.startswith("rows"):
        setattr(importing, step, _die)
    load(new.settings, folder, utc_now, on_rows=on_rows)


def _die(*_given: object, **_named: object) -> NoReturn:
    """End the process without farewell."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError
