"""What a visit call stores, and every refusal of it with status, code and German sentence."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from services.visits.steps import Consent, Step
from services.visits.touches import LONGEST_VALUE
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


def test_each_step_of_the_closed_list_is_stored(visitors: Visitors) -> None:
    for name in STEPS:
        assert visitors.report(step=name).status_code == 204
    assert [row["step"] for row in visitors.rows()] == list(STEPS.values())


def test_each_answer_about_remembering_is_stored(visitors: Visitors) -> None:
    for name in ("not_asked", "unanswered", "yes", "no"):
        assert visitors.report(consent=name).status_code == 204
    assert [row["consent"] for row in visitors.rows()] == list(Consent)


def test_whose_click_id_it_was_is_stored_and_nothing_that_is_no_name_of_ours(visitors: Visitors) -> None:
    for given in ("google", "microsoft", "meta", "tiktok", "linkedin", "pinterest", "none", "Cj0KCQiA-an-id", "", None):
        assert visitors.report(touch={"clicked_ad": given}).status_code == 204
    stored = [row["clicked_ad"] for row in visitors.rows()]
    assert stored == ["google", "microsoft", "meta", "tiktok", "linkedin", "pinterest", *["none"] * 4]
    refused = visitors.report(touch={"clicked_ad": 7})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "touch.clicked_ad")


def test_a_step_alone_is_enough(visitors: Visitors) -> None:
    assert visitors.report(body={"step": "page_view"}).status_code == 204
    row = visitors.last()
    assert (row["path"], row["is_arrival"], row["consent"]) == ("", False, Consent.NOT_ASKED)
    assert {row[name] for name in ("utm_source", "referral_code", "landing_path")} == {""}


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


def test_only_addresses_of_pages_are_kept(visitors: Visitors) -> None:
    for path in PATHS:
        assert visitors.report(path=path).status_code == 204
    assert [row["path"] for row in visitors.rows()] == list(PATHS.values())


def test_the_thank_you_page_tells_that_a_reservation_was_made(visitors: Visitors) -> None:
    visitors.report(path="/reservierung/danke")
    assert visitors.last()["step"] == Step.RESERVED
    visitors.report(path="/reservierung/danke", step="answered")
    assert visitors.last()["step"] == Step.ANSWERED


@pytest.mark.both_databases
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


@pytest.mark.parametrize("value", ["anna@example.org", "anna%40example.org", "kunde:anna@example.org"])
def test_no_visit_names_anybody(value: str, visitors: Visitors) -> None:
    """Some newsletters put the reader's address into their links."""
    visitors.report(touch={"utm_source": "newsletter", "utm_content": value, "referral_code": value})
    row = visitors.last()
    assert (row["utm_source"], row["utm_content"], row["referral_code"]) == ("newsletter", "", "")


@pytest.mark.parametrize(
    ("changes", "field", "code", "message"),
    [
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
    ],
)
def test_a_wrong_member_is_refused_with_422(
    changes: dict[str, Any], field: str, code: str, message: str, visitors: Visitors
) -> None:
    answer = visitors.report(**changes)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {
        "type": "urn:voltigo:problem:validation",
        "title": "Bitte prüfen Sie Ihre Angaben.",
        "status": 422,
        "code": "validation",
        "success": False,
        "errors": [{"field": field, "code": code, "message": message}],
    }
    assert visitors.rows() == []


def test_all_faults_are_named_at_once(visitors: Visitors) -> None:
    answer = visitors.report(step="leap", consent=3, path=[], is_arrival="yes", touch={"utm_source": 1, "utm_term": 2})
    fields = [error["field"] for error in answer.json()["errors"]]
    assert fields == ["step", "consent", "path", "is_arrival", "touch.utm_source", "touch.utm_term"]


@pytest.mark.parametrize("body", [[], [visit_body()], "page_view", 5, True])
def test_a_body_that_is_no_object_is_refused(body: Any, visitors: Visitors) -> None:
    answer = visitors.report(body=body)
    assert (answer.status_code, answer.json()["errors"]) == (
        422,
        [{"field": "", "code": "wrong_type", "message": NO_OBJECT}],
    )


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b'{"step": NaN}', b"null garbage", b'{"step": "page_view", "path": "\\ud800"}']
)
def test_what_is_not_json_is_refused_with_400(content: bytes, visitors: Visitors) -> None:
    client = visitors.from_address("203.0.113.9")
    answer = client.post("/api/visits", content=content, headers=OWN_SCRIPT | {"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "not_json")
    assert visitors.rows() == []


def test_another_content_type_is_refused_so_that_no_foreign_page_can_call(visitors: Visitors) -> None:
    client = visitors.from_address("203.0.113.9")
    answer = client.post(
        "/api/visits", content=json.dumps(visit_body()), headers=OWN_SCRIPT | {"Content-Type": "text/plain"}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "not_json")


def test_a_body_over_4_kib_is_refused_with_413(visitors: Visitors) -> None:
    client = visitors.from_address("203.0.113.9")
    body = json.dumps(visit_body())
    headers = OWN_SCRIPT | {"Content-Type": "application/json", "User-Agent": FIREFOX}
    fits = body + " " * (4096 - len(body))
    assert client.post("/api/visits", content=fits, headers=headers).status_code == 204
    answer = client.post("/api/visits", content=fits + " ", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert len(visitors.rows()) == 1


def test_it_cannot_be_read(visitors: Visitors) -> None:
    assert visitors.from_address("203.0.113.9").get("/api/visits").status_code == 405


@pytest.mark.both_databases
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


def test_a_nonsense_call_counts_towards_the_limit(open_site: Callable[..., Visitors]) -> None:
    visitors = open_site(rate_limits="visit=2/60")
    assert [visitors.report(step="leap").status_code for _ in range(3)] == [422, 422, 429]
