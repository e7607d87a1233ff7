"""Snapshots taken while three servers write: each is whole, and has all that was acknowledged before it."""

from contextlib import closing

import pytest
from sqlalchemy import select

from services.backup.restore import restore
from services.backup.verify import faults_of
from services.core.clock import utc_now
from services.core.db.db import Database
from services.reservations.models import Reservation
from tests.faults.promised import Promised
from tests.fixtures.proved import proved
from tests.fixtures.told_rows import Row, Tell
from tests.scale.faults.conftest import Stage
from tests.services.backup.installations import Installation, installation

pytestmark = [pytest.mark.xdist_group("faults"), pytest.mark.sample(0)]

SNAPSHOTS = proved(1, 4)


def test_a_backup_taken_while_three_servers_write_is_whole(stage: Stage, told: Tell) -> None:
    product, target = stage.product, stage.folder / "target"
    old = installation(stage.data_dir, product.database_url, target, secret=stage.secret)
    load = Promised(product.urls)
    threads = load.begin()
    taken = []
    try:
        for number in range(1, SNAPSHOTS + 1):
            load.wait_for(40 * number)
            taken.append(old.ship(product.db))
        load.wait_for(40 * (SNAPSHOTS + 1))
    finally:
        load.is_over.set()
        for thread in threads:
            thread.join()
    lost = doubled = 0
    for number, snapshot in enumerate(taken):
        back = _empty(stage, number)
        restore(back.settings, back.repository(), snapshot, utc_now)
        assert faults_of(back.settings, snapshot.counts, utc_now) == []
        with closing(Database(back.settings.database)) as db, db.read() as session:
            rows = dict(session.execute(select(Reservation.reference, Reservation.spot_number)).all())
        safe = {name: spot for name, (spot, at) in load.promised.items() if at <= snapshot.taken_at}
        assert safe, "nothing was promised before the snapshot"
        lost += sum(rows.get(name) != spot for name, spot in safe.items())
        doubled += len(rows) - len(set(rows.values()))
    tried = f"{len(taken)} snapshots while three servers acknowledged {len(load.promised)} reservations, each restored"
    told(Row("a backup can be restored", tried, lost, doubled, "compared: what was acknowledged before each snapshot"))


def _empty(stage: Stage, number: int) -> Installation:
    """A machine on which nothing is but what a backup brings; its database goes with the PostgreSQL of the tests."""
    name = f"{stage.name}_back_{number}"
    stage.postgresql.do(f"CREATE DATABASE {name} TEMPLATE template0")
    folder, url = stage.folder / f"back-{number}", stage.postgresql.url(name)
    return installation(folder, url, stage.folder / "target", secret=stage.secret)
