"""Rate limits: counted for all processes in the database, per purpose and caller."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.core.http.callers.rate_limit import (
    Limit,
    check_call,
    count_calls,
    forget_old_counts,
    give_back,
)
from services.core.models import RateCount
from services.reservations.models import Reservation
from services.settings import Settings
from tests.factories import reservation_body
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases

ROUTE = "/functions/v1/reserve-spot"
OUTCOME = "/api/reservations/outcome"


def reserve(client: TestClient, number: int, address: str = "203.0.113.1", **headers: str) -> Any:
    """A call as it comes from an address; the app under the client is the one that was started."""
    caller = TestClient(client.app, client=(address, 4711), raise_server_exceptions=False)
    return caller.post(ROUTE, json=reservation_body(email=f"h{number}@example.org"), headers=headers)


def ask(client: TestClient, address: str = "203.0.113.1") -> Any:
    caller = TestClient(client.app, client=(address, 4711))
    return caller.post(OUTCOME, json={"idempotency_key": "any"})


def test_the_call_beyond_the_limit_is_refused_with_429(make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    client = make_client(clock=clock, rate_limits="reserve=3/600")
    assert [reserve(client, number).status_code for number in range(5)] == [200, 200, 200, 429, 429]
    response = reserve(client, 9)
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json() == {
        "type": "urn:voltigo:problem:rate_limited",
        "title": "Das waren zu viele Versuche. Bitte warten Sie einen Moment.",
        "status": 429,
        "code": "rate_limited",
        "success": False,
    }
    assert len(stored(db, Reservation)) == 3


def test_retry_after_is_the_moment_from_which_calls_succeed(make_client: MakeClient) -> None:
    clock = HeldClock()
    client = make_client(clock=clock, rate_limits="reserve=1/600")
    assert reserve(client, 1).status_code == 200
    wait = int(reserve(client, 2).headers["Retry-After"])
    assert 0 < wait <= 600
    clock.advance(seconds=wait - 1)
    assert reserve(client, 2).headers["Retry-After"] == "1"
    clock.advance(seconds=1)
    assert reserve(client, 2).status_code == 200


def test_instances_on_one_database_share_the_limit(make_client: MakeClient) -> None:
    clock = HeldClock()
    instances = [make_client(clock=clock, rate_limits="reserve=3/600") for _ in range(2)]
    statuses = [reserve(instances[number % 2], number).status_code for number in range(6)]
    assert statuses == [200, 200, 200, 429, 429, 429]


def test_each_purpose_has_a_limit_of_its_own(make_client: MakeClient) -> None:
    client = make_client(clock=HeldClock(), rate_limits="reserve=1/600,outcome=2/600")
    assert [reserve(client, number).status_code for number in range(2)] == [200, 429]
    assert [ask(client).status_code for _ in range(3)] == [200, 200, 429]
    refused = ask(client)
    assert refused.headers["content-type"] == "application/problem+json"
    assert int(refused.headers["Retry-After"]) > 0
    assert reserve(client, 3, "203.0.113.2").status_code == 200


def test_callers_are_counted_by_address_and_ipv6_by_its_64_network(make_client: MakeClient) -> None:
    client = make_client(clock=HeldClock(), rate_limits="reserve=1/600")
    assert reserve(client, 1, "2001:db8:0:1::1").status_code == 200
    assert reserve(client, 2, "2001:db8:0:1:ffff::2").status_code == 429
    assert reserve(client, 3, "2001:db8:0:2::1").status_code == 200
    assert reserve(client, 4, "203.0.113.1").status_code == 200
    assert reserve(client, 5, "::ffff:203.0.113.1").status_code == 429


def test_a_forwarded_address_counts_only_behind_a_listed_proxy(make_client: MakeClient) -> None:
    client = make_client(clock=HeldClock(), rate_limits="reserve=1/600", trusted_proxies="10.0.0.0/8")
    forwarded = {"x-forwarded-for": "198.51.100.1"}
    assert reserve(client, 1, "203.0.113.1").status_code == 200
    assert reserve(client, 2, "203.0.113.1", **forwarded).status_code == 429
    assert reserve(client, 3, "10.0.0.7", **forwarded).status_code == 200
    assert reserve(client, 4, "10.0.0.8", **{"x-forwarded-for": "8.8.8.8, 198.51.100.1"}).status_code == 429
    assert reserve(client, 5, "10.0.0.8", **{"x-forwarded-for": "198.51.100.2"}).status_code == 200


def test_refused_bodies_are_counted_apart_and_keep_nobody_from_reserving(make_client: MakeClient) -> None:
    clock = HeldClock()
    client = make_client(clock=clock, rate_limits="reserve=1/600,reserve_refused=4/600")
    wrong = reservation_body(postcode="1234")
    calls: list[dict[str, Any]] = [
        {"json": wrong},
        {"content": b"{", "headers": {"Content-Type": "application/json"}},
        {"json": reservation_body(), "headers": {"X-Form-Trap": "1"}},
        {"json": reservation_body(), "headers": {"Idempotency-Key": "x" * 300}},
        {"json": wrong},
    ]
    answers = [client.post(ROUTE, **call) for call in calls]
    assert [answer.status_code for answer in answers] == [422, 400, 422, 422, 429]
    assert answers[-1].json()["code"] == "rate_limited"
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 600
    assert client.post(ROUTE, json=reservation_body()).status_code == 200
    assert TestClient(client.app, client=("203.0.113.9", 4711)).post(ROUTE, json=wrong).status_code == 422
    clock.advance(minutes=10)
    assert client.post(ROUTE, json=wrong).status_code == 422


def test_a_household_may_mistype_far_more_often_than_it_may_reserve(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, data_dir=tmp_path)  # type: ignore[call-arg]
    assert settings.rate_limits.reserve_refused.calls >= 3 * settings.rate_limits.reserve.calls
    assert settings.rate_limits.reserve_refused.seconds == settings.rate_limits.reserve.seconds


def test_with_limits_off_nothing_is_counted(make_client: MakeClient, db: Database) -> None:
    client = make_client(rate_limits="off,reserve=1/600,reserve_refused=1/600,outcome=1/600")
    assert {reserve(client, number).status_code for number in range(3)} == {200}
    assert {client.post(ROUTE, json={}).status_code for _ in range(3)} == {422}
    assert {ask(client).status_code for _ in range(3)} == {200}
    assert stored(db, RateCount) == []


def test_counts_hold_no_address(make_client: MakeClient, db: Database) -> None:
    client = make_client(clock=HeldClock())
    reserve(client, 1)
    buckets = [row["bucket"] for row in stored(db, RateCount)]
    purposes = {"reserve", "answered-reservation"}
    purposes |= {f"reserved-{name}" for name in ("address", "network", "wide", "domain")}
    assert {bucket.partition(":")[0] for bucket in buckets} == purposes
    assert not any("203.0" in bucket for bucket in buckets)


def test_the_name_of_a_bucket_depends_on_secret_purpose_and_address() -> None:
    limit = Limit("reserve", 3, 60)
    names = {
        limit.bucket("203.0.113.1", b"one"),
        limit.bucket("203.0.113.1", b"two"),
        limit.bucket("203.0.113.2", b"one"),
        Limit("outcome", 3, 60).bucket("203.0.113.1", b"one"),
    }
    assert len({name.partition(":")[2] for name in names}) == 4, "nor can rows of two purposes be joined"
    assert limit.bucket("203.0.113.1", b"one") in names
    assert max(map(len, names)) <= 80


def test_calls_of_a_group_are_counted_together_and_windows_apart(db: Database) -> None:
    clock = HeldClock()
    limit = Limit("test", 10, 60)
    count = lambda *buckets: db.write(lambda session: count_calls(session, limit, buckets, clock.now))  # noqa: E731
    assert count("a", "b", "a") == {"a": 2, "b": 1}
    assert count("a") == {"a": 3}
    clock.advance(seconds=60)
    assert count("a") == {"a": 1}


def test_a_refused_call_is_counted_when_it_is_committed(db: Database) -> None:
    clock = HeldClock()
    limit = Limit("test", 1, 60)
    outcomes = [db.write(lambda session: check_call(session, limit, "a", clock.now)) for _ in range(3)]
    assert [outcome.status if outcome else None for outcome in outcomes] == [None, 429, 429]
    assert [row["calls"] for row in stored(db, RateCount)] == [3]


def test_a_call_is_given_back_to_its_own_window_alone(db: Database) -> None:
    clock, limit = HeldClock(), Limit("test", 10, 60)
    for calls in (2, 1):
        db.write(lambda session, calls=calls: count_calls(session, limit, ["a"] * calls, clock.now))
        clock.advance(seconds=60)
    clock.advance(seconds=-60)
    for _ in range(2):
        db.write(lambda session: give_back(session, limit, "a", clock.now))
    assert sorted(row["calls"] for row in stored(db, RateCount)) == [0, 2], "never below nothing"


def test_counts_are_forgotten_after_seven_days(db: Database) -> None:
    clock = HeldClock()
    limit = Limit("test", 1, 60)
    db.write(lambda session: count_calls(session, limit, ["a"], clock.now))
    later = clock.now + timedelta(days=7)
    assert db.write(lambda session: forget_old_counts(session, clock.now + timedelta(days=6))) == 0
    assert db.write(lambda session: forget_old_counts(session, later + timedelta(minutes=1))) == 1
    assert stored(db, RateCount) == []
