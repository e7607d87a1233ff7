"""„Was bringt mein Geld“: one click from Heute, a target that is set there, verdicts that follow it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update
from sqlalchemy.orm import Session

from services.campaigns import campaigns
from services.campaigns.costs import by_hand
from services.campaigns.costs.schemas import CostIn
from services.campaigns.schemas import CampaignIn
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.reservations.models import Reservation
from tests.fixtures.servers import Server
from tests.journeys.axe import defects
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve_before

NBSP = "\u00a0"
AGO = datetime.now(UTC) - timedelta(days=60)
PERIOD = f"from={berlin_day(AGO - timedelta(days=5))}&to={berlin_day(AGO + timedelta(days=5))}"


@pytest.fixture
def spent(server: Server, records_db: Database) -> None:
    """Sixty days ago: three contracts by a newsletter that cost 60 €, none by posters that cost 900 €."""
    touch = {"utm_source": "newsletter", "utm_medium": "email", "utm_campaign": "post", "landing_path": "/"}
    for _ in range(3):
        reserve_before(server, touches=[{**touch, "at": (AGO - timedelta(minutes=5)).isoformat()}])
    grown = update(Reservation).values(created_at=AGO, state="contracted")
    records_db.write(lambda session: session.execute(grown) and None)
    for name, source, medium, slogan, cents in (
        ("Post aus Ingolstadt", "newsletter", "email", "post", 6_000),
        ("Plakate am Bahnhof", "plakat", "print", "feld", 90_000),
    ):
        add_campaign(records_db, name, (source, medium, slogan), cents)


def add_campaign(db: Database, name: str, tags: tuple[str, str, str], cents: int) -> None:
    source, medium, slogan = tags
    body = {"name": name, "utm_source": source, "utm_medium": medium, "utm_campaign": slogan, "landing_path": "/"}

    def add(session: Session) -> None:
        made = campaigns.add(session, CampaignIn.model_validate(body), "system", AGO)
        cost = CostIn.model_validate({"cents": cents, "note": ""})
        by_hand.set_cost(session, made.id, berlin_day(AGO), cost, "system", AGO)

    db.write(add)


def row(page: Page, name: str) -> str:
    """What stands in a campaign's row."""
    return page.get_by_role("row").filter(has=page.get_by_role("link", name=name)).inner_text()


def is_there(page: Page) -> None:
    expect(page.locator(".report[aria-busy=false]")).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def test_contracts_per_euro_are_one_click_from_today_and_judged_by_a_target(
    page: Page, spent: None, sign_in: SignIn
) -> None:
    sign_in(page, "marketing")
    page.goto("/admin/")
    page.get_by_role("link", name="Auswerten").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Was bringt mein Geld")
    expect(page.get_by_label("Zeitraum")).to_have_value(re.compile("last_quarter|last_ripe_quarter"))

    page.goto(f"/admin/reports/money?{PERIOD}")
    is_there(page)
    expect(page.get_by_role("heading", name=f"Ob sich 960{NBSP}€ gelohnt haben, sagt erst ein Ziel")).to_be_visible()
    assert "Kein Ziel festgelegt" in row(page, "Plakate am Bahnhof")

    page.get_by_role("button", name="Ziel festlegen").click()
    page.get_by_label("Höchstens, in €").fill("nichts")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Bitte geben Sie einen Betrag von 1 bis 100.000 € ein.")).to_be_visible()
    page.get_by_label("Höchstens, in €").fill("250")
    page.keyboard.press("Enter")
    sentence = f"60{NBSP}€ haben sich gelohnt, 900{NBSP}€ nicht."
    expect(page.get_by_role("heading", name=sentence)).to_be_visible()
    is_there(page)
    # 60 € for three contracts: 60 / 6.68 and 60 / 1.10, and 900 € for none is at least 900 / 2.30.
    paid = row(page, "Post aus Ingolstadt")
    assert "Lohnt sich" in paid
    assert f"20{NBSP}€" in paid
    assert f"9 bis 54{NBSP}€" in paid
    assert f"mindestens 391{NBSP}€" in row(page, "Plakate am Bahnhof")
    expect(page.get_by_role("link", name=f"Plakate am Bahnhof ansehen, 900,00{NBSP}€")).to_be_visible()
    assert defects(page, (390, 1280)) == []

    page.get_by_role("button", name="Laden: Kampagne für Kampagne").click()
    address = page.get_by_role("menuitem", name="CSV für Excel").get_attribute("href")
    assert address is not None
    assert "lohnt sich nicht" in page.request.get(address).text()
    page.keyboard.press("Escape")
    page.get_by_role("row").filter(has_text="Post aus Ingolstadt").get_by_role("link", name="3", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reservierungen dahinter")
    is_there(page)
    expect(page.get_by_role("row")).to_have_count(1 + 3)
    page.go_back()
    expect(page.get_by_role("heading", name=sentence)).to_be_visible()
