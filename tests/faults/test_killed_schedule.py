"""Killed at any line, a report that is to arrive leaves no half file, and arrives once with each of its recipients."""

import email
import os
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from services.core.db.db import Database
from services.core.storage.folder import FolderStorage
from services.mail.delivery import Delivery
from services.mail.models import Mail
from services.mail.rendering import renderer_for
from services.mail.transport import Smtp
from services.reports.kept.sweep import sweep_results
from services.reports.models import ReportRun
from services.schedules.files import sweep_artefacts
from services.schedules.models import ReportArtefact
from services.schedules.runner import run_schedule
from services.schedules.runs import finalize
from tests.faults.reporting import SLOT, THREE, Place, add_schedule, run_apart
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.smtp import SmtpPeer
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases(sample="postgresql")

KILLS = {"sqlite": 10, "postgresql": 3}
CopyPlace = Callable[[int], Place]


@pytest.fixture
def prepared(database_url: str, tmp_path: Path) -> Place:
    """A database with one schedule of three recipients and two formats."""
    db = Database(database_url)
    add_schedule(db)
    db.close()
    return Place(database_url, tmp_path / "prepared")


@pytest.fixture
def copy_of(prepared: Place, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[CopyPlace]:
    """Copies of the prepared database, to be killed one after the other."""
    is_sqlite = make_url(prepared.url).get_backend_name() == "sqlite"
    made: list[str] = []

    def copy(number: int) -> Place:
        folder = tmp_path / f"copy-{number}"
        folder.mkdir()
        if is_sqlite:
            path = tmp_path / f"copy-{number}.sqlite3"
            shutil.copyfile(str(make_url(prepared.url).database), path)
            return Place(f"sqlite:///{path}", folder)
        databases: PostgresqlDatabases = request.getfixturevalue("postgresql_databases")
        made.append(databases.create(make_url(prepared.url).database))
        return Place(databases.url(made[-1]), folder)

    yield copy
    for name in made:
        request.getfixturevalue("postgresql_databases").drop(name)


@pytest.mark.sample(0)  # test_report_database.py takes the database away at the same moments
def test_a_killed_run_leaves_nothing_half_and_arrives_once(copy_of: CopyPlace, smtp_peer: SmtpPeer) -> None:
    whole = run_apart(copy_of(0), SLOT)
    assert whole is not None
    lines, told = whole
    assert told == "Berechnet und in den Versand gegeben: 3 Empfänger."
    left: set[str] = set()
    kills = KILLS[make_url(copy_of(1).url).get_backend_name()]
    for number, kill_at in enumerate(_spread(lines, kills), start=2):
        place = copy_of(number)
        assert run_apart(place, SLOT, kill_at) is None, f"line {kill_at} of {lines} was not reached"
        db = Database(place.url)
        left.add(_found(db, place))
        _arrives_once(db, place, smtp_peer, f"killed at line {kill_at} of {lines}")
        db.close()
    assert left >= {"running", "generated"}, "before and after the commit"


def _found(db: Database, place: Place) -> str:
    """The state in which the killed run was left. Whatever a row names is whole; mails are there all or none."""
    [*runs] = stored(db, ReportRun)
    state = runs[0]["state"] if runs else "none"
    artefacts = stored(db, ReportArtefact)
    for row in artefacts:
        assert sha256((place.folder / row["path"]).read_bytes()).hexdigest() == row["sha256"]
    assert len(stored(db, Mail)) == (3 if state == "generated" else 0)
    assert bool(artefacts) == (state == "generated")
    assert state == "none" or len(runs) == 1
    return state


def _arrives_once(db: Database, place: Place, peer: SmtpPeer, when: str) -> None:
    peer.received.clear()
    clock = HeldClock(SLOT + timedelta(minutes=2))
    run_schedule(db, place.settings, clock, 1, SLOT)
    delivery = Delivery(db, Smtp(peer.url), renderer_for(place.settings), clock)
    delivery.deliver_due()
    finalize(db, clock)
    [run] = stored(db, ReportRun)
    assert run["state"] == "delivered", when
    recipients = Counter(str(email.message_from_bytes(raw)["To"]) for raw in peer.received)
    assert recipients == Counter(THREE), when
    _grow_old(place.folder)
    sweep_results(db, FolderStorage(place.folder), clock)
    sweep_artefacts(db, FolderStorage(place.folder), clock)
    known = {run["result_path"], *(row["path"] for row in stored(db, ReportArtefact))}
    lying = {
        str(path.relative_to(place.folder))
        for name in ("reports", "artefacts")
        for path in place.folder.glob(f"{name}/*/*")
    }
    assert lying == known, when


def _grow_old(folder: Path) -> None:
    hours_ago = SLOT.timestamp() - 10**8
    for path in folder.glob("*/*/*"):
        os.utime(path, (hours_ago, hours_ago))


def _spread(lines: int, count: int) -> list[int]:
    """One random line of each part of the run, and the last one; the same ones every time."""
    chance = random.Random(7)
    bounds = [1 + lines * n // count for n in range(count + 1)]
    return [*(chance.randrange(first, beyond) for first, beyond in pairwise(bounds)), lines]
