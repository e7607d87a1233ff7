"""While a park is under a burst, the form works for its place by itself, and nobody sees anything of it."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from services.core.db.db import Database
from services.parks.models import Park
from services.reservations.models import Reservation
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.pages import Calls, ReservationForm
from tests.journeys.records import Records

pytestmark = pytest.mark.parametrize("server_settings", [{"rate_limits": "on", "reserve_fill_seconds": 0}])


def test_a_household_reserves_as_ever(
    server: Server, form: ReservationForm, records: Records, sqlite_url: str, watch: Watch
) -> None:
    watch.expect("status of 428")
    db = Database(sqlite_url)
    db.write(lambda session: setattr(session.get_one(Park, "ingolstadt"), "burst_since", datetime.now(UTC)))
    db.close()
    calls = Calls(form.page)
    form.complete()
    form.submit.click()
    expect(form.page).to_have_url(re.compile(r"/reservierung/danke\?spot="))
    [row] = records.rows(Reservation)
    form.expect_thanks(row["spot_number"])
    asked, done = calls.requests
    assert asked.headers["idempotency-key"] == done.headers["idempotency-key"]
    assert ("work" in asked.headers, done.headers["work"].isdigit()) == (False, True)
