"""Refusals and crashes: always a problem document, never a trace of what happened inside."""

import traceback
from pathlib import Path

import pytest
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from services.core.db.db import Database
from services.core.http.errors import (
    BadRequest,
    DatabaseUnavailable,
    PayloadTooLarge,
    Problem,
    RateLimited,
    ValidationProblem,
    as_problem,
    problem_response,
)
from tests.factories import reservation_body
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import BrokenClock
from tests.services.stored import execute, row_counts

pytestmark = pytest.mark.both_databases

ROUTE = "/functions/v1/reserve-spot"
CANARY = "kanarina.zwitscherle@example.org"


@pytest.mark.parametrize(
    ("problem", "status", "code"),
    [
        (BadRequest(), 400, "not_json"),
        (PayloadTooLarge(), 413, "too_large"),
        (ValidationProblem([]), 422, "validation"),
        (RateLimited(7), 429, "rate_limited"),
        (DatabaseUnavailable(), 503, "unavailable"),
        (Problem(), 500, "internal"),
    ],
    ids=lambda value: value.code if isinstance(value, Problem) else str(value),
)
def test_every_refusal_is_a_problem_document(problem: Problem, status: int, code: str) -> None:
    response = problem_response(problem)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    body = problem.body()
    assert (body["status"], body["code"], body["success"]) == (status, code, False)
    assert body["type"] == f"urn:voltigo:problem:{code}"
    assert body["title"].endswith(".")
    assert problem_response(RateLimited(7)).headers["retry-after"] == "7"
    assert problem_response(DatabaseUnavailable()).headers["retry-after"] == "5"


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (OperationalError(f"INSERT {CANARY}", {"email": CANARY}, Exception(CANARY)), 503, "unavailable"),
        (PoolTimeout(CANARY), 503, "unavailable"),
        (IntegrityError(f"INSERT {CANARY}", {"email": CANARY}, Exception(CANARY)), 503, "unavailable"),
        (HTTPException(404, CANARY), 404, "not_found"),
        (HTTPException(405, CANARY), 405, "method_not_allowed"),
        (HTTPException(418, CANARY), 418, "http_error"),
        (RequestValidationError([{"loc": ("body", "a", 0), "type": "missing", "input": CANARY, "msg": CANARY}]), 422,
         "validation"),
        (RequestValidationError([{"loc": ("body", 1), "type": "json_invalid", "input": CANARY, "msg": CANARY}]), 400,
         "not_json"),
        (KeyError(CANARY), 500, "internal"),
        (RuntimeError(CANARY), 500, "internal"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else str(value),
)  # fmt: skip
def test_any_exception_becomes_a_problem_that_quotes_nothing(error: Exception, status: int, code: str) -> None:
    problem = as_problem(error)
    assert (problem.status, problem.code) == (status, code)
    assert CANARY not in bytes(problem_response(problem).body).decode()


def test_a_row_that_is_refused_is_logged_with_its_place_and_without_its_values() -> None:
    with pytest.raises(IntegrityError) as raised:
        raise IntegrityError(f"INSERT {CANARY}", {"email": CANARY}, Exception(CANARY))
    with capture_logs() as logs:
        as_problem(raised.value)
    (entry,) = logs
    assert (entry["event"], entry["error"]) == ("database_refused_row", "IntegrityError")
    shown = "".join(traceback.format_exception(entry["exc_info"]))
    assert Path(__file__).name in shown
    assert CANARY not in f"{shown} {entry}"


def test_a_crash_answers_500_without_its_message(make_client: MakeClient, db: Database) -> None:
    client = make_client(clock=BrokenClock(CANARY))
    response = client.post(ROUTE, json=reservation_body(email=CANARY))
    assert response.status_code == 500
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json() == {
        "type": "urn:voltigo:problem:internal",
        "title": "Bei uns ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.",
        "status": 500,
        "code": "internal",
        "success": False,
    }
    assert set(row_counts(db).values()) == {0}


def test_a_crash_in_a_thread_answers_500_too(make_client: MakeClient) -> None:
    client = make_client(clock=BrokenClock(CANARY))
    response = client.post("/api/reservations/outcome", json={"idempotency_key": CANARY})
    assert (response.status_code, response.json()["code"]) == (500, "internal")
    assert CANARY not in response.text


def test_a_database_fault_answers_503_and_nothing_is_half_done(client: TestClient, db: Database) -> None:
    before = row_counts(db)
    execute(db.engine, "ALTER TABLE mails RENAME TO mails_away")
    response = client.post(ROUTE, json=reservation_body(email=CANARY))
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"
    assert (response.json()["code"], response.json()["success"]) == ("unavailable", False)
    execute(db.engine, "ALTER TABLE mails_away RENAME TO mails")
    assert row_counts(db) == before
    assert client.post(ROUTE, json=reservation_body(email=CANARY)).json()["spot_number"] == 1


def test_parks_are_told_with_their_free_spots(client: TestClient) -> None:
    client.post(ROUTE, json=reservation_body())
    answer = client.get("/api/parks").json()
    assert [(park["id"], park["spots_total"], park["spots_free"]) for park in answer] == [
        ("ingolstadt", 500, 499),
        ("munich", 0, 0),
    ]
    assert client.get("/api/parks/ingolstadt").json() == answer[0]
    missing = client.get(f"/api/parks/{CANARY}")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
    assert CANARY not in missing.text
    assert client.get(f"/api/parks/{'x' * 41}").status_code == 422


def test_an_unknown_address_is_a_problem_with_and_without_a_site(make_client: MakeClient, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "404.html").write_text("<h1>Nicht gefunden</h1>")
    for client in (make_client(), make_client(site=site)):
        for method, path in (("GET", "/api/nope"), ("POST", "/api/nope"), ("GET", "/functions/v1/nope")):
            response = client.request(method, path)
            assert (response.status_code, response.headers["content-type"]) == (404, "application/problem+json"), path
            assert response.json()["code"] == "not_found"
        for method, path, allowed in (
            ("GET", ROUTE, "POST"),
            ("DELETE", ROUTE, "POST"),
            ("POST", "/api/parks", "GET, HEAD"),
        ):
            response = client.request(method, path)
            assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed"), path
            assert response.headers["allow"] == allowed
