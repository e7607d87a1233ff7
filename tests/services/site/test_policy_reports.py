"""What is logged of a browser's report that a policy refused something, and what is not."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from services.core.http.web import REPORTS
from services.site.public_api import LARGEST_REPORT, MOST_VIOLATIONS, REPORT_LIMIT, Violation, violations_of
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock

PAGES = frozenset({"/", "/faqs"})
OLD = {
    "document-uri": "http://127.0.0.1:8000/faqs?name=Änne#frage",
    "violated-directive": "img-src 'self'",
    "effective-directive": "img-src",
    "blocked-uri": "https://tracker.example/pixel.gif?id=7",
    "original-policy": "default-src 'none'",
}
NEW = {
    "type": "csp-violation",
    "age": 10,
    "url": "https://voltigo.example/faqs",
    "body": {
        "documentURL": "https://voltigo.example/faqs?utm_source=x",
        "effectiveDirective": "script-src-elem",
        "blockedURL": "inline",
        "sourceFile": "https://voltigo.example/faqs",
        "sample": "alert('Änne')",
    },
}


@pytest.fixture
def client(make_client: MakeClient, tmp_path: Path) -> TestClient:
    for page in ("index", "faqs", "404"):
        (tmp_path / f"{page}.html").write_text(f"<!doctype html><title>{page}</title>", encoding="utf-8")
    return make_client(site=tmp_path, clock=HeldClock())


def send(client: TestClient, body: object, kind: str = "application/csp-report") -> int:
    return client.post(REPORTS, content=json.dumps(body), headers={"Content-Type": kind}).status_code


def logged(client: TestClient, *bodies: object, kind: str = "application/csp-report") -> list[Any]:
    """The lines that reports write into the log."""
    with capture_logs() as lines:
        assert [send(client, body, kind) for body in bodies] == [204] * len(bodies)
    return [line for line in lines if line["event"] == "policy_violated"]


def test_both_kinds_of_reports_become_a_line_of_the_log(client: TestClient) -> None:
    """Of an address its path, and of what was blocked its host; nothing else."""
    [line] = logged(client, {"csp-report": OLD})
    assert line == {
        "event": "policy_violated",
        "log_level": "warning",
        "page": "/faqs",
        "directive": "img-src",
        "blocked": "https://tracker.example",
    }
    [line] = logged(client, [NEW, NEW], kind="application/reports+json; charset=utf-8")
    assert (line["directive"], line["blocked"]) == ("script-src-elem", "inline")


def test_noise_of_browser_extensions_is_left_out(client: TestClient) -> None:
    schemes = ("chrome-extension", "moz-extension", "safari-web-extension")
    reports = [{"csp-report": OLD | {"blocked-uri": f"{scheme}://abcdef/x.js"}} for scheme in schemes]
    assert logged(client, *reports, {"csp-report": OLD | {"source-file": "moz-extension"}}) == []


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("https://voltigo.example/", "/"),
        ("https://voltigo.example/faqs/", "/faqs"),
        ("https://voltigo.example/admin/reservations/17/show", "/admin"),
        ("https://voltigo.example/Änne-Müller", ""),
        ("https://voltigo.example/administrator", ""),
        ("about:blank", ""),
        ("http://[", ""),
        ("", ""),
    ],
)
def test_only_addresses_of_our_own_pages_are_logged(address: str, page: str) -> None:
    [found] = violations_of({"csp-report": {"document-uri": address}}, PAGES)
    assert found.page == page


@pytest.mark.parametrize(
    ("blocked", "kept"),
    [
        ("https://user:secret@evil.example:8443/path?x=1", "https://evil.example"),
        ("trusted-types-sink", "trusted-types-sink"),
        ("data:text/html,x", "data"),
        ("javascript:alert(1)", "other"),
        ("Änne Müller", "other"),
        ("https://" + "a" * 300, "other"),
        ("http://[::1", "other"),
    ],
)
def test_of_what_was_blocked_scheme_and_host_are_logged(blocked: str, kept: str) -> None:
    [found] = violations_of({"csp-report": {"blocked-uri": blocked}}, PAGES)
    assert found.blocked == kept


def test_what_is_no_report_is_passed_over_and_what_is_no_json_refused(client: TestClient) -> None:
    no_reports = ([], {}, 7, None, "x", [{"type": "deprecation", "body": {}}], {"csp-report": []}, [[[]]])
    assert logged(client, *no_reports) == []
    assert send(client, {}, "text/plain") == 400
    answer = client.post(REPORTS, content=b"\xff{", headers={"Content-Type": "application/csp-report"})
    assert (answer.status_code, answer.json()["code"]) == (400, "not_json")
    assert send(client, "x" * LARGEST_REPORT) == 413


def test_one_call_becomes_few_lines_and_many_calls_are_refused(client: TestClient) -> None:
    different = [NEW | {"body": NEW["body"] | {"blockedURL": f"https://{number}.example"}} for number in range(40)]
    assert len(logged(client, different)) == MOST_VIOLATIONS
    most = REPORT_LIMIT[1]
    assert [send(client, {"csp-report": OLD}) for _ in range(most)] == [204] * (most - 1) + [429]


_JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*OLD, *NEW, *NEW["body"], "csp-report"]), inner),
    max_leaves=12,
)


@given(body=st.fixed_dictionaries({"csp-report": _JSON}) | st.lists(_JSON | st.just(NEW)) | _JSON)
@settings(max_examples=200)
def test_whatever_is_sent_leaves_no_text_of_its_own(body: object) -> None:
    for found in violations_of(body, PAGES):
        assert isinstance(found, Violation)
        assert found.page in {"", "/admin", *PAGES}
        assert len(found.directive) <= 40
        assert len(found.blocked) <= 120
        assert found.blocked.isascii()
        assert "/" not in found.blocked.partition("://")[2]


@given(body=st.binary(max_size=200))
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rubbish_is_never_a_fault_of_ours(body: bytes, client: TestClient) -> None:
    answer = client.post(REPORTS, content=body, headers={"Content-Type": "application/reports+json"})
    assert answer.status_code in (204, 400, 429)
