"""The mailbox read by a process of its own that dies at a given line of the product's code."""

import os
from datetime import datetime
from multiprocessing.connection import Connection

from pydantic import SecretStr

from services.core.db.db import Database
from services.messages.intake.fetch import MessageFetch
from services.settings import Settings
from tests.faults.killing import answer_of_process, counted
from tests.fixtures.forking import forking
from tests.fixtures.servers import ROOT

_TRACED = (f"{ROOT / 'services' / 'messages'}{os.sep}", f"{ROOT / 'services' / 'core' / 'db'}{os.sep}")
forking(__name__)


def _fetch(database_url: str, mailbox: str, now: datetime, kill_at: int | None, answer: Connection) -> None:
    with counted(_TRACED, kill_at) as lines:
        db = Database(database_url)
        MessageFetch(db, Settings(imap_url=SecretStr(mailbox)), lambda: now).run()
    db.close()
    answer.send(lines.count)


def fetch_apart(database_url: str, mailbox: str, now: datetime, kill_at: int | None = None) -> int | None:
    """Read the mailbox in a process of its own: how many lines that took; None when it was killed on its way."""
    answer: int | None = answer_of_process(_fetch, database_url, mailbox, now, kill_at)
    return answer
