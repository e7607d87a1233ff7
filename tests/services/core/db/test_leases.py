"""Leases of rows: one process holds a row until a moment by the database's clock, and learns when it has lost it."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from sqlalchemy import ColumnElement, insert, select

from services.core.clock import utc_now
from services.core.db import leases
from services.core.db.db import Database
from services.core.db.leases import Leases, shared_now
from services.integrations.models import WebhookEndpoint
from services.jobs.models import JobRun
from services.mail.models import Mail
from services.models import metadata
from services.store.models import StoreWatermark
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases

LEASES = Leases(StoreWatermark, timedelta(minutes=2))
NOW = HeldClock().now
ROW = StoreWatermark.dataset == "visits"


def held_by(owner: str) -> ColumnElement[bool]:
    return ROW & (StoreWatermark.lease_owner == owner)


def take(db: Database, owner: str, now: datetime) -> bool:
    return db.write(lambda session: LEASES.take(session, ROW, now, lease_owner=owner))


def renew(db: Database, owner: str, now: datetime) -> bool:
    return db.write(lambda session: LEASES.renew(session, held_by(owner), now))


def is_free(db: Database, now: datetime) -> bool:
    with db.read() as session:
        free, held = (session.scalar(select(ROW).where(which)) for which in (LEASES.is_free(now), LEASES.is_held(now)))
    assert (free is None) is (held is not None), "a row is either free or held"
    return free is not None


@pytest.fixture
def db(db: Database) -> Database:
    """With one row that nobody has taken yet."""
    row = insert(StoreWatermark).values(dataset="visits", written_in=0, last_id=0)
    db.write(lambda session: session.execute(row) and None)
    return db


def test_of_two_takers_at_the_same_moment_one_wins(db: Database) -> None:
    together = threading.Barrier(6)

    def come(number: int) -> bool:
        together.wait(60)
        return take(db, f"process-{number}", NOW)

    with ThreadPoolExecutor(6) as threads:
        won = list(threads.map(come, range(6)))
    assert sum(won) == 1
    [row] = stored(db, StoreWatermark)
    assert (row["lease_owner"], row["leased_until"]) == (f"process-{won.index(True)}", NOW + LEASES.length)


def test_a_lease_is_free_from_the_moment_at_which_it_expires(db: Database) -> None:
    assert is_free(db, NOW)
    assert take(db, "first", NOW)
    end = NOW + LEASES.length
    assert not is_free(db, end - timedelta(microseconds=1))
    assert not take(db, "second", end - timedelta(microseconds=1))
    assert is_free(db, end)
    assert take(db, "second", end)


def test_a_renewed_lease_is_not_free_when_the_first_one_would_have_expired(db: Database) -> None:
    assert take(db, "first", NOW)
    assert renew(db, "first", NOW + timedelta(minutes=1))
    assert not take(db, "second", NOW + LEASES.length)
    assert take(db, "second", NOW + timedelta(minutes=1) + LEASES.length)


def test_an_expired_lease_that_no_other_process_took_can_be_renewed(db: Database) -> None:
    assert take(db, "first", NOW)
    late = NOW + 2 * LEASES.length
    assert renew(db, "first", late)
    assert not is_free(db, late)


def test_renewing_or_releasing_a_lost_lease_says_so_and_changes_nothing(db: Database) -> None:
    assert take(db, "first", NOW)
    later = NOW + LEASES.length
    assert take(db, "second", later)
    before = stored(db, StoreWatermark)
    assert not renew(db, "first", later + timedelta(seconds=1))
    assert not db.write(lambda session: LEASES.release(session, held_by("first"), lease_owner=None, last_id=7))
    assert stored(db, StoreWatermark) == before


def test_a_released_row_is_free_at_once_or_from_the_given_moment_on(db: Database) -> None:
    assert take(db, "first", NOW)
    assert db.write(lambda session: LEASES.release(session, held_by("first"), lease_owner=None, last_id=7))
    assert stored(db, StoreWatermark)[0]["last_id"] == 7
    assert take(db, "second", NOW)
    later = NOW + timedelta(seconds=30)
    assert db.write(lambda session: LEASES.release(session, held_by("second"), not_before=later))
    assert not is_free(db, later - timedelta(microseconds=1))
    assert is_free(db, later)


def test_the_clock_is_the_databases_unless_a_test_brings_its_own(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = HeldClock(utc_now() + timedelta(hours=3))
    monkeypatch.setattr(leases, "utc_now", ahead)
    with db.read() as session:
        seen = shared_now(session, ahead)
        assert shared_now(session, HeldClock()) == NOW
    assert (ahead.now - seen > timedelta(hours=2)) is not db.is_sqlite


def test_every_table_with_leases_calls_the_column_alike() -> None:
    named = {table.name for table in metadata.sorted_tables if "leased_until" in table.c}
    assert named >= {table.__tablename__ for table in (JobRun, Mail, StoreWatermark, WebhookEndpoint)}
    assert not [table.name for table in metadata.sorted_tables if "lease_until" in table.c]
