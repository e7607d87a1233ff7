"""Runs the registry inside the server. The only importer of apscheduler."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import structlog
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler

from services.core.clock import BERLIN, Clock
from services.core.db import Database
from services.jobs.registry import Job, all_jobs
from services.settings import Settings

log = structlog.get_logger()


@contextmanager
def running_jobs(settings: Settings, db: Database, clock: Clock) -> Iterator[None]:
    """Jobs run while the block does; leaving it waits for the ones under way."""
    if settings.scheduler == "off":
        yield
        return
    scheduler = BackgroundScheduler(timezone=BERLIN, executors={"default": ThreadPoolExecutor(4)})
    # The schedule is real time even where a test holds the product's clock.
    first = datetime.now(UTC) + timedelta(seconds=1)
    for job in all_jobs(settings, db, clock):
        scheduler.add_job(
            _guarded,
            "interval",
            args=[job],
            seconds=job.every_seconds,
            next_run_time=first,
            max_instances=1,
            coalesce=True,
            id=job.name,
        )
    scheduler.start()
    try:
        yield
    finally:
        scheduler.shutdown(wait=True)


def _guarded(job: Job) -> None:
    """A failing job is logged and tried again at its next turn; it never ends the scheduler."""
    try:
        job.run()
    except Exception as error:
        log.error("job_failed", job=job.name, error=type(error).__name__)
