"""A campaign has one name in lists, files and reports, however its links spelt it."""

import base64
import csv
from collections import Counter

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from services.campaigns.aliases import aliases
from services.campaigns.aliases.schemas import AliasIn
from services.campaigns.models import Alias
from services.core.clock import utc_now
from services.core.db.db import Database
from tests.fixtures.staff import StaffClient
from tests.services.reservations.standing import households, reserve_many

pytestmark = pytest.mark.both_databases(sample="postgresql")

LIST = "/api/staff/reservations"
SOURCES = ("facebook", "Facebook", "fb", " FB ", "Meta Ads", "google", "GOOGLE", "newsletter", "ig", "")
CAMPAIGNS = ("herbst", "Herbst", "autumn", "")
ALIASES = {
    "fb": ("utm_source", "facebook"),
    "meta ads": ("utm_source", "facebook"),
    "ig": ("utm_source", "instagram"),
    "autumn": ("utm_campaign", "herbst"),
}
Origins = Counter[tuple[str, str]]


def arrived(db: Database, touches: list[dict[str, str]]) -> None:
    bodies = households(len(touches))
    reserve_many(db, utc_now(), [body | {"touches": [touch]} for body, touch in zip(bodies, touches, strict=True)])


@pytest.fixture
def spelt_in_many_ways(db: Database) -> None:
    """Forty reservations in every spelling of ten sources and four campaigns."""
    arrived(db, [{"utm_source": SOURCES[n % len(SOURCES)], "utm_campaign": CAMPAIGNS[n % 4]} for n in range(40)])
    for raw, (field, canonical) in ALIASES.items():
        given = AliasIn.model_validate({"field": field, "raw": raw, "canonical": canonical})
        db.write(lambda session, given=given: aliases.add(session, given, "staff:1", utc_now()) and None)


def reported(marketer: TestClient) -> Origins:
    """Reservations by source and campaign, as the report tells them."""
    rows = marketer.get("/api/staff/reports/reservations").json()["tables"]["rows"]["rows"]
    return Counter((row["utm_source"], row["utm_campaign"]) for row in rows)


def listed(clerk: TestClient, query: str) -> list[tuple[str, str]]:
    """Source and campaign of each reservation that the list finds, which must be as many as are counted."""
    rows = clerk.get(f"{LIST}?per_page=100&{query}").json()["data"]
    assert clerk.get(f"{LIST}/count?{query}").json() == {"count": len(rows)}
    return [(row["utm_source"], row["utm_campaign"]) for row in rows]


@pytest.mark.usefixtures("spelt_in_many_ways")
def test_the_list_finds_of_each_campaign_what_the_report_counts(staff_client: StaffClient) -> None:
    clerk, told = staff_client("staff"), reported(staff_client("marketing"))
    assert sum(told.values()) == 40
    for (source, campaign), number in told.items():
        query = "&".join(
            f"{name}={value}" for name, value in (("utm_source", source), ("utm_campaign", campaign)) if value
        )
        if source and campaign:
            assert listed(clerk, query) == [(source, campaign)] * number
    for source in {source for source, _ in told} - {""}:
        found = listed(clerk, f"utm_source={source}")
        assert Counter(found) == Counter({origin: n for origin, n in told.items() if origin[0] == source})
    assert Counter(listed(clerk, "")) == told
    assert len(listed(clerk, "utm_source=facebook")) == 20
    for spelling in ("fb", "FB", "Facebook", "meta ads", "%20Meta Ads"):
        assert listed(clerk, f"utm_source={spelling}") == listed(clerk, "utm_source=facebook")


@pytest.mark.usefixtures("spelt_in_many_ways")
def test_choices_and_files_say_the_same_names(staff_client: StaffClient) -> None:
    clerk, marketer = staff_client("staff"), staff_client("marketing")
    told = reported(marketer)
    sources = Counter({source: 0 for source, _ in told})
    for (source, _), number in told.items():
        sources[source] += number
    for browser in (clerk, marketer):
        facets = browser.get(f"{LIST}/facets").json()
        assert facets["utm_source"] == ["facebook", "google", "instagram", "newsletter"]
        assert facets["utm_campaign"] == ["herbst"]
        wish = {
            "resource": "reservations",
            "format": "csv",
            "filters": {"utm_source": "fb"},
            "columns": ["utm_source", "utm_campaign"],
        }
        made = browser.post("/api/staff/exports", json=wish)
        assert made.status_code == 200, made.text
        lines = csv.reader(browser.get(made.json()["download"]).text.splitlines())
        named = Counter((row[0], row[1]) for row in lines if row and row[0] == "facebook")
        assert named == Counter({origin: n for origin, n in told.items() if origin[0] == "facebook"})
        assert made.json()["rows"] == sources["facebook"]


@pytest.mark.usefixtures("spelt_in_many_ways")
def test_an_alias_taken_back_parts_them_again_and_touches_keep_what_the_link_said(
    staff_client: StaffClient, db: Database
) -> None:
    clerk = staff_client("staff")
    shown = clerk.get(f"{LIST}?per_page=100&utm_source=instagram").json()["data"][0]
    assert shown["utm_source"] == "instagram"
    document = clerk.get(f"{LIST}/{shown['id']}").json()
    assert (document["utm_source"], document["touches"][0]["utm_source"]) == ("instagram", "ig")

    def take_back(session: Session) -> None:
        alias = session.scalars(select(Alias).where(Alias.raw == "fb")).one()
        aliases.undo(session, alias.id, "staff:1", utc_now())

    db.write(take_back)
    assert len(listed(clerk, "utm_source=fb")) == 8
    assert len(listed(clerk, "utm_source=facebook")) == 12


def test_an_address_encoded_in_a_source_of_many_households_is_no_choice(
    db: Database, staff_client: StaffClient
) -> None:
    """Choices are in small letters, from which base64 no longer decodes: what the links said is read as well."""
    encoded = base64.b64encode(b"einladung@vogelsang.example").decode()
    arrived(db, [{"utm_source": encoded}] * 12)
    assert staff_client("staff").get(f"{LIST}/facets").json()["utm_source"] == [encoded.lower()]
    assert staff_client("marketing").get(f"{LIST}/facets").json()["utm_source"] == []
