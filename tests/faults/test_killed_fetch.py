"""Killed at any instruction, the reading of the mailbox loses no mail and stores none twice."""

import random
from collections import Counter
from contextlib import closing
from datetime import datetime

import pytest
from pydantic import SecretStr

from services.core.db.db import Database
from services.messages.intake.fetch import MessageFetch
from services.messages.models import Conversation, MailboxRefusal, Message, MessageAttachment
from services.settings import Settings
from tests.faults.killing import traced_apart
from tests.fixtures.forking import forking
from tests.fixtures.imap import Folder
from tests.services.held_clock import HeldClock
from tests.services.messages.mails import mail, with_file
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases(sample="sqlite")

KILLS = 50
"""On each database."""


forking(__name__)


def fetch(database_url: str, mailbox: str, now: datetime) -> None:
    with closing(Database(database_url)) as db:
        MessageFetch(db, Settings(imap_url=SecretStr(mailbox)), lambda: now).run()


def fetch_apart(database_url: str, mailbox: str, now: datetime, kill_at: int | None = None) -> int | None:
    """Read the mailbox: how many lines that takes; None when it was killed on its way."""
    done = traced_apart(("messages", "core/db"), fetch, database_url, mailbox, now, kill_at=kill_at)
    return done and int(done[0])


def mails_of(number: int) -> list[bytes]:
    """One with a Message-ID, one without, one with a file."""
    return [
        mail(f"Mit Kennung {number}.", message_id=f"<{number}@example.org>", **{"from": f"a{number}@example.org"}),
        mail(f"Ohne Kennung {number}.", **{"from": f"b{number}@example.org"}),
        with_file(f"Mit Datei {number}.", f"{number}.pdf", b"%PDF-1.7\n"),
    ]


@pytest.mark.sample(0)  # of the kills of jobs test_killed_import.py is the sample
def test_a_killed_reading_loses_no_mail_and_stores_none_twice(
    database_url: str, db: Database, folder: Folder, clock: HeldClock
) -> None:
    folder.append(*mails_of(0))
    lines = fetch_apart(database_url, folder.url, clock.now)
    assert lines is not None and len(stored(db, Message)) == 3, "else no kill would prove anything"
    moments = random.Random(lines)
    killed = 0
    for number in range(1, KILLS + 1):
        folder.append(*mails_of(number))
        if number % 7 == 3:
            folder.number_again()
        killed += fetch_apart(database_url, folder.url, clock.now, moments.randint(1, lines)) is None
    assert killed >= KILLS * 0.8
    assert fetch_apart(database_url, folder.url, clock.now) is not None

    texts = Counter(row["body_text"].strip() for row in stored(db, Message))
    expected = {
        f"{kind} {number}." for kind in ("Mit Kennung", "Ohne Kennung", "Mit Datei") for number in range(KILLS + 1)
    }
    assert texts == dict.fromkeys(expected, 1)
    assert len(stored(db, MessageAttachment)) == KILLS + 1
    assert len(stored(db, Conversation)) == len(expected)
    assert stored(db, MailboxRefusal) == []


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()
