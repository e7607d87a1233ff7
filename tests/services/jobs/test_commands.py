"""What `voltigo jobs` says, without the two seconds that each process takes to begin."""

import re
from pathlib import Path

from services.cli.job_commands import history, named, run_once
from services.core.clock import utc_now
from services.core.db.db import Database
from services.core.job_queue.job import Job
from services.core.schedules import Every
from services.settings import Settings
from tests.services.jobs.conftest import Work, job_of


def test_a_job_run_by_hand_is_in_its_history(one: Database, sqlite_url: str, tmp_path: Path) -> None:
    settings = Settings(_env_file=None, data_dir=tmp_path, database_url=sqlite_url)
    job = named(settings, one, "forget-salts")
    assert job is not None
    assert history(one, job.name, 20) == []
    assert run_once(one, job) == ("Es gab nichts zu tun.", True)
    (line,) = history(one, job.name, 20)
    assert re.fullmatch(r"[.0-9]{10} [:0-9]{8}  von Hand +fertig +1 +[,0-9]+ s  Es gab nichts zu tun.", line)


def test_a_job_that_fails_by_hand_says_why(one: Database) -> None:
    def fail(_slot: object) -> str:
        raise OSError(28, "No space left on device")

    assert run_once(one, job_of(fail)) == ("Das Betriebssystem lehnt ab: kein Platz mehr auf dem Datenträger.", False)
    assert history(one, "work", 1)[0].endswith("Das Betriebssystem lehnt ab: kein Platz mehr auf dem Datenträger.")


def test_continuous_work_is_run_by_hand_without_a_row(one: Database, work: Work) -> None:
    job = Job("all-the-time", "", "", Every(2), lambda: work.note(utc_now()))
    assert run_once(one, job) == ("1. Lauf.", True)
    assert history(one, job.name, 1) == []
