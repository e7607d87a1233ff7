"""Job that checks alerts, including problems of the jobs themselves."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from services.alerts.check import Looked, check_alerts
from services.alerts.readings import EVERY, Reading
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.german import counted
from services.core.job_queue.job import NOTHING, Job
from services.core.schedules import Every
from services.jobs.health import findings
from services.settings import Settings

Planned = Callable[[], Sequence[Job]]


def alert_job(settings: Settings, db: Database, clock: Clock, planned: Planned) -> Job:
    """`planned` returns all jobs; a problem with one becomes an alert, as a full park does."""

    def broken_jobs(session: Session, now: datetime) -> list[Reading]:
        return [
            Reading(f"job:{found.job}", found.count, f"{found.title}: {_HEADLINES[found.kind]}", found.words)
            for found in findings(session, planned(), now)
        ]

    return Job(
        "check-alerts",
        "Hinweise prüfen",
        "Prüft Parks, Reservierungen, Budgets, Postausgang und Abläufe, nach jedem Tag auch Zahlen mit "
        "eigenen Regeln, und meldet, was Aufmerksamkeit braucht.",
        Every(int(EVERY.total_seconds())),
        lambda: check_alerts(db, settings, clock, broken_jobs),
        _looked,
    )


def _looked(found: Looked) -> str:
    parts = [_counted(found.opened, "eröffnet"), _counted(found.closed, "beendet")]
    return " ".join(part for part in parts if part) or NOTHING


def _counted(count: int, what: str) -> str:
    return f"{counted(count, 'Hinweis', 'Hinweise')} {what}." if count else ""


_HEADLINES = {"missing": "nicht gelaufen", "failing": "gescheitert"}
