"""The folder for costs looked into by a process of its own that dies at a given line of the product's code."""

import os
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path

from services.campaigns.costs.arrivals import look
from services.core.db.db import Database
from services.settings import Settings
from tests.faults.killing import answer_of_process, counted
from tests.fixtures.forking import forking
from tests.fixtures.servers import ROOT

_TRACED = (f"{ROOT / 'services' / 'campaigns'}{os.sep}", f"{ROOT / 'services' / 'core' / 'db'}{os.sep}")
forking(__name__)


def _look(database_url: str, folder: Path, now: datetime, kill_at: int | None, answer: Connection) -> None:
    with counted(_TRACED, kill_at) as lines:
        db = Database(database_url)
        look(db, Settings(_env_file=None, costs_folder=folder), lambda: now)
    db.close()
    answer.send(lines.count)


def look_apart(database_url: str, folder: Path, now: datetime, kill_at: int | None = None) -> int | None:
    """Look into the folder in a process of its own: how many lines that took; None when it was killed on its way."""
    answer: int | None = answer_of_process(_look, database_url, folder, now, kill_at)
    return answer
