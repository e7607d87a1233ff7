"""Spots become free when the undo window ends, and an undo at that very moment."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest

from services.core.db.db import Database
from services.core.schedules import Every
from services.jobs.registry import all_jobs
from services.reservations.desk.schemas import PerformedOut
from services.reservations.desk.undo import undo
from services.reservations.errors import UndoOver
from services.reservations.models import ReservationChange
from services.reservations.release import release_due
from services.settings import Settings
from services.staff.models import AuditEntry
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import (
    check_invariants,
    do,
    households,
    reservation,
    reserve_many,
    spot,
)
from tests.services.stored import stored

NOW = HeldClock().now
DAY = timedelta(hours=24)
SECOND = timedelta(seconds=1)


def undo_at(db: Database, performed: PerformedOut, now: HeldClock) -> PerformedOut:
    return db.write(lambda session: undo(session, performed.operation_id or 0, "staff:8", "staff", now()))


@pytest.mark.both_databases
def test_a_spot_is_released_when_its_day_is_over_and_not_before(db: Database) -> None:
    ids = reserve_many(db, NOW, households(3))
    do(db, "cancel", ids[1:], NOW)
    assert release_due(db, HeldClock(NOW + DAY - SECOND)) == 0
    assert [spot(db, number).state for number in (1, 2, 3)] == ["reserved", "held", "held"]
    assert release_due(db, HeldClock(NOW + DAY)) == 2
    assert [spot(db, number).state for number in (1, 2, 3)] == ["reserved", "free", "free"]
    check_invariants(db)
    assert release_due(db, HeldClock(NOW + DAY)) == 0
    changes = [(row["reservation_id"], row["actor"], row["after"]) for row in stored(db, ReservationChange)[2:]]
    assert changes == [(ids[1], "system", {"spot": "free"}), (ids[2], "system", {"spot": "free"})]
    entries = [(row["action"], row["subject"], row["details"]) for row in stored(db, AuditEntry)[-2:]]
    assert entries == [
        ("reservation.release_spot", f"reservation:{id_}", {"park": "ingolstadt", "spot": number})
        for id_, number in zip(ids[1:], (2, 3), strict=True)
    ]


def test_the_kwh_of_the_latest_holder_are_taken_off(db: Database) -> None:
    """Number 1 is given, cancelled, released, given again to another package, and cancelled again."""
    (first,) = reserve_many(db, NOW, households(1))
    do(db, "cancel", [first], NOW)
    release_due(db, HeldClock(NOW + DAY))
    small = {"annual_kwh": 1000, "expected_annual_credit": 60, "payment_plan": "one-off"}
    (second,) = reserve_many(db, NOW + DAY, households(1, **small))
    assert reservation(db, second).spot_number == 1
    do(db, "add_tag", [first], NOW + DAY, tag="später geändert")
    do(db, "cancel", [second], NOW + DAY)
    check_invariants(db)
    assert release_due(db, HeldClock(NOW + 2 * DAY)) == 1
    check_invariants(db)


def test_an_undo_keeps_the_spot_before_the_release_and_is_refused_after_it(db: Database) -> None:
    """Also one whose clock was read within the day, while the job was quicker to the lock."""
    (id_,) = reserve_many(db, NOW, households(1))
    undo_at(db, do(db, "cancel", [id_], NOW), HeldClock(NOW + DAY - SECOND))
    assert release_due(db, HeldClock(NOW + DAY)) == 0
    assert (reservation(db, id_).state, spot(db, 1).state) == ("reserved", "reserved")
    performed = do(db, "cancel", [id_], NOW)
    release_due(db, HeldClock(NOW + DAY))
    late = undo_at(db, performed, HeldClock(NOW + DAY - SECOND))
    assert [row.code for row in late.results] == ["changed_since"]
    with pytest.raises(UndoOver):
        undo_at(db, performed, HeldClock(NOW + DAY))
    assert (reservation(db, id_).state, spot(db, 1).state) == ("cancelled", "free")
    check_invariants(db)


@pytest.mark.both_databases(sample="postgresql")
@pytest.mark.parametrize("first", ["undo", "release"])
def test_undo_and_release_at_the_same_moment_leave_one_winner(first: str, db: Database) -> None:
    ids = reserve_many(db, NOW, households(6))
    operations = [do(db, "cancel", [id_], NOW) for id_ in ids]
    barrier = threading.Barrier(2)
    undone: list[str | None] = []

    def take_back_all() -> None:
        barrier.wait()
        for performed in operations:
            undone.append(undo_at(db, performed, HeldClock(NOW + DAY - SECOND)).results[0].code)

    def release_all() -> None:
        barrier.wait()
        release_due(db, HeldClock(NOW + DAY))

    runs: list[Callable[[], None]] = [take_back_all, release_all]
    threads = [threading.Thread(target=run) for run in (runs if first == "undo" else runs[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for id_, code in zip(ids, undone, strict=True):
        row = reservation(db, id_)
        expected = ("reserved", "reserved") if code is None else ("cancelled", "free")
        assert (row.state, spot(db, row.spot_number).state) == expected
    check_invariants(db)


def test_the_job_stands_in_the_registry_and_runs_every_minute(db: Database, database_url: str) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    do(db, "cancel", [id_], NOW)
    settings = Settings(_env_file=None, database_url=database_url)  # type: ignore[call-arg]
    jobs = {job.name: job for job in all_jobs(settings, db, HeldClock(NOW + DAY))}
    assert jobs["release-spots"].rule == Every(60)
    jobs["release-spots"].run()
    assert spot(db, 1).state == "free"
