"""What another site could make a signed-in browser send changes nothing."""

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import COOKIE, PASSWORD, Member, add_member
from tests.services.held_clock import HeldClock
from tests.services.staff.steps import SESSION, refusal

JSON = {"Content-Type": "application/json"}
TESTED = "http://testserver"
EVERY_CHANGE = (
    ("POST", SESSION),
    ("DELETE", SESSION),
    ("PATCH", "/api/staff/profile"),
    ("POST", "/api/staff/accounts"),
    ("POST", "/api/staff/nothing"),
    ("PUT", "/api/staff/nothing"),
)


def bare(app: TestClient, member: Member) -> TestClient:
    browser = TestClient(app.app, raise_server_exceptions=False)
    browser.cookies.set(COOKIE, member.token, domain="testserver.local")
    return browser


@pytest.mark.parametrize(
    "headers",
    [
        {**JSON, "Sec-Fetch-Site": "cross-site"},
        {**JSON, "Sec-Fetch-Site": "same-site"},
        {**JSON, "Sec-Fetch-Site": "cross-site", "Origin": TESTED},
        {**JSON, "Sec-Fetch-Site": ""},
        {**JSON, "Origin": "https://attacker.example"},
        {**JSON, "Origin": "null"},
        {**JSON, "Origin": "http://testserver.attacker.example"},
        {**JSON, "Origin": "http://testserver:8080"},
        {**JSON, "Origin": "http://["},
        JSON,
        {"Content-Type": "text/plain", "Sec-Fetch-Site": "same-origin"},
        {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"},
        {"Content-Type": "multipart/form-data; boundary=x", "Sec-Fetch-Site": "same-origin"},
        {"Content-Type": "text/plain; application/json", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "same-origin"},
    ],
    ids=str,
)
def test_a_change_of_unknown_origin_is_refused(headers: dict[str, str], app: TestClient, member: Member) -> None:
    browser = bare(app, member)
    for method, path in EVERY_CHANGE:
        answer = browser.request(method, path, content=b'{"name": "Fremd"}', headers=headers)
        assert refusal(answer) == (403, "cross_site"), (method, path)
    assert browser.get(SESSION).json()["account"]["name"] == "Kim Staff"


@pytest.mark.parametrize(
    "headers",
    [
        {**JSON, "Sec-Fetch-Site": "same-origin"},
        {**JSON, "Sec-Fetch-Site": "none"},
        {**JSON, "Origin": TESTED},
        {**JSON, "Origin": "http://127.0.0.1:8000"},
        {"Content-Type": "application/json; charset=utf-8", "Sec-Fetch-Site": "same-origin"},
    ],
    ids=str,
)
def test_a_change_of_our_own_pages_is_made(headers: dict[str, str], app: TestClient, member: Member) -> None:
    answer = bare(app, member).patch("/api/staff/profile", content=b'{"name": "Neu"}', headers=headers)
    assert (answer.status_code, answer.json()["name"]) == (200, "Neu")


def test_the_log_in_of_another_site_is_refused_too(app: TestClient, member: Member) -> None:
    """Else a victim works in the attacker's account without noticing."""
    body = {"email": member.email, "password": PASSWORD}
    headers = {"Sec-Fetch-Site": "cross-site", "Origin": "https://attacker.example"}
    answer = TestClient(app.app).post(SESSION, json=body, headers=headers)
    assert refusal(answer) == (403, "cross_site")
    assert "set-cookie" not in answer.headers


def test_a_page_allowed_to_reserve_may_not_read_the_console(
    make_client: MakeClient, db: Database, clock: HeldClock
) -> None:
    partner = "https://partner.example"
    app = make_client(clock=clock, cors_origins=partner)
    member = add_member(db, "admin", now=clock.now)
    answer = bare(app, member).get("/api/staff/accounts", headers={"Origin": partner})
    assert "access-control-allow-credentials" not in answer.headers
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    change = bare(app, member).post("/api/staff/accounts", json={}, headers={"Origin": partner})
    assert refusal(change) == (403, "cross_site")
