"""What the public pages print about a park."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import update

from services.core.db.db import Database
from services.parks.models import Park
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


STATES: list[tuple[dict[str, Any], str]] = [
    ({}, "open"),
    ({"paused_at": NOW}, "paused"),
    ({"kwh_limit": 999}, "full"),
    ({"waiting": 1}, "full"),
    ({"spot_limit": 0}, "full"),
    ({"spot_limit": 0, "paused_at": NOW}, "full"),
    ({"spot_limit": 0, "cancelled_at": NOW, "paused_at": NOW}, "cancelled"),
]
OPEN = {"paused_at": None, "kwh_limit": None, "waiting": 0, "spot_limit": 500, "cancelled_at": None}


def test_the_state_decides_what_the_pages_offer(db: Database) -> None:
    for values, state in STATES:
        as_it_is = update(Park).where(Park.id == "ingolstadt").values(**OPEN | values)
        db.write(lambda session, as_it_is=as_it_is: session.execute(as_it_is) and None)
        with db.read() as session:
            facts = next(park for park in site_facts(session) if park.id == "ingolstadt")
        assert (facts.state, facts.for_scripts()["state"]) == (state, state), values
