"""Traces reach a real receiver over OTLP, join the log lines, and hold nothing personal."""

import gzip
import json
import re
import sys

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from services.operation import traces as tracing
from services.settings import Settings
from tests.fixtures.http_peer import HttpPeer
from tests.fixtures.servers import StartServer
from tests.services.core.test_logs import KEY, TRACES, ask, stands_in, visit_every_route
from tests.services.stored import wait_for

ROUTE = "/functions/v1/reserve-spot"


def spans_of(peer: HttpPeer) -> list[dict[str, object]]:
    """Every span that came, with its attributes as plain values."""
    found = []
    for received in peer.received:
        body = gzip.decompress(received.body) if received.headers.get("content-encoding") == "gzip" else received.body
        request = ExportTraceServiceRequest.FromString(body)
        for resource in request.resource_spans:
            for scope in resource.scope_spans:
                found += [_plain(span) for span in scope.spans]
    return found


def _plain(span: object) -> dict[str, object]:
    values = {one.key: one.value.string_value or one.value.int_value for one in span.attributes}  # type: ignore[attr-defined]
    return {"name": span.name, "trace": span.trace_id.hex(), "parent": span.parent_span_id.hex(), **values}  # type: ignore[attr-defined]


def test_requests_statements_jobs_and_mails_are_spans_without_anything_personal(
    sqlite_url: str, start_server: StartServer, http_peer: HttpPeer
) -> None:
    http_peer.default = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    server = start_server(sqlite_url, traces_url=f"{http_peer.url}/v1/traces", trusted_proxies="127.0.0.0/8")
    assert visit_every_route(server, idempotency_key=KEY)[0] == 200
    ask(server, "GET", "/api/parks", traceparent=f"00-{'ab' * 16}-{'cd' * 8}-01")
    wait_for(lambda: any(server.mail_dir.glob("*.eml")))
    assert server.stop() == 0
    spans = spans_of(http_peer)
    raw = b"".join(gzip.decompress(one.body) if one.headers.get("content-encoding") == "gzip" else one.body
                   for one in http_peer.received).decode("latin-1").lower()  # fmt: skip
    # Keys and ids are random bytes, among which a number of digits may stand by chance.
    words = [trace for trace in TRACES if not re.fullmatch(r"[\d.]+", trace)]
    assert [trace for trace in words if stands_in(trace.lower(), raw)] == []
    names = {str(span["name"]) for span in spans}
    assert {f"POST {ROUTE}", "GET /api/parks", "job", "mail"} <= names
    assert not [name for name in names if "kanarina" in name.lower() or "?" in name]
    statements = [str(span["db.statement"]) for span in spans if "db.statement" in span]
    assert any("reservations" in statement for statement in statements)
    reservation = next(span for span in spans if span["name"] == f"POST {ROUTE}")
    lines = [json.loads(line) for line in (server.data_dir / "server.log").read_text().splitlines()]
    line = next(line for line in lines if line.get("request_id") == reservation["request_id"])
    assert line["trace_id"] == reservation["trace"]
    assert "ab" * 16 not in {span["trace"] for span in spans}, "a caller's trace was believed"
    keys = {key for span in spans for key in span}
    assert keys <= {"name", "trace", "parent", "error.type", "http.route", "http.method", "http.status_code",
                    "db.system", "db.statement", "request_id", "job", "kind", "mail"}, keys  # fmt: skip


def test_a_receiver_that_is_away_holds_nothing_up(sqlite_url: str, start_server: StartServer) -> None:
    server = start_server(sqlite_url, traces_url="http://127.0.0.1:1/v1/traces", scheduler="off")
    assert ask(server, "GET", "/api/parks") == 200
    assert server.stop() == 0
    for line in (server.data_dir / "server.log").read_text().splitlines():
        json.loads(line)


def test_missing_libraries_are_told_with_what_installs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    settings = Settings(_env_file=None, traces_url="http://127.0.0.1:4318/v1/traces")
    with pytest.raises(tracing.TracesMissing, match=r"requirements-extras\.lock"):
        tracing.provider_for(settings)
    assert tracing.provider_for(Settings(_env_file=None)) is None
