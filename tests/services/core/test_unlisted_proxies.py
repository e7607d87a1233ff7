"""A proxy that no setting lists makes all households one caller: somebody has to learn of it."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from services.alerts.check import check_alerts
from services.alerts.models import Alert
from services.core.db.db import Database
from services.core.http.callers.unlisted_proxies import was_seen
from services.core.models import RateCount
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import own_page_client, state_of
from tests.services.held_clock import HeldClock
from tests.services.stored import stored, wait_for

pytestmark = pytest.mark.both_databases

FORWARDED = {"X-Forwarded-For": "198.51.100.1"}


def seen(db: Database) -> list[dict]:
    return [row for row in stored(db, RateCount) if row["bucket"].startswith("unlisted-proxy")]


def warnings(client: TestClient, calls: int, address: str = "203.0.113.9", **headers: str) -> int:
    """How many lines so many calls write into the log."""
    # Through the app that was entered: what is written beside a call lives as long as its loop.
    client._transport.client = (address, 50_000)  # type: ignore[attr-defined]
    with capture_logs() as lines:
        for _ in range(calls):
            client.get("/healthz", headers=headers or FORWARDED)
    assert address not in str(lines)
    return sum(line["event"] == "unlisted_proxy" for line in lines)


def test_it_is_logged_once_an_hour_and_opens_one_alert(make_client: MakeClient, db: Database, clock: HeldClock) -> None:
    client = make_client(clock=clock, trusted_proxies="10.0.0.0/8")
    assert warnings(client, 5) == 1
    wait_for(lambda: seen(db))
    settings = state_of(client).settings
    check_alerts(db, settings, clock)
    check_alerts(db, settings, clock)
    (alert,) = [row for row in stored(db, Alert) if row["kind"] == "unlisted_proxy"]
    assert (alert["subject"], alert["closed_at"]) == ("proxies", None)
    assert "203.0.113" not in str(seen(db)) + str(alert)
    clock.advance(hours=1)
    assert warnings(client, 5) == 1
    wait_for(lambda: len(seen(db)) == 2)
    clock.advance(hours=4)
    check_alerts(db, settings, clock)
    (alert,) = [row for row in stored(db, Alert) if row["kind"] == "unlisted_proxy"]
    assert alert["closed_at"] == clock.now


@pytest.mark.parametrize(
    ("settings", "address", "headers"),
    [
        ({"trusted_proxies": "10.0.0.0/8"}, "10.1.2.3", FORWARDED),
        ({"trusted_proxies": "none"}, "203.0.113.9", FORWARDED),
        ({}, "203.0.113.9", {"X-Other": "1"}),
        ({}, "testclient", FORWARDED),
    ],
    ids=["listed", "none", "direct", "no address"],
)
def test_nothing_is_said_where_nothing_is_wrong(
    settings: dict, address: str, headers: dict, make_client: MakeClient, db: Database, clock: HeldClock
) -> None:
    client = make_client(clock=clock, **settings)
    assert warnings(client, 3, address, **headers) == 0
    assert not db.write(lambda session: was_seen(session, clock.now))


def test_the_rule_is_an_administrators(make_client: MakeClient, db: Database, staff_client: Callable) -> None:
    client = make_client()
    rules = staff_client("admin", client=client).get("/api/staff/alert-rules").json()["data"]
    assert [rule["threshold"] for rule in rules if rule["kind"] == "unlisted_proxy"] == [None]
    assert own_page_client(client).get("/api/staff/alert-rules").status_code == 401
