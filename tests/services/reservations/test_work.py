"""Under a burst each reservation costs its caller some work; without one, and for everything else, none."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.parks.models import Park
from services.reservations.abuse.work import BITS, HEADER, Work
from services.reservations.models import Reservation
from tests.factories import reservation_body
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases

ROUTE = "/functions/v1/reserve-spot"
KEY = "ein-schluessel"


def done(wanted: str, key: str = KEY) -> str:
    """As a browser does it: the first number that fits."""
    bits, _, salt = wanted.partition(".")
    number = 0
    while int.from_bytes(hashlib.sha256(f"{salt}:{key}:{number}".encode()).digest()) >> (256 - int(bits)):
        number += 1
    return str(number)


def beset(db: Database, is_beset: bool = True) -> None:
    moment = datetime(2026, 11, 3, tzinfo=UTC) if is_beset else None
    db.write(lambda session: [setattr(park, "burst_since", moment) for park in session.query(Park)] and None)


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def send(make_client: Callable[..., TestClient], clock: HeldClock) -> Callable[..., Any]:
    client = make_client(clock=clock)

    def send(number: str = "", key: str = KEY, **changes: object) -> Any:
        headers = {"Idempotency-Key": key, **({HEADER: number} if number else {})}
        return client.post(ROUTE, json=reservation_body(**changes), headers=headers)

    return send


def test_without_a_burst_nothing_is_asked_for(send: Callable[..., Any]) -> None:
    answer = send()
    assert (answer.status_code, HEADER in answer.headers) == (200, False)


def test_under_a_burst_the_same_call_with_its_work_reserves_once(send: Callable[..., Any], db: Database) -> None:
    beset(db)
    asked = send()
    assert (asked.status_code, asked.json()["code"]) == (428, "work_wanted")
    assert asked.headers[HEADER].startswith(f"{BITS}.")
    assert stored(db, Reservation) == []
    number = done(asked.headers[HEADER])
    assert send(number).status_code == 200
    again = send()
    assert (again.status_code, again.headers["idempotency-replayed"]) == (200, "true"), "it was done for this call"
    assert len(stored(db, Reservation)) == 1
    beset(db, is_beset=False)
    assert send(key="another", email="b@example.org", mobile_phone="0171 5550001").status_code == 200


@pytest.mark.parametrize("number", ["0", "x" * 21, "-1", "null"])
def test_what_is_no_work_is_asked_for_again(number: str, send: Callable[..., Any], db: Database) -> None:
    beset(db)
    assert Work(KEY, number).is_done(b"k", datetime(2026, 11, 3, tzinfo=UTC)) is False
    assert send(number).status_code == 428


def test_the_work_of_one_call_is_no_good_for_another_or_later(
    send: Callable[..., Any], db: Database, clock: HeldClock
) -> None:
    beset(db)
    number = done(send().headers[HEADER])
    other = {"email": "b@example.org", "mobile_phone": "0171 5550001"}
    assert send(number, key="another", **other).status_code == 428
    clock.advance(minutes=20)
    assert send(number).status_code == 428
    number = done(send().headers[HEADER])
    clock.advance(minutes=10)
    assert send(number).status_code == 200, "begun in one window, sent in the next"


def test_without_a_key_a_program_is_told_what_to_do(
    make_client: Callable[..., TestClient], db: Database, clock: HeldClock
) -> None:
    beset(db)
    answer = make_client(clock=clock).post(ROUTE, json=reservation_body(), headers={HEADER: "1"})
    assert answer.status_code == 428
    assert "noch einmal" in answer.json()["title"]


def test_a_form_on_a_listed_site_is_asked_for_none(
    make_client: Callable[..., TestClient], db: Database, clock: HeldClock
) -> None:
    """It may be an older one that knows of no work."""
    beset(db)
    client = make_client(clock=clock, cors_origins="https://partner.example")
    for origin, status in (("https://other.example", 428), ("https://partner.example", 200)):
        answer = client.post(ROUTE, json=reservation_body(), headers={"Origin": origin})
        assert answer.status_code == status


def test_an_installation_without_limits_asks_for_none(make_client: Callable[..., TestClient], db: Database) -> None:
    beset(db)
    client = make_client(rate_limits="off")
    assert client.post(ROUTE, json=reservation_body()).status_code == 200


def test_the_mean_of_the_work_is_what_it_says() -> None:
    """Numbers of a fixed salt: neither chance nor time."""
    tries = [int(done(f"8.{salt:016x}")) + 1 for salt in range(300)]
    assert 200 < sum(tries) / len(tries) < 320
