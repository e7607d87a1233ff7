"""Deletes unreferenced files of kept results: of removed runs, and of runs that crashed before their commit."""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.storage.installed import places_of
from services.core.storage.storage import Storage, Stored
from services.reports.kept.result_file import FOLDER, is_result
from services.reports.models import ReportRun
from services.store.manifest import GRACE

_EXPIRED: Final = "Die Zeit der Aufbewahrung ist um."


def sweep_results(db: Database, files: Storage, clock: Clock) -> int:
    """Delete files that are due; returns how many. Safe to run in several processes at once.

    Runs past their retention are removed first.

    A file without a row may be about to get one: it is kept for an hour by the machine's own clock, which sets mtimes.
    The file of a removed run is kept for an hour so that open downloads can finish.
    """
    db.write(lambda session: _expire(session, clock()))
    lying = [
        (place, one)
        for place in places_of(files)
        for one in place.list(FOLDER)
        if is_result(one.name.rpartition("/")[2])
    ]
    with db.read() as session:
        rows = session.execute(select(ReportRun.result_path, ReportRun.removed_at)).all()
    removed = {path: at for path, at in rows if path is not None}
    now = clock()
    due = [(place, one) for place, one in lying if _is_due(one, removed, now)]
    for place, one in due:
        place.delete(one.name)
    return len(due)


def _expire(session: Session, now: datetime) -> None:
    is_over = (ReportRun.expires_at <= now) & ReportRun.removed_at.is_(None)
    values = {"removed_at": now, "removed_by": "system", "removal_reason": _EXPIRED}
    session.execute(update(ReportRun).where(is_over).values(values).execution_options(synchronize_session=False))


def _is_due(one: Stored, removed: dict[str, datetime | None], now: datetime) -> bool:
    if one.name in removed:
        at = removed[one.name]
        return at is not None and at + GRACE <= now
    return one.written_at + GRACE <= datetime.now(UTC)
