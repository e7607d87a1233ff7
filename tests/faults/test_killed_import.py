"""Killed at any instruction and carried on by two processes at once, an import enters each row exactly once."""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.mail.models import Mail
from services.parks.models import Spot
from services.reservations.imports import carry_out
from services.reservations.imports.models import ImportRow, ReservationImport
from services.reservations.models import Reservation
from services.settings import Settings
from services.staff.audit import first_broken_entry
from tests.faults.killing import traced_apart
from tests.fixtures.forking import forking
from tests.fixtures.proved import proved
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.lists import as_csv, body, people
from tests.services.stored import stored

KILLS = proved(2, 40)
"""On each database."""
CHUNK = 3
ROWS = 2 * CHUNK + 2
IMPORTS = "/api/staff/reservations/imports"


forking(__name__)


def carry_on(database_url: str, now: datetime) -> None:
    """Enter what waits."""
    carry_out.CHUNK = CHUNK  # type: ignore[misc]
    with closing(Database(database_url)) as db:
        carry_out.continue_imports(db, Settings(), lambda: now)


def continue_apart(database_url: str, now: datetime, kill_at: int | None = None) -> int | None:
    """How many lines that takes; None when it was killed on its way."""
    done = traced_apart(("reservations", "core/db"), carry_on, database_url, now, kill_at=kill_at)
    return done and int(done[0])


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(clock=clock)


def begin(clerk: TestClient, number: int) -> None:
    """An import whose first chunk is entered; the rest waits."""
    list_ = body(as_csv(people(ROWS, start=number * ROWS)))
    version = clerk.post(f"{IMPORTS}/check", json=list_).json()["version"]
    begun = clerk.post(IMPORTS, json=list_ | {"version": version})
    assert begun.status_code == 201 and begun.json()["waiting"] == ROWS - CHUNK, begun.text


@pytest.mark.both_databases(sample="postgresql")
def test_a_killed_import_goes_on_and_no_row_enters_twice(
    database_url: str,
    db: Database,
    client: TestClient,
    staff_client: StaffClient,
    clock: HeldClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(carry_out, "CHUNK", CHUNK)
    clerk = staff_client("staff")
    begin(clerk, 0)
    lines = continue_apart(database_url, clock.now)
    assert lines is not None and len(stored(db, Reservation)) == ROWS, "else no kill would prove anything"
    moments = random.Random(lines)
    killed = 0
    for number in range(1, KILLS + 1):
        begin(clerk, number)
        killed += continue_apart(database_url, clock.now, moments.randint(1, lines)) is None
    assert killed >= KILLS * 0.5, "later rounds go on with what earlier ones left, and take more lines"
    begin(clerk, KILLS + 1)
    with ThreadPoolExecutor(2) as two:
        ended = list(two.map(lambda _: continue_apart(database_url, clock.now), range(2)))
    assert None not in ended

    rows = (KILLS + 2) * ROWS
    assert Counter(one["email"] for one in stored(db, Reservation)) == {f"h{n}@example.org": 1 for n in range(rows)}
    assert [one["number"] for one in stored(db, Spot) if one["state"] == "reserved"] == list(range(1, rows + 1))
    assert len(stored(db, Mail)) == rows
    assert {(one["entry"], one["problem"]) for one in stored(db, ImportRow)} == {(None, None)}
    assert {one["state"] for one in stored(db, ReservationImport)} == {"done"}
    with db.read() as session:
        assert first_broken_entry(session) is None
