"""A household erased by a process of its own that dies at a given line of the product's code."""

import os
from datetime import datetime
from multiprocessing.connection import Connection

from services.core.db.db import Database
from services.data_protection.erasure.cleanup import finish_erasures
from services.data_protection.erasure.erase import Wish, erase
from services.settings import Settings
from tests.faults.killing import answer_of_process, counted
from tests.fixtures.forking import forking
from tests.fixtures.servers import ROOT

_ROOMS = (("data_protection",), ("store",), ("core", "db"))
_TRACED = tuple(f"{ROOT.joinpath('services', *room)}{os.sep}" for room in _ROOMS)
forking(__name__)


def _erase(settings: Settings, reservation_id: int, now: datetime, kill_at: int | None, answer: Connection) -> None:
    db = Database(settings.database)
    with counted(_TRACED, kill_at) as lines:
        db.write(lambda session: erase(session, Wish(reservation_id, "staff:1"), now))
        finish_erasures(db, settings, lambda: now)
    db.close()
    answer.send(lines.count)


def erase_apart(settings: Settings, reservation_id: int, now: datetime, kill_at: int | None = None) -> int | None:
    """Erase as the console does: how many lines that took; None when it was killed on its way."""
    lines: int | None = answer_of_process(_erase, settings, reservation_id, now, kill_at)
    return lines
