"""Callers who open connections and do not use them, and requests that are too slow or too large, over real sockets."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx2
import pytest

from services.core.http.connections import most_connections
from tests.factories import reservation_body
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server, StartServer, server_starter

ROUTE = "/functions/v1/reserve-spot"
HALF_A_HEAD = b"GET / HTTP/1.1\r\nX-a: b\r\n"
HEALTHZ = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
HALF_A_BODY = (
    f"POST {ROUTE} HTTP/1.1\r\nHost: voltigo.example\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{{"
).encode()
FILES = proved(300, 1024)
"""The files that a server may open, a connection being one."""
_SERVE = "from services.cli import app\napp(['serve'])\n"


@pytest.fixture(scope="module")
def start_shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartServer]:
    with server_starter(tmp_path_factory.mktemp("shared")) as start:
        yield start


@pytest.fixture(scope="module")
def usual(start_shared: StartServer, module_database_url: Callable[[str], str]) -> Server:
    """The product as it is, for callers who leave nothing behind."""
    return start_shared(module_database_url("sqlite"), scheduler="off", rate_limits="off")


@pytest.fixture(scope="module")
def impatient(
    start_shared: StartServer, module_database_url: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Server:
    """A product whose patience is short enough to be waited for."""
    script = tmp_path_factory.mktemp("impatient") / "impatient.py"
    script.write_text(
        "from services.cli import server\nfrom services.core.http import protocol\nserver.KEEP_ALIVE_SECONDS = 1\n"
        f"protocol.HEAD_SECONDS = protocol.BODY_SECONDS = 0.5\n{_SERVE}"
    )
    return start_shared(module_database_url("sqlite"), scheduler="off", script=script)


@pytest.fixture
def few_files(tmp_path: Path) -> Path:
    """A product on a machine that lets it open few files; 1,024 are usual."""
    script = tmp_path / "few_files.py"
    script.write_text(f"import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (256, {FILES}))\n{_SERVE}")
    return script


def connected(server: Server, sent: bytes = b"", source: str = "") -> socket.socket:
    """A connection from `source` on which so much was sent."""
    from_where = (source, 0) if source else None
    line = socket.create_connection(("127.0.0.1", server.port), timeout=30, source_address=from_where)
    line.sendall(sent)
    return line


@contextmanager
def held(server: Server, count: int, sent: bytes, source: str = "") -> Iterator[list[socket.socket]]:
    """So many connections, kept open while the block runs; what the server does with them is its affair."""
    with ExitStack() as stack:
        yield [stack.enter_context(connected(server, sent, source)) for _ in range(count)]


def whole_answer(line: socket.socket) -> bytes:
    """All that comes until the server ends the connection."""
    parts = []
    with line, suppress(ConnectionResetError):
        while part := line.recv(65_536):
            parts.append(part)
    return b"".join(parts)


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer else 0


def reserves(server: Server, number: int = 0) -> int:
    body = reservation_body(email=f"haushalt-{number}@example.org")
    return httpx2.post(f"{server.url}{ROUTE}", json=body, timeout=30).status_code


def test_half_open_connections_beyond_the_file_limit_leave_the_site_answering(
    sqlite_url: str, start_server: StartServer, few_files: Path
) -> None:
    """One computer without the bound per caller stands for many computers."""
    server = start_server(sqlite_url, scheduler="off", script=few_files, rate_limits="off")
    with held(server, FILES + 76, HALF_A_HEAD) as lines:
        assert len(lines) > most_connections(FILES)
        for path in ("/healthz", "/api/parks"):
            assert httpx2.get(f"{server.url}{path}", timeout=30).status_code == 200, path
        assert reserves(server) == 200
        last = lines[-1]
        last.sendall(b"Host: voltigo.example\r\nConnection: close\r\n\r\n")
        assert status_of(whole_answer(last)) in {200, 404}, "who came last still has a place"
    log = (server.data_dir / "server.log").read_text()
    assert "OSError" not in log
    assert "OperationalError" not in log


def test_requests_under_way_never_make_room_for_others(sqlite_url: str, start_server: StartServer) -> None:
    server = start_server(sqlite_url, scheduler="off", rate_limits="off,connections=10")
    with held(server, 10, HALF_A_BODY):
        assert status_of(whole_answer(connected(server, HALF_A_HEAD))) == 503


def test_one_caller_holds_so_many_connections_and_others_are_served(sqlite_url: str, start_server: StartServer) -> None:
    server = start_server(sqlite_url, scheduler="off", rate_limits="connections_per_address=20")
    with held(server, 20, HALF_A_HEAD, source="127.0.0.2"):
        refused = whole_answer(connected(server, HALF_A_HEAD, source="127.0.0.2"))
        assert status_of(refused) == 429
        assert b"retry-after: 60" in refused.lower()
        assert httpx2.get(f"{server.url}/healthz").status_code == 200
    again = connected(server, b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", source="127.0.0.2")
    assert status_of(whole_answer(again)) == 200, "ended connections count no longer"


def test_a_listed_proxy_holds_as_many_as_it_needs(sqlite_url: str, start_server: StartServer) -> None:
    server = start_server(
        sqlite_url, scheduler="off", rate_limits="connections_per_address=5", trusted_proxies="127.0.0.0/8"
    )
    with held(server, 50, HALF_A_HEAD):
        assert httpx2.get(f"{server.url}/healthz").status_code == 200


def test_a_head_that_does_not_arrive_is_given_up(impatient: Server) -> None:
    assert status_of(whole_answer(connected(impatient, HALF_A_HEAD))) == 408
    assert whole_answer(connected(impatient)) == b"", "a browser's connection in advance hears nothing"
    with connected(impatient, HEALTHZ) as second:
        assert status_of(second.recv(65_536)) == 200
        second.sendall(HALF_A_HEAD)
        assert status_of(whole_answer(second)) == 408


def test_a_body_that_does_not_arrive_is_given_up(impatient: Server) -> None:
    head, _, body = whole_answer(connected(impatient, HALF_A_BODY)).partition(b"\r\n\r\n")
    assert (status_of(head), json.loads(body)["code"]) == (408, "request_timeout")
    assert b"x-content-type-options: nosniff" in head.lower()
    assert httpx2.get(f"{impatient.url}/healthz").status_code == 200


def test_a_connection_is_kept_for_so_long_and_no_longer(impatient: Server) -> None:
    with connected(impatient, HEALTHZ) as line:
        assert status_of(whole_answer(line)) == 200, "and then it is ended by the server"


TOO_LARGE = {
    "one header": (b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 8_000_000, 431),
    "many headers": (
        b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"y" * 90) for n in range(400)) + b"\r\n",
        431,
    ),
    "empty lines": (b"\r\n" * 40_000, 431),
    "address": (b"GET /?" + b"q" * 9_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    "not HTTP": (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
}


@pytest.mark.parametrize("what", TOO_LARGE)
def test_what_is_too_large_is_refused_before_it_is_read(what: str, usual: Server) -> None:
    sent, status = TOO_LARGE[what]
    line = connected(usual)
    with suppress(BrokenPipeError, ConnectionResetError):
        line.sendall(sent)
    head, _, body = whole_answer(line).partition(b"\r\n\r\n")
    assert status_of(head) == status
    assert json.loads(body)["status"] == status
    assert b"connection: close" in head.lower()


def test_large_heads_within_the_bounds_are_answered(usual: Server) -> None:
    answer = httpx2.get(f"{usual.url}/healthz?{'q' * 7_000}", headers={"x-large": "x" * 20_000})
    assert answer.status_code == 200


POST = f"POST {ROUTE} HTTP/1.1\r\nHost: voltigo.example\r\nContent-Type: application/json\r\n".encode()
AMBIGUOUS = {
    "a length and chunks": b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "two lengths": b"Content-Length: 2\r\nContent-Length: 50\r\n\r\n{}",
    "a list of lengths": b"Content-Length: 2, 50\r\n\r\n{}",
    "a negative length": b"Content-Length: -1\r\n\r\n",
    "a length with a sign": b"Content-Length: +2\r\n\r\n{}",
    "a length in hexadecimal": b"Content-Length: 0x2\r\n\r\n{}",
    "an unknown coding": b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "chunked and then something": b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "a blank before the colon": b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "a folded header": b"X-A: b\r\n Transfer-Encoding: chunked\r\n\r\n",
    "a size of a chunk that is none": b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    "a null in a header": b"X-A: b\x00c\r\nContent-Length: 2\r\n\r\n{}",
}
"""Where one request ends and the next begins: no caller hides a request behind another."""


def test_an_ambiguous_request_is_refused_with_all_that_follows(usual: Server) -> None:
    # All at once: the server keeps each refused connection for a moment.
    lines = {name: connected(usual, POST + rest + HEALTHZ) for name, rest in AMBIGUOUS.items()}
    for name, line in lines.items():
        answer = whole_answer(line)
        assert status_of(answer) == 400, name
        assert answer.count(b"HTTP/1.1 ") == 1, f"{name}: what was hidden behind it was answered"


def test_trace_is_refused_everywhere(usual: Server) -> None:
    for path in (b"/", b"/api/parks", b"/admin/", b"/healthz", b"/api/staff/session"):
        call = b"TRACE " + path + b" HTTP/1.1\r\nHost: a\r\nX-Canary: kanarina\r\nConnection: close\r\n\r\n"
        answer = whole_answer(connected(usual, call))
        assert status_of(answer) in {400, 404, 405, 403}, path
        assert b"kanarina" not in answer
