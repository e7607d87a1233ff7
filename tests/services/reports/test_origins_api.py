"""Channel groups, combinations of tags and results of short links, over HTTP and of one small May."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient

from services.campaigns.models import Alias, Campaign, ShortLink, ShortLinkHits
from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from tests.analytics.visit_rows import add_visits, visit
from tests.factories import reservation_body
from tests.fixtures.staff import StaffClient, state_of

MAY = {"from": "2026-05-01", "to": "2026-05-31"}
TEN = datetime(2026, 5, 4, 8, 0, tzinfo=UTC)
MADE: dict[str, Any] = {"created_at": TEN, "created_by": "system"}
POSTERS = {"utm_source": "plakat", "utm_medium": "print", "utm_campaign": "halt"}
ODD = {"utm_source": "irgendwas", "utm_medium": "irgendwie"}


def until_today() -> dict[str, str]:
    """From May to the day of the call: one taken when the module is loaded may be yesterday's."""
    return MAY | {"to": berlin_day(utc_now()).isoformat()}


def add(db: Database, model: Any, *rows: dict[str, Any]) -> None:
    db.write(lambda session: session.execute(insert(model), list(rows)) and None)


def link(number: int, slug: str, **values: str) -> dict[str, Any]:
    usual = {"target_path": "/pilot?a=1#b", "utm_term": "", "utm_content": ""}
    return {"id": number, "slug": slug, "campaign_id": 1, **usual, **values, **MADE}


@pytest.fixture
def marketer(client: TestClient, staff_client: StaffClient) -> TestClient:
    """Posters with three short links, two of them alike; visits of six groups; a reservation of today."""
    db: Database = state_of(client).db
    campaign = {"id": 1, "name": "Plakate", **POSTERS, "landing_path": "/pilot", "note": "", "version": 1, **MADE}
    add(db, Campaign, campaign)
    add(db, ShortLink, link(1, "nord", utm_content="nord"), link(2, "a"), link(3, "b"))
    hits = [(date(2026, 5, 4), False, 3), (date(2026, 5, 4), True, 9), (date(2026, 4, 1), False, 50)]
    add(db, ShortLinkHits, *({"short_link_id": 1, "day": d, "is_bot": bot, "hits": n} for d, bot, n in hits))
    add(db, Alias, {"id": 1, "field": "utm_source", "raw": "plakate", "canonical": "plakat", "undone_at": None, **MADE})
    seen = [
        {**POSTERS, "utm_content": "nord", "landing_path": "/pilot"},
        {**POSTERS, "utm_source": "Plakate", "utm_content": "Nord", "landing_path": "/pilot"},
        {**POSTERS, "landing_path": "/pilot"},
        {**POSTERS, "utm_content": "oben", "utm_term": "x", "landing_path": "/pilot"},
        {**POSTERS, "utm_content": "nord", "landing_path": "/faqs"},
        {"referrer_host": "chatgpt.com", "landing_path": "/faqs"},
        {"referrer_host": "verein.example", "landing_path": "/"},
        {**ODD, "landing_path": "/"},
        {"landing_path": "/faqs"},
        {"landing_path": "/"},
    ]
    add_visits(db, [visit(TEN + timedelta(hours=n), visitor=n, **touch) for n, touch in enumerate(seen)])
    touch = {**POSTERS, "utm_content": "nord", "landing_path": "/pilot"}
    body = reservation_body(touches=[{**touch, "at": (utc_now() - timedelta(minutes=9)).isoformat()}])
    assert client.post("/functions/v1/reserve-spot", json=body).status_code == 200
    return staff_client("marketing")


def test_origins_are_told(marketer: TestClient, subtests: pytest.Subtests) -> None:
    """On one installation."""
    for fact in (channel_groups_with_rules_and_sizes, tags_with_the_spellings_that_count_as_them, short_links):
        with subtests.test(fact.__name__):
            fact(marketer)


def channel_groups_with_rules_and_sizes(marketer: TestClient) -> None:
    told = marketer.get("/api/staff/channel-groups", params=until_today()).json()
    sizes = {one["name"]: (one["sessions"], one["reservations"]) for one in told["groups"]}
    assert {name: size for name, size in sizes.items() if size != (0, 0)} == {
        "print_qr": (5, 1), "ai": (1, 0), "other_site": (1, 0), "unassigned": (1, 0), "direct_deep": (1, 0),
        "direct_home": (1, 0),
    }  # fmt: skip
    assert told["unknown_sites"] == [{"values": ["verein.example"], "sessions": 1, "reservations": 0}]
    assert told["unassigned_tags"] == [{"values": ["irgendwas", "irgendwie"], "sessions": 1, "reservations": 0}]
    assert told["direct_pages"] == [{"values": ["/faqs"], "sessions": 1, "reservations": 0}]
    [ai] = [one for one in told["groups"] if one["name"] == "ai"]
    assert any("chatgpt.com" in rule["site"] for rule in ai["rules"])


def tags_with_the_spellings_that_count_as_them(marketer: TestClient) -> None:
    posters, odd = marketer.get("/api/staff/aliases/combinations", params=MAY).json()["data"]
    assert posters == {
        "values": ["plakat", "print", "halt"],
        "campaign_id": 1,
        "campaign_name": "Plakate",
        "channel_group": "print_qr",
        "sessions": 5,
        "reservations": 0,
        "spelled": [
            {"values": ["plakat", "print", "halt"], "sessions": 4},
            {"values": ["plakate", "print", "halt"], "sessions": 1},
        ],
    }
    assert (odd["values"], odd["campaign_id"], odd["channel_group"]) == (
        ["irgendwas", "irgendwie", ""],
        None,
        "unassigned",
    )
    assert odd["spelled"] == []


def short_links(marketer: TestClient) -> None:
    """With the visits and reservations that followed."""
    told = marketer.get("/api/staff/campaigns/1/links/results", params=until_today()).json()["data"]
    results = {row.pop("link_id"): row for row in told}
    nothing = {"people": 0, "bots": 0, "reservations": 0, "contracted": 0}
    assert results == {
        1: {"people": 3, "bots": 9, "sessions": 2, "reservations": 1, "contracted": 0, "shared_with": 0},
        2: {**nothing, "sessions": 2, "shared_with": 1},
        3: {**nothing, "sessions": 2, "shared_with": 1},
    }
