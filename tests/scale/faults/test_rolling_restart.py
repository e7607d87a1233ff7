"""Each server in turn is told to stop, and started again, under load: no call fails at the proxy."""

import pytest
from sqlalchemy import func, select

from services.core.clock import utc_now
from services.household_links import sessions
from services.reservations.models import Reservation
from services.visits.models import Visit
from tests.factories import reservation_body
from tests.faults.upgrade_load import RESERVE, MixedLoad
from tests.fixtures.cluster import SERVERS, Cluster
from tests.fixtures.proved import proved
from tests.fixtures.staff import add_member
from tests.fixtures.told_rows import Row, Tell
from tests.scale.faults.conftest import Stage
from tests.services.stored import stored, wait_for

pytestmark = [pytest.mark.xdist_group("faults"), pytest.mark.sample(0)]

ROUNDS = proved(1, 2)
BETWEEN = proved(100, 400)
"""Requests while a server is away, and as many once it is back."""


def prepared(product: Cluster) -> MixedLoad:
    """A load with a colleague and a household, whose reservation is the first."""
    with product.through() as client:
        assert client.post(RESERVE, json=reservation_body()).status_code == 200
    (reservation,) = stored(product.db, Reservation)
    household = product.db.write(lambda session: sessions.begin(session, reservation["id"], utc_now()))
    member, references = add_member(product.db, "admin"), [reservation["reference"]]
    return MixedLoad(product.url, product.trust, member.token, household.token, references=references)


def test_a_rolling_restart_costs_no_call(stage: Stage, told: Tell) -> None:
    product = stage.product
    load = prepared(product)

    def go_on(count: int) -> None:
        goal = load.total + count
        wait_for(lambda: load.total >= goal or load.failures)

    load.start()
    try:
        for place in [*range(SERVERS)] * ROUNDS:
            assert product.stop(place) == 0
            go_on(BETWEEN)
            product.start(place)
            product.wait_until_all_answer()
            go_on(BETWEEN)
    finally:
        load.stop()
    assert load.failures == []
    kept = {row["reference"] for row in stored(product.db, Reservation)}
    with product.db.read() as session:
        visits = session.scalar(select(func.count()).select_from(Visit)) or 0
    lost = len(set(load.references) - kept) + max(0, load.visits - visits)
    doubled = len(kept - set(load.references)) + max(0, visits - load.visits)
    tried = f"SIGTERM {ROUNDS * SERVERS} times, {ROUNDS} times each server in turn; {load.total} calls"
    told(Row("a stop loses nothing, and no call fails", tried, lost, doubled, f"{len(load.failures)} calls failed"))
