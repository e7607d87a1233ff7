"""What a household typed never reaches the logs of the running product, whatever becomes of its call."""

import http.client
import json
import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from services.core.db.db import Database
from tests.factories import contact_body, production_settings, reservation_body
from tests.fixtures.documents import DOCUMENTS
from tests.fixtures.servers import Server
from tests.fixtures.smtp import SmtpPeer
from tests.services.conftest import PatientPeer
from tests.services.stored import execute

pytestmark = pytest.mark.both_databases

ROUTE = "/functions/v1/reserve-spot"
OUTCOME = "/api/reservations/outcome"
CONTACT = "/api/contact"
VISITS = "/api/visits"
NO_LINK = {"token": "Kanarina", "idempotency_key": "Zwitscherle"}
OWN_PAGE = {"Sec-Fetch-Site": "same-origin"}
StartServer = Callable[..., Server]

CANARY = {
    "first_name": "Kanarina",
    "last_name": "Zwitscherle",
    "email": "kanarina.zwitscherle@vogelhaus.example",
    "mobile_phone": "0151 98765432",
    "postcode": "85057",
    "monthly_abschlag": 87.31,
    "utm_source": "kanarienpost",
    "referral_code": "SINGVOGEL9",
}
MESSAGE = contact_body(
    name="Kanarina Zwitscherle",
    email=CANARY["email"],
    phone=CANARY["mobile_phone"],
    message="Kanarina Zwitscherle schreibt aus dem vogelhaus.",
)
VISIT = {
    "step": "page_view",
    "path": "/Kanarina/Zwitscherle",
    "touch": {"utm_source": "kanarienpost", "referral_code": "SINGVOGEL9", "referrer_host": "nestling.example"},
}
KEY = "schnabel-key-4711"
ADDRESS = "198.51.100.77"
TRACES = (
    *(str(value) for value in CANARY.values()), "98765432", "vogelhaus", KEY, ADDRESS, "schnabel-agent", "nestling",
    "zwitscher",
)  # fmt: skip
HEADERS = {
    "User-Agent": "schnabel-agent",
    "X-Forwarded-For": ADDRESS,
    "Referer": "https://nestling.example/zwitscher",
    "Authorization": "Bearer nestling",
    "apikey": "nestling",
    "Cookie": "a=nestling",
    "Sec-Fetch-Site": "same-origin",
}

_PRINTING_PRODUCT = """
import functools, sys, threading, warnings
import services.app
from services.cli import app

class Canary(Exception):
    pass

typed = "".join(("Kana", "rina Zwit", "scherle"))

def fail():
    raise Canary(typed)

made = services.app.create_app

def create_app(*given, **named):
    warnings.warn("something is old", stacklevel=1)
    thread = threading.Thread(target=fail, name="canary")
    thread.start()
    thread.join()
    return made(*given, **named)

services.app.create_app = create_app
sys.argv = ["voltigo", "serve"]
app()
"""

_BROKEN_PRODUCT = """
import functools, sys
import services.app
from services.cli import app
from tests.services.held_clock import BrokenClock

services.app.create_app = functools.partial(
    services.app.create_app, clock=BrokenClock("Kanarina Zwitscherle kanarina.zwitscherle@vogelhaus.example"))
sys.argv = ["voltigo", "serve"]
app()
"""


def stands_in(trace: str, log: str) -> bool:
    """Digits count where they stand alone: as part of a time's microseconds or of a request's id they are chance."""
    return bool(re.search(rf"(?<![0-9a-f.]){trace}(?![0-9a-f])", log)) if trace.isdigit() else trace in log


def ask(server: Server, method: str, path: str, body: Any = None, **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    content = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else None
    sent = {**HEADERS, **({"Content-Type": "application/json"} if content is not None else {}), **headers}
    connection.request(method, path, content, sent)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status


def visit_every_route(server: Server, *, idempotency_key: str) -> list[int]:
    """Valid, invalid and unreadable calls of every public route, with the canary in every place it can stand."""
    body = reservation_body(**CANARY)
    key = {"Idempotency-Key": idempotency_key}
    calls: list[tuple[str, str, Any, dict[str, str]]] = [
        ("POST", ROUTE, body, key),
        ("POST", ROUTE, body, key),
        ("POST", ROUTE, {**body, "last_name": "Zwitscherle-Neu"}, key),
        ("POST", ROUTE, {**body, "postcode": "Kanarina"}, {}),
        ("POST", ROUTE, {**body, "payment_plan": "Zwitscherle", "email": "zwitscher"}, {}),
        ("POST", ROUTE, {name: [value] for name, value in body.items()}, {}),
        ("POST", ROUTE, b'{"first_name": "Kanarina", "last_name": "Zwitscherle\xff', {}),
        ("POST", ROUTE, [CANARY], {}),
        ("POST", ROUTE, {**body, "filler": "Zwitscherle" * 7000}, {}),
        ("POST", f"{ROUTE}?email=kanarina.zwitscherle@vogelhaus.example", body, {}),
        ("GET", f"{ROUTE}?email=kanarina.zwitscherle@vogelhaus.example", None, {}),
        ("POST", OUTCOME, {"idempotency_key": idempotency_key}, {}),
        ("POST", OUTCOME, {"idempotency_key": [*CANARY.values()]}, {}),
        ("POST", OUTCOME, b"Kanarina", {}),
        ("POST", CONTACT, MESSAGE, {"Idempotency-Key": f"{idempotency_key}-contact"}),
        ("POST", CONTACT, MESSAGE, {"Idempotency-Key": f"{idempotency_key}-contact"}),
        ("POST", CONTACT, {**MESSAGE, "topic": "Zwitscherle", "reference": "Kanarina"}, {}),
        ("POST", CONTACT, {name: [value] for name, value in MESSAGE.items()}, {}),
        ("POST", CONTACT, b'{"name": "Kanarina Zwitscherle\xff', {}),
        ("GET", "/bericht/Kanarina", None, {}),
        ("GET", "/bericht/Kanarina/Zwitscherle.csv", None, {}),
        ("GET", "/bericht-abbestellen/1-Kanarina", None, {}),
        ("POST", "/bericht-abbestellen/1-Kanarina", None, {}),
        ("POST", VISITS, VISIT, {}),
        ("POST", VISITS, VISIT, {"Sec-Fetch-Site": "cross-site", "Origin": "https://nestling.example"}),
        ("POST", VISITS, {**VISIT, "step": "Kanarina", "path": ["Zwitscherle"]}, {}),
        ("POST", VISITS, b'{"step": "page_view", "path": "Zwitscherle\xff', {}),
        ("POST", VISITS, {**VISIT, "filler": "Zwitscherle" * 600}, {}),
        *[
            (
                "POST",
                f"/api/household/{path}",
                {"token": "Kanarina", "idempotency_key": "Zwitscherle", **body},
                OWN_PAGE,
            )
            for path in ("links/look", "links/press", "links/again", "just-reserved", "just-reserved/email")
        ],
        ("POST", "/api/household/links", {"email": body["email"]}, OWN_PAGE),
        ("POST", "/api/household/links", {"email": "Zwitscherle"}, OWN_PAGE),
        ("GET", "/api/household/reservation?name=Kanarina", None, {"Cookie": "voltigo-household=Kanarina"}),
        ("GET", "/api/waiting-list/parks/Kanarina", None, {}),
        *(
            ("POST", f"/api/waiting-list/{path}", {**body, "token": "Kanarina", "name": "Zwitscherle"}, OWN_PAGE)
            for path in ("entries", "links", "links/look", "links/press", "links/again")
        ),
        ("GET", "/api/waiting-list/entry", None, {"Cookie": "voltigo-waiting=Kanarina"}),
        *(
            ("POST", f"/api/waiting-list/entry/{path}", body, OWN_PAGE)
            for path in ("wish", "leave", "decline", "accept")
        ),
        *[
            ("POST", f"/api/household/reservation/{path}", body, {**OWN_PAGE, "Cookie": "voltigo-household=Kanarina"})
            for path in (
                *(
                    "contact",
                    "email",
                    "share",
                    "share/compare",
                    "decide",
                    "card-check",
                    "card-check/look",
                    "give-up",
                    "take-back",
                ),
                *("hand-over", "hand-over/withdraw", "data/erasure"),
            )
        ],
        *[
            ("POST", f"/api/household/hand-over/{path}", {"token": "Kanarina", **body}, OWN_PAGE)
            for path in ("look", "again", "accept", "decline")
        ],
        *[
            ("GET", f"/api/household/reservation/{path}?name=Kanarina", None, {"Cookie": "voltigo-household=Kanarina"})
            for path in ("document", "data/file.json", "data/file.pdf", "data/erasure")
        ],
        *[
            ("POST", f"/api/household/just-reserved/told{path}", {"idempotency_key": "Kanarina", **answer}, OWN_PAGE)
            for path, answer in (("", {}), ("/answer", {"answer": "other", "text": "Zwitscherle"}), ("/withdraw", {}))
        ],
        ("GET", "/api/household/contract?name=Kanarina", None, {"Cookie": "voltigo-household=Kanarina"}),
        ("GET", "/api/household/contract/document", None, {"Cookie": "voltigo-household=Kanarina"}),
        *[
            (
                "POST",
                f"/api/household/contract{path}",
                {**body, "iban": "Kanarina", "account_holder": "Zwitscherle"},
                {**OWN_PAGE, "Cookie": "voltigo-household=Kanarina"},
            )
            for path in ("", "/draft", "/account", "/hand-over", "/early-payment", "/early-payment/undo")
        ],
        *[
            ("POST", f"/api/household/contract/{path}", {**body, "token": "Kanarina", "iban": "Zwitscherle"}, OWN_PAGE)
            for path in ("take-over", "take-over/look")
        ],
        ("DELETE", "/api/household/session", body, {**OWN_PAGE, "Cookie": "voltigo-household=Kanarina"}),
        ("POST", "/api/reports/policy", {"csp-report": {"document-uri": "https://x/Kanarina", **body}}, {}),
        ("GET", "/l/Kanarina?email=kanarina.zwitscherle@vogelhaus.example", None, {}),
        ("GET", "/api/parks?q=Kanarina", None, {}),
        ("GET", "/api/parks/Kanarina", None, {}),
        ("GET", f"/api/parks/{'Zwitscherle' * 9}", None, {}),
        ("GET", "/api/kanarina.zwitscherle@vogelhaus.example", None, {}),
        ("GET", "/api/reports/1/runs/latest.parquet?table=kanarina", None, {"Authorization": "Bearer Kanarina"}),
        ("GET", "/api/reports/Zwitscherle/runs/latest.parquet?table=Kanarina", None, {"If-None-Match": "Zwitscherle"}),
        ("GET", "/healthz?q=Kanarina", None, {}),
        ("GET", "/readyz?q=Kanarina", None, {}),
        ("GET", "/danke/Zwitscherle?name=Kanarina", None, {}),
        ("GET", "/zahlungsdienst-simulation/Zwitscherle", None, {}),
        ("POST", "/api/payments/stripe", {"name": "Kanarina"}, {"stripe-signature": "Zwitscherle"}),
    ]
    visited = {path.partition("?")[0] for _, path, _, _ in calls}
    for path in DOCUMENTS["public"]()["paths"]:
        assert any(known.startswith(path.partition("{")[0].rstrip("/")) for known in visited), f"{path} is not visited"
    return [ask(server, method, path, body, **headers) for method, path, body, headers in calls]


def send_nonsense(server: Server) -> None:
    """What is no HTTP at all is refused below the product, by the server under it."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(b"Kanarina Zwitscherle kanarina.zwitscherle@vogelhaus.example\r\n\r\n")
        assert connection.recv(1000).startswith(b"HTTP/1.1 400")


def log_of(server: Server) -> str:
    """Everything the process wrote, read once it has ended in order."""
    assert server.stop() == 0
    assert server.process.stdout is not None
    return (server.data_dir / "server.log").read_text() + server.process.stdout.read()


def assert_no_trace(log: str) -> None:
    found = [trace for trace in TRACES if stands_in(trace.lower(), log.lower())]
    assert found == []


@pytest.mark.both_databases(sample="postgresql")
@pytest.mark.parametrize("is_broken", [False, True], ids=["well", "broken"])
def test_logs_of_production_are_one_json_object_a_line_without_a_trace_of_what_was_typed(
    is_broken: bool, database_url: str, start_server: StartServer, tmp_path: Path, patient_peer: PatientPeer
) -> None:
    """Of valid, invalid and crashing calls, and of a mail that is refused with an answer that quotes the recipient, as
    servers do.
    """
    script = tmp_path / "broken.py"
    script.write_text(_BROKEN_PRODUCT)
    patient_peer.answers = ["550 5.1.1 <kanarina.zwitscherle@vogelhaus.example> user unknown"]
    settings = production_settings(smtp_url=patient_peer.url, trusted_proxies="127.0.0.0/8")
    server = start_server(database_url, script=script if is_broken else None, **settings)
    statuses = visit_every_route(server, idempotency_key=KEY)
    if is_broken:
        assert statuses[0] == 500 and statuses.count(500) >= 4
    else:
        assert statuses[:3] == [200, 200, 422]
        assert {400, 404, 405, 413, 422} <= set(statuses) and max(statuses) < 500
        send_nonsense(server)
        assert patient_peer.wait_for_attempts(1)
    assert_no_trace(log_of(server))
    lines = [json.loads(line) for line in (server.data_dir / "server.log").read_text().splitlines()]
    requests = [line for line in lines if line["event"] == "request"]
    assert len(requests) > 10, "the calls themselves are logged"
    for line in requests:
        assert set(line) >= {"at", "level", "request_id", "method", "endpoint", "status", "ms"}
    assert len({line["request_id"] for line in requests}) == len(requests)
    assert is_broken or "get_park" in {line["endpoint"] for line in requests}
    assert any(line["event"] == "mail_not_sent" for line in lines) is not is_broken
    crashes = [line for line in lines if line["event"] == "unhandled_error"]
    assert bool(crashes) == is_broken
    for line in crashes:
        assert line["error"] == "RuntimeError"
        assert "Traceback" in line["exception"] and "held_clock.py" in line["exception"], "where it happened"
    failed = {line["request_id"] for line in requests if line["status"] == 500}
    assert failed <= {line["request_id"] for line in crashes}, "pages have no line of their own, calls have"
    assert bool(failed) == is_broken


def test_database_faults_leave_no_trace_in_the_log(database_url: str, start_server: StartServer, db: Database) -> None:
    """SQLAlchemy writes statement and parameters into its messages."""
    server = start_server(database_url, scheduler="off")
    execute(db.engine, "ALTER TABLE mails RENAME TO mails_away")
    assert ask(server, "POST", ROUTE, reservation_body(**CANARY), **{"Idempotency-Key": KEY}) == 503
    assert ask(server, "POST", CONTACT, MESSAGE) == 503
    log = log_of(server)
    assert_no_trace(log)
    assert "database_unmigrated" in log
    assert "INSERT" not in log


def test_what_python_prints_by_itself_is_a_line_of_json_without_the_message(
    sqlite_url: str, start_server: StartServer, tmp_path: Path, smtp_peer: SmtpPeer
) -> None:
    """A warning, and an error in a thread."""
    script = tmp_path / "printing.py"
    script.write_text(_PRINTING_PRODUCT)
    server = start_server(sqlite_url, script=script, **production_settings(smtp_url=smtp_peer.url))
    assert ask(server, "GET", "/healthz", Host="voltigo.example") in (200, 400)
    server.stop()
    log = (server.data_dir / "server.log").read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    assert_no_trace(log)
    (uncaught,) = [line for line in lines if line["event"] == "uncaught_error"]
    assert (uncaught["error"], uncaught["thread"]) == ("Canary", "canary")
    assert "Traceback" in uncaught["exception"]
    assert any("something is old" in line["event"] for line in lines)


def test_a_proxys_request_id_is_kept_if_it_can_hold_no_words(sqlite_url: str, start_server: StartServer) -> None:
    server = start_server(sqlite_url, scheduler="off")

    def answered(given: str) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("GET", "/api/parks", headers={"X-Request-Id": given} if given else {})
        found = connection.getresponse().getheader("X-Request-Id")
        connection.close()
        return found or ""

    kept = ["0123456789abcdef", "0af7651916cd43dd8448eb211c80319c", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"]
    assert [answered(given) for given in kept] == kept
    for given in ("", "Kanarina", "0123456789ABCDEF", "ab" * 40, "kim@vogelhaus.example", "0123456789abcdef\twith"):
        assert re.fullmatch(r"[0-9a-f]{16}", answered(given))
        assert answered(given) != given
    log = log_of(server)
    assert all(given in log for given in kept)
    assert_no_trace(log)
