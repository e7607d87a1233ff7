"""The simulated day is that of Berlin, as it is everywhere else."""

from datetime import UTC, date, datetime
from pathlib import Path
from random import Random

from services.core.db.db import Database
from services.demo.build import demo_settings
from services.demo.clock import StoryClock
from services.demo.scene import Scene
from services.settings import Settings


def test_late_in_the_evening_the_day_is_that_of_berlin(db: Database, tmp_path: Path) -> None:
    settings = demo_settings(Settings(_env_file=None, data_dir=tmp_path / "var"))
    late = StoryClock(datetime(2026, 11, 25, 23, 30, tzinfo=UTC))
    assert Scene(db, settings, late, Random(1)).today() == date(2026, 11, 26)
