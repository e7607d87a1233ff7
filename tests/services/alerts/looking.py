"""Looks at the figures from processes of their own, all at once."""

from datetime import datetime
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from pathlib import Path

from services.alerts.check import check_alerts
from services.core.db.db import Database
from services.settings import Settings
from tests.fixtures.forking import forking

_PROCESSES = forking(__name__)


def look_at_once(count: int, database_url: str, folder: Path, now: datetime) -> list[int]:
    """How many alerts each of so many processes opened."""
    gate = _PROCESSES.Barrier(count)
    reader, writer = _PROCESSES.Pipe(duplex=False)
    arguments = (database_url, folder, now, gate, writer)
    processes = [_PROCESSES.Process(target=_look, args=arguments, daemon=True) for _ in range(count)]
    for process in processes:
        process.start()
    writer.close()
    for process in processes:
        process.join(timeout=120)
    assert [process.exitcode for process in processes] == [0] * count
    return sorted(reader.recv() for _ in processes)


def _look(database_url: str, folder: Path, now: datetime, gate: Barrier, answers: Connection) -> None:
    db = Database(database_url)
    settings = Settings(_env_file=None, data_dir=folder)
    gate.wait(timeout=90)
    answers.send(check_alerts(db, settings, lambda: now).opened)
    db.close()
