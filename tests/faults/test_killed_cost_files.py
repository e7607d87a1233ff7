"""Killed at any instruction, the job that looks into the folder for costs loses no file and stores none twice."""

import os
import random
from collections import Counter
from contextlib import closing
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from services.campaigns.costs.arrivals import TAKEN, look
from services.campaigns.models import CostArrival, CostImport
from services.core.db.db import Database
from services.settings import Settings
from services.staff.models import AuditEntry
from tests.faults.killing import traced_apart
from tests.fixtures.forking import forking
from tests.fixtures.proved import proved
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases(sample="sqlite")
CLOCK = HeldClock()
KILLS = proved(3, 60)
"""On each database."""


forking(__name__)


def look_into(database_url: str, folder: Path, now: datetime) -> None:
    with closing(Database(database_url)) as db:
        look(db, Settings(_env_file=None, costs_folder=folder), lambda: now)


def look_apart(database_url: str, folder: Path, now: datetime, kill_at: int | None = None) -> int | None:
    """Look into the folder: how many lines that takes; None when it was killed on its way."""
    done = traced_apart(("campaigns", "core/db"), look_into, database_url, folder, now, kill_at=kill_at)
    return done and int(done[0])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "costs"
    made.mkdir()
    return made


def texts_of(number: int) -> list[str]:
    """Two new files, and the first of them again under another name."""
    return [f"Kampagne;Tag;Kosten\nHerbst;2026-03-01;{number},{part}\n" for part in (10, 20, 10)]


def put(folder: Path, number: int) -> None:
    for place, text in enumerate(texts_of(number)):
        path = folder / f"{number:03}-{place}.csv"
        path.write_text(text, encoding="utf-8")
        moment = (CLOCK.now - timedelta(minutes=1)).timestamp()
        os.utime(path, (moment, moment))


def test_a_killed_look_loses_no_file_and_stores_none_twice(database_url: str, db: Database, folder: Path) -> None:
    put(folder, 0)
    lines = look_apart(database_url, folder, CLOCK.now)
    assert lines is not None and len(stored(db, CostArrival)) == 2, "else no kill would prove anything"
    moments = random.Random(lines)
    killed = 0
    for number in range(1, KILLS + 1):
        put(folder, number)
        killed += look_apart(database_url, folder, CLOCK.now, moments.randint(1, lines)) is None
    assert killed >= KILLS * 0.8
    assert look_apart(database_url, folder, CLOCK.now) is not None

    expected = {sha256(text.encode()).hexdigest() for number in range(KILLS + 1) for text in texts_of(number)}
    found = stored(db, CostArrival)
    assert Counter(row["sha256"] for row in found) == dict.fromkeys(expected, 1)
    entries = Counter(row["subject"] for row in stored(db, AuditEntry) if row["action"] == "cost_arrival.found")
    assert entries == {f"cost_arrival:{row['id']}": 1 for row in found}
    assert len(list(folder.iterdir())) == 3 * (KILLS + 1), "they are only read"


def test_killed_while_it_moves_files_away_it_loses_none(database_url: str, db: Database, folder: Path) -> None:
    for number in range(KILLS):
        put(folder, number)
    held = Counter(path.read_bytes() for path in folder.iterdir())
    assert look_apart(database_url, folder, CLOCK.now) is not None
    db.write(take_over_all)
    moments = random.Random(KILLS)
    for _ in range(KILLS):
        look_apart(database_url, folder, CLOCK.now, moments.randint(1, 400))
    lines = look_apart(database_url, folder, CLOCK.now)
    assert lines is not None
    assert Counter(path.read_bytes() for path in (folder / TAKEN).iterdir()) == held
    assert [path.name for path in folder.iterdir()] == [TAKEN]


def take_over_all(session: Session) -> None:
    """As if each had been imported."""
    made = CostImport(file_name="k.csv", sha256="0" * 64, mapping={}, rows=1, cents=1, at=CLOCK.now, actor="staff:1")
    session.add(made)
    session.flush()
    session.execute(update(CostArrival).values(decided_at=CLOCK.now, decided_by="staff:1", import_id=made.id))
