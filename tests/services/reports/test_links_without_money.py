"""Links to reports that leave money out: what a partner may get."""

import re
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from analytics.definitions import definitions
from services.campaigns.models import Campaign, CampaignCost
from services.reports.parameters import address_name
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import state_of
from tests.services.held_clock import HeldClock
from tests.services.reports.kept_calls import RUNS, today
from tests.services.reports.test_links import add_link, opened, path_of, two_sources
from tests.services.schedules.canary import text_of


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(rate_limits="off", clock=clock)


MONEY = re.compile(r"€|\d ?ct\b|7\.?31[23]|lohnt|Kosten", re.IGNORECASE)
"""7,313 € were spent, and a contract may cost 7,312."""


@pytest.mark.parametrize("report", ["overview", "breakdown", "money", "funnel", "capacity"])
def test_a_link_without_money_gives_out_none(client: TestClient, marketer: TestClient, report: str) -> None:
    """On its page, in its files and on paper; the same link with it does."""
    two_sources(client)
    made: dict[str, Any] = {"note": "", "created_at": state_of(client).clock(), "created_by": "system"}
    tags = {"utm_source": "google", "utm_medium": "", "utm_campaign": "google-herbst"}
    campaign = Campaign(id=1, name="Herbst", landing_path="/", version=1, **tags, **made)
    days = (today(client), today(client) - timedelta(days=80))
    costs = [CampaignCost(campaign_id=1, day=day, cents=731_300, **made) for day in days]
    state_of(client).db.write(lambda session: session.add_all([campaign, *costs]))
    asked = {"from": days[1].isoformat(), "to": days[0].isoformat(), "target_cents": 731_200, "park": "ingolstadt"}
    definition = definitions()[report]
    given = {name: asked[name] for name in map(address_name, definition.parameters) if name in asked}
    answer = marketer.post(RUNS, json={"report": report, "label": "Alles", "parameters": given})
    assert answer.status_code == 201, answer.text
    run = answer.json()
    told = {}
    for without_money in (True, False):
        path = path_of(add_link(marketer, run["id"], without_money=without_money))
        tables = [opened(client, f"{path}/{table.name}.csv").text for table in definition.tables]
        page = re.sub(r"<style>.*?</style>", "", opened(client, path).text, flags=re.DOTALL)
        paper = text_of(opened(client, f"{path}/bericht.pdf").content, "pdf")
        everything = "\n".join([page, *tables, paper]).lower()
        for words in (definition.title, definition.question):
            everything = everything.replace(words.lower(), "")
        told[without_money] = everything
    assert [told[True][max(0, one.start() - 60) : one.end() + 60] for one in MONEY.finditer(told[True])] == []
    assert (MONEY.search(told[False]) is not None) == (report not in ("funnel", "capacity"))


def test_a_report_that_is_all_money_has_no_link_without(client: TestClient, marketer: TestClient) -> None:
    run = marketer.post(RUNS, json={"report": "credits", "label": "Gutschriften", "parameters": {}}).json()
    answer = marketer.post(f"{RUNS}/{run['id']}/links", json={"label": "Stadtwerke", "without_money": True})
    assert answer.json()["errors"] == [
        {
            "field": "without_money",
            "code": "unknown_choice",
            "message": "Ohne Geld bliebe von diesem Bericht nichts übrig.",
        }
    ]
