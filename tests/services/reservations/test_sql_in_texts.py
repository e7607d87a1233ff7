"""Text that would be SQL, wherever staff may ask for something: it is looked for, and nothing of it runs."""

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from services.core.db.db import Database
from tests.factories import reservation_body
from tests.fixtures.staff import StaffClient

pytestmark = pytest.mark.both_databases

LIST = "/api/staff/reservations"
FILTERS = ("q", "tag", "energy_provider", "park", "utm_source", "utm_campaign", "referral_code", "payment_plan")
# "zzzz" is in no reservation; without it the search may well find one by the other words.
INJECTIONS = (
    "zzzz' OR '1'='1",
    "zzzz'; DROP TABLE reservations; --",
    'zzzz" OR 1=1 --',
    "zzzz') UNION SELECT password_hash FROM staff_accounts --",
    "zzzz%' ESCAPE '",
    "zzzz* OR example NEAR(zzzz)",
    "{$ne: zzzz}",
)


def test_sql_in_a_filter_finds_nothing_and_does_nothing(
    client: TestClient, staff_client: StaffClient, db: Database
) -> None:
    assert client.post("/functions/v1/reserve-spot", json=reservation_body()).status_code == 200
    clerk = staff_client("staff")
    assert len(clerk.get(LIST).json()["data"]) == 1
    for name in FILTERS:
        for typed in INJECTIONS:
            answer = clerk.get(LIST, params={name: typed})
            assert answer.status_code in (200, 422), (name, typed, answer.text)
            assert answer.status_code == 422 or answer.json()["data"] == [], (name, typed)
            assert "argon2" not in answer.text
    for name in ("sort", "order", "park"):
        assert clerk.get(LIST, params={name: "id; DROP TABLE reservations"}).status_code in (200, 422)
    with db.read() as session:
        assert session.scalar(text("SELECT count(*) FROM reservations")) == 1


def test_a_household_may_be_called_like_sql(client: TestClient, staff_client: StaffClient) -> None:
    name = "O'Drop-Table"
    assert client.post("/functions/v1/reserve-spot", json=reservation_body(last_name=name)).status_code == 200
    (row,) = staff_client("staff").get(LIST, params={"q": name}).json()["data"]
    assert row["last_name"] == name
