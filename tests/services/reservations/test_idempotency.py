"""A call that is sent twice takes effect once; what must not be remembered is not."""

import json
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.orm import Session
from sqlalchemy.pool import Pool
from starlette.testclient import TestClient

from services.app import create_app
from services.core.clock import utc_now
from services.core.db.db import Database
from services.core.http.idempotency import claim, forget_expired, identify
from services.core.models import IdempotencyKey
from services.mail.models import Mail
from services.reservations.models import Reservation
from services.reservations.submissions import Submission
from services.reservations.submit import ReservationDesk
from services.settings import Settings
from services.waiting_list.sign_in import confirm_first
from tests.factories import contact_body, reservation_body
from tests.faults.killing import answer_of_process
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import BrokenClock, HeldClock
from tests.services.stored import row_counts, set_spots, stored

ROUTE = "/functions/v1/reserve-spot"
OUTCOME = "/api/reservations/outcome"
KEY = "6e7b4a0c-1f0e-4f3c-9a57-0c4f5a1d2b3c"


def post(client: TestClient, key: str | None = KEY, **changes: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(ROUTE, json=reservation_body(**changes), headers=headers)


def ask_outcome(client: TestClient, key: str = KEY) -> dict[str, Any]:
    response = client.post(OUTCOME, json={"idempotency_key": key})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


UNKNOWN = {"outcome": "unknown", "code": None, "spot_number": None, "reference": None, "park": None}


@pytest.mark.both_databases
def test_same_key_and_body_answers_the_first_answer_again(client: TestClient, db: Database) -> None:
    assert ask_outcome(client) == UNKNOWN
    first = post(client)
    before = row_counts(db)
    again = [post(client) for _ in range(3)]
    turned = json.dumps(dict(reversed(reservation_body().items())), indent=3, ensure_ascii=False)
    headers = {"Idempotency-Key": KEY, "content-type": "application/json"}
    again.append(client.post(ROUTE, content=turned.encode(), headers=headers))
    assert first.status_code == 200
    assert "Idempotency-Replayed" not in first.headers
    assert [(r.status_code, r.json(), r.headers["Idempotency-Replayed"]) for r in again] == [
        (200, first.json(), "true")
    ] * 4, "also with its members in another order"
    assert (before["reservations"], before["mails"], before["spots taken"]) == (1, 1, 1)
    other = post(client, postcode="80331")
    assert other.status_code == 422
    assert other.json() == {
        "type": "urn:voltigo:problem:idempotency_mismatch",
        "title": "Dieser Schlüssel gehört zu einer anderen Anfrage.",
        "status": 422,
        "code": "idempotency_mismatch",
        "success": False,
    }
    assert "Idempotency-Replayed" not in other.headers
    assert row_counts(db) == before
    reserved = {"outcome": "reserved", "spot_number": 1, "reference": first.json()["reference"], "park": "ingolstadt"}
    assert ask_outcome(client) == UNKNOWN | reserved
    assert ask_outcome(client, "another-key") == UNKNOWN
    (row,) = stored(db, IdempotencyKey)
    assert KEY not in str(row), "keys are stored as hashes only"
    assert "aenne" not in str(row).lower()


def test_an_explicit_key_is_remembered_for_48_hours(make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    client = make_client(clock=clock, rate_limits="off")
    first = post(client).json()
    clock.advance(hours=48, microseconds=-1)
    assert post(client).json() == first
    assert ask_outcome(client)["outcome"] == "reserved"
    clock.advance(microseconds=1)
    assert ask_outcome(client) == UNKNOWN
    later = post(client)
    assert ("Idempotency-Replayed" in later.headers, later.json()["spot_number"]) == (False, 2)


@pytest.mark.parametrize("key", [None, "another"])
def test_without_the_key_the_same_body_is_the_same_reservation_for_ten_minutes(
    key: str | None, make_client: MakeClient
) -> None:
    clock = HeldClock()
    client = make_client(clock=clock, rate_limits="off" if key is None else "on")
    first = post(client, key)
    clock.advance(minutes=10, microseconds=-1)
    again = post(client, key and "second")
    assert (again.status_code, again.json()) == (200, first.json())
    assert again.headers["Idempotency-Replayed"] == "true"
    clock.advance(microseconds=2)
    later = post(client, key and "third")
    assert ("Idempotency-Replayed" in later.headers, later.json()["spot_number"]) == (False, 2)
    assert post(client, key and "fourth", postcode="85055").json()["spot_number"] == 3, "another body"


def test_a_caller_cannot_reach_the_answer_of_a_keyless_call(client: TestClient, db: Database) -> None:
    """The stored hash of a body is no key, so nobody can ask for a stranger's reservation with it."""
    body = reservation_body()
    post(client, None)
    call = identify(ROUTE, body, None)
    assert {row["key_hash"] for row in stored(db, IdempotencyKey)} == {call.key_hash}
    for guess in (call.key_hash, call.fingerprint, f"body|{call.fingerprint}"):
        assert ask_outcome(client, guess) == UNKNOWN


# What is not remembered


def test_no_fault_refusal_by_a_limit_or_crash_is_remembered(make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    assert post(make_client(clock=BrokenClock("broken"))).status_code == 500
    client = make_client(clock=clock, rate_limits="reserve=1/600")
    assert post(client, postcode="1234").status_code == 422
    assert post(client, park="atlantis").status_code == 422
    assert stored(db, IdempotencyKey) == []
    assert ask_outcome(client) == UNKNOWN
    clock.advance(seconds=600)
    assert post(client, "other", email="other@example.org").status_code == 200
    assert post(client).status_code == 429
    assert len(stored(db, IdempotencyKey)) == 1
    clock.advance(seconds=600)
    assert post(client).json()["spot_number"] == 2


@pytest.mark.parametrize("code", ["park_full", "email_limit"])
def test_a_refusal_with_409_is_remembered_for_an_explicit_key_only(
    code: str, make_client: MakeClient, db: Database
) -> None:
    client = make_client(reservations_per_email=1, rate_limits="off")
    if code == "park_full":
        set_spots(db, "blocked", range(1, 501))
    else:
        assert post(client, "earlier", first_name="Earlier").status_code == 200
    answers = [post(client), post(client), post(client, None), post(client, None)]
    assert [(a.status_code, a.json()["code"]) for a in answers] == [(409, code)] * 4
    assert ["Idempotency-Replayed" in a.headers for a in answers] == [False, True, False, False]
    assert answers[1].json() == answers[0].json()
    assert answers[1].headers["content-type"] == "application/problem+json"
    assert ask_outcome(client) == {**UNKNOWN, "outcome": "refused", "code": code}
    # When a place is there again, the key still says what it said; a new attempt succeeds.
    set_spots(db, "free", range(2, 501))
    assert post(client, email="free@example.org", key="fresh").status_code == 200
    assert post(client).status_code == 409


def test_a_key_of_another_route_tells_nothing_of_a_reservation(client: TestClient) -> None:
    sent = client.post("/api/contact", json=contact_body(), headers={"Idempotency-Key": KEY})
    assert sent.status_code == 200, sent.text
    assert ask_outcome(client) == UNKNOWN
    assert post(client).status_code == 200
    assert ask_outcome(client)["outcome"] == "reserved"


def test_an_unusable_question_is_refused_with_422_in_german(client: TestClient) -> None:
    for body, message in (
        ({}, "Diese Angabe fehlt."),
        ({"idempotency_key": ""}, "Diese Angabe ist ungültig."),
        ({"idempotency_key": "k" * 256}, "Dieser Text ist zu lang."),
    ):
        response = client.post(OUTCOME, json=body)
        assert (response.status_code, response.headers["content-type"]) == (422, "application/problem+json")
        [error] = response.json()["errors"]
        assert (error["field"], error["message"]) == ("idempotency_key", message)
        assert "kkkk" not in response.text


# Together and interrupted


@pytest.mark.both_databases(sample="postgresql")
def test_fifty_parallel_calls_with_one_key_reserve_once(client: TestClient, db: Database) -> None:
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: post(client), range(50)))
    assert {(a.status_code, a.text) for a in answers} == {(200, answers[0].text)}
    assert sum("Idempotency-Replayed" in a.headers for a in answers) == 49
    assert (len(stored(db, Reservation)), len(stored(db, Mail))) == (1, 1)


@pytest.mark.both_databases(sample="postgresql")
def test_parallel_calls_with_one_key_and_two_bodies_reserve_once(client: TestClient, db: Database) -> None:
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda number: post(client, postcode=f"8504{1 + number % 2}"), range(20)))
    (row,) = stored(db, Reservation)
    reserved = {number for number, answer in enumerate(answers) if answer.status_code == 200}
    refused = set(range(20)) - reserved
    # The caller whose body won may learn its spot; the other body is always refused.
    assert reserved <= {number for number in range(20) if f"8504{1 + number % 2}" == row["postcode"]}
    assert reserved
    assert {answers[number].text for number in reserved} == {answers[min(reserved)].text}
    assert {answers[number].json()["code"] for number in refused} == {"idempotency_mismatch"}


def claim_and_die(database_url: str, key: str, _there: object) -> None:
    def unit(session: Session) -> None:
        claim(session, [identify(ROUTE, reservation_body(), key)], utc_now())
        os.kill(os.getpid(), signal.SIGKILL)

    Database(database_url).write(unit)


@pytest.mark.both_databases(sample="postgresql")
def test_the_key_of_a_killed_process_is_usable_again(client: TestClient, database_url: str) -> None:
    assert answer_of_process(claim_and_die, database_url, KEY) is None
    answer = post(client)
    assert (answer.status_code, answer.json()["spot_number"]) == (200, 1)
    assert "Idempotency-Replayed" not in answer.headers


@pytest.fixture
def short_lock_timeout() -> Iterator[None]:
    """Waits for locks end after 200 ms instead of 5 s, on every connection that is taken from a pool."""

    def shorten(connection: Any, _record: object, _proxy: object) -> None:
        connection.execute("SET lock_timeout = 200")
        connection.commit()

    event.listen(Pool, "checkout", shorten)
    yield
    event.remove(Pool, "checkout", shorten)


@contextmanager
def key_held_open(db: Database, clock: HeldClock) -> Iterator[Session]:
    """Another process is in the middle of the same call."""
    with Session(db.engine) as session:
        assert claim(session, [identify(ROUTE, reservation_body(), KEY)], clock.now)
        yield session
        session.rollback()


def test_a_key_held_by_an_open_transaction_is_in_progress_until_that_ends(
    short_lock_timeout: None, postgresql_url: str, tmp_path: Path
) -> None:
    """SQLite has one writer, so there the second call waits its turn; on PostgreSQL it meets the open row."""
    clock = HeldClock()
    settings = Settings(_env_file=None, database_url=postgresql_url, data_dir=tmp_path, scheduler="off")
    db = Database(postgresql_url)
    with TestClient(create_app(settings, clock=clock, site=tmp_path / "no-site")) as client:
        with key_held_open(db, clock):
            response = post(client)
            assert response.status_code == 409
            assert response.headers["content-type"] == "application/problem+json"
            assert response.json() == {
                "type": "urn:voltigo:problem:in_progress",
                "title": "Ihre Anfrage wird gerade bearbeitet. Bitte warten Sie einen Moment.",
                "status": 409,
                "code": "in_progress",
                "success": False,
            }
            assert post(client, "another-key", email="other@example.org").status_code == 200
            assert ask_outcome(client) == UNKNOWN
        after = post(client)
        assert (after.status_code, after.json()["spot_number"]) == (200, 2)
        assert "Idempotency-Replayed" not in after.headers
    db.close()


@pytest.mark.both_databases
def test_expired_keys_are_forgotten_and_others_stay(make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    client = make_client(clock=clock, rate_limits="off")
    post(client)
    post(client, None, email="keyless@example.org")
    clock.advance(minutes=10)
    assert db.write(lambda session: forget_expired(session, clock.now)) == 1
    assert post(client).headers["Idempotency-Replayed"] == "true"
    clock.advance(hours=48)
    assert db.write(lambda session: forget_expired(session, clock.now)) == 1
    assert stored(db, IdempotencyKey) == []


@pytest.mark.both_databases
def test_a_wrong_body_beside_the_right_one_spoils_only_its_own_answer(database_url: str, db: Database) -> None:
    """Both arrive in one group after the key was used, the wrong one first."""
    desk = ReservationDesk(Settings(_env_file=None, rate_limits="off"), HeldClock(), confirm_first.keep)  # type: ignore[call-arg]

    def submission(**changes: Any) -> Submission:
        body = reservation_body(**changes)
        return Submission(desk.check(body), identify(ROUTE, body, KEY), "")

    first = db.write(lambda session: desk.submit(session, [submission()]))[0]
    wrong, right = db.write(lambda session: desk.submit(session, [submission(postcode="80331"), submission()]))
    assert (wrong.status, wrong.body["code"]) == (422, "idempotency_mismatch")
    assert (right.status, right.body, right.is_replay) == (200, first.body, True)


@pytest.mark.both_databases
def test_keys_are_claimed_in_one_order_whichever_call_came_first(database_url: str, db: Database) -> None:
    """Else two processes would wait for each other."""
    calls = [identify(ROUTE, {"of": number}, None) for number in range(4)]
    written: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> None:
        if "idempotency_keys" in statement:
            written.append(str(parameters))

    calls.sort(key=lambda call: call.key_hash, reverse=True)
    event.listen(Engine, "before_cursor_execute", note)
    try:
        db.write(lambda session: claim(session, calls, utc_now()) and None)
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    hashes = [call.key_hash for call in calls]
    assert sorted(hashes, key=written[0].index) == sorted(hashes)


@pytest.mark.both_databases
def test_calls_under_one_key_that_come_at_once_are_one_reservation_and_another_body_is_told_so(
    database_url: str, db: Database
) -> None:
    desk = ReservationDesk(Settings(_env_file=None, rate_limits="off"), HeldClock(), confirm_first.keep)  # type: ignore[call-arg]
    group = [
        Submission(desk.check(body), identify(ROUTE, body, KEY), "")
        for body in (reservation_body(), reservation_body(), reservation_body(postcode="80331"))
    ]
    first, again, other = db.write(lambda session: desk.submit(session, group))
    assert (first.status, first.is_replay) == (200, False)
    assert (again.status, again.body, again.is_replay) == (200, first.body, True)
    assert (other.status, other.body["code"]) == (422, "idempotency_mismatch")
    assert len(stored(db, Reservation)) == 1
