"""What every answer carries, whatever it is: headers, an id, one log line."""

import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from services.core.http.web import LARGEST_BODY
from tests.factories import production_settings, reservation_body
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import BrokenClock, HeldClock

ROUTE = "/functions/v1/reserve-spot"

ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
API_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("<h1>Voltigo</h1>")
    (folder / "404.html").write_text("<h1>Nicht gefunden</h1>")
    return folder


def test_security_headers_are_on_every_answer(make_client: MakeClient, site: Path) -> None:
    client = make_client(site=site, rate_limits="off")
    crashing = make_client(site=site, rate_limits="off", clock=BrokenClock("x"))
    big = " " * (LARGEST_BODY + 1)
    answers = {
        200: client.post(ROUTE, json=reservation_body()),
        304: client.get("/", headers={"if-none-match": client.get("/").headers["etag"]}),
        400: client.post(ROUTE, content="{", headers={"content-type": "application/json"}),
        404: client.get("/gibt-es-nicht"),
        405: client.put(ROUTE),
        413: client.post(ROUTE, content=big, headers={"content-type": "application/json"}),
        422: client.post(ROUTE, json={}),
        500: crashing.post(ROUTE, json=reservation_body()),
    }
    for status, answer in answers.items():
        assert answer.status_code == status
        assert {name: answer.headers.get(name) for name in ALWAYS} == ALWAYS, status
        assert "camera=()" in answer.headers["permissions-policy"]
        assert re.fullmatch(r"[0-9a-f]{16,32}", answer.headers["x-request-id"])
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert "server" not in answer.headers
        for name in ("content-security-policy", "x-request-id", *ALWAYS):
            assert len(answer.headers.get_list(name)) == 1, f"{name} twice on {status}"
    assert len({answer.headers["x-request-id"] for answer in answers.values()}) == len(answers)


def test_answers_of_the_api_are_never_stored_and_may_load_nothing(make_client: MakeClient, site: Path) -> None:
    client = make_client(site=site)
    for answer in (client.post(ROUTE, json={}), client.get("/api/parks"), client.get("/api/nope")):
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["content-security-policy"] == API_POLICY


def test_strict_transport_security_is_sent_over_https_only(make_client: MakeClient) -> None:
    plain, secure = make_client(), make_client(public_url="https://voltigo.example")
    assert "strict-transport-security" not in plain.get("/healthz").headers
    for path in ("/healthz", "/gibt-es-nicht"):
        assert secure.get(path).headers["strict-transport-security"] == "max-age=63072000; includeSubDomains"


def test_the_api_document_is_published_on_local_machines_only(make_client: MakeClient) -> None:
    assert make_client().get("/api/openapi.json").status_code == 200
    production = make_client(**production_settings())
    production.headers["Host"] = "voltigo.example"
    assert production.get("/api/openapi.json").status_code == 404
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert make_client().get(path).status_code == 404
        assert production.get(path).status_code == 404


def test_every_reference_of_the_api_document_leads_somewhere(make_client: MakeClient) -> None:
    document = make_client().get("/api/openapi.json").json()
    references = set(re.findall(r'"\$ref": "#/components/schemas/(\w+)"', json.dumps(document)))
    assert references
    assert references <= document["components"]["schemas"].keys()
    assert "#/$defs" not in json.dumps(document)


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("/api/staff/campaigns", "GET, POST"),
        ("/api/staff/campaigns/7", "GET, PATCH"),
        ("/api/staff/campaigns/7/costs/2026-05-31", "DELETE, PUT"),
        ("/api/contact", "POST"),
    ],
)
def test_a_wrong_method_is_told_every_right_one(client: TestClient, address: str, allowed: str) -> None:
    answer = client.options(address)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)


def test_production_answers_to_its_own_name_alone(make_client: MakeClient) -> None:
    client = make_client(**production_settings())
    for host in ("voltigo.example", "VOLTIGO.example:443", "127.0.0.1:8000", "[::1]:8000", "localhost"):
        assert client.get("/api/parks", headers={"Host": host}).status_code == 200, host
    for host in ("fremd.example", "voltigo.example.fremd.example", "192.0.2.7", ""):
        answer = client.get("/api/parks", headers={"Host": host})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request"), host
    for path in ("/healthz", "/readyz"):
        assert client.get(path, headers={"Host": "10.0.0.7:8000"}).status_code != 400
    assert make_client().get("/api/parks", headers={"Host": "fremd.example"}).status_code == 200


def status_of(client: TestClient, headers: list[tuple[bytes, bytes]], version: str = "1.1", *messages: dict) -> list:
    """The statuses the app itself answers to a request that no HTTP library would send."""
    scope = {
        "type": "http", "method": "POST" if messages else "GET", "path": ROUTE if messages else "/healthz",
        "raw_path": b"", "query_string": b"", "root_path": "", "scheme": "http", "http_version": version,
        "headers": headers, "client": None, "server": ("testserver", 80),
    }  # fmt: skip
    waiting, sent = list(messages), []

    async def receive() -> dict:
        return waiting.pop(0) if waiting else {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict) -> None:
        if message["type"] == "http.response.start":
            sent.append(message["status"])

    client.portal.call(client.app, scope, receive, send)  # type: ignore[union-attr]
    return sent


def test_a_request_names_exactly_one_host(make_client: MakeClient) -> None:
    client = make_client()
    one = (b"host", b"voltigo.example")
    assert status_of(client, [one]) == [200]
    assert status_of(client, []) == [400]
    assert status_of(client, [one, one]) == [400]
    assert status_of(client, [], "1.0") == [200], "the old protocol knows no host"


def test_a_body_that_breaks_off_is_no_error_of_ours(make_client: MakeClient) -> None:
    client = make_client()
    headers = [(b"host", b"voltigo.example"), (b"content-type", b"application/json"), (b"content-length", b"500")]
    half = {"type": "http.request", "body": b'{"first_name": "', "more_body": True}
    with capture_logs() as lines:
        statuses = status_of(client, headers, "1.1", half, {"type": "http.disconnect"})
    assert statuses in ([400], [])
    assert [line["event"] for line in lines if line["log_level"] == "error"] == []


def test_a_page_that_tells_nobody_where_it_was_keeps_its_stricter_policy(client: TestClient) -> None:
    answer = client.get("/bericht/gibt-es-nicht")
    assert answer.headers.get_list("referrer-policy") == ["no-referrer"]


def test_a_body_that_says_it_is_too_large_is_refused_unread(make_client: MakeClient) -> None:
    length = (b"content-length", str(LARGEST_BODY + 1).encode())
    headers = [(b"host", b"voltigo.example"), (b"content-type", b"application/json"), length]
    assert status_of(make_client(), headers, "1.1", {"type": "http.request", "body": b"{}"}) == [413]


def test_wherever_a_cookie_says_who_calls_a_page_of_another_site_changes_nothing(client: TestClient) -> None:
    for room in ("staff", "household", "waiting-list"):
        for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 404)):
            answer = client.post(f"/api/{room}/nothing", json={}, headers={"Sec-Fetch-Site": site})
            assert answer.status_code == status, (room, site)
            assert (answer.json()["code"] == "cross_site") is (status == 403)
        form = client.post(f"/api/{room}/nothing", data={"a": "b"}, headers={"Sec-Fetch-Site": "same-origin"})
        assert form.status_code == 403, room
    elsewhere = client.post("/api/nothing", json={}, headers={"Sec-Fetch-Site": "cross-site"})
    assert elsewhere.status_code == 404, "without a cookie there is nothing to misuse"


def test_whoever_finds_a_hole_learns_where_to_tell_it(make_client: MakeClient) -> None:
    plain = make_client(company_email="post@voltigo.example", public_url="https://voltigo.example", clock=HeldClock())
    answer = plain.get("/.well-known/security.txt")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert answer.text == (
        "Contact: mailto:post@voltigo.example\nExpires: 2027-05-02T00:00:00Z\nPreferred-Languages: de, en\n"
        "Canonical: https://voltigo.example/.well-known/security.txt\n"
    )
