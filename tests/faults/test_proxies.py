"""Caddy and nginx with the files that an operator gets, in front of the product: TLS, addresses, sizes, streams."""

import re
import socket
import ssl
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import httpx2
import pytest

from services.app import LARGE_COSTS, LARGE_LISTS
from services.cli.server import DRAIN_SECONDS, KEEP_ALIVE_SECONDS
from services.core.db.db import Database
from services.core.http.protocol import BODY_SECONDS, HEAD_SECONDS
from tests.factories import reservation_body
from tests.fixtures.proxies import CADDY, DEPLOYMENT, NGINX, free_ports, proxy
from tests.fixtures.servers import Server, StartServer
from tests.fixtures.staff import COOKIE, OWN_PAGE, add_member
from tests.services.stored import wait_for

ROUTE = "/functions/v1/reserve-spot"
KINDS = [
    pytest.param("caddy", marks=pytest.mark.skipif(CADDY is None, reason="caddy is not installed")),
    pytest.param("nginx", marks=pytest.mark.skipif(NGINX is None, reason="nginx is not installed on this machine")),
]


@dataclass
class Site:
    """The product behind a proxy, on two servers of one database."""

    url: str
    plain_url: str
    servers: list[Server]
    client: httpx2.Client
    trust: ssl.SSLContext


@pytest.fixture(params=KINDS)
def site(request: pytest.FixtureRequest, sqlite_url: str, start_server: StartServer, tmp_path: Path) -> Iterator[Site]:
    ports = free_ports()
    settings = {"public_url": ports.url, "trusted_proxies": "127.0.0.1"}
    servers = [start_server(sqlite_url, port=port, rate_limits="reserve=2/600", **settings) for port in ports.servers]
    with (
        proxy(request.param, tmp_path / "proxy", ports) as trust,
        httpx2.Client(base_url=ports.url, verify=trust, timeout=60) as client,
    ):
        wait_for(lambda: client.get("/readyz").status_code == 200)
        yield Site(ports.url, f"http://localhost:{ports.http}", servers, client, trust)


def test_a_proxy_keeps_what_it_promises(site: Site, sqlite_url: str, subtests: pytest.Subtests) -> None:
    with subtests.test("HTTPS, and the browser is told to stay with it"):
        answer = site.client.get("/")
        assert (answer.status_code, answer.http_version) == (200, "HTTP/1.1")
        assert "max-age=" in answer.headers["strict-transport-security"]
    with subtests.test("HTTP leads to HTTPS"):
        answer = httpx2.get(f"{site.plain_url}/faqs?a=b")
        places = (f"{site.url}/faqs?a=b", "https://localhost/faqs?a=b")  # Caddy supposes the usual port outside
        assert answer.status_code == 308
        assert answer.headers["location"] in places
    with subtests.test("a caller does not choose an address"):
        claimed = [{"X-Forwarded-For": f"203.0.113.{number}"} for number in range(3)]
        bodies = [reservation_body(email=f"h{number}@example.org") for number in range(3)]
        calls = zip(claimed, bodies, strict=True)
        found = [site.client.post(ROUTE, json=body, headers=headers).status_code for headers, body in calls]
        assert found == [200, 200, 429]
    with subtests.test("what is too large is refused"):
        answer = site.client.post(ROUTE, content=b" " * (25 * 1024 * 1024))
        assert answer.status_code == 413
    with subtests.test("nothing older than TLS 1.2, and of that only what keeps a recording secret"):
        assert _refusal(site, ssl.TLSVersion.TLSv1_1, "ALL:@SECLEVEL=0") == "TLSV1_ALERT_PROTOCOL_VERSION"
        assert "HANDSHAKE_FAILURE" in _refusal(site, ssl.TLSVersion.TLSv1_2, "AES128-SHA:AES256-SHA")
        assert _refusal(site, ssl.TLSVersion.TLSv1_2, "ECDHE+AESGCM") == ""
        assert _refusal(site, ssl.TLSVersion.TLSv1_3, "ECDHE+AESGCM") == ""
    db = Database(sqlite_url)
    member = add_member(db, "admin")
    db.close()
    site.client.cookies.set(f"__Host-{COOKIE}", member.token)
    site.client.headers.update(OWN_PAGE)
    with subtests.test("the largest upload of the console passes"):
        (path,) = LARGE_LISTS
        answer = site.client.post(path, json={"name": "a.csv", "text": "a" * (21 * 1024 * 1024)})
        assert answer.status_code == 422, answer.text[:300]
        assert answer.headers["content-type"] == "application/problem+json"
    with subtests.test("changes reach the console at once"):
        headers = {"Accept": "text/event-stream"}
        with site.client.stream("GET", "/api/staff/live", headers=headers) as stream:
            lines = stream.iter_lines()
            assert stream.status_code == 200
            assert next(lines)


def _refusal(site: Site, newest: ssl.TLSVersion, ciphers: str) -> str:
    """What the proxy says to a browser that knows no newer TLS and no other ciphers; nothing if it agrees."""
    browser = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    browser.check_hostname, browser.verify_mode = False, ssl.CERT_NONE
    browser.set_ciphers(ciphers)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of the versions that are to be refused
        browser.minimum_version, browser.maximum_version = ssl.TLSVersion.TLSv1, newest
    with socket.create_connection(("localhost", int(site.url.rpartition(":")[2])), timeout=30) as line:
        try:
            browser.wrap_socket(line, server_hostname="localhost").close()
        except ssl.SSLError as error:
            return error.reason or str(error)
    return ""


@pytest.mark.sample(0)  # test_upgrade.py stops servers behind Caddy
def test_a_server_that_stops_costs_no_request(site: Site) -> None:
    stop, found = Event(), []

    def ask() -> None:
        with httpx2.Client(base_url=site.url, verify=site.trust, timeout=60) as client:
            while not stop.is_set():
                found.append(client.get("/api/parks").status_code)

    callers = [Thread(target=ask) for _ in range(4)]
    for caller in callers:
        caller.start()
    wait_for(lambda: len(found) > 50)
    assert site.servers[0].stop() == 0
    before = len(found)
    wait_for(lambda: len(found) > before + 50)
    stop.set()
    for caller in callers:
        caller.join()
    assert set(found) == {200}


def test_the_files_agree_with_the_server() -> None:
    caddy, nginx = ((DEPLOYMENT / name).read_text(encoding="utf-8") for name in ("Caddyfile", "nginx.conf"))
    for text, kept in ((nginx, r"keepalive_timeout (\d+)s"), (caddy, r"keepalive (\d+)s")):
        (seconds,) = re.findall(kept, text)
        assert int(seconds) < KEEP_ALIVE_SECONDS, "a request would meet a closing line"
    sizes = re.findall(r"(?:client_max_body_size|max_size) (\d+)[mM]", nginx + caddy)
    assert len(sizes) == 2
    for size in sizes:
        assert int(size) * 1024 * 1024 > max((LARGE_COSTS | LARGE_LISTS).values())
    for text, head, body in (
        (nginx, "client_header_timeout", "client_body_timeout"),
        (caddy, "read_header", "read_body"),
    ):
        assert f"{head} {HEAD_SECONDS:.0f}s" in text
        assert f"{body} {BODY_SECONDS:.0f}s" in text
    (interval,) = re.findall(r"health_interval (\d+)ms", caddy)
    assert int(interval) / 1000 < DRAIN_SECONDS
