"""A clock that is put forward and back under a running server: nothing is lost, sent twice or run twice."""

import email
from collections import Counter
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select

from services.core.db.db import Database
from services.core.job_queue.models import JobRun
from services.reservations.models import Reservation
from tests.factories import letters, reservation_body
from tests.faults.calls import call_all
from tests.fixtures.servers import StartServer
from tests.fixtures.smtp import SmtpPeer
from tests.services.reservations.standing import check_invariants
from tests.services.stored import stored, wait_for

pytestmark = pytest.mark.both_databases(sample="sqlite")

JUMPS = (0, 3_600, -3_600, 3 * 86_400, -600, 0)
"""Seconds by which the clock is wrong, one after the other."""
HOUSEHOLDS = 4
"""In each of these times."""
_JUMPING = """
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
import services.app, services.core.clock
from services.cli import app

right = services.core.clock.utc_now

def jumping():
    return datetime.now(UTC) + timedelta(seconds=float(Path({path!r}).read_text()))

for module in list(sys.modules.values()):
    if getattr(module, "utc_now", None) is right:
        module.utc_now = jumping
services.app.create_app.__kwdefaults__["clock"] = jumping
app(["serve"])
"""


def put(clock: Path, seconds: int) -> None:
    """At once: a half-written number would be another time."""
    written = clock.with_suffix(".new")
    written.write_text(str(seconds))
    written.rename(clock)


def _all_have_mail(peer: SmtpPeer, addresses: set[str]) -> bool:
    return addresses <= {email.message_from_bytes(message)["To"] for message in peer.received}


def test_a_clock_that_jumps_loses_and_doubles_nothing(
    database_url: str, db: Database, start_server: StartServer, smtp_peer: SmtpPeer, tmp_path: Path
) -> None:
    clock, script = tmp_path / "clock", tmp_path / "jumping.py"
    put(clock, 0)
    script.write_text(_JUMPING.format(path=str(clock)))
    server = start_server(database_url, script=script, rate_limits="off", smtp_url=smtp_peer.url)
    promised: dict[str, int] = {}
    for turn, seconds in enumerate(JUMPS):
        put(clock, seconds)
        numbers = range(turn * HOUSEHOLDS, (turn + 1) * HOUSEHOLDS)
        bodies = [
            reservation_body(last_name=letters(n), email=f"uhr-{n}@example.org", mobile_phone=f"0171 5{n:06}")
            for n in numbers
        ]
        keys = [f"clock-jump-{number:06}" for number in numbers]
        answers = call_all([server.url], bodies, clients=HOUSEHOLDS, keys=keys)
        again = call_all([server.url], bodies, clients=HOUSEHOLDS, keys=keys)
        assert {answer.status for answer in (*answers, *again)} == {200}
        assert [answer.body for answer in again] == [answer.body for answer in answers]
        promised |= {answer.body["reference"]: answer.body["spot_number"] for answer in answers}
        written_to = {body["email"] for body in bodies}
        wait_for(partial(_all_have_mail, smtp_peer, written_to))
    server.stop()

    with db.read() as session:
        found = dict(session.execute(select(Reservation.reference, Reservation.spot_number)).all())
    assert found == promised
    assert len(set(promised.values())) == len(JUMPS) * HOUSEHOLDS
    check_invariants(db)
    received = Counter(email.message_from_bytes(message)["Message-ID"] for message in smtp_peer.received)
    assert set(received.values()) == {1}
    slots: dict[str, list[datetime]] = {}
    for row in stored(db, JobRun):
        slots.setdefault(row["job"], []).append(row["scheduled_for"])
    assert any(len(times) > 1 for times in slots.values())
    assert {job: times for job, times in slots.items() if times != sorted(times)} == {}, "none is gone back to"
