"""What the public pages print about a park."""

from dataclasses import replace
from datetime import date

from services.parks.site_facts import SiteFacts

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
