"""Where one request ends and the next begins, over real sockets: no caller hides a request behind another."""

from tests.faults.test_half_open import connected, status_of, whole_answer
from tests.fixtures.servers import StartServer

HEAD = b"POST /functions/v1/reserve-spot HTTP/1.1\r\nHost: voltigo.example\r\nContent-Type: application/json\r\n"
HIDDEN = b"GET /healthz HTTP/1.1\r\nHost: voltigo.example\r\n\r\n"
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


def test_an_ambiguous_request_is_refused_with_all_that_follows(sqlite_url: str, start_server: StartServer) -> None:
    server = start_server(sqlite_url, scheduler="off", rate_limits="off")
    # All at once: the server keeps each refused connection for a moment.
    lines = {name: connected(server, HEAD + rest + HIDDEN) for name, rest in AMBIGUOUS.items()}
    for name, line in lines.items():
        answer = whole_answer(line)
        assert status_of(answer) == 400, name
        assert answer.count(b"HTTP/1.1 ") == 1, f"{name}: what was hidden behind it was answered"


def test_trace_is_refused_everywhere(sqlite_url: str, start_server: StartServer) -> None:
    server = start_server(sqlite_url, scheduler="off")
    for path in (b"/", b"/api/parks", b"/admin/", b"/healthz", b"/api/staff/session"):
        call = b"TRACE " + path + b" HTTP/1.1\r\nHost: a\r\nX-Canary: kanarina\r\nConnection: close\r\n\r\n"
        answer = whole_answer(connected(server, call))
        assert status_of(answer) in {400, 404, 405, 403}, path
        assert b"kanarina" not in answer
