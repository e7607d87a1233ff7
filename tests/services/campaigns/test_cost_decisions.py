"""What people decide about a cost file: names of platforms, credit notes, rates, and lines left out."""

from datetime import UTC, datetime
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.campaigns.models import CampaignCost, CostImport, PlatformName
from services.core.db.db import Database
from services.staff.models import AuditEntry
from services.store.models import RelationMark
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.campaigns.test_costs import HEAD, check, days, refusal, take, undo
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

NAMES = "/api/staff/costs/names"
META = "Kampagnenname,Tag,Link-Klicks,Impressionen,Ausgegebener Betrag (EUR)\n"
USD = {"currency": "USD", "rate": "0,9213", "on": "2026-11-02", "source": "ecb"}


@pytest.fixture
def marketer(make_client: MakeClient, staff_client: StaffClient) -> TestClient:
    """With two campaigns, on the fourth of November."""
    clock = HeldClock(datetime(2026, 11, 4, 12, tzinfo=UTC))
    browser = staff_client("marketing", client=make_client(clock=clock, rate_limits="off"))
    for name, value in (("Solar ohne Dach", "solar"), ("Herbst", "herbst")):
        body = {"name": name, "utm_source": "google", "utm_medium": "cpc", "utm_campaign": value}
        assert browser.post("/api/staff/campaigns", json=body).status_code == 201
    return browser


def remember(marketer: TestClient, name: str, campaign_id: int | None, platform: str = "meta") -> Any:
    return marketer.post(NAMES, json={"platform": platform, "name": name, "campaign_id": campaign_id})


@pytest.mark.both_databases
def test_a_name_once_explained_needs_no_explanation_next_month(marketer: TestClient, db: Database) -> None:
    text = f"{META}DE_Search_Generic_SolarOhneDach,2026-03-01,12,1200,12.50\nTest intern,2026-03-01,0,0,3.00\n"
    unknown = check(marketer, text)
    assert [(name["name"], name["state"], name["similar"]) for name in unknown["names"]] == [
        ("DE_Search_Generic_SolarOhneDach", "unknown", [1]),
        ("Test intern", "unknown", []),
    ]
    assert (unknown["platform"], unknown["totals"]["problems"]) == ("meta", 2)
    assert remember(marketer, "DE_Search_Generic_SolarOhneDach", 1).status_code == 200
    assert remember(marketer, "Test  INTERN", None).status_code == 200
    for month in ("03", "04"):
        monthly = text.replace("-03-", f"-{month}-")
        found = check(marketer, monthly)
        assert [name["state"] for name in found["names"]] == ["remembered", "left_out"]
        assert (found["totals"]["problems"], found["totals"]["left_out"], found["totals"]["cents"]) == (0, 1, 1250)
        assert take(marketer, monthly, **found["mapping"]).status_code == 201
    assert days(marketer) == {"2026-03-01": 1250, "2026-04-01": 1250}
    (latest, _) = marketer.get("/api/staff/costs/imports").json()["data"]
    assert latest["left_out"] == [{"line": 3, "day": "2026-04-01", "cents": 300, "reason": "name"}]
    assert [row["created_by"] for row in stored(db, PlatformName)] == ["staff:1", "staff:1"]


@pytest.mark.both_databases
def test_a_remembered_name_is_changed_and_forgotten_and_its_past_is_kept(marketer: TestClient, db: Database) -> None:
    text = f"{META}Solar alt,2026-03-01,1,2,12.50\n"
    first = remember(marketer, "Solar alt", 1).json()
    assert remember(marketer, "solar ALT", 1).json()["id"] == first["id"], "the same again changes nothing"
    second = remember(marketer, "Solar alt", 2).json()
    assert check(marketer, text)["rows"][0]["campaign_id"] == 2
    assert [one["id"] for one in marketer.get(NAMES).json()["data"]] == [second["id"]]
    assert marketer.post(f"{NAMES}/{second['id']}/forget").json()["campaign_name"] == "Herbst"
    assert check(marketer, text)["names"][0]["state"] == "unknown"
    assert refusal(marketer.post(f"{NAMES}/{second['id']}/forget")) == (404, "not_found")
    assert [row["forgotten_by"] for row in stored(db, PlatformName)] == ["staff:1", "staff:1"]
    told = [entry for entry in stored(db, AuditEntry) if entry["subject"].startswith("platform_name:")]
    assert [(entry["action"], entry["details"]["campaign_id"]) for entry in told] == [
        ("platform_name.remembered", 1),
        ("platform_name.remembered", 2),
        ("platform_name.forgotten", 2),
    ]
    assert "Solar alt" not in str(told)


def test_what_is_remembered_of_one_platform_says_nothing_of_another(marketer: TestClient) -> None:
    remember(marketer, "Alles", 1, "google")
    assert check(marketer, f"{META}Alles,2026-03-01,1,2,12.50\n")["names"][0]["state"] == "unknown"
    assert refusal(remember(marketer, "Alles", 99)) == (404, "not_found")
    assert refusal(remember(marketer, " ", 1)) == (422, "validation")
    assert refusal(remember(marketer, "Alles", 1, "myspace")) == (422, "validation")


@pytest.mark.both_databases
def test_clicks_and_impressions_are_kept_with_the_day(marketer: TestClient) -> None:
    text = (
        f'{META}Herbst,2026-03-01,12,"1,200",12.50\nHerbst,2026-03-01,3,100,2.50\nHerbst,2026-03-02,,,1.00\n'
        "Herbst,2026-03-03,viele,7,1.00\n"
    )
    found = check(marketer, text)
    totals = found["totals"]
    assert (totals["clicks"], totals["impressions"], totals["clicked_cents"]) == (15, 1307, 1500)
    assert found["rows"][3]["notice"]["code"] == "odd_counts"
    assert take(marketer, text, **found["mapping"]).status_code == 201
    page = marketer.get("/api/staff/campaigns/2/costs").json()
    assert [(day["clicks"], day["impressions"]) for day in page["data"]] == [(15, 1300), (None, None), (None, 7)]
    assert (page["total_clicks"], page["total_impressions"], page["clicked_cents"]) == (15, 1307, 1500)
    unwanted = check(marketer, text, clicks=None, impressions=None)
    assert (unwanted["mapping"]["clicks"], unwanted["totals"]["clicks"]) == (None, None)


@pytest.mark.both_databases
def test_a_credit_note_lowers_a_day_once_a_person_says_so(marketer: TestClient) -> None:
    text = f"{HEAD}Herbst;2026-03-01;10,00\nHerbst;2026-03-01;-2,50\nHerbst;2026-03-02;-4,00\n"
    found = check(marketer, text)
    assert [(row["problem"] or {}).get("code") for row in found["rows"]] == [None, "credit", "credit"]
    assert refusal(take(marketer, text)) == (422, "import_problems")
    counted = check(marketer, text, {"credits": "count"})["totals"]
    assert (counted["problems"], counted["credits"], counted["credit_cents"], counted["cents"]) == (0, 2, -650, 350)
    assert take(marketer, text, choices={"credits": "count"}).json()["cents"] == 350
    assert days(marketer, 2) == {"2026-03-01": 750, "2026-03-02": -400}
    assert marketer.get("/api/staff/campaigns/2").json()["cost_cents"] == 350
    undo(marketer, 1)
    assert days(marketer, 2) == {}


@pytest.mark.parametrize(("unit", "cell"), [(" (USD)", "{}"), ("", "{} USD"), ("", "USD {}"), ("", "${}")])
def test_foreign_money_is_converted_at_the_rate_that_is_kept_with_the_import(
    marketer: TestClient, unit: str, cell: str
) -> None:
    """Whether the column or each cell names the currency."""
    first, second, total = (cell.format(amount) for amount in ("1.50", "0.01", "1.51"))
    text = f"Campaign name,Day,Amount spent{unit}\nHerbst,2026-03-01,{first}\nHerbst,2026-03-02,{second}\n,,{total}\n"
    found = check(marketer, text)
    assert found["currencies"] == [{"currency": "USD", "lines": 2, "amount": 151, "cents": None, "whole_cents": None}]
    rated = check(marketer, text, {"rates": [USD]})
    assert rated["currencies"][0] | {"cents": 139, "whole_cents": 139} == rated["currencies"][0]
    assert [(row["amount"], row["cents"]) for row in rated["rows"]] == [(150, 138), (1, 1)]
    assert take(marketer, text, choices={"rates": [USD]}, **rated["mapping"]).json()["cents"] == 139
    (row,) = marketer.get("/api/staff/costs/imports").json()["data"]
    assert row["rates"] == [USD | {"rate": "0.9213"}]


@pytest.mark.parametrize(
    "wrong",
    [
        {"rate": "0"},
        {"rate": "viel"},
        {"rate": "1.123456789"},
        {"on": "2026-12-01"},
        {"source": ""},
        {"currency": "EUR"},
    ],
)
def test_a_rate_that_is_none_is_refused_with_a_sentence(marketer: TestClient, wrong: dict[str, str]) -> None:
    body = {"file_name": "k.csv", "text": f"{HEAD}Herbst;2026-03-01;1\n", "rates": [USD | wrong]}
    answer = marketer.post("/api/staff/costs/imports/check", json=body)
    (error,) = answer.json()["errors"]
    assert answer.status_code == 422 and error["field"].startswith("rates.0."), error
    assert error["message"].endswith(".")


def test_any_line_is_left_out_and_the_reason_is_kept(marketer: TestClient, db: Database) -> None:
    text = f"{HEAD}Herbst;2026-03-01;1,50\nHerbst;2026-03-02;99,00\n"
    choices = {"leave_out": [3], "reasons": {"3": "booked_elsewhere"}}
    assert check(marketer, text, choices)["rows"][1]["left_out"] == "booked_elsewhere"
    assert take(marketer, text, choices=choices).json()["cents"] == 150
    (row,) = marketer.get("/api/staff/costs/imports").json()["data"]
    assert row["left_out"] == [{"line": 3, "day": "2026-03-02", "cents": 9900, "reason": "booked_elsewhere"}]
    assert row["left_out_total"] == 1
    assert len(stored(db, CampaignCost)) == len(stored(db, CostImport)) == 1


@pytest.mark.both_databases
def test_reports_learn_of_changed_costs(marketer: TestClient, db: Database) -> None:
    def changes() -> int:
        return sum(mark["changes"] for mark in stored(db, RelationMark) if mark["relation"] == "campaign_costs")

    before = changes()
    take(marketer, f"{HEAD}Herbst;2026-03-01;1,50\n")
    assert changes() > before
