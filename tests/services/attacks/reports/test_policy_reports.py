"""What is kept of a browser's report that a policy refused something, and what is not."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.attacks.reports.public_api import LARGEST, LIMIT
from services.attacks.reports.reading import MOST_REPORTS, violations_of
from services.attacks.tally import Violation
from services.core.http.web import REPORTS
from tests.services.attacks.conftest import OpenProduct, Product

PAGES = frozenset({"/", "/faqs"})
CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36"
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
    "user_agent": CHROME,
    "body": {
        "documentURL": "https://voltigo.example/faqs?utm_source=x",
        "effectiveDirective": "script-src-elem",
        "blockedURL": "inline",
        "sourceFile": "https://voltigo.example/faqs",
        "sample": "alert('Änne')",
    },
}


def send(product: Product, body: object, kind: str = "application/csp-report") -> int:
    headers = {"Content-Type": kind, "User-Agent": CHROME}
    return product.client.post(REPORTS, content=json.dumps(body), headers=headers).status_code


@pytest.mark.both_databases
def test_both_kinds_of_reports_become_counts_of_a_day(product: Product) -> None:
    """Of an address its path, of what was blocked its host, of the browser its kind; nothing else."""
    assert send(product, {"csp-report": OLD}) == 204
    assert send(product, {"csp-report": OLD}) == 204
    assert send(product, [NEW, NEW], "application/reports+json; charset=utf-8") == 204
    rows = {row["directive"]: row for row in product.violations()}
    assert str(rows["img-src"].pop("day")) == "2026-11-03"
    assert rows["img-src"] == {
        "page": "/faqs",
        "directive": "img-src",
        "blocked": "https://tracker.example",
        "browser": "Chrome",
        "from_extension": False,
        "calls": 2,
    }
    assert (rows["script-src-elem"]["blocked"], rows["script-src-elem"]["calls"]) == ("inline", 2)
    assert product.calls()["policy", ""] == 4


def test_noise_of_browser_extensions_is_counted_apart(product: Product) -> None:
    for scheme in ("chrome-extension", "moz-extension", "safari-web-extension"):
        assert send(product, {"csp-report": OLD | {"blocked-uri": f"{scheme}://abcdef/x.js"}}) == 204
    assert send(product, {"csp-report": OLD | {"blocked-uri": "inline", "source-file": "moz-extension"}}) == 204
    assert all(row["from_extension"] for row in product.violations())
    assert product.calls() == {("extension", ""): 4}


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
def test_only_addresses_of_our_own_pages_are_kept(address: str, page: str) -> None:
    [found] = violations_of({"csp-report": {"document-uri": address}}, PAGES, "")
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
def test_of_what_was_blocked_scheme_and_host_are_kept(blocked: str, kept: str) -> None:
    [found] = violations_of({"csp-report": {"blocked-uri": blocked}}, PAGES, "")
    assert found.blocked == kept


def test_what_is_no_report_is_passed_over_and_what_is_no_json_refused(product: Product) -> None:
    for body in ([], {}, 7, None, "x", [{"type": "deprecation", "body": {}}], {"csp-report": []}, [[[]]]):
        assert send(product, body) == 204
    assert send(product, {}, "text/plain") == 400
    answer = product.client.post(REPORTS, content=b"\xff{", headers={"Content-Type": "application/csp-report"})
    assert (answer.status_code, answer.json()["code"]) == (400, "not_json")
    assert send(product, "x" * LARGEST) == 413
    assert product.violations() == []


def test_one_call_is_read_to_a_bound_and_many_calls_are_refused(open_product: OpenProduct) -> None:
    product = open_product()
    assert len(violations_of([NEW] * 100, PAGES, "")) == MOST_REPORTS
    statuses = [send(product, {"csp-report": OLD}) for _ in range(LIMIT[1] + 1)]
    assert statuses == [204] * LIMIT[1] + [429]
    assert product.calls()["rate", "policy-report"] == 1


_JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*OLD, *NEW, *NEW["body"], "csp-report"]), inner),
    max_leaves=12,
)


@given(body=st.fixed_dictionaries({"csp-report": _JSON}) | st.lists(_JSON | st.just(NEW)) | _JSON, agent=st.text())
@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_whatever_is_sent_fits_into_the_table_and_holds_no_text_of_its_own(body: object, agent: str) -> None:
    for found in violations_of(body, PAGES, agent):
        assert isinstance(found, Violation)
        assert found.page in {"", "/admin", *PAGES}
        assert len(found.directive) <= 40
        assert len(found.blocked) <= 120
        assert len(found.browser) <= 20
        assert found.blocked.isascii()
        assert "/" not in found.blocked.partition("://")[2]


@given(body=st.binary(max_size=200))
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rubbish_is_never_a_fault_of_ours(body: bytes, product: Product) -> None:
    answer = product.client.post(REPORTS, content=body, headers={"Content-Type": "application/reports+json"})
    assert answer.status_code in (204, 400, 429)
