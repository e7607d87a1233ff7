"""A link to figures of which data are missing says so on its page."""

from datetime import date, timedelta
from typing import Any

from starlette.testclient import TestClient

from services.campaigns.models import Campaign, CampaignCost
from services.core.clock import berlin_day
from services.core.german import numeric_day
from tests.fixtures.staff import StaffClient, state_of

RUNS = "/api/staff/report-runs"


def costs_until(client: TestClient, last: date) -> None:
    """Ten days of costs of a campaign by Facebook; nothing comes after `last`."""
    made: dict[str, Any] = {"note": "", "created_at": state_of(client).clock(), "created_by": "system"}
    tags = {"utm_source": "facebook", "utm_medium": "paid", "utm_campaign": "herbst"}
    campaign = Campaign(id=1, name="Herbst", landing_path="/", version=1, **tags, **made)
    costs = [CampaignCost(campaign_id=1, day=last - timedelta(days=back), cents=500, **made) for back in range(10)]
    state_of(client).db.write(lambda session: session.add_all([campaign, *costs]))


def page_of_kept(client: TestClient, marketer: TestClient, today: date) -> str:
    """The page of a link to the overview of the last month, kept now."""
    days = {"from": str(today - timedelta(days=30)), "to": str(today)}
    kept = marketer.post(RUNS, json={"report": "overview", "label": "Herbst", "parameters": days}).json()
    link = marketer.post(f"{RUNS}/{kept['id']}/links", json={"label": "Für die Stadtwerke"}).json()
    return client.get("/bericht/" + link["address"].rsplit("/", 1)[1]).text


def test_a_link_says_which_data_its_figures_lack(client: TestClient, staff_client: StaffClient) -> None:
    today = berlin_day(state_of(client).clock())
    marketer = staff_client("marketing")
    assert "Vorläufig" not in page_of_kept(client, marketer, today)
    costs_until(client, today - timedelta(days=3))
    since = numeric_day(today - timedelta(days=2))
    assert f"Vorläufig: Kosten von Meta fehlen seit {since}." in page_of_kept(client, marketer, today)
