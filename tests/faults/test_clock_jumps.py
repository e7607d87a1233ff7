"""A clock that is set forward and back under a whole running server, its timetable and its libraries: nothing is lost,
sent twice or run twice, and jobs and mails go on at once, not when the right time has caught up.
"""

import email
import http.client
import json
import subprocess
import sys
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from sqlalchemy import select

from services.core.db.db import Database
from services.core.job_queue.models import JobRun
from services.mail.models import Mail
from services.reservations.models import Reservation
from tests.factories import letters, reservation_body
from tests.faults.calls import Answer, call_all
from tests.fixtures.fake_clock import LIBRARY, MISSING, FakeClock
from tests.fixtures.left_behind import CLEANER
from tests.fixtures.proved import proved
from tests.fixtures.servers import environment_of
from tests.fixtures.smtp import SmtpPeer
from tests.services.reservations.standing import check_invariants
from tests.services.stored import stored, wait_for

pytestmark = [
    pytest.mark.both_databases(sample="sqlite"),
    pytest.mark.skipif(LIBRARY is None, reason=MISSING),
]

JUMPS = proved((7_200, -3_600), (0, 7_200, 0, 3 * 86_400, -3_600, 0))
"""Seconds by which the clock is wrong, one after the other."""
HOUSEHOLDS = proved(1, 2)
"""In each of these times."""
_PATIENCE_SECONDS = 180
"""After three days all that is done at night is done at once; an hour is what a mail waited before."""
_START = "import select, time; time.sleep = lambda seconds: select.select([], [], [], seconds); "
"""libfaketime miscalculates the absolute time until which Python sleeps, and sleeps fail while the clock is set."""
_SERVE = (sys.executable, "-c", f"{_START}from services.cli import app; app()", "serve")


def _all_have_mail(peer: SmtpPeer, addresses: set[str]) -> bool:
    return addresses <= {email.message_from_bytes(message)["To"] for message in peer.received}


def _goes_by(url: str, seconds: int) -> bool:
    """Whether the process sees the time that is so far ahead: a call before that would be one of another time."""
    with urlopen(f"{url}/healthz", timeout=30) as answer:
        seen = parsedate_to_datetime(answer.headers["date"])
    return abs(seen - datetime.now(UTC) - timedelta(seconds=seconds)) < timedelta(minutes=5)


def _causes(port: int) -> list[str]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request("GET", "/readyz?strict=true")
        body = json.loads(connection.getresponse().read())
    return list(body.get("causes", ()))


def _has_run_at(db: Database, moment: datetime) -> bool:
    """Whether a slot of this time was claimed: jobs with slots go on, too."""
    near = timedelta(minutes=5)
    with db.read() as session:
        slots = session.scalars(select(JobRun.scheduled_for).order_by(JobRun.id.desc()).limit(20)).all()
    return any(abs(slot - moment) < near for slot in slots)


@pytest.mark.sample(0)
def test_a_clock_that_jumps_loses_and_doubles_nothing_and_stops_nothing(
    database_url: str, db: Database, smtp_peer: SmtpPeer, tmp_path: Path
) -> None:
    clock, log = FakeClock(tmp_path / "clock"), tmp_path / "server.log"
    settings = {"rate_limits": "off", "smtp_url": smtp_peer.url}
    environment = environment_of(database_url, tmp_path / "var", settings) | clock.environment
    with log.open("w") as errors:
        server = subprocess.Popen(_SERVE, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True)
    CLEANER.note("process", server.pid)
    try:
        assert server.stdout is not None
        url = next(line for line in server.stdout if "http://" in line).split()[1].rstrip("/")
        promised = _through_all_times(clock, url, db, smtp_peer)
        assert '"event":"clock_set"' in log.read_text()
        server.terminate()
        assert server.wait(60) == 0
    finally:
        server.kill()
        server.wait()
        if server.stdout:
            server.stdout.close()
        CLEANER.forget("process", server.pid)

    with db.read() as session:
        found = dict(session.execute(select(Reservation.reference, Reservation.spot_number)).all())
    assert found == promised
    assert len(set(promised.values())) == len(JUMPS) * HOUSEHOLDS
    check_invariants(db)
    received = Counter(email.message_from_bytes(message)["Message-ID"] for message in smtp_peer.received)
    assert set(received.values()) == {1}
    assert {row["state"] for row in stored(db, Mail) if row["kind"] == "reservation_received"} == {"sent"}


def _answered(url: str, bodies: list[dict[str, Any]], keys: list[str]) -> list[Answer]:
    """Called until every call has its answer: after three days all that is done at night is done at once, which may
    take a busy machine longer than a caller waits.
    """
    for _ in range(5):
        answers = call_all([url], bodies, clients=HOUSEHOLDS, keys=keys)
        if {answer.status for answer in answers} == {200}:
            return answers
        assert {answer.status for answer in answers} <= {0, 200, 503}
    raise AssertionError("it does not answer")


def _through_all_times(clock: FakeClock, url: str, db: Database, peer: SmtpPeer) -> dict[str, int]:
    """Reservations in each of the times, with their mails; returns what was promised."""
    promised: dict[str, int] = {}
    for turn, seconds in enumerate(JUMPS):
        clock.put(seconds)
        wait_for(partial(_goes_by, url, seconds), _PATIENCE_SECONDS)
        numbers = range(turn * HOUSEHOLDS, (turn + 1) * HOUSEHOLDS)
        bodies = [
            reservation_body(last_name=letters(n), email=f"uhr-{n}@example.org", mobile_phone=f"0171 5{n:06}")
            for n in numbers
        ]
        keys = [f"clock-jump-{number:06}" for number in numbers]
        answers, again = (_answered(url, bodies, keys) for _ in range(2))
        assert [answer.body for answer in again] == [answer.body for answer in answers]
        promised |= {answer.body["reference"]: answer.body["spot_number"] for answer in answers}
        port = int(url.rpartition(":")[2])
        wait_for(partial(_all_have_mail, peer, {body["email"] for body in bodies}), _PATIENCE_SECONDS)
        wait_for(partial(_has_run_at, db, datetime.now(UTC) + timedelta(seconds=seconds)), _PATIENCE_SECONDS)
        wait_for(lambda: not {"no_jobs", "mails_waiting"} & set(_causes(port)), _PATIENCE_SECONDS)  # noqa: B023
    return promised
