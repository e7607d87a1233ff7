"""How long the log of webhooks is kept, and that finding what is due does not grow with it."""

import pytest

from services.core.db.db import Database
from services.integrations import queue
from services.integrations.queue import forget_old_deliveries
from tests.fixtures.http_peer import HttpPeer
from tests.services.held_clock import HeldClock
from tests.services.integrations.receiving import add_endpoint, attempts, deliverer, deliveries
from tests.services.reservations.standing import households, reserve_many


def test_after_thirty_days_deliveries_and_their_attempts_are_gone(
    db: Database, clock: HeldClock, http_peer: HttpPeer
) -> None:
    add_endpoint(db, clock, http_peer.url)
    old, new = households(2)
    reserve_many(db, clock(), [old])
    deliverer(db, clock).deliver_due()
    clock.advance(days=29)
    reserve_many(db, clock(), [new])
    deliverer(db, clock).deliver_due()
    assert db.write(lambda session: forget_old_deliveries(session, clock())) == 0
    clock.advance(days=1, seconds=1)
    assert db.write(lambda session: forget_old_deliveries(session, clock())) == 1
    assert len(deliveries(db)) == len(attempts(db)) == 1


def test_what_is_due_is_found_by_the_index_of_what_waits(db: Database, clock: HeldClock) -> None:
    asked: list[str] = []

    class Recorder:
        def scalars(self, query):  # type: ignore[no-untyped-def]
            asked.append(str(query.compile(db.engine, compile_kwargs={"literal_binds": False})))
            raise LookupError

    with pytest.raises(LookupError):
        queue.endpoints_due(Recorder(), clock())  # type: ignore[arg-type]
    with db.engine.connect() as connection:
        values = tuple(clock().isoformat() for _ in range(asked[0].count("?")))
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked[0]}", values).all()
    assert any("ix_webhook_deliveries_due" in str(row) for row in plan), plan
