"""A demonstration from nothing: schema, people who work there, and their story up to now."""

import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from random import Random

from services.core.db.db import Database
from services.demo.clock import StoryClock
from services.demo.log_ins import LogIn, make_log_ins
from services.demo.scene import Scene
from services.demo.staff_work.kept_reports import keep_reports
from services.demo.staff_work.scheduled_reports import schedule_reports
from services.demo.story import FULL_PARK, Story
from services.demo.year import LENGTH
from services.reservations.listing.entries import catch_up_wholly
from services.schema.migrate import migrate
from services.settings import Settings

SIZE = FULL_PARK
"""Households; a few more reservations come of them."""
STEPS = 2 * LENGTH.days
"""How often `is_told` is called: every day is told, then its visits are stored."""
_SEED = 20261121


def demo_settings(base: Settings) -> Settings:
    """The settings of the demonstration: its own folder and SQLite file, mails into files whatever was configured.

    Raises pydantic's ValidationError when it were to listen on anything but loopback.
    """
    chosen = {"environment": "demo", "data_dir": base.data_dir / "demo", "database_url": "", "smtp_url": ""}
    return Settings(**{**base.model_dump(), **chosen})


def build(db: Database, settings: Settings, size: int, until: datetime, is_told: Callable[[], object]) -> list[LogIn]:
    """Fill an empty database with `size` households and the visits that go with them. Answers the log-ins, which the
    caller keeps once everything stands.

    `is_told` is called `STEPS` times or a few more.
    """
    migrate(db)
    start = until - LENGTH
    log_ins = make_log_ins(db, settings, start)
    scene = Scene(db, settings, StoryClock(start), Random(_SEED))  # noqa: S311 - a story, no secret
    scene.clerks += [f"staff:{entry.id}" for entry in log_ins if entry.role != "marketing"]
    scene.marketer = next(f"staff:{entry.id}" for entry in log_ins if entry.role == "marketing")
    Story(scene, size, start).tell(is_told)
    scene.visits.store(is_told)
    keep_reports(scene, until)
    schedule_reports(scene, log_ins, until)
    catch_up_wholly(db)
    return log_ins


def clear(folder: Path) -> None:
    """Remove an earlier demonstration, whole or half."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, mode=0o700)
