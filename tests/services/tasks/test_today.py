"""The start page beside its queue: parks that are nearly full, and what the charts count."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from services.core.db.db import Database
from services.parks.models import Park
from services.reservations.models import Reservation
from services.reservations.states import ReservationState
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import do, households, reserve_many, stand

pytestmark = pytest.mark.both_databases(sample="postgresql")

StaffClient = MakeClient
CLOCK = HeldClock()
NOW = CLOCK.now


@pytest.fixture
def look(make_client: MakeClient, staff_client: StaffClient) -> Callable[..., Any]:
    """The page as a role sees it."""
    client = make_client(clock=CLOCK)

    def get(role: str = "staff") -> Any:
        response = staff_client(role, client=client).get("/api/staff/today")
        assert response.status_code == 200, response.text
        return response.json()

    return get


def tasks(page: dict[str, Any]) -> dict[str, Any]:
    return {task["kind"]: task for task in page["tasks"]}


def set_columns(db: Database, id_: int, **values: object) -> None:
    one = update(Reservation).where(Reservation.id == id_)
    db.write(lambda session: session.execute(one.values(values)) and None)


def test_an_empty_house_has_nothing_to_do(look: Callable[..., Any]) -> None:
    page = look()
    assert page["tasks"] == [{"kind": "capacity", "count": 0, "items": []}]
    assert page["new_since_yesterday"] == 0
    assert page["charts"]["parks"] == [
        {"id": "ingolstadt", "name": "Ingolstadt", "free": 500, "total": 500},
        {"id": "munich", "name": "München-Ost", "free": 0, "total": 0},
    ]


@pytest.mark.parametrize(
    ("limits", "level", "sentence"),
    [
        ({"spot_limit": 13}, None, ""),
        ({"spot_limit": 12}, 80, "10 von 12 belegt: 10 reserviert."),
        ({"spot_limit": 11}, 90, "10 von 11 belegt: 10 reserviert."),
        ({"spot_limit": 10}, 100, "10 von 10 belegt: 10 reserviert."),
        ({"kwh_limit": 25_001}, None, ""),
        ({"kwh_limit": 25_000}, 80, "10 von 500 belegt: 10 reserviert. 20.000 von 25.000 kWh im Jahr belegt."),
        (
            {"kwh_limit": 20_000, "spot_limit": 12},
            100,
            "10 von 12 belegt: 10 reserviert. 20.000 von 20.000 kWh im Jahr belegt.",
        ),
    ],
)
def test_a_park_near_either_limit_is_work(
    limits: dict[str, int], level: int | None, sentence: str, db: Database, look: Callable[..., Any]
) -> None:
    reserve_many(db, NOW, households(10))
    pilot = update(Park).where(Park.id == "ingolstadt").values(limits)
    db.write(lambda session: session.execute(pilot) and None)
    items = tasks(look())["capacity"]["items"]
    assert [(item["level"], item["detail"]) for item in items] == ([(level, sentence)] if level else [])


def test_days_are_those_of_berlin(db: Database, look: Callable[..., Any]) -> None:
    """Thirty days across the end of summer time; 23:30 in Berlin belongs to the day that ends."""
    ids = reserve_many(db, NOW, households(5))
    moments = [
        datetime(2026, 11, 2, 22, 30, tzinfo=UTC),
        datetime(2026, 11, 2, 23, 30, tzinfo=UTC),
        datetime(2026, 11, 1, 23, 0, tzinfo=UTC),
        datetime(2026, 10, 24, 22, 30, tzinfo=UTC),
        NOW - timedelta(days=40),
    ]
    for id_, moment in zip(ids, moments, strict=True):
        set_columns(db, id_, created_at=moment)
    page = look()
    days = {row["day"]: row["count"] for row in page["charts"]["per_day"]}
    assert len(days) == 30
    assert (min(days), max(days)) == ("2026-10-05", "2026-11-03")
    assert {day: count for day, count in days.items() if count} == {
        "2026-11-03": 1, "2026-11-02": 2, "2026-10-25": 1,
    }  # fmt: skip
    assert page["new_since_yesterday"] == 3


def test_charts_count_what_the_active_ones_chose(db: Database, look: Callable[..., Any]) -> None:
    small = {"annual_kwh": 1000, "expected_annual_credit": 60, "payment_plan": "one-off"}
    ids = reserve_many(db, NOW, [*households(3), *households(2, **small)])
    stand(db, NOW, ids[0], ReservationState.CANCELLED)
    charts = look("marketing")["charts"]
    assert [(row["annual_kwh"], row["count"]) for row in charts["packages"]] == [(1000, 2), (2000, 2), (3000, 0)]
    assert [(row["payment_plan"], row["count"]) for row in charts["plans"]] == [("one-off", 2), ("24m", 2), ("48m", 0)]
    assert charts["parks"][0]["free"] == 496


def test_nobody_sees_a_household_on_it(db: Database, look: Callable[..., Any]) -> None:
    ids = reserve_many(db, NOW, households(3, solar_share_amount=1, mobile_phone="0170 5555555"))
    do(db, "set_follow_up", ids, NOW, day=date(2026, 11, 3))
    for role in ("marketing", "staff"):
        page = look(role)
        assert [task["kind"] for task in page["tasks"]] == ["capacity"]
        assert page["new_since_yesterday"] == 3
        assert "Änne" not in str(page)
