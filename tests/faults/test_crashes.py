"""What was acknowledged stays, what was not acknowledged is whole or absent."""

import threading
from collections.abc import Sequence

import pytest
from sqlalchemy import func, select, text

from services.core.db.db import Database
from services.core.models import IdempotencyKey
from services.mail.models import Mail
from services.parks.models import Spot
from services.privacy.models import Consent
from services.reservations.models import Reservation
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from services.visits.models import ReservationTouch
from tests.factories import reservation_body
from tests.faults.calls import Answer, call_all, distinct_bodies
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.proved import proved
from tests.fixtures.servers import MakeClient, StartServer

pytestmark = pytest.mark.both_databases

ROUNDS, CALLS = proved((1, 80), (3, 150))
"""Kills, and how many call the server that is killed."""

QUIET = {"scheduler": "off", "rate_limits": "off"}


def acknowledged(answers: Sequence[Answer]) -> dict[str, int]:
    return {answer.body["reference"]: answer.body["spot_number"] for answer in answers if answer.status == 200}


@pytest.mark.both_databases(sample="sqlite")
def test_a_killed_server_loses_no_acknowledged_reservation(database_url: str, start_server: StartServer) -> None:
    """Rounds on one database: killed under load, started again, and in the end nothing is half-done."""
    promised: dict[str, int] = {}
    bodies = distinct_bodies(ROUNDS * CALLS)
    for round_ in range(ROUNDS):
        server = start_server(database_url, **QUIET)
        answers: list[Answer] = []
        part = bodies[round_ * CALLS : (round_ + 1) * CALLS]
        seen = Database(database_url)
        load = threading.Thread(target=lambda: answers.extend(call_all([server.url], part, clients=32)))  # noqa: B023
        load.start()
        _wait_for_rows(seen, at_least=len(promised) + 20 + 10 * round_)
        server.kill()
        load.join()
        seen.close()
        promised |= acknowledged(answers)
        assert any(answer.status == 0 for answer in answers), "the kill came too late to prove anything"
    start_server(database_url, **QUIET)
    _assert_whole(database_url, promised)


def _wait_for_rows(db: Database, at_least: int) -> None:
    """Until the server has stored so many, whatever their number in this run; the load itself bounds the wait."""
    while True:
        with db.read() as session:
            if (session.scalar(select(func.count()).select_from(Reservation)) or 0) >= at_least:
                return


def _assert_whole(database_url: str, promised: dict[str, int]) -> None:
    db = Database(database_url)
    with db.read() as session:
        stored = dict(session.execute(select(Reservation.reference, Reservation.spot_number)).all())
        assert promised.items() <= stored.items()
        assert len(set(stored.values())) == len(stored)
        reserved = set(session.scalars(select(Spot.number).where(Spot.state == "reserved")))
        assert reserved == set(stored.values())
        for table in (Mail, Consent, AuditEntry, IdempotencyKey):
            assert session.scalar(select(func.count()).select_from(table)) == len(stored)
        assert session.scalar(select(func.count(ReservationTouch.reservation_id.distinct()))) == len(stored)
        assert first_broken_entry(session) is None
    db.close()


DEFERRED_FAILURE = {
    "postgresql": [
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk full'; END $$",
        "CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON reservations DEFERRABLE INITIALLY DEFERRED "
        "FOR EACH ROW EXECUTE FUNCTION fail()",
    ],
    "sqlite": [
        "CREATE TABLE orphans (spot INTEGER REFERENCES spots(id) DEFERRABLE INITIALLY DEFERRED)",
        "CREATE TRIGGER fail AFTER INSERT ON reservations BEGIN INSERT INTO orphans VALUES (-1); END",
    ],
}
"""Statements after which every insert works and every commit of it fails."""


def test_a_failing_commit_never_answers_success(database_url: str, make_client: MakeClient) -> None:
    db = Database(database_url)
    for statement in DEFERRED_FAILURE["sqlite" if db.is_sqlite else "postgresql"]:
        db.write(lambda session, sql=statement: session.execute(text(sql)))
    client = make_client(rate_limits="off")
    answer = client.post("/functions/v1/reserve-spot", json=reservation_body())
    assert answer.status_code == 503
    assert answer.json()["success"] is False
    with db.read() as session:
        for table in (Reservation, Mail, Consent, AuditEntry, IdempotencyKey, ReservationTouch):
            assert session.scalar(select(func.count()).select_from(table)) == 0
        assert session.scalar(select(func.count()).where(Spot.state != "free")) == 0
    db.write(lambda session: session.execute(text(_remove_failure(db))))
    again = client.post("/functions/v1/reserve-spot", json=reservation_body())
    assert (again.status_code, again.json()["spot_number"]) == (200, 1)
    db.close()


def _remove_failure(db: Database) -> str:
    return "DROP TRIGGER fail" if db.is_sqlite else "DROP TRIGGER fail ON reservations"


def test_a_database_that_is_away_answers_503_and_the_server_recovers(
    postgresql_url: str, postgresql_databases: PostgresqlDatabases, start_server: StartServer
) -> None:
    server = start_server(postgresql_url, **QUIET)
    first, second = distinct_bodies(2)
    assert call_all([server.url], [first], clients=1)[0].status == 200
    with postgresql_databases.unreachable(postgresql_url):
        refused = call_all([server.url], [second], clients=1)[0]
        assert (refused.status, refused.body["code"]) == (503, "unavailable")
    again = call_all([server.url], [second], clients=1)[0]
    assert (again.status, again.body["spot_number"]) == (200, 2)


@pytest.mark.both_databases(sample="postgresql")
def test_a_stop_under_load_finishes_what_it_accepted(database_url: str, start_server: StartServer) -> None:
    server = start_server(database_url, **QUIET)
    answers: list[Answer] = []
    load = threading.Thread(
        target=lambda: answers.extend(call_all([server.url], distinct_bodies(2 * CALLS), clients=32))
    )
    db = Database(database_url)
    load.start()
    _wait_for_rows(db, at_least=20)
    assert server.stop() == 0
    load.join()
    db.close()
    assert {answer.status for answer in answers} <= {0, 200, 503}
    _assert_whole(database_url, acknowledged(answers))
