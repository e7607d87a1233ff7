"""A short link from a poster to the reservation: counted on the way, and its campaign arrives with the place."""

import pytest
from playwright.sync_api import Page, expect

from services.campaigns.models import ShortLinkHits
from services.core.db.db import Database
from services.visits.models import ReservationTouch, Visit
from services.visits.steps import Step
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.origins import reserve, wait_for_visits
from tests.journeys.pages import alive
from tests.journeys.records import Records
from tests.services.campaigns.test_short_links import MADE, add_link

FLYER = {"utm_source": "flyer", "utm_medium": "print", "utm_campaign": "messe-2026"}


def add(sqlite_url: str, **changes: object) -> None:
    db = Database(sqlite_url)
    add_link(db, **changes)  # type: ignore[arg-type]
    db.close()


def test_a_short_link_leads_to_a_reservation_of_its_campaign(
    page: Page, server: Server, records: Records, sqlite_url: str
) -> None:
    add(sqlite_url, utm_content="plakat a5")
    page.goto(f"{server.url}/l/messe?ref=VOLT-7K3M#steuern")
    alive(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Häufig gestellte Fragen")
    assert page.url.endswith("#steuern"), "the browser keeps the fragment over the redirect"
    wait_for_visits(records, [(Step.PAGE_VIEW, "/faqs")])
    [row] = records.rows(Visit)
    assert {name: row[name] for name in FLYER} == FLYER
    assert (row["utm_content"], row["referral_code"], row["is_arrival"]) == ("plakat a5", "VOLT-7K3M", True)
    [hit] = records.rows(ShortLinkHits)
    assert (hit["day"], hit["hits"]) == (row["day"], 1)

    reserve(page)
    [touch] = records.rows(ReservationTouch)
    assert {name: touch[name] for name in FLYER} == FLYER
    assert (touch["utm_content"], touch["referral_code"]) == ("plakat a5", "VOLT-7K3M")


@pytest.mark.sample(0)
def test_an_old_flyer_still_leads_to_its_page(page: Page, server: Server, records: Records, sqlite_url: str) -> None:
    add(sqlite_url, disabled_at=MADE)
    page.goto(f"{server.url}/l/messe")
    alive(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Häufig gestellte Fragen")
    wait_for_visits(records, [(Step.PAGE_VIEW, "/faqs")])
    assert [row["utm_source"] for row in records.rows(Visit)] == [""]
    assert records.rows(ShortLinkHits) == []


@pytest.mark.sample(0)
def test_a_mistyped_short_link_is_the_friendly_page(page: Page, server: Server, watch: Watch) -> None:
    watch.expect("status of 404")
    answer = page.goto(f"{server.url}/l/mese")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link").first).to_be_visible()
