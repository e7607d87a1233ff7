"""Checks of the work that goes by itself: jobs, the analytical store, webhooks, alerts."""

from datetime import timedelta
from typing import Final

from sqlalchemy import func, select

from services.alerts.lists import checked_at, is_late
from services.alerts.models import IS_OPEN, Alert
from services.checks.finding import Found, Ground, Level, fault, hint, ok
from services.checks.words import lasting
from services.core.german import counted
from services.integrations.models import WebhookEndpoint
from services.jobs.health import finding_of, read_rows
from services.jobs.registry import planned_jobs
from services.store.status import is_restored, store_status

_STORE_MAY_WAIT: Final = timedelta(hours=1)
_SHOWN: Final = 3


def alive(ground: Ground) -> Found:
    """Whether any process does the work."""
    rows = read_rows(ground.rows)
    if rows.seen_at is None:
        return hint("Noch hat kein Prozess die Abläufe übernommen.")
    if rows.is_alive(ground.now):
        return ok("Ein Prozess arbeitet sie ab.")
    return fault(f"Seit {lasting(ground.now - rows.seen_at)} meldet sich kein Prozess, der sie abarbeitet.")


def runs(ground: Ground) -> Found:
    """Jobs that failed or did not run when they were due."""
    rows = read_rows(ground.rows)
    if not rows.is_alive(ground.now):
        return Found(Level.UNKNOWN, "Kein Prozess arbeitet die Abläufe ab.")
    jobs = planned_jobs(ground.settings, ground.db, ground.clock)
    found = [one for job in jobs if (one := finding_of(job, rows, ground.now)) is not None]
    if not found:
        paused = sum(row.paused_at is not None for row in rows.known.values())
        return ok(f"Alle laufen nach Plan{f', {paused} angehalten' if paused else ''}.")
    rest = len(found) - _SHOWN
    more = [f"Dazu {counted(rest, 'weiterer Ablauf', 'weitere Abläufe')}."] if rest > 0 else []
    return fault(" ".join([*(one.words for one in found[:_SHOWN]), *more]))


def store(ground: Ground) -> Found:
    """How far behind the analytical store is."""
    if is_restored(ground.rows):
        return fault(
            "Die Datenbank stammt aus einem anderen PostgreSQL, und der Datenspeicher passt nicht mehr zu ihr.",
            "`voltigo store rebuild` baut ihn neu auf.",
        )
    now = ground.now
    behind = [
        (now - dataset.watermark_at, dataset.waiting_rows)
        for dataset in store_status(ground.rows, now).datasets
        if dataset.waiting_rows and dataset.watermark_at is not None and now - dataset.watermark_at > _STORE_MAY_WAIT
    ]
    if not behind:
        return ok("Auf dem neuesten Stand.")
    late, rows = max(behind)
    return hint(f"Seit {lasting(late)} nicht nachgeführt, {counted(rows, 'Zeile wartet', 'Zeilen warten')}.")


def webhooks(ground: Ground) -> Found:
    """Receivers that do not take what they are sent."""
    is_ours = WebhookEndpoint.removed_at.is_(None)
    query = select(
        func.count().filter(WebhookEndpoint.paused_because.is_not(None)),
        func.count().filter(WebhookEndpoint.failing_since.is_not(None) & WebhookEndpoint.paused_at.is_(None)),
    ).where(is_ours)
    stopped, failing = ground.rows.execute(query).one()
    if stopped:
        return fault(f"{counted(stopped, 'Empfänger ist', 'Empfänger sind')} nach einem Tag voller Fehler angehalten.")
    if failing:
        return hint(f"{counted(failing, 'Empfänger nimmt', 'Empfänger nehmen')} gerade nichts an.")
    return ok("Kein Empfänger weist etwas ab.")


def alerts(ground: Ground) -> Found:
    """Alerts that wait for somebody, and whether anything still looks for them."""
    count = ground.rows.scalar(select(func.count()).select_from(Alert).where(IS_OPEN)) or 0
    if is_late(checked_at(ground.rows), ground.now):
        return fault("Es wird nicht mehr geprüft, ob etwas zu melden ist.")
    return hint(f"{counted(count, 'Hinweis ist', 'Hinweise sind')} offen.") if count else ok("Keiner ist offen.")
