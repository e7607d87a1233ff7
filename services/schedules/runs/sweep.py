"""Deletes expired files of scheduled runs, and unreferenced ones of runs that crashed before their commit."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.reports.models import ReportRun
from services.schedules.models import ReportArtefact
from services.schedules.runs.files import FOLDER, is_artefact
from services.store.manifest import GRACE


def sweep_artefacts(db: Database, data_dir: Path, clock: Clock) -> int:
    """Delete files that are due; returns how many. Safe to run in several processes at once.

    An expired file is first marked in its row, so that no client is offered a file being deleted. A file without a row
    may be about to get one: it is kept for an hour by the machine's own clock, which sets mtimes.
    """
    folder = data_dir.resolve()
    gone = db.write(lambda session: _expire(session, clock()))
    for path in gone:
        (folder / path).unlink(missing_ok=True)
    lying = [path for path in sorted((folder / FOLDER).glob("*/*")) if is_artefact(path.name)]
    with db.read() as session:
        rows = session.execute(select(ReportArtefact.path, ReportArtefact.removed_at))
        known = {row.path: row.removed_at for row in rows}
    left = [path for path in lying if _is_left(path, known, str(path.relative_to(folder)))]
    for one in left:
        if one.is_dir():
            shutil.rmtree(one, ignore_errors=True)
        else:
            one.unlink(missing_ok=True)
    return len(gone) + len(left)


def _expire(session: Session, now: datetime) -> list[str]:
    """Mark files as gone: expired ones, and those of removed runs."""
    removed = select(ReportRun.id).where(ReportRun.removed_at.is_not(None))
    is_due = or_(ReportArtefact.expires_at <= now, ReportArtefact.run_id.in_(removed))
    due = session.execute(
        select(ReportArtefact.id, ReportArtefact.path).where(ReportArtefact.removed_at.is_(None), is_due)
    )
    found = due.all()
    ids = [row.id for row in found]
    session.execute(update(ReportArtefact).where(ReportArtefact.id.in_(ids)).values(removed_at=now))
    return [row.path for row in found]


def _is_left(path: Path, known: dict[str, datetime | None], name: str) -> bool:
    """Whether a file is unreferenced: its deletion was interrupted, or it never got a row."""
    if name in known:
        return known[name] is not None
    try:
        written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except FileNotFoundError:
        return False
    return written + GRACE <= datetime.now(UTC)
