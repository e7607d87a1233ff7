"""The jobs watch over each other: one that stays away, or fails, is told like a full park."""

from datetime import timedelta
from pathlib import Path

from sqlalchemy import select

from services.alerts.models import Alert
from services.core.db.db import Database
from services.jobs.models import KnownJob
from services.jobs.registry import all_jobs
from services.settings import Settings
from tests.services.held_clock import HeldClock


def test_a_job_that_stays_away_becomes_an_alert_and_ends_it_by_running(sqlite_url: str, tmp_path: Path) -> None:
    db, clock = Database(sqlite_url), HeldClock()
    settings = Settings(_env_file=None, data_dir=tmp_path, database_url=sqlite_url)  # type: ignore[call-arg]
    jobs = {job.name: job for job in all_jobs(settings, db, clock)}
    db.write(lambda session: session.add(KnownJob(name="carry-visits", known_since=clock.now, failures=0)))
    assert jobs["check-alerts"].at(clock.now) == "Es gab nichts zu tun."
    assert _open(db) == {}
    clock.advance(minutes=10)
    assert jobs["check-alerts"].at(clock.now) == "1 Hinweis eröffnet."
    assert _open(db) == {"job:carry-visits": "Auswertungen nachführen: nicht gelaufen"}

    def fail(session: object) -> None:
        known = session.get_one(KnownJob, "carry-visits")  # type: ignore[attr-defined]
        known.known_since = clock.now
        known.failures, known.failed_at, known.last_error = 3, clock.now, "Unerwarteter Fehler: ValueError"

    db.write(fail)
    jobs["check-alerts"].at(clock.now + timedelta(minutes=1))
    assert "job:carry-visits" in _open(db)
    db.write(lambda session: setattr(session.get_one(KnownJob, "carry-visits"), "failures", 0))
    jobs["check-alerts"].at(clock.now)
    assert _open(db) == {}
    db.close()


def _open(db: Database) -> dict[str, str]:
    with db.read() as session:
        rows = session.scalars(select(Alert).where(Alert.closed_at.is_(None)))
        return {row.subject: row.headline for row in rows}
