"""When a snapshot is due, who takes it, what is told of it, and what the rotation keeps."""

import os
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from services.backup import jobs
from services.backup.errors import BackupFailed, Busy
from services.backup.leased import leased, note, state_of
from services.backup.prune import kept, longest_kept, prune
from services.backup.repository import moment_of, name_at
from services.backup.ship import BackupShipping
from services.backup.status import BackupStatus, backup_status
from services.backup.verify import try_newest
from services.checks.check import Ground, Level
from services.checks.setup import backup
from services.core.clock import utc_now
from services.core.db.db import Database
from services.core.job_queue.job import Job
from services.core.schedules import Every
from services.jobs.health import health_of, read_rows
from services.jobs.runner import Runner
from services.parks.models import Park
from tests.fixtures.servers import MakeClient
from tests.services.backup.installations import KEY, Installation, block_files, installation
from tests.services.held_clock import HeldClock

KEEP_DAYS = 35


def status(db: Database, at: Installation, clock: HeldClock) -> BackupStatus:
    with db.read() as session:
        return backup_status(session, at.settings, clock())


def was_quick(db: Database) -> None:
    """The last snapshot took a tenth of a second, however busy the machine is."""
    db.write(lambda session: note(session, seconds=0.1))


def test_one_is_due_every_half_a_minute(old: Installation, db: Database) -> None:
    clock = HeldClock()
    shipping, other = (BackupShipping(db, old.settings, clock) for _ in range(2))
    assert shipping.ship_due() == 1
    was_quick(db)
    clock.advance(seconds=29)
    assert (shipping.ship_due(), other.ship_due()) == (0, 0)
    clock.advance(seconds=1)
    assert other.ship_due() == 1
    was_quick(db)
    assert shipping.ship_due() == 0
    assert len(old.repository().names()) == 2


@pytest.mark.both_databases(sample="postgresql")
def test_one_process_at_a_time_ships(old: Installation, db: Database) -> None:
    clock = HeldClock()
    with leased(db, clock) as is_ours:
        assert is_ours
        assert BackupShipping(db, old.settings, clock).ship_due() == 0
        with pytest.raises(Busy):
            BackupShipping(db, old.settings, clock).ship_now()
        clock.advance(minutes=3)  # the process that held it has died
        assert BackupShipping(db, old.settings, clock).ship_due() == 1


def test_without_a_target_nothing_happens(old: Installation, db: Database, tmp_path: object) -> None:
    none = installation(old.settings.data_dir, old.settings.database_url, old.target, backup_url="")
    assert jobs.shipping(db, none.settings, HeldClock())() == 0
    assert jobs.trial(db, none.settings, HeldClock())() is None
    assert not old.target.exists()
    assert status(db, none, HeldClock()) == BackupStatus(is_configured=False)


def test_a_failure_is_told_until_the_next_success(old: Installation, db: Database) -> None:
    clock = HeldClock()
    shipping = BackupShipping(db, old.settings, clock)
    shipping.ship_due()
    was_quick(db)
    assert not status(db, old, clock).is_late
    old.target.rename(old.target.with_name("away"))
    old.target.write_text("not mounted")
    for _ in range(5):
        clock.advance(seconds=30)
        with pytest.raises(BackupFailed) as caught:
            shipping.ship_due()
    assert caught.value.detail == "Das Ziel der Sicherungen ist nicht erreichbar, voll oder nicht beschreibbar."
    found = status(db, old, clock)
    assert (found.failures, found.error, found.age) == (5, caught.value.detail, timedelta(seconds=150))
    assert found.is_late
    old.target.unlink()
    old.target.with_name("away").rename(old.target)
    clock.advance(seconds=30)
    assert shipping.ship_due() == 1
    found = status(db, old, clock)
    assert (found.failures, found.error, found.is_late) == (0, None, False)


def test_the_page_of_jobs_says_that_they_fail_between_two_attempts_too(old: Installation, db: Database) -> None:
    clock = HeldClock()

    def process() -> tuple[Runner, Job]:
        ship = BackupShipping(db, old.settings, clock).ship_due
        return Runner(db, clock), Job("ship-backups", "Sichern", "Sichert.", Every(2), ship)

    def health() -> str:
        for runner, job in processes:
            runner.note_plan([job])
        with db.read() as session:
            return health_of(processes[0][1], read_rows(session), clock())[0]

    processes = [process(), process()]
    for runner, job in processes:
        runner.do(job)
    assert health() == "ok"
    was_quick(db)
    old.target.rename(old.target.with_name("away"))
    old.target.write_text("not mounted")
    clock.advance(seconds=30)
    for seconds in (0, 2, 2):  # the first one tries, and there is nothing to try again yet
        clock.advance(seconds=seconds)
        for runner, job in processes:
            runner.do(job)
        assert health() == "failed"
    old.target.unlink()
    old.target.with_name("away").rename(old.target)
    clock.advance(seconds=30)
    processes[1][0].do(processes[1][1])
    processes[0][0].do(processes[0][1])
    assert health() == "ok"


def test_after_the_clock_was_set_back_one_is_due_at_once(old: Installation, db: Database) -> None:
    clock = HeldClock()
    shipping = BackupShipping(db, old.settings, clock)
    clock.advance(days=3)
    assert shipping.ship_due() == 1
    was_quick(db)
    clock.advance(days=-3)
    old.target.rename(old.target.with_name("away"))
    old.target.write_text("not mounted")
    with pytest.raises(BackupFailed):
        shipping.ship_due()
    assert status(db, old, clock).is_late
    old.target.unlink()
    old.target.with_name("away").rename(old.target)
    clock.advance(seconds=30)
    assert shipping.ship_due() == 1
    assert not status(db, old, clock).is_late


def test_slow_snapshots_are_taken_more_seldom_and_told(old: Installation, db: Database) -> None:
    clock = HeldClock()
    shipping = BackupShipping(db, old.settings, clock)
    shipping.ship_due()
    db.write(lambda session: note(session, seconds=9.0))
    clock.advance(seconds=89)
    assert shipping.ship_due() == 0
    found = status(db, old, clock)
    assert (found.pause, found.is_slow, found.is_late) == (timedelta(seconds=90), True, False)
    clock.advance(seconds=1)
    assert shipping.ship_due() == 1


def test_the_trial_notes_that_the_newest_snapshot_is_whole_or_not(old: Installation, db: Database) -> None:
    clock = HeldClock()
    with pytest.raises(BackupFailed):
        try_newest(db, old.settings, clock)
    old.ship(db, clock)
    try_newest(db, old.settings, clock)
    assert (status(db, old, clock).verified_at, status(db, old, clock).verify_error) == (clock(), None)


def test_a_trial_that_finds_wrong_rows_is_told_until_one_finds_none(old: Installation, db: Database) -> None:
    clock = HeldClock()
    db.write(lambda session: session.execute(update(Park).values(spot_limit=501)) and None)  # more than there are
    old.ship(db, clock)
    with pytest.raises(BackupFailed):
        try_newest(db, old.settings, clock)
    found = status(db, old, clock)
    assert found.verify_error == "Die Probe einer Wiederherstellung hat Fehler gefunden; „voltigo verify“ nennt sie."
    assert found.is_late
    old.ship(db, clock)  # mends blocks, not rows
    assert status(db, old, clock).is_late


def test_the_rotation_keeps_an_hour_two_days_of_hours_and_five_weeks_of_days() -> None:
    now = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)
    names = [name_at(now - timedelta(minutes=5 * step), "00000000") for step in range(12 * 24 * 60)]
    stays = kept(names, now, KEEP_DAYS)
    ages = sorted(now - moment_of(name) for name in stays)
    assert sum(age < timedelta(hours=1) for age in ages) == 12
    assert sum(timedelta(hours=1) <= age < timedelta(hours=48) for age in ages) in (47, 48)
    assert sum(age >= timedelta(hours=48) for age in ages) in (33, 34)
    assert max(ages) < longest_kept(KEEP_DAYS) == timedelta(days=36)
    assert kept(list(stays), now, KEEP_DAYS) == stays


def test_of_each_hour_and_of_each_day_in_berlin_the_last_one_stays() -> None:
    now = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)

    def stay(*moments: datetime) -> set[datetime]:
        names = [name_at(at, "00000000") for at in (*moments, now)]
        return {moment_of(name) for name in kept(names, now, KEEP_DAYS)} - {now}

    first, second, last = (now - timedelta(hours=5, minutes=minutes) for minutes in (50, 30, 10))
    assert stay(first, second, last) == {last}
    midnight = datetime(2026, 11, 20, 23, 0, tzinfo=UTC)
    before, after = midnight - timedelta(minutes=1), midnight + timedelta(minutes=1)
    assert stay(before, after) == {before, after}


def test_the_newest_is_kept_however_old() -> None:
    now = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)
    names = [name_at(now - timedelta(days=days), "00000000") for days in range(100, 800)]
    assert kept(names, now, KEEP_DAYS) == {names[0]}


def test_pruning_removes_what_only_old_snapshots_need(old: Installation, db: Database) -> None:
    clock = HeldClock()
    old.settings.data_dir.mkdir()
    passing = old.settings.data_dir / "passing"
    passing.write_bytes(b"1" * 1000)
    first = old.ship(db, clock)
    passing.unlink()
    clock.advance(days=40)
    newest = old.ship(db, clock)
    repository = old.repository()
    assert repository.names() == [newest.name]  # the first shipping in an hour prunes
    _grow_old(old, days=1)
    prune(repository, datetime.now(UTC), KEEP_DAYS)
    assert first.blocks - newest.blocks
    assert {path.name for path in block_files(old.target)} == newest.blocks


def test_blocks_of_a_snapshot_that_is_being_taken_stay(old: Installation, db: Database) -> None:
    old.ship(db)
    repository = old.repository()
    name = repository.name_of(b"of a snapshot that is not there yet")
    repository.write_block(name, b"of a snapshot that is not there yet")
    assert prune(repository, datetime.now(UTC), KEEP_DAYS).blocks == 0
    assert name in {path.name for path in block_files(old.target)}


def _grow_old(at: Installation, days: int) -> None:
    for path in block_files(at.target):
        then = path.stat().st_mtime - days * 86_400
        os.utime(path, (then, then))


def test_the_state_has_one_row(old: Installation, db: Database) -> None:
    old.ship(db)
    old.ship(db)
    with db.read() as session:
        state = state_of(session)
    assert state is not None
    assert (state.lease_owner, state.leased_until, state.failures) == (None, None, 0)


def test_a_late_backup_is_a_warning_of_readyz_and_open_in_the_set_up(
    old: Installation, db: Database, make_client: MakeClient
) -> None:
    def seen() -> tuple[list[str], Level, str]:
        with db.read() as session:
            found = backup.look(Ground(old.settings, db, session=session))
        return app.get("/readyz?strict=true").json()["causes"], found.level, found.words

    app = make_client(backup_url=str(old.target), backup_key=KEY)
    assert seen()[1:] == (Level.HINT, "Die erste Sicherung steht noch aus.")
    old.ship(db)
    causes, state, words = seen()
    assert ("backup_late" in causes, state, words) == (False, Level.OK, "Voltigo sichert laufend, noch nicht erprobt.")
    try_newest(db, old.settings, utc_now)
    assert seen()[2].startswith("Voltigo sichert laufend, zuletzt erprobt ")
    hours_ago = utc_now() - timedelta(hours=3)
    db.write(lambda session: note(session, taken_at=hours_ago, error="Das Ziel ist voll."))
    causes, state, words = seen()
    assert ("backup_late" in causes, state) == (True, Level.FAULT)
    assert words.startswith("Die letzte Sicherung ist von ")
    assert words.endswith(" Uhr. Das Ziel ist voll.")
    db.write(lambda session: note(session, taken_at=utc_now(), verify_error="Eine Sicherung ist beschädigt."))
    causes, state, words = seen()
    assert ("backup_late" in causes, state, words[-30:]) == (True, Level.FAULT, "Eine Sicherung ist beschädigt.")
