"""The numbers in VISITS.md are the numbers of the code."""

from datetime import UTC, datetime
from pathlib import Path

import services.visits
from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.core.schedules import AtTime, Every
from services.jobs.registry import all_jobs
from services.settings import Settings
from services.visits.new_visitors import WIDER
from services.visits.steps import Step
from services.visits.touches import LONGEST_VALUE, UTM_FIELDS
from services.visits.validation import LARGEST_VISIT, STEPS
from services.visits.visitors import SALT_BYTES

DOCUMENT = Path(services.visits.__file__).with_name("VISITS.md").read_text(encoding="utf-8")
WORDS = " ".join(DOCUMENT.split())


def test_every_column_and_step_is_explained() -> None:
    for step in STEPS:
        assert f"`{step}`" in DOCUMENT
    assert f"`{Step.RESERVED.name.lower()}`" in DOCUMENT
    assert f"`utm_…` ({len(UTM_FIELDS)})" in DOCUMENT


def test_limits_are_those_of_the_code(sqlite_url: str, tmp_path: Path) -> None:
    settings = Settings(_env_file=None, data_dir=tmp_path)  # type: ignore[call-arg]
    db = Database(sqlite_url)
    jobs = {job.name: job for job in all_jobs(settings, db, utc_now)}
    db.close()
    salts, walk = jobs["forget-salts"].rule, jobs["self-check"].rule
    assert isinstance(salts, Every)
    assert isinstance(walk, AtTime)
    rate, visitors = settings.rate_limits.visit, settings.rate_limits.visitors
    for said in (
        f"413 above {LARGEST_VISIT} bytes",
        f"429 for the {rate.calls + 1}st call of an address within {rate.seconds} seconds",
        f"may bring {visitors.calls} new visitors within {visitors.seconds} seconds",
        f"/48: {WIDER} times the number",
        f"cut at {LONGEST_VALUE} characters",
        f"The salt is {SALT_BYTES} random bytes",
        f"every {salts.seconds} seconds",
        f"At {walk.at:%H:%M} in Berlin `self-check`",
    ):
        assert said in WORDS


def test_the_table_of_days_is_right() -> None:
    section = DOCUMENT.split("| moment (UTC) | day in Berlin | |\n")[1].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines()[1:]]
    assert len(rows) == 8
    for moment, day, _ in rows:
        assert str(berlin_day(datetime.fromisoformat(moment).replace(tzinfo=UTC))) == day
