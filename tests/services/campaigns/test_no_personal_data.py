"""Marketing works with campaigns and recommendations, and learns from none of these answers who anybody is."""

from typing import Any

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient

from services.api_document import staff_document
from services.campaigns.models import CostArrival
from services.core.clock import utc_now
from services.core.db.db import Database
from services.referrals.issue import CodeIssue
from services.referrals.judge_uses import ReferralWatch
from tests.factories import reservation_body
from tests.fixtures.staff import StaffClient
from tests.services.reservations.test_masking import CANARIES, TOUCH, texts

MINE = ("campaigns", "links", "aliases", "notes", "costs", "referrals")
"""Tags of the routes this test walks."""


@pytest.fixture
def canaries(client: TestClient, db: Database) -> None:
    """A household that came by a code with its own name in it, recommends others, and is recommended by itself."""
    household = {
        "first_name": "Kanarius",
        "last_name": "Vogelsang",
        "email": "zwitscher@vogelsang.example",
        "mobile_phone": "0151 2345678",
        "postcode": "99999",
    }
    codes = CodeIssue(db, utc_now)
    for number, code in enumerate(("KANARIUS-10", "zwitscher@vogelsang.example", "0151 2345678")):
        # Another mailbox each time: the same household twice is one reservation.
        household["email"] = f"zwitscher.{number}@vogelsang.example"
        body = reservation_body(**household, touches=[TOUCH | {"referral_code": code}])
        answer = client.post("/functions/v1/reserve-spot", json=body, headers={"Idempotency-Key": f"key-{number}" * 8})
        assert answer.status_code == 200, answer.text
        codes.issue()
    ReferralWatch(db, utc_now).check()


def filled(marketer: TestClient, db: Database) -> None:
    """One of everything marketing makes, and a cost file that came by itself."""
    arrived = {"file_name": "Kosten.csv", "sha256": "0" * 64, "content": b"Tag;Kosten", "arrived_at": utc_now()}
    db.write(lambda session: session.execute(insert(CostArrival), [arrived]) and None)
    campaign = {"name": "Messe", "utm_source": "messe", "utm_campaign": "messe"}
    for path, body in (
        ("campaigns", campaign),
        ("campaigns/1/links", {}),
        ("aliases", {"field": "utm_source", "raw": "mässe", "canonical": "messe"}),
        ("notes", {"day": "2026-01-01", "text": "Messe"}),
        ("referrals/codes", {"partner_name": "Verein", "code": "kanarius10"}),
    ):
        answer = marketer.post(f"/api/staff/{path}", json=body)
        assert answer.status_code == 201, answer.text


def reading_routes() -> list[str]:
    paths = staff_document()["paths"]
    return [path for path, item in paths.items() if "get" in item and item["get"]["tags"][0] in MINE]


def ask(browser: TestClient) -> dict[str, Any]:
    answers = {}
    for path in reading_routes():
        address = "/".join("1" if part.startswith("{") else part for part in path.split("/"))
        answers[path] = browser.get(address)
    return answers


def leaks(answer: Any) -> list[str]:
    if "json" not in answer.headers["content-type"]:
        return [canary for canary in CANARIES if canary in answer.text.lower()]
    return [said for said in texts(answer.json()) if any(canary in said for canary in CANARIES)]


@pytest.mark.usefixtures("canaries")
def test_no_answer_to_marketing_holds_personal_data(marketer: TestClient, db: Database) -> None:
    filled(marketer, db)
    answers = ask(marketer)
    assert len(answers) >= 12
    assert {path: answer.status_code for path, answer in answers.items() if answer.status_code != 200} == {}
    made_by_marketing = {"kanarius10"}
    for path, answer in answers.items():
        found = [
            said for said in leaks(answer) if said.strip('"') not in made_by_marketing and "=kanarius10" not in said
        ]
        assert found == [], path
    uses = marketer.get("/api/staff/referrals/uses").json()["data"]
    assert [(use["raw_code"], use["reservation_id"]) for use in uses] == [("…", None)] * 3
    assert all(use["pseudonym"].startswith("Haushalt ") for use in uses)


@pytest.mark.usefixtures("canaries")
def test_the_same_answers_to_an_admin_hold_them(staff_client: StaffClient) -> None:
    """Or the test above would prove nothing."""
    uses = staff_client("admin").get("/api/staff/referrals/uses").json()["data"]
    assert {use["raw_code"] for use in uses} == {"KANARIUS-10", "zwitscher@vogelsang.example", "0151 2345678"}
    assert all(use["reservation_id"] for use in uses)


def test_marketing_cannot_ask_for_a_household_by_its_name(marketer: TestClient, canaries: None) -> None:
    for typed in ("vogelsang", "zwitscher@vogelsang.example", "99999"):
        assert marketer.get("/api/staff/referrals/codes", params={"q": typed}).json()["total"] == 0
