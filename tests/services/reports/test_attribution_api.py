"""What campaigns and aliases come to, over HTTP: the same whether visits lie in files, the rollup or the table."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient

from services.campaigns.models import Alias, Campaign, CampaignCost, ChartNote
from services.core.clock import utc_now
from services.core.db.db import Database
from services.store.ingest import StoreIngest
from services.store.place import store_of
from services.visits.steps import Step
from tests.analytics.visit_rows import add_visits, visit
from tests.factories import reservation_body
from tests.fixtures.staff import StaffClient, state_of

PREVIEW = "/api/staff/aliases/preview"
VALUES = "/api/staff/aliases/values"
AUDIT = "/api/staff/campaigns/audit"
IMPORTS = "/api/staff/costs/imports"
FAR = {"from": "2026-01-01", "to": "2026-12-31"}
FB = {"utm_source": "FB", "utm_medium": "social", "utm_campaign": "sommer"}
FACEBOOK = {**FB, "utm_source": "facebook"}
TEN = datetime(2026, 5, 4, 8, 0, tzinfo=UTC)


def minutes(count: float) -> datetime:
    return TEN + timedelta(minutes=count)


def add(db: Database, model: Any, rows: Sequence[dict[str, Any]]) -> None:
    db.write(lambda session: session.execute(insert(model), list(rows)) and None)


def campaign(number: int, **changes: Any) -> dict[str, Any]:
    values = {
        "id": number,
        "name": f"Kampagne {number}",
        "utm_source": "facebook",
        "utm_medium": "social",
        "utm_campaign": "sommer",
        "landing_path": "/",
        "note": "",
        "version": 1,
        "created_at": TEN,
        "created_by": "system",
    }
    return values | changes


def cost(campaign_id: int, day: date, cents: int) -> dict[str, Any]:
    made = {"note": "", "created_at": TEN, "created_by": "system"}
    return {"campaign_id": campaign_id, "day": day, "cents": cents, **made}


@pytest.fixture
def marketer(client: TestClient, staff_client: StaffClient) -> TestClient:
    """Two campaigns; a year of few visits; a reservation touched by the misspelt campaign."""
    db: Database = state_of(client).db
    add(db, Campaign, [campaign(1), campaign(2, utm_source="messe", utm_campaign="intersolar")])
    add(db, CampaignCost, [cost(1, date(2026, 5, 4), 1_250), cost(2, date(2026, 5, 6), 90_000)])
    visits = [
        visit(minutes(0), visitor=1, **FB),
        visit(minutes(1), visitor=1, step=Step.FORM_STARTED, is_arrival=False, **FB),
        visit(minutes(2), visitor=1, is_arrival=False, **FB),
        visit(minutes(0), visitor=2, **FACEBOOK),
        visit(minutes(60 * 24), visitor=3, **FACEBOOK),
        visit(minutes(60 * 24), visitor=4, utm_source="flyer"),
        visit(minutes(60 * 24), visitor=5, is_bot=True, **FB),
        visit(minutes(60 * 48), visitor=6),
    ]
    add_visits(db, visits)
    return staff_client("marketing")


def reserve(client: TestClient, *touches: dict[str, str]) -> None:
    now = utc_now()
    listed = [{**touch, "at": (now - timedelta(minutes=9)).isoformat()} for touch in touches]
    answer = client.post("/functions/v1/reserve-spot", json=reservation_body(touches=listed))
    assert answer.status_code == 200, answer.text


def carry(client: TestClient) -> None:
    """Take everything into files, and closed days into the rollup."""
    state = state_of(client)
    StoreIngest(state.db, store_of(state.settings), state.clock).run()


def facts(marketer: TestClient) -> list[Any]:
    """Every report, without its moment."""
    answers = [
        marketer.post(PREVIEW, json={"field": "utm_source", "raw": "fb", "canonical": "facebook"}),
        marketer.get(VALUES, params={"field": "utm_source"}),
        marketer.get(AUDIT, params=FAR),
        marketer.get("/api/staff/campaigns/1/days", params=FAR),
    ]
    assert [answer.status_code for answer in answers] == [200] * 4, [answer.text for answer in answers]
    told = [answer.json() for answer in answers]
    for one in told:
        one["stand"].pop("at")
    return told


def test_an_alias_is_previewed_with_what_it_would_change_and_a_preview_stores_nothing(
    client: TestClient, marketer: TestClient
) -> None:
    reserve(client, FB)
    before = marketer.get("/api/staff/campaigns/1/days", params=FAR).json()["days"]
    told = marketer.post(PREVIEW, json={"field": "utm_source", "raw": " FB ", "canonical": "facebook"}).json()
    assert told == {
        "visits": 2,
        "sessions": 1,
        "reservations": 1,
        "first_day": "2026-05-04",
        "last_day": told["last_day"],
        "campaigns_before": [{"campaign_id": 1, "name": "Kampagne 1", "sessions": 2, "reservations": 0}],
        "campaigns_after": [{"campaign_id": 1, "name": "Kampagne 1", "sessions": 3, "reservations": 1}],
        "stand": {"at": told["stand"]["at"], "rows": 8},
    }
    unseen = marketer.post(PREVIEW, json={"field": "utm_term", "raw": "nie", "canonical": "immer"}).json()
    assert [unseen[name] for name in ("visits", "sessions", "reservations", "first_day", "campaigns_after")] == [
        0, 0, 0, None, [],
    ]  # fmt: skip
    assert marketer.get("/api/staff/campaigns/1/days", params=FAR).json()["days"] == before
    alias = {"field": "utm_source", "raw": "fb", "canonical": "facebook"}
    assert marketer.post("/api/staff/aliases", json=alias).status_code == 201
    after = marketer.get("/api/staff/campaigns/1/days", params=FAR).json()["days"]
    assert [sum(day["sessions"] for day in days) for days in (before, after)] == [2, 3], "as previewed"


def test_spellings_are_listed_with_their_meaning(client: TestClient, marketer: TestClient) -> None:
    reserve(client, {"utm_source": "Radio"}, FB)
    made = {"created_at": TEN, "created_by": "system"}
    live = {"id": 7, "field": "utm_source", "raw": "fb", "canonical": "facebook", "undone_at": None, **made}
    other_field = {"id": 8, "field": "utm_medium", "raw": "flyer", "canonical": "x", "undone_at": None, **made}
    undone = {"id": 9, "field": "utm_source", "raw": "flyer", "canonical": "x", "undone_at": TEN, **made}
    add(state_of(client).db, Alias, [live, other_field, undone])
    told = marketer.get(VALUES, params={"field": "utm_source"}).json()
    listed = [{name: row[name] for name in row if name not in ("spellings", "proposal")} for row in told["data"]]
    assert listed == [
        {"raw": "facebook", "canonical": "facebook", "sessions": 2, "reservations": 0, "alias_id": None},
        {"raw": "fb", "canonical": "facebook", "sessions": 1, "reservations": 1, "alias_id": 7},
        {"raw": "flyer", "canonical": "flyer", "sessions": 1, "reservations": 0, "alias_id": None},
        {"raw": "radio", "canonical": "radio", "sessions": 0, "reservations": 1, "alias_id": None},
    ]


def test_spellings_are_told_as_links_had_them_with_what_they_might_mean(marketer: TestClient) -> None:
    mistyped = [visit(minutes(number), visitor=10 + number, utm_source="Face-Book") for number in range(2)]
    add_visits(state_of(marketer).db, [*mistyped, visit(minutes(0), visitor=20, utm_source="anna@example.org")])
    told = marketer.get(VALUES, params={"field": "utm_source"}).json()["data"]
    rows = {row["raw"]: row for row in told}
    assert rows["fb"]["spellings"] == [{"spelling": "FB", "arrivals": 1}]
    assert rows["facebook"]["spellings"] == [{"spelling": "facebook", "arrivals": 2}]
    assert rows["fb"]["proposal"] == {"canonical": "facebook", "reason": "synonym"}
    assert rows["face-book"]["proposal"] == {"canonical": "facebook", "reason": "separators"}
    assert (rows["facebook"]["proposal"], rows["flyer"]["proposal"]) == (None, None)
    assert "anna" not in str(told)


def test_a_campaign_that_a_cost_file_numbers_is_meant_by_clicks_with_that_number(marketer: TestClient) -> None:
    """Google's clicks carry `gad_campaignid` where a link has no tags; an import taken back proposes nothing."""
    clicks = [visit(minutes(n), visitor=30 + n, clicked_ad="google", utm_campaign=f"2234567890{n}") for n in range(2)]
    add_visits(state_of(marketer).db, clicks)
    text = "Campaign ID,Campaign,Day,Currency code,Cost\n22345678900,Kampagne 1,2026-05-05,EUR,7.50\n"
    imported = {"file_name": "google.csv", "text": text}
    mapping = marketer.post(f"{IMPORTS}/check", json=imported).json()["mapping"]
    taken = marketer.post(IMPORTS, json=imported | {"mapping": mapping, "on_overlap": "refuse"}).json()

    def proposed() -> dict[str, Any]:
        told = marketer.get(VALUES, params={"field": "utm_campaign"}).json()["data"]
        return {row["raw"]: row["proposal"] for row in told}

    meant = {"canonical": "sommer", "reason": "number"}
    assert proposed() == {"sommer": None, "22345678900": meant, "22345678901": None}
    assert marketer.post(f"{IMPORTS}/{taken['id']}/undo").status_code == 200
    assert set(proposed().values()) == {None}


def test_the_audit_names_money_without_visits_and_tags_without_campaign(marketer: TestClient) -> None:
    told = marketer.get(AUDIT, params=FAR).json()
    assert told["money_without_visits"] == [
        {"campaign_id": 2, "name": "Kampagne 2", "cents": 90_000, "first_day": "2026-05-06", "last_day": "2026-05-06"}
    ]
    found = [(row["utm_source"], row["sessions"], row["reservations"]) for row in told["unregistered"]]
    assert found == [("fb", 1, 0), ("flyer", 1, 0)]


def test_a_campaign_is_told_day_by_day_with_notes(client: TestClient, marketer: TestClient) -> None:
    made = {"created_at": TEN, "created_by": "system"}
    notes = [
        {"day": date(2026, 5, 5), "text": "Artikel", "campaign_id": None, **made},
        {"day": date(2026, 5, 4), "text": "Start", "campaign_id": 1, **made},
        {"day": date(2026, 5, 4), "text": "Messe", "campaign_id": 2, **made},
        {"day": date(2026, 5, 7), "text": "später", "campaign_id": 1, **made},
    ]
    add(state_of(client).db, ChartNote, notes)
    period = {"from": "2026-05-03", "to": "2026-05-06"}
    told = marketer.get("/api/staff/campaigns/1/days", params=period).json()
    nothing = {"visitors": 0, "sessions": 0, "reservations": 0, "cents": 0}
    assert told["days"] == [
        {"day": "2026-05-03", **nothing},
        {"day": "2026-05-04", **nothing, "visitors": 1, "sessions": 1, "cents": 1_250},
        {"day": "2026-05-05", **nothing, "visitors": 1, "sessions": 1},
        {"day": "2026-05-06", **nothing},
    ]
    assert [note["text"] for note in told["notes"]] == ["Start", "Artikel"]


def test_a_reservation_counts_on_its_day_for_its_last_known_campaign(client: TestClient, marketer: TestClient) -> None:
    reserve(client, {"utm_source": "flyer"}, FACEBOOK, {})
    days = marketer.get("/api/staff/campaigns/1/days").json()["days"]
    assert len(days) == 90
    assert (days[-1]["reservations"], sum(day["reservations"] for day in days)) == (1, 1)


def test_reports_are_the_same_before_and_after_visits_are_carried_and_a_late_one_opens_its_day_again(
    client: TestClient, marketer: TestClient
) -> None:
    reserve(client, FB)
    fresh = facts(marketer)
    carry(client)
    assert facts(marketer) == fresh
    add_visits(state_of(client).db, [visit(minutes(3), visitor=9, **FACEBOOK)])
    late = facts(marketer)
    days = {day["day"]: day["sessions"] for day in late[3]["days"] if day["sessions"]}
    assert days == {"2026-05-04": 2, "2026-05-05": 1}
    carry(client)
    assert facts(marketer) == late


def test_a_wrong_period_is_refused_in_german_and_an_empty_installation_has_nothing(staff_client: StaffClient) -> None:
    admin = staff_client("admin")
    for params, field, code in (
        ({"from": "2026-05-02", "to": "2026-05-01"}, "to", "before_from"),
        ({"from": "2010-01-01", "to": "2026-05-01"}, "from", "too_long"),
    ):
        for path in (AUDIT, "/api/staff/campaigns/1/days", "/api/staff/campaigns/1/links/results"):
            answer = admin.get(path, params=params)
            assert answer.status_code == 422
            assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, code)]
    assert admin.get(VALUES, params={"field": "email"}).status_code == 422
    assert admin.get(VALUES, params={"field": "utm_source"}).json()["data"] == []
    told = admin.get(AUDIT).json()
    assert (told["money_without_visits"], told["unregistered"], told["stand"]["rows"]) == ([], [], 0)


def test_a_missing_file_of_the_store_is_a_refusal_that_says_so(client: TestClient, marketer: TestClient) -> None:
    carry(client)
    [file] = store_of(state_of(client).settings).folder.glob("visit_days/month=*/*.parquet")
    file.unlink()
    answer = marketer.get(AUDIT, params=FAR)
    assert (answer.status_code, answer.json()["code"]) == (503, "store_unreadable")
