"""Only scripts of our own pages report visits."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from tests.services.visits.conftest import FIREFOX, Visitors, visit_body

CALLED = "http://testserver"
"""The host that the calls of these tests name."""
PUBLIC = "https://voltigo.example"
OWN = [
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "https://behind-a-proxy.example"},
    {"Origin": CALLED},
    {"Origin": PUBLIC},
]
FOREIGN = [
    {},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": ""},
    {"Sec-Fetch-Site": "cross-site", "Origin": CALLED},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "https://attacker.example"},
    {"Origin": "http://testserver.attacker.example"},
    {"Origin": "http://testserver:8080"},
    {"Origin": "chrome-extension://testserver"},
    {"Origin": "http://voltigo.example"},
    {"Origin": "http://["},
    {"Origin": "://"},
    {"Referer": f"{CALLED}/faqs"},
]


def client_of(visitors: Visitors) -> TestClient:
    client = visitors.from_address("203.0.113.9")
    client.headers["User-Agent"] = FIREFOX
    return client


@pytest.fixture
def site(open_site: Callable[..., Visitors]) -> Visitors:
    return open_site(rate_limits="off", public_url=PUBLIC)


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_a_report_of_our_own_page_is_counted(headers: dict[str, str], site: Visitors) -> None:
    assert client_of(site).post("/api/visits", json=visit_body(), headers=headers).status_code == 204
    assert len(site.rows()) == 1


def test_a_report_of_anybody_else_is_refused_and_told_nothing(site: Visitors) -> None:
    client = client_of(site)
    for headers in FOREIGN:
        answer = client.post("/api/visits", json=visit_body(), headers=headers)
        assert answer.status_code == 400, headers
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json() == {
            "type": "urn:voltigo:problem:bad_request",
            "title": "Die Anfrage ist nicht verständlich.",
            "status": 400,
            "code": "bad_request",
            "success": False,
        }
    assert site.rows() == []


def test_a_page_that_may_reserve_may_report_no_visits(open_site: Callable[..., Visitors]) -> None:
    partner = "https://partner.example"
    site = open_site(rate_limits="off", cors_origins=partner)
    for headers in ({"Origin": partner}, {"Origin": partner, "Sec-Fetch-Site": "cross-site"}):
        assert client_of(site).post("/api/visits", json=visit_body(), headers=headers).status_code == 400
    assert site.rows() == []


def test_a_refused_report_counts_towards_the_limit_of_calls(open_site: Callable[..., Visitors]) -> None:
    site = open_site(rate_limits="visit=2/60")
    client = client_of(site)
    assert [client.post("/api/visits", json=visit_body()).status_code for _ in range(3)] == [400, 400, 429]
