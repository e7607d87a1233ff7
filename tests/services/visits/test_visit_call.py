"""What a visit call stores, and every refusal of it with status, code and German sentence."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.http.errors import ValidationProblem
from services.visits.steps import Consent, Step
from services.visits.touches import LONGEST_VALUE
from services.visits.validation import Report, read_report
from tests.services.visits.conftest import FIREFOX, OWN_SCRIPT, Visitors, visit_body

UNKNOWN_STEP = "Diesen Schritt gibt es nicht."
UNKNOWN_CONSENT = "Diese Antwort gibt es nicht."
NO_TEXT = "Diese Angabe muss Text sein."
NO_FLAG = "Diese Angabe muss true oder false sein."
NO_OBJECT = "Diese Angabe muss ein Objekt sein."
MISSING = "Diese Angabe fehlt."


@pytest.mark.both_databases
def test_a_page_view_is_stored_with_the_touch_of_its_visit(visitors: Visitors) -> None:
    answer = visitors.report()
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["cache-control"] == "no-store"
    [row] = visitors.rows()
    assert row.pop("written_in") >= 0
    assert isinstance(row.pop("visitor"), int)
    assert row.pop("day").isoformat() == "2026-11-03"
    assert row == {
        "id": 1,
        "at": visitors.clock.now,
        "step": Step.PAGE_VIEW,
        "path": "/faqs",
        "is_arrival": True,
        "utm_source": "google",
        "utm_medium": "cpc",
        "utm_campaign": "fruehling",
        "utm_term": "solar",
        "utm_content": "bild",
        "referral_code": "VOLT-7K3M",
        "referrer_host": "www.google.com",
        "landing_path": "/faqs",
        "clicked_ad": "none",
        "device": "computer",
        "consent": Consent.UNANSWERED,
        "is_bot": False,
        "is_referrer_spam": False,
    }


STEPS = {
    "page_view": Step.PAGE_VIEW,
    "calculator_used": Step.CALCULATOR_USED,
    "form_started": Step.FORM_STARTED,
    "step_2": Step.STEP_2,
    "step_3": Step.STEP_3,
    "step_4": Step.STEP_4,
    "answered": Step.ANSWERED,
}
ROUTES = frozenset({"/", "/faqs", "/reservierung", "/reservierung/danke"})


def read(**changes: Any) -> Report:
    return read_report(visit_body(**changes), ROUTES)


def test_each_step_answer_and_click_of_the_closed_lists_is_read() -> None:
    assert [read(step=name).step for name in STEPS] == list(STEPS.values())
    assert [read(consent=name).consent for name in ("not_asked", "unanswered", "yes", "no")] == list(Consent)
    ours = ["google", "microsoft", "meta", "tiktok", "linkedin", "pinterest", "none"]
    given = [read(touch={"clicked_ad": ad}).touch["clicked_ad"] for ad in (*ours, "Cj0KCQiA-an-id", "", None)]
    assert given == [*ours, *["none"] * 3], "nothing that is no name of ours"
    alone = read_report({"step": "page_view"}, ROUTES)
    assert (alone.path, alone.is_arrival, alone.consent) == ("", False, Consent.NOT_ASKED)
    assert {alone.touch[name] for name in ("utm_source", "referral_code", "landing_path")} == {""}


PATHS = {
    "/faqs": "/faqs",
    "/": "/",
    "/faqs/": "/faqs",
    "/reservierung": "/reservierung",
    "/404": "",
    "/kein-solcher-weg": "",
    "/faqs?email=anna@example.org": "",
    "faqs": "",
    "//faqs": "",
    "/FAQS": "",
    "": "",
    "/" + "x" * 3000: "",
}


def test_only_addresses_of_pages_are_kept_and_one_of_them_tells_of_a_reservation(visitors: Visitors) -> None:
    for path in PATHS:
        assert visitors.report(path=path).status_code == 204
    assert [row["path"] for row in visitors.rows()] == list(PATHS.values())
    for step, kept in (("page_view", Step.RESERVED), ("answered", Step.ANSWERED)):
        visitors.report(path="/reservierung/danke", step=step)
        assert visitors.last()["step"] == kept


def test_values_are_cut_and_cleaned_rather_than_refused(visitors: Visitors) -> None:
    touch = {
        "utm_source": "  Face\x00bo\u202eok ",
        "utm_campaign": "x" * 300,
        "utm_term": "u\u0308ber",
        "new": {"a": [1]},
    }
    assert visitors.report(touch=touch, further={"unknown": True}).status_code == 204
    row = visitors.last()
    assert (row["utm_source"], row["utm_term"]) == ("Facebook", "über")
    assert row["utm_campaign"] == "x" * LONGEST_VALUE


def test_no_visit_names_anybody() -> None:
    """Some newsletters put the reader's address into their links."""
    for value in ("anna@example.org", "anna%40example.org", "kunde:anna@example.org"):
        touch = read(touch={"utm_source": "newsletter", "utm_content": value, "referral_code": value}).touch
        assert (touch["utm_source"], touch["utm_content"], touch["referral_code"]) == ("newsletter", "", "")


REFUSED: list[tuple[dict[str, Any], str, str, str]] = [
    ({"step": None}, "step", "missing", MISSING),
    ({"step": "reserved"}, "step", "unknown_choice", UNKNOWN_STEP),
    ({"step": "Page_View"}, "step", "unknown_choice", UNKNOWN_STEP),
    ({"step": ""}, "step", "unknown_choice", UNKNOWN_STEP),
    ({"step": 0}, "step", "wrong_type", NO_TEXT),
    ({"step": ["page_view"]}, "step", "wrong_type", NO_TEXT),
    ({"consent": "maybe"}, "consent", "unknown_choice", UNKNOWN_CONSENT),
    ({"consent": True}, "consent", "wrong_type", NO_TEXT),
    ({"path": 7}, "path", "wrong_type", NO_TEXT),
    ({"path": {"a": 1}}, "path", "wrong_type", NO_TEXT),
    ({"is_arrival": 1}, "is_arrival", "wrong_type", NO_FLAG),
    ({"is_arrival": "true"}, "is_arrival", "wrong_type", NO_FLAG),
    ({"touch": []}, "touch", "wrong_type", NO_OBJECT),
    ({"touch": "direct"}, "touch", "wrong_type", NO_OBJECT),
    ({"touch": {"utm_term": 5}}, "touch.utm_term", "wrong_type", NO_TEXT),
    ({"touch": {"referral_code": ["A"]}}, "touch.referral_code", "wrong_type", NO_TEXT),
    ({"touch": {"clicked_ad": 7}}, "touch.clicked_ad", "wrong_type", NO_TEXT),
]


def faults(body: object) -> Any:
    with pytest.raises(ValidationProblem) as refused:
        read_report(body, ROUTES)
    return refused.value.members["errors"]


def test_a_wrong_member_is_refused_with_its_sentence() -> None:
    for changes, field, code, message in REFUSED:
        assert faults(visit_body(**changes)) == [{"field": field, "code": code, "message": message}], changes
    for body in ([], [visit_body()], "page_view", 5, True):
        assert faults(body) == [{"field": "", "code": "wrong_type", "message": NO_OBJECT}]


def test_the_route_refuses_and_keeps_nothing(visitors: Visitors) -> None:
    answer = visitors.report(step="leap", consent=3, path=[], is_arrival="yes", touch={"utm_source": 1, "utm_term": 2})
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    problem = answer.json()
    assert (problem["title"], problem["code"], problem["success"]) == (
        "Bitte prüfen Sie Ihre Angaben.", "validation", False,
    )  # fmt: skip
    fields = [error["field"] for error in problem["errors"]]
    assert fields == ["step", "consent", "path", "is_arrival", "touch.utm_source", "touch.utm_term"]
    client, json_type = visitors.from_address("203.0.113.9"), OWN_SCRIPT | {"Content-Type": "application/json"}
    for content in (b"", b"{", b"\xff\xfe", b'{"step": NaN}', b'{"step": "page_view", "path": "\\ud800"}'):
        answer = client.post("/api/visits", content=content, headers=json_type)
        assert (answer.status_code, answer.json()["code"]) == (400, "not_json"), content
    # So no foreign page can call.
    answer = client.post(
        "/api/visits", content=json.dumps(visit_body()), headers=OWN_SCRIPT | {"Content-Type": "text/plain"}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "not_json")
    assert client.get("/api/visits").status_code == 405, "it cannot be read"
    assert visitors.rows() == []


def test_a_body_over_4_kib_is_refused_with_413(visitors: Visitors) -> None:
    client = visitors.from_address("203.0.113.9")
    body = json.dumps(visit_body())
    headers = OWN_SCRIPT | {"Content-Type": "application/json", "User-Agent": FIREFOX}
    fits = body + " " * (4096 - len(body))
    assert client.post("/api/visits", content=fits, headers=headers).status_code == 204
    answer = client.post("/api/visits", content=fits + " ", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert len(visitors.rows()) == 1


def test_a_caller_beyond_the_limit_is_not_counted_and_others_are(open_site: Callable[..., Visitors]) -> None:
    visitors = open_site(rate_limits="visit=3/60")
    assert [visitors.report().status_code for _ in range(5)] == [204, 204, 204, 429, 429]
    refused = visitors.report()
    assert refused.json()["code"] == "rate_limited"
    assert refused.headers["retry-after"] == "45"
    assert visitors.report(address="203.0.113.10").status_code == 204
    assert len(visitors.rows()) == 4
    visitors.clock.advance(seconds=45)
    assert visitors.report().status_code == 204
    visitors.clock.advance(minutes=2)
    assert [visitors.report(step="leap").status_code for _ in range(4)] == [422, 422, 422, 429], "nonsense counts too"


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


def test_a_report_of_our_own_page_is_counted(site: Visitors) -> None:
    for headers in OWN:
        assert client_of(site).post("/api/visits", json=visit_body(), headers=headers).status_code == 204, headers
    assert len(site.rows()) == len(OWN)


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
