"""PostgreSQL gives this server hardly a connection: calls wait or are refused in time, and none is lost."""

from collections.abc import Iterator

import pytest
from sqlalchemy import func, make_url, select, text

from services.core.db.db import Database
from services.reservations.models import Reservation
from tests.faults.calls import call_all, distinct_bodies
from tests.fixtures.proved import proved
from tests.fixtures.servers import StartServer
from tests.services.stored import wait_for

CALLS = proved(20, 60)


@pytest.fixture
def postgresql_db(postgresql_url: str) -> Iterator[Database]:
    db = Database(postgresql_url)
    yield db
    db.close()


@pytest.fixture
def poor_url(postgresql_url: str, postgresql_db: Database) -> str:
    """The database as a role that may hold two connections; the limit does not bind who administers the server."""
    url = make_url(postgresql_url)
    role = f"poor_{url.database}"
    with postgresql_db.engine.begin() as connection:
        connection.execute(text(f"CREATE ROLE {role} LOGIN CONNECTION LIMIT 2"))
        for what in ("TABLES", "SEQUENCES"):
            connection.execute(text(f"GRANT ALL ON ALL {what} IN SCHEMA public TO {role}"))
    return url.set(username=role).render_as_string(hide_password=False)


def cut_off(db: Database, role: str) -> int:
    """End every connection of the role; how many there were."""
    ended = text("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = :r")
    with db.engine.begin() as connection:
        return connection.scalar(ended, {"r": role}) or 0


def test_without_connections_calls_are_refused_and_none_is_lost(
    poor_url: str, postgresql_db: Database, start_server: StartServer
) -> None:
    db, role = postgresql_db, str(make_url(poor_url).username)
    server = start_server(poor_url, rate_limits="off", scheduler="off")
    bodies = distinct_bodies(CALLS)
    keys = [f"no-connection-{number:06}" for number in range(CALLS)]
    with db.engine.begin() as connection:
        connection.execute(text(f"ALTER ROLE {role} CONNECTION LIMIT 0"))
    # Only once the limit is committed: who is cut off before that connects again at once.
    wait_for(lambda: not cut_off(db, role))
    away = call_all([server.url], bodies, clients=32, keys=keys)
    assert {answer.status for answer in away} == {503}
    assert {answer.body["code"] for answer in away} == {"unavailable"}

    with db.engine.begin() as connection:
        connection.execute(text(f"ALTER ROLE {role} CONNECTION LIMIT 2"))
    scarce = call_all([server.url], bodies, clients=32, keys=keys)
    assert {answer.status for answer in scarce} <= {200, 503}
    assert any(answer.status == 200 for answer in scarce)
    with db.engine.begin() as connection:
        connection.execute(text(f"ALTER ROLE {role} CONNECTION LIMIT -1"))
    wait_for(lambda: all(answer.status == 200 for answer in call_all([server.url], bodies, clients=8, keys=keys)))
    with db.read() as session:
        stored = dict(session.execute(select(Reservation.reference, Reservation.spot_number)).all())
        assert session.scalar(select(func.count(func.distinct(Reservation.spot_number)))) == CALLS
    promised = {answer.body["reference"] for answer in scarce if answer.status == 200}
    assert promised <= stored.keys()
    assert len(stored) == CALLS
