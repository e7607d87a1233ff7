"""A run of a schedule in a process of its own that dies at a given line of the product's code."""

import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from services.core.db.db import Database
from services.schedules import schedules as store
from services.schedules.recipients import Chosen
from services.schedules.runner import run_schedule
from services.settings import Settings
from services.staff.call import Staff
from services.staff.models import Role
from tests.faults.killing import answer_of_process, counted
from tests.fixtures.forking import forking
from tests.fixtures.servers import ROOT
from tests.fixtures.staff import add_member
from tests.services.held_clock import HeldClock

THREE = ["anna@example.org", "berta@example.org", "carla@example.org"]
SLOT = HeldClock().now + timedelta(days=1)
_SERVICES = ROOT / "services"
_TRACED = (f"{_SERVICES / 'schedules'}{os.sep}", str(_SERVICES / "reports" / "kept" / "result_file.py"))
forking(__name__)


@dataclass(frozen=True)
class Place:
    """A database and the folder beside it."""

    url: str
    folder: Path

    @property
    def settings(self) -> Settings:
        return Settings(_env_file=None, database_url=self.url, data_dir=self.folder)  # type: ignore[call-arg]


def add_schedule(db: Database) -> None:
    """A schedule of three recipients and two formats, which an admin saved a day before its slot."""
    member = add_member(db, "admin", now=HeldClock().now)
    values: dict[str, Any] = {
        "name": "Jeden Morgen",
        "report": "capacity",
        "parameters": {},
        "period": "last_7_days",
        "timing": {"kind": "daily", "time": "06:00", "weekdays": [], "month_day": None},
        "zone": "Europe/Berlin",
        "recipients": [Chosen(None, address) for address in THREE],
        "formats": ["xlsx", "csv", "body"],
        "least_rows": 0,
        "retention_days": 90,
    }
    staff = Staff(member.id, "Kim", member.email, Role.ADMIN, member.session_id)
    db.write(lambda session: store.add(session, values, staff, HeldClock().now) and None)


def _run(place: Place, slot: datetime, kill_at: int | None, answer: Connection) -> None:
    with counted(_TRACED, kill_at) as lines:
        db = Database(place.url)
        told = run_schedule(db, place.settings, lambda: slot, 1, slot)
    db.close()
    answer.send((lines.count, told))


def run_apart(place: Place, slot: datetime, kill_at: int | None = None) -> tuple[int, str] | None:
    """Carry out schedule 1 in a process of its own: how many lines that took and what it said; None when killed."""
    answer: tuple[int, str] | None = answer_of_process(_run, place, slot, kill_at)
    return answer
