"""Builds a demonstration from scratch: schema, staff accounts, and a simulated history up to now."""

import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from random import Random

from services.checks.prove import prove_and_keep
from services.core.db.db import Database
from services.data_protection.retention.apply import apply_retention
from services.demo.clock import StoryClock
from services.demo.log_ins import LogIn, make_log_ins
from services.demo.scene import Scene
from services.demo.staff_work.kept_reports import keep_reports
from services.demo.staff_work.scheduled_reports import schedule_reports
from services.demo.story import FULL_PARK, Story
from services.demo.year import LENGTH
from services.privacy.company import keep_company
from services.reservations.listing.search_text import catch_up_wholly
from services.schema.migrate import migrate
from services.settings import Settings

SIZE = FULL_PARK
"""Number of households; they make a few more reservations than that."""
STEPS = 2 * LENGTH.days
"""Number of calls of `is_told`: once per simulated day, then once per day of stored visits."""
_SEED = 20261121


def demo_settings(base: Settings) -> Settings:
    """Settings of the demonstration: its own folder and SQLite file; mails always go to files.

    Raises pydantic's ValidationError if it would listen on anything but loopback.
    """
    chosen = {"environment": "demo", "data_dir": base.data_dir / "demo", "database_url": "", "smtp_url": ""}
    return Settings(**{**base.model_dump(), **chosen})


def build(db: Database, settings: Settings, size: int, until: datetime, is_told: Callable[[], object]) -> list[LogIn]:
    """Fill an empty database with `size` households and their visits. Returns the log-ins, which the caller stores once
    everything is complete.

    `is_told` is called `STEPS` times or a few more.
    """
    migrate(db)
    start = until - LENGTH
    db.write(lambda session: keep_company(session, settings, start))
    log_ins = make_log_ins(db, settings, start)
    scene = Scene(db, settings, StoryClock(start), Random(_SEED))  # noqa: S311 - simulation, not a secret
    scene.clerks += [f"staff:{entry.id}" for entry in log_ins if entry.role != "marketing"]
    scene.marketer = next(f"staff:{entry.id}" for entry in log_ins if entry.role == "marketing")
    Story(scene, size, start).tell(is_told)
    scene.visits.store(is_told)
    keep_reports(scene, until)
    schedule_reports(scene, log_ins, until)
    catch_up_wholly(db)
    apply_retention(db, settings, scene.clock)
    prove_and_keep(db, scene.clock)
    return log_ins


def clear(folder: Path) -> None:
    """Remove an earlier demonstration, complete or not."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, mode=0o700)
