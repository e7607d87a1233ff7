"""What is refused is counted by its kind where it is answered, and told for all servers together."""

from collections import Counter
from datetime import UTC, datetime

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.core.http.callers import refusals
from services.core.http.callers.refusals import Refusals, refused_lately
from services.core.http.connections import Connections
from services.core.http.errors import Abuse, BadRequest, HeadTooLarge, RequestTimeout, problem_response
from services.core.models import RateCount
from services.core.telemetry.measures import REFUSED_CALLS
from tests.factories import reservation_body
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.stored import stored, wait_for

OWN = {"Sec-Fetch-Site": "same-origin"}


def counted() -> Counter[tuple[str, str]]:
    """Refusals of this process, all its apps together."""
    [family] = REFUSED_CALLS.collect()
    return Counter({(one.labels["kind"], one.labels["limit"]): int(one.value) for one in family.samples})


def test_each_refusal_is_counted_by_its_reason(make_client: MakeClient) -> None:
    client = make_client(rate_limits="visit=1/60,fill_seconds=0")
    before = counted()
    for _ in range(3):
        client.post("/api/visits", json={"step": "page_view"}, headers=OWN)
    client.post("/api/staff/session", json={}, headers={"Sec-Fetch-Site": "cross-site"})
    client.post("/api/staff/session", json={"email": "a@voltigo.example", "password": "falsch"}, headers=OWN)
    client.get("/", headers=[("Host", "a.example"), ("Host", "b.example")])
    client.post("/api/contact", content=b"x" * 70_000, headers={"Content-Type": "application/json"})
    client.post("/functions/v1/reserve-spot", json=reservation_body())
    client.get("/gibt-es-nicht")
    assert counted() - before == {
        ("rate", "visit"): 2,
        ("cross_site", ""): 1,
        ("sign_in", ""): 1,
        ("host", ""): 1,
        ("too_large", ""): 1,
    }


def test_refusals_that_are_answers_of_a_group_are_counted_too(make_client: MakeClient) -> None:
    """A reservation beyond a limit is refused within the transaction of its neighbours, not by an exception."""
    client = make_client(rate_limits="reserve=1/600,fill_seconds=0")
    before = counted()
    for _ in range(3):
        client.post("/functions/v1/reserve-spot", json=reservation_body())
    assert (counted() - before)["rate", "reserve"] == 2


class Idle:
    """A connection that has sent nothing yet."""

    def __init__(self, caller: str | None) -> None:
        self.caller = caller

    def drop(self) -> None:
        """Ends nothing."""


def test_connections_that_are_refused_or_ended_are_counted() -> None:
    before = counted()
    every = Connections(most=1, most_per_address=0)
    every.take(Idle(None))
    every.take(Idle(None))
    for problem in (HeadTooLarge(), RequestTimeout(), BadRequest()):
        problem_response(problem)
    assert counted() - before == {("shed", ""): 1, ("too_large", ""): 1, ("slow", ""): 1}


def refuse(kind: Abuse, times: int = 1) -> None:
    REFUSED_CALLS.labels(kind.value, "").inc(times)


@pytest.mark.both_databases
def test_counts_of_several_servers_add_up_within_the_hour(db: Database) -> None:
    clock = HeldClock(datetime(2026, 11, 3, 10, 59, 30, tzinfo=UTC))
    servers = [Refusals() for _ in range(2)]
    for _ in range(2):
        refuse(Abuse.RATE, 5)
        refuse(Abuse.SIGN_IN)
        for server in servers:
            server.tell(db, clock())
            server.tell(db, clock())
        clock.advance(minutes=1)
    assert sorted((row["bucket"], row["calls"]) for row in stored(db, RateCount)) == [
        *[("refused:rate", 10)] * 2,
        *[("refused:sign_in", 2)] * 2,
    ]
    with db.read() as session:
        assert refused_lately(session, clock()) == {Abuse.RATE: 20, Abuse.SIGN_IN: 4}
        clock.advance(minutes=50)
        assert refused_lately(session, clock()) == {Abuse.RATE: 10, Abuse.SIGN_IN: 2}
        clock.advance(minutes=10)
        assert refused_lately(session, clock()) == {}


def test_what_cannot_be_written_is_written_later(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, server = HeldClock(), Refusals()
    refuse(Abuse.HOST)
    with monkeypatch.context() as patch:
        patch.setattr(refusals, "tell", _failing)
        server.tell(db, clock())
    refuse(Abuse.HOST)
    server.tell(db, clock())
    assert [(row["bucket"], row["calls"]) for row in stored(db, RateCount)] == [("refused:host", 2)]


def _failing(*_: object) -> None:
    raise OSError


def test_a_running_server_tells_them_by_itself(
    make_client: MakeClient, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refusals, "_EVERY_SECONDS", 0.01)
    client: TestClient = make_client(rate_limits="on")
    client.post("/api/staff/session", json={}, headers={"Sec-Fetch-Site": "cross-site"})
    wait_for(lambda: any(row["bucket"] == "refused:cross_site" for row in stored(db, RateCount)))
