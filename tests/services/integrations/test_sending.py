"""One POST to a receiver: what arrives, and how every way to misbehave ends."""

import itertools
import os
import socket
import ssl
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from services.integrations import sending
from services.integrations.addresses import Rules
from services.integrations.sending import Answer, Sender
from tests.fixtures.http_peer import HttpPeer, listening_http, status

TRYING = Rules(plain_http=True, loopback=True)
CERTIFICATE = Path(__file__).parents[2] / "fixtures" / "receiver.pem"
NAME = "receiver.example.org"


def here(_host: str, _port: int) -> Sequence[str]:
    return ["127.0.0.1"]


def post(url: str, *, rules: Rules = TRYING, lookup: Callable[[str, int], Sequence[str]] = here) -> Answer:
    return Sender(rules, lookup).post(url, {"webhook-id": "evt_1"}, b'{"a":1}')


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds of time, shortened: that they hold is to be seen, not waited for."""
    monkeypatch.setattr(sending, "WHOLE_SECONDS", 0.4)
    monkeypatch.setattr(sending, "CONNECT_SECONDS", 0.2)


def test_the_body_arrives_as_it_is_under_the_name_of_the_address(http_peer: HttpPeer) -> None:
    answer = post(f"http://{NAME}:{http_peer.port}/hook?key=1")
    assert (answer.status, answer.problem) == (204, None)
    (received,) = http_peer.received
    assert received.line == "POST /hook?key=1 HTTP/1.1"
    assert received.body == b'{"a":1}'
    assert received.headers["host"] == f"{NAME}:{http_peer.port}"
    assert received.headers["webhook-id"] == "evt_1"
    assert received.headers["connection"] == "close"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (status(200, body=b"thanks"), (200, None)),
        (b"HTTP/1.1 103 Early\r\n\r\n" + status(202), (202, None)),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", (200, None)),
        (status(400), (400, "refused")),
        (status(500), (500, "refused")),
        (status(410), (410, "gone")),
        (b"", (None, "broken_answer")),
        (b"SSH-2.0-OpenSSH_9.6\r\n", (None, "broken_answer")),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 40_000, (None, "broken_answer")),
    ],
)
def test_an_answer_is_taken_for_what_it_says(
    http_peer: HttpPeer, answer: bytes, expected: tuple[int | None, str | None]
) -> None:
    http_peer.answers = [answer]
    found = post(http_peer.url)
    assert (found.status, found.problem) == expected


@pytest.mark.parametrize("code", [301, 302, 307, 308])
def test_a_redirect_is_not_followed_and_said_so(http_peer: HttpPeer, code: int) -> None:
    elsewhere = HttpPeer()
    with listening_http(elsewhere):
        http_peer.answers = [status(code, f"Location: {elsewhere.url}")]
        found = post(http_peer.url)
    assert (found.status, found.problem) == (code, "redirected")
    assert elsewhere.connections == 0


@pytest.mark.usefixtures("soon")
def test_a_receiver_that_never_answers_costs_a_bounded_time(http_peer: HttpPeer) -> None:
    http_peer.answers = [lambda _connection: http_peer.ended.wait(30) and None]
    found = post(http_peer.url)
    assert (found.status, found.problem) == (None, "timed_out")
    assert found.duration_ms < 2000


@pytest.mark.usefixtures("soon")
def test_a_receiver_that_drips_costs_no_more_than_one_that_is_silent(http_peer: HttpPeer) -> None:
    """Each byte comes well before the limit of one read; the whole has a limit of its own."""

    def drip(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
        while not http_peer.ended.wait(0.02):
            connection.sendall(b"y")

    http_peer.answers = [drip]
    found = post(http_peer.url)
    assert (found.status, found.problem) == (None, "timed_out")
    assert found.duration_ms < 2000


def test_of_a_body_of_a_gigabyte_little_is_read(http_peer: HttpPeer) -> None:
    sent = 0

    def pour(connection: socket.socket) -> None:
        nonlocal sent
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n")
        piece = b"x" * 65536
        while sent < 1 << 30:
            connection.sendall(piece)
            sent += len(piece)

    http_peer.answers = [pour]
    found = post(http_peer.url)
    assert (found.status, found.problem) == (200, None)
    assert sent < 32 << 20, "no more than what fits into the buffers of the two sockets"


def test_an_accepted_event_stays_accepted_when_the_body_breaks_off(http_peer: HttpPeer) -> None:
    http_peer.answers = [b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"]
    assert post(http_peer.url).problem is None


def test_a_closed_port_is_no_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    assert post(f"http://127.0.0.1:{port}/").problem == "no_connection"


@pytest.mark.parametrize("address", ["10.0.0.5", "127.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00::1"])
def test_a_name_that_leads_inside_is_never_connected_to(http_peer: HttpPeer, address: str) -> None:
    strict = Rules(plain_http=True)
    found = post(f"http://{NAME}:{http_peer.port}/", rules=strict, lookup=lambda *_: [address])
    assert found.problem == "address_refused"
    assert http_peer.connections == 0


def test_a_name_that_turns_inward_after_it_was_checked_gains_nothing(
    http_peer: HttpPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: public when it is looked at, ours when it is used. What was looked at is what is used."""
    answers = itertools.chain([["93.184.216.34"]], itertools.repeat(["127.0.0.1"]))
    asked = []
    reached = []

    def turning(host: str, _port: int) -> Sequence[str]:
        asked.append(host)
        return next(answers)

    def connect(_self: socket.socket, address: tuple[str, int]) -> None:
        reached.append(address)
        raise ConnectionRefusedError

    # Nobody is to be called outside this machine, so the last step is only written down.
    monkeypatch.setattr(socket.socket, "connect", connect)
    strict = Rules(plain_http=True)
    url = f"http://{NAME}:{http_peer.port}/"
    assert post(url, rules=strict, lookup=turning).problem == "no_connection"
    assert (asked, reached) == ([NAME], [("93.184.216.34", http_peer.port)])
    assert post(url, rules=strict, lookup=turning).problem == "address_refused"
    assert len(reached) == 1
    assert http_peer.connections == 0


def test_the_second_address_of_a_name_is_tried_when_the_first_refuses() -> None:
    peer = HttpPeer()
    with listening_http(peer):
        # 127.0.0.9 is loopback, too, and nobody listens there.
        found = post(f"http://{NAME}:{peer.port}/", lookup=lambda *_: ["127.0.0.9", "127.0.0.1"])
    assert (found.problem, peer.connections) == (None, 1)


def test_the_proxy_of_the_environment_is_not_asked(http_peer: HttpPeer, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = HttpPeer()
    with listening_http(proxy):
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy"):
            monkeypatch.setitem(os.environ, name, f"http://127.0.0.1:{proxy.port}")
        assert post(http_peer.url).problem is None
    assert (proxy.connections, http_peer.connections) == (0, 1)


class TestTls:
    """The receiver's certificate is checked against its name, although the connection goes to an address."""

    @pytest.fixture
    def peer(self) -> HttpPeer:
        peer = HttpPeer()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        with listening_http(peer, context):
            yield peer

    def send(self, url: str, context: ssl.SSLContext | None = None) -> Answer:
        return Sender(TRYING, here, context).post(url, {}, b"{}")

    def test_a_certificate_that_is_believed_and_fits_is_taken(self, peer: HttpPeer) -> None:
        believing = ssl.create_default_context(cafile=str(CERTIFICATE))
        assert self.send(f"https://{NAME}:{peer.port}/", believing).status == 204

    def test_a_certificate_for_another_name_is_refused(self, peer: HttpPeer) -> None:
        believing = ssl.create_default_context(cafile=str(CERTIFICATE))
        assert self.send(f"https://other.example.org:{peer.port}/", believing).problem == "bad_tls"
        assert peer.received == []

    def test_a_certificate_that_nobody_vouches_for_is_refused(self, peer: HttpPeer) -> None:
        assert self.send(f"https://{NAME}:{peer.port}/").problem == "bad_tls"
        assert peer.received == []

    def test_a_receiver_without_tls_is_refused(self, http_peer: HttpPeer) -> None:
        http_peer.serve = lambda connection: connection.sendall(status(400))  # type: ignore[method-assign]
        assert self.send(f"https://{NAME}:{http_peer.port}/").problem == "bad_tls"
