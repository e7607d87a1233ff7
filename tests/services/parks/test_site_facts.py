"""What the public pages print about a park."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import update

from services.core.db.db import Database
from services.parks.models import Park, Spot
from services.parks.site_facts import SiteFacts, site_facts

NOW = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)

PARK = SiteFacts(
    id="ingolstadt",
    name="Ingolstadt",
    location="Ingolstadt",
    capacity_kw=1450,
    households=414,
    status="Bauphase",
    timeline="Live Q2 2025",
    progress_note="Die Netzzusage liegt vor.",
    progress_on=date(2026, 11, 2),
    minimum=50_000,
    spots=500,
)


def test_the_state_of_a_park_is_told_with_its_day() -> None:
    line = "Stand 2. November 2026: Die Netzzusage liegt vor."
    assert (PARK.printed()["PROGRESS"], PARK.for_scripts()["progress"]) == (line, line)


def test_where_staff_said_nothing_only_the_status_is_told() -> None:
    silent = replace(PARK, progress_note="")
    assert silent.printed()["PROGRESS"] == "Stand laut Projekt: Bauphase."


def test_a_confirmed_park_is_not_told_of_as_one_that_will_be() -> None:
    told = PARK.printed()
    assert told["CONTRACT_WHEN"] == "Nach etwa 6 bis 8\u00a0Wochen"
    assert told["CONTRACT_NEWS"] == "Sobald der Park bestätigt oder erworben ist, schreiben wir Ihnen."
    confirmed = replace(PARK, confirmed_on=date(2025, 12, 15))
    told = confirmed.printed()
    assert (told["CONTRACT_WHEN"], confirmed.for_scripts()["isConfirmed"]) == ("Als Nächstes", True)
    assert told["CONTRACT_NEWS"] == "Der Park ist bestätigt, wir laden Sie zum Vertrag ein."


@pytest.mark.parametrize(
    ("values", "is_full", "state"),
    [
        ({}, False, "open"),
        ({}, True, "full"),
        ({"paused_at": NOW}, False, "paused"),
        ({"paused_at": NOW}, True, "full"),
        ({"cancelled_at": NOW, "paused_at": NOW}, True, "cancelled"),
        ({"kwh_limit": 999}, False, "full"),
        ({"waiting": 1}, False, "full"),
    ],
)
def test_the_state_decides_what_the_pages_offer(
    db: Database, values: dict[str, Any], is_full: bool, state: str
) -> None:
    db.write(lambda session: _bring(session, values, is_full))
    with db.read() as session:
        facts = next(park for park in site_facts(session) if park.id == "ingolstadt")
    assert (facts.state, facts.for_scripts()["state"]) == (state, state)


def _bring(session: Any, values: dict[str, Any], is_full: bool) -> None:
    if values:
        session.execute(update(Park).where(Park.id == "ingolstadt").values(**values))
    if is_full:
        session.execute(update(Spot).where(Spot.park_id == "ingolstadt").values(state="blocked"))
