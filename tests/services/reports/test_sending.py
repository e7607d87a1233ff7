"""What followed a sending, in figures and words."""

from datetime import date, datetime, timedelta

import pytest
from fastapi.testclient import TestClient

from services.core.clock import BERLIN, berlin_day, utc_now
from services.core.db.db import Database
from services.reports.campaigns.sending import usual
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.staff import StaffClient

NOTES = "/api/staff/notes"
SPOT = {"text": "Radiospot", "kind": "radio", "hour": 7, "audience": 10_000}
DAY = date(2026, 3, 31)
"""A Tuesday, two days after the clocks were put forward."""


def at(weeks_before: int, minutes: int) -> datetime:
    """So many minutes after seven by Berlin's clock."""
    day = DAY - timedelta(weeks=weeks_before)
    return datetime(day.year, day.month, day.day, 7, tzinfo=BERLIN) + timedelta(minutes=minutes)


def arrivals(weeks_before: int, count: int, **touch: str) -> list[dict[str, object]]:
    return [visit(at(weeks_before, 170 * n // count), visitor=1000 * weeks_before + n, **touch) for n in range(count)]


def test_usual_is_what_chance_and_the_weeks_themselves_leave_open() -> None:
    assert usual([9] * 8) == (4, 14), "as many each week: chance alone"
    assert usual([0, 20] * 4) == (0, 25), "weeks that differ say less"
    assert usual([0] * 8) == (0, 0)


@pytest.fixture
def marketer(staff_client: StaffClient, db: Database) -> TestClient:
    add_visits(db, [visit(at(9, 0), visitor=1)])
    for week in range(1, 9):
        add_visits(db, arrivals(week, 9))
    return staff_client("marketing")


def said(marketer: TestClient, **changes: object) -> dict[str, object]:
    note = marketer.post(NOTES, json={"day": DAY.isoformat(), **SPOT, **changes}).json()
    return marketer.get(f"{NOTES}/{note['id']}/effect").json()  # type: ignore[no-any-return]


def test_a_sending_is_told_with_what_is_more_than_usual(marketer: TestClient, db: Database) -> None:
    marketer.post("/api/staff/campaigns", json={"name": "Spot", "utm_source": "radio", "utm_campaign": "mai"})
    add_visits(db, arrivals(0, 30))
    add_visits(db, [visit(at(0, 5), visitor=77, utm_source="Radio", utm_campaign="mai")])
    add_visits(db, [visit(at(0, 180), visitor=78), visit(at(0, 5), visitor=79, is_bot=True)])
    told = said(marketer, campaign_id=1)
    assert (told["usual_from"], told["usual_to"], told["hours"]) == (4, 14, 3)
    assert told["windows"][0] == {"weeks_before": 0, "visitors": 31, "tagged": 1, "direct": 30, "reservations": 0}  # type: ignore[index]
    assert [one["visitors"] for one in told["windows"][1:]] == [9] * 8  # type: ignore[index]
    assert told["sentence"] == (
        "In den 3 Stunden danach kamen 31 Besucher. In denselben Stunden von 8 Wochen davor, ab Dienstag, 7 Uhr, waren "
        "es im Mittel 9; üblich sind 4 bis 14. Das sind 17 bis 27 mehr als sonst, 1,7 bis 2,7 je 1.000 Empfänger. "
        "Davon mit den Kennzeichen der Kampagne 1, ohne jede Angabe 30 (sonst 9). Reserviert wurde 0-mal, sonst "
        "0-mal."
    )


def test_what_chance_may_do_is_no_effect(marketer: TestClient, db: Database) -> None:
    add_visits(db, arrivals(0, 14))
    assert str(said(marketer)["sentence"]).endswith("Das kann Zufall sein: zu klein, um es zu sagen.")


def test_weeks_with_a_sending_of_their_own_are_no_like_ones(marketer: TestClient, db: Database) -> None:
    add_visits(db, arrivals(0, 30))
    for week in range(1, 6):
        day = DAY - timedelta(weeks=week)
        marketer.post(NOTES, json={"day": day.isoformat(), "text": "Spot", "kind": "radio", "hour": 5 + week})
    told = said(marketer)
    # the spots at six and seven, eight and nine reach into the three hours from seven on, that at ten does not
    assert [one["weeks_before"] for one in told["windows"]] == [0, 5, 6, 7, 8]  # type: ignore[attr-defined]
    for week in (6, 8):  # a flyer is looked at for seven days, and so takes one of the windows
        marketer.post(NOTES, json={"day": (DAY - timedelta(weeks=week)).isoformat(), "text": "Flyer", "kind": "print"})
    few = said(marketer)
    assert [one["weeks_before"] for one in few["windows"]] == [0, 5, 7]  # type: ignore[attr-defined]
    assert (few["usual_from"], few["usual_to"]) == (None, None)
    assert "zu wenige gleiche Zeiten davor bekannt" in str(few["sentence"])


def test_a_sending_whose_hours_are_not_over_waits(marketer: TestClient) -> None:
    told = said(marketer, day=berlin_day(utc_now()).isoformat(), kind="newsletter")
    assert str(told["sentence"]).startswith("Was sie bewirkt hat, steht hier nach ")
    assert datetime.fromisoformat(str(told["ends_at"])) > utc_now() + timedelta(days=1)


def test_a_remark_is_no_sending(marketer: TestClient) -> None:
    note = marketer.post(NOTES, json={"day": DAY.isoformat(), "text": "Messe"}).json()
    assert (note["kind"], note["hour"], note["audience"]) == (None, None, None)
    assert marketer.get(f"{NOTES}/{note['id']}/effect").status_code == 404


@pytest.mark.parametrize(("member", "value"), [("kind", "tv"), ("hour", 24), ("hour", -1), ("audience", 0)])
def test_what_no_sending_can_have_is_refused(marketer: TestClient, member: str, value: object) -> None:
    refused = marketer.post(NOTES, json={"day": DAY.isoformat(), **SPOT, member: value})
    assert refused.status_code == 422
    assert [fault["field"] for fault in refused.json()["errors"]] == [member]
