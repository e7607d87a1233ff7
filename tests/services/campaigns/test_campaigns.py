"""Campaigns: registered under canonical values, changed under a version, archived, listed with their costs."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.campaigns.budgets import spendings
from services.campaigns.models import Campaign, CampaignCost
from services.campaigns.schemas import CampaignIn
from services.core.db.db import Database
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from tests.fixtures.staff import StaffClient
from tests.services.refusals import refusals
from tests.services.stored import stored

CAMPAIGNS = "/api/staff/campaigns"
BODY = {
    "name": "Frühling im Newsletter",
    "utm_source": "newsletter",
    "utm_medium": "email",
    "utm_campaign": "fruehling-2026",
    "landing_path": "/faqs",
    "starts_on": "2026-03-01",
    "ends_on": "2026-05-31",
    "budget_cents": 250_000,
    "note": "Versand dienstags",
}


def added(marketer: TestClient, **changes: Any) -> dict[str, Any]:
    answer = marketer.post(CAMPAIGNS, json=BODY | changes)
    assert answer.status_code == 201, answer.text
    return answer.json()


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def listed(marketer: TestClient, **params: Any) -> list[str]:
    answer = marketer.get(CAMPAIGNS, params=params)
    assert answer.status_code == 200, answer.text
    return [row["name"] for row in answer.json()["data"]]


def test_a_campaign_is_answered_as_it_was_registered(marketer: TestClient) -> None:
    campaign = added(marketer)
    assert campaign == BODY | {
        "id": 1,
        "version": 1,
        "cost_cents": 0,
        "spent_cents": 0,
        "over_cents": -250_000,
        "links": [],
        "archived_at": None,
        "created_at": campaign["created_at"],
        "created_by": campaign["created_by"],
        "created_by_name": "Kim Marketing",
        "address": "http://127.0.0.1:8000/faqs?utm_source=newsletter&utm_medium=email&utm_campaign=fruehling-2026",
    }
    assert marketer.get(f"{CAMPAIGNS}/1").json() == campaign
    assert refusal(marketer.get(f"{CAMPAIGNS}/2")) == (404, "not_found")


def test_values_are_spelt_canonically_and_aliases_resolved_on_entry(marketer: TestClient) -> None:
    campaign = added(marketer, utm_source=" NewsLetter ", utm_medium="", utm_campaign="Sommer  Aktion\t2026")
    assert (campaign["utm_source"], campaign["utm_medium"]) == ("newsletter", "")
    assert campaign["utm_campaign"] == "sommer-aktion-2026"
    alias = {"field": "utm_source", "raw": "NL", "canonical": "newsletter"}
    assert marketer.post("/api/staff/aliases", json=alias).status_code == 201
    assert added(marketer, utm_source="nl")["utm_source"] == "newsletter"
    assert refusal(marketer.post(CAMPAIGNS, json=BODY | {"utm_source": "NL "})) == (409, "campaign_exists")


@pytest.mark.both_databases(sample="postgresql")
def test_the_same_three_values_are_registered_once(marketer: TestClient) -> None:
    first = added(marketer)
    answer = marketer.post(CAMPAIGNS, json=BODY | {"utm_campaign": "Fruehling 2026"})
    assert refusal(answer) == (409, "campaign_exists")
    assert answer.json()["campaign_id"] == first["id"]
    other = added(marketer, utm_medium="print")
    answer = marketer.patch(f"{CAMPAIGNS}/{other['id']}", json={"version": 1, "utm_medium": "EMAIL"})
    assert refusal(answer) == (409, "campaign_exists")
    assert marketer.get(f"{CAMPAIGNS}/{other['id']}").json()["utm_medium"] == "print"


@pytest.mark.both_databases(sample="postgresql")
def test_two_who_register_the_same_at_once_register_it_once(marketer: TestClient) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: refusal_or_none(marketer.post(CAMPAIGNS, json=BODY)), range(4)))
    assert sorted(answers, key=str) == [(409, "campaign_exists")] * 3 + [None]
    campaign = marketer.get(CAMPAIGNS).json()["data"][0]["id"]
    with ThreadPoolExecutor(4) as pool:
        links = f"{CAMPAIGNS}/{campaign}/links"
        answers = list(pool.map(lambda _: refusal_or_none(marketer.post(links, json={"slug": "messe"})), range(4)))
    assert sorted(answers, key=str) == [(409, "slug_taken")] * 3 + [None]


def refusal_or_none(answer: Any) -> tuple[int, str] | None:
    return None if answer.status_code == 201 else refusal(answer)


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"name": " "}, "name", "missing"),
    ({"name": "x" * 121}, "name", "too_long"),
    ({"utm_source": ""}, "utm_source", "missing"),
    ({"utm_campaign": None}, "utm_campaign", "missing"),
    ({"utm_campaign": "x" * 201}, "utm_campaign", "too_long"),
    ({"utm_source": 7}, "utm_source", "wrong_type"),
    ({"utm_medium": "mail an a@b.de"}, "utm_medium", "personal"),
    ({"utm_campaign": "ruf 0170 1234567 an"}, "utm_campaign", "personal"),
    ({"landing_path": "https://example.com"}, "landing_path", "unknown_page"),
    ({"landing_path": "//example.com"}, "landing_path", "unknown_page"),
    ({"landing_path": "/reservierung/danke"}, "landing_path", "unknown_page"),
    ({"starts_on": "1.3.2026"}, "starts_on", "not_a_day"),
    ({"starts_on": "2026-W01-1"}, "starts_on", "not_a_day"),
    ({"starts_on": "2026-02-30"}, "starts_on", "not_a_day"),
    ({"starts_on": 20260301}, "starts_on", "not_a_day"),
    ({"ends_on": "2026-02-28"}, "ends_on", "before_start"),
    ({"budget_cents": -1}, "budget_cents", "negative"),
    ({"budget_cents": 0.5}, "budget_cents", "not_whole"),
    ({"budget_cents": "100"}, "budget_cents", "wrong_type"),
    ({"budget_cents": 10**11}, "budget_cents", "out_of_range"),
    ({"note": "x" * 1001}, "note", "too_long"),
]


def test_a_wrong_value_is_named_with_its_field() -> None:
    for changes, field, code in WRONG:
        (error,) = refusals(CampaignIn, BODY | changes)
        assert (error["field"], error["code"]) == (field, code), changes
        assert error["message"].endswith(".")


def test_every_wrong_value_is_named_at_once_and_nothing_is_registered(marketer: TestClient) -> None:
    answer = marketer.post(CAMPAIGNS, json=BODY | {"name": "", "budget_cents": -1, "landing_path": "//example.com"})
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == ["name", "landing_path", "budget_cents"]
    assert marketer.get(CAMPAIGNS).json()["total"] == 0


def test_a_change_is_saved_and_told_to_the_log_without_the_note(marketer: TestClient, db: Database) -> None:
    added(marketer)
    change = {"version": 1, "budget_cents": None, "ends_on": "2026-06-30", "note": "Anruf bei Kanarius"}
    change["name"] = "Gruß an Kanarius"
    saved = marketer.patch(f"{CAMPAIGNS}/1", json=change).json()
    assert (saved["budget_cents"], saved["ends_on"], saved["version"]) == (None, "2026-06-30", 2)
    entry = stored(db, AuditEntry)[-1]
    assert (entry["action"], entry["subject"]) == ("campaign.edited", "campaign:1")
    assert entry["details"] == {
        "before": {"budget_cents": 250_000, "ends_on": "2026-05-31"},
        "after": {"budget_cents": None, "ends_on": "2026-06-30"},
        "name_changed": True,
        "note_changed": True,
    }
    with db.read() as session:
        assert first_broken_entry(session) is None
    again = {"version": 2, "name": f" {change['name']} ", "utm_source": "NEWSLETTER"}
    assert marketer.patch(f"{CAMPAIGNS}/1", json=again).json()["version"] == 2, "nothing new"
    assert [entry["action"] for entry in stored(db, AuditEntry)] == ["campaign.added", "campaign.edited"]
    wrong = marketer.patch(f"{CAMPAIGNS}/1", json={"version": 2, "ends_on": "2026-02-01"})
    assert wrong.json()["errors"][0]["field"] == "ends_on", "before the beginning that is stored"


def test_a_stale_save_is_refused_with_the_campaign_as_it_is(marketer: TestClient, staff_client: StaffClient) -> None:
    added(marketer)
    marketer.patch(f"{CAMPAIGNS}/1", json={"version": 1, "name": "Neu"})
    answer = marketer.patch(f"{CAMPAIGNS}/1", json={"version": 1, "name": "Auch neu"})
    assert refusal(answer) == (409, "stale")
    assert (answer.json()["version"], answer.json()["current"]["name"]) == (2, "Neu")
    assert answer.json()["changed"]["by_name"] == "Kim Marketing"
    assert staff_client("admin").post(f"{CAMPAIGNS}/1/archive").status_code == 200
    later = marketer.patch(f"{CAMPAIGNS}/1", json={"version": 2, "name": "Auch neu"})
    assert later.json()["changed"]["by_name"] == "Kim Admin", "the latest change, whichever it was"


def test_an_archived_campaign_leaves_the_list_and_comes_back(marketer: TestClient, db: Database) -> None:
    added(marketer)
    assert marketer.post(f"{CAMPAIGNS}/1/archive").json()["archived_at"] is not None
    assert (listed(marketer), listed(marketer, archived="yes"), listed(marketer, archived="all")) == (
        [],
        [BODY["name"]],
        [BODY["name"]],
    )
    assert marketer.get(CAMPAIGNS, params={"archivd": "all"}).status_code == 422, "a filter that nobody knows"
    assert marketer.post(f"{CAMPAIGNS}/1/archive").json()["version"] == 2, "nothing to do the second time"
    assert refusal(marketer.post(CAMPAIGNS, json=BODY)) == (409, "campaign_exists")
    assert marketer.post(f"{CAMPAIGNS}/1/unarchive").json()["archived_at"] is None
    assert [entry["action"] for entry in stored(db, AuditEntry)] == [
        "campaign.added",
        "campaign.archived",
        "campaign.unarchived",
    ]


@pytest.mark.both_databases(sample="postgresql")
def test_a_list_is_searched_and_sorted(marketer: TestClient, db: Database) -> None:
    for number, name in enumerate(("Öffentlicher Dienst", "ostern", "Zürich", "ÄRZTEBLATT")):
        added(marketer, name=name, utm_campaign=f"k{number}", starts_on=f"2026-01-0{4 - number}" if number else None)
    assert listed(marketer, sort="name", order="asc") == ["ÄRZTEBLATT", "Öffentlicher Dienst", "ostern", "Zürich"]
    assert listed(marketer, sort="starts_on", order="asc") == ["ÄRZTEBLATT", "Zürich", "ostern", "Öffentlicher Dienst"]
    assert listed(marketer, sort="starts_on", order="desc")[-1] == "Öffentlicher Dienst", "no day comes last"
    assert listed(marketer) == ["ÄRZTEBLATT", "Zürich", "ostern", "Öffentlicher Dienst"]
    for typed, found in (("ärzte", "ÄRZTEBLATT"), ("ÖFFENT dienst", "Öffentlicher Dienst"), ("K2", "Zürich")):
        assert listed(marketer, q=typed) == [found]
    assert listed(marketer, q="%") == []
    assert listed(marketer, q="z " * 100) == ["ÄRZTEBLATT", "Zürich"]
    assert marketer.get(CAMPAIGNS, params={"q": "x" * 201}).status_code == 422


@pytest.mark.both_databases(sample="postgresql")
def test_costs_are_summed_and_sorted_by(marketer: TestClient, db: Database) -> None:
    for number in range(3):
        added(marketer, name=f"K{number}", utm_campaign=f"k{number}")

    def unit(session: Any) -> None:
        now = session.get_one(Campaign, 1).created_at
        common = {"note": "", "import_id": None, "created_at": now, "created_by": "staff:1"}
        for campaign_id, cents, removed_at in ((1, 500, None), (1, 700, None), (2, 9000, None), (3, 99_999, now)):
            day = date(2026, 1, cents % 28 + 1)
            session.add(CampaignCost(campaign_id=campaign_id, cents=cents, day=day, removed_at=removed_at, **common))

    db.write(unit)
    rows = marketer.get(CAMPAIGNS, params={"sort": "cost_cents"}).json()["data"]
    assert [(row["name"], row["cost_cents"]) for row in rows] == [("K1", 9000), ("K0", 1200), ("K2", 0)]
    assert listed(marketer, sort="cost_cents", order="asc") == ["K2", "K0", "K1"]
    assert marketer.get(f"{CAMPAIGNS}/1").json()["cost_cents"] == 1200


def test_only_the_days_of_a_campaign_count_against_its_budget(marketer: TestClient, db: Database) -> None:
    """The list asks the function that the alert asks."""
    period = {"starts_on": "2026-05-01", "ends_on": "2026-05-31"}
    added(marketer, name="Mai", utm_campaign="mai", budget_cents=1000, **period)
    added(marketer, name="Ohne", utm_campaign="ohne", budget_cents=None, starts_on=None, ends_on=None)
    for campaign, day, cents in (
        (1, "2026-04-30", 300), (1, "2026-05-01", 400), (1, "2026-05-31", 500), (1, "2026-06-01", 3000),
        (2, "2026-06-01", 70),
    ):  # fmt: skip
        assert marketer.put(f"{CAMPAIGNS}/{campaign}/costs/{day}", json={"cents": cents}).status_code == 200
    rows = marketer.get(CAMPAIGNS, params={"sort": "name", "order": "asc"}).json()["data"]
    assert [(row["cost_cents"], row["spent_cents"], row["over_cents"]) for row in rows] == [
        (4200, 900, -100),
        (70, 70, None),
    ]
    with db.read() as session:
        assert [(found.cost_cents, found.over_cents) for found in spendings(session)] == [(900, -100)]


def test_pages_hold_every_campaign_once(marketer: TestClient) -> None:
    for number in range(5):
        added(marketer, name="Gleich", utm_campaign=f"k{number}")
    seen = []
    for page in (1, 2, 3):
        answer = marketer.get(CAMPAIGNS, params={"sort": "name", "per_page": 2, "page": page}).json()
        assert (answer["total"], answer["has_next"]) == (5, page < 3)
        seen += [row["id"] for row in answer["data"]]
    assert sorted(seen) == [1, 2, 3, 4, 5]
