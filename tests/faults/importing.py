"""An import carried on by a process of its own that dies at a given line of the product's code."""

import os
from datetime import datetime
from multiprocessing.connection import Connection

from services.core.db.db import Database
from services.reservations.imports import carry_out
from services.settings import Settings
from tests.faults.killing import answer_of_process, counted
from tests.fixtures.forking import forking
from tests.fixtures.servers import ROOT

_TRACED = (f"{ROOT / 'services' / 'reservations'}{os.sep}", f"{ROOT / 'services' / 'core' / 'db'}{os.sep}")
CHUNK = 3
forking(__name__)


def _continue(database_url: str, now: datetime, kill_at: int | None, answer: Connection) -> None:
    carry_out.CHUNK = CHUNK  # type: ignore[misc]
    with counted(_TRACED, kill_at) as lines:
        db = Database(database_url)
        carry_out.continue_imports(db, Settings(), lambda: now)
    db.close()
    answer.send(lines.count)


def continue_apart(database_url: str, now: datetime, kill_at: int | None = None) -> int | None:
    """Enter what waits in a process of its own: how many lines that took; None when it was killed on its way."""
    answer: int | None = answer_of_process(_continue, database_url, now, kill_at)
    return answer
