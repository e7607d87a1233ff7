"""Reports that arrive while PostgreSQL goes away, and while several processes look after the same run."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest
from sqlalchemy.exc import DBAPIError

from analytics.engine.snapshots import SourceAway, snapshot
from services.core.db.db import Database
from services.mail.delivery import Delivery
from services.mail.models import Mail
from services.mail.rendering import renderer_for
from services.mail.transport import Smtp
from services.reports.models import ReportRun
from services.reports.render import files as arriving
from services.schedules import runner
from services.schedules.models import ReportSchedule
from services.schedules.runner import run_schedule
from services.schedules.runs import finalize
from services.schedules.schedules import ask
from services.staff.call import Staff
from services.staff.models import Account, Role
from tests.faults.reporting import SLOT, THREE, Place, add_schedule
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.proved import proved
from tests.fixtures.smtp import SmtpPeer
from tests.services.held_clock import HeldClock
from tests.services.schedules.office import take_up
from tests.services.stored import stored

ROWS = proved(300_000, 2_000_000)
"""More than a connection holds before anybody reads."""


@pytest.fixture
def database_url(postgresql_url: str) -> str:
    return postgresql_url


@pytest.fixture
def place(db: Database, database_url: str, tmp_path: Path) -> Place:
    add_schedule(db)
    return Place(database_url, tmp_path)


def run(db: Database, place: Place, clock: HeldClock) -> str:
    return run_schedule(db, place.settings, clock, 1, SLOT)


def test_a_database_away_at_the_slot_is_caught_up_with_a_note(
    db: Database, place: Place, postgresql_databases: PostgresqlDatabases
) -> None:
    clock = HeldClock(SLOT)
    with postgresql_databases.unreachable(place.url), pytest.raises(DBAPIError):
        run(db, place, clock)
    assert stored(db, ReportRun) == []
    clock.advance(hours=2)
    assert run(db, place, clock) == "Berechnet und in den Versand gegeben: 3 Empfänger."
    [row] = stored(db, ReportRun)
    assert (row["state"], row["attempts"], row["scheduled_for"]) == ("generated", 1, SLOT)
    assert row["note"].startswith("Nachgeholt: Fällig war er um 11:30 Uhr")


def test_a_database_that_goes_away_before_the_commit_leaves_a_run_to_go_on_with(
    db: Database, place: Place, postgresql_databases: PostgresqlDatabases, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HeldClock(SLOT)
    away: Any = postgresql_databases.unreachable(place.url)

    def then_gone(*given: Any, **options: Any) -> Any:
        made = arriving.files_of(*given, **options)
        away.__enter__()
        return made

    with monkeypatch.context() as patched:
        patched.setattr(runner, "rendered", then_gone)
        with pytest.raises(DBAPIError):
            run(db, place, clock)
    away.__exit__(None, None, None)
    [row] = stored(db, ReportRun)
    assert (row["state"], row["error"], stored(db, Mail)) == ("running", None, [])
    clock.advance(seconds=30)
    assert run(db, place, clock) == "Berechnet und in den Versand gegeben: 3 Empfänger."
    [row] = stored(db, ReportRun)
    assert (row["state"], row["attempts"], len(stored(db, Mail))) == ("generated", 2, 3)


def test_many_who_settle_at_once_count_a_failure_once(db: Database, place: Place, smtp_peer: SmtpPeer) -> None:
    clock = HeldClock(SLOT)
    smtp_peer.refuses = {THREE[0]: "550 no such user"}
    run(db, place, clock)
    Delivery(db, Smtp(smtp_peer.url), renderer_for(place.settings), clock).deliver_due()
    with ThreadPoolExecutor(6) as threads:
        moved = list(threads.map(lambda _: finalize(db, clock), range(6)))
    assert sum(moved) == 1
    [schedule] = stored(db, ReportSchedule)
    assert (schedule["failures"], stored(db, ReportRun)[0]["state"]) == (1, "delivery_failed")
    assert [row["kind"] for row in stored(db, Mail)].count("report_failed") == 1


def test_many_who_take_up_what_was_asked_for_carry_it_out_once(db: Database, place: Place) -> None:
    clock = HeldClock(SLOT)
    [account] = stored(db, Account)
    admin = Staff(account["id"], account["name"], account["email"], Role.ADMIN, 0)
    db.write(lambda session: ask(session, 1, admin, clock.now, is_test=False) and None)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: take_up(db, place.settings, clock), range(4)))
    [row] = stored(db, ReportRun)
    assert (row["state"], row["attempts"], len(stored(db, Mail))) == ("generated", 1, 3)


def test_many_who_carry_out_a_slot_at_once_keep_it_once(db: Database, place: Place) -> None:
    clock = HeldClock(SLOT + timedelta(seconds=1))

    def one(_number: int) -> str:
        try:
            return run(db, place, clock)
        except DBAPIError as error:
            return type(error).__name__

    with ThreadPoolExecutor(4) as threads:
        told = list(threads.map(one, range(4)))
    assert told.count("Berechnet und in den Versand gegeben: 3 Empfänger.") == 1, told
    [row] = stored(db, ReportRun)
    assert (row["state"], len(stored(db, Mail))) == ("generated", 3)


def test_a_snapshot_of_a_database_that_is_away_says_so(
    postgresql_url: str, postgresql_databases: PostgresqlDatabases, tmp_path: Path
) -> None:
    """Reports read over a connection of their own, whose errors are not those of the others."""
    with snapshot(postgresql_url, tmp_path) as picture:
        assert picture.rows("SELECT 1") == [(1,)]
    with (
        postgresql_databases.unreachable(postgresql_url),
        pytest.raises(SourceAway),
        snapshot(postgresql_url, tmp_path),
    ):
        pass
    with pytest.raises(SourceAway), snapshot(postgresql_url, tmp_path) as picture:
        picture.rows("SELECT 1")
        with postgresql_databases.unreachable(postgresql_url):
            picture.rows("SELECT 1")


@pytest.mark.parametrize("is_cut", [True, False])
def test_rows_that_stop_in_the_middle_say_that_the_database_is_away(
    is_cut: bool, postgresql_url: str, postgresql_databases: PostgresqlDatabases, tmp_path: Path
) -> None:
    """DuckDB reads them, and calls it a fault of what it was given; its own faults stay what they are."""
    with pytest.raises(SourceAway if is_cut else duckdb.ConversionException), duckdb.connect() as instance:
        _read_with_a_fault(is_cut, postgresql_url, postgresql_databases, instance, tmp_path)


def _read_with_a_fault(
    is_cut: bool,
    url: str,
    databases: PostgresqlDatabases,
    instance: duckdb.DuckDBPyConnection,
    tmp_path: Path,
) -> None:
    with snapshot(url, tmp_path) as picture:
        picture.take("many", f"SELECT repeat('x', 100) || n AS text FROM generate_series(1, {ROWS}) AS n")
        for _name, rows in picture.read():
            instance.register("rows", rows)
            if is_cut:
                with databases.unreachable(url):
                    instance.execute("CREATE TABLE many AS SELECT * FROM rows")
            instance.execute("CREATE TABLE many AS SELECT text::INTEGER FROM rows")
