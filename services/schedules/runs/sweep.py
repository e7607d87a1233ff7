"""Deletes expired files of scheduled runs, and unreferenced ones of runs that crashed before their commit."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.storage.installed import places_of
from services.core.storage.storage import Storage, Stored
from services.reports.models import ReportRun
from services.schedules.models import ReportArtefact
from services.schedules.runs.files import FOLDER, is_artefact
from services.store.manifest import GRACE


def sweep_artefacts(db: Database, files: Storage, clock: Clock) -> int:
    """Delete files that are due; returns how many. Safe to run in several processes at once.

    An expired file is first marked in its row, so that no client is offered a file being deleted. A file without a row
    may be about to get one: it is kept for an hour by the machine's own clock, which sets mtimes.
    """
    gone = db.write(lambda session: _expire(session, clock()))
    for path in gone:
        files.delete(path)
    lying = [(place, one) for place in places_of(files) for one in place.list(FOLDER) if _is_file(one.name)]
    with db.read() as session:
        rows = session.execute(select(ReportArtefact.path, ReportArtefact.removed_at))
        known = {row.path: row.removed_at for row in rows}
    left = [(place, one) for place, one in lying if _is_left(one, known)]
    for place, one in left:
        place.delete(one.name)
    return len(gone) + len(left) + _sweep_workshops(files.local / FOLDER)


def _is_file(name: str) -> bool:
    """Whether it is a finished file: directly in the folder of its month."""
    return name.count("/") == 2 and is_artefact(name.rpartition("/")[2])


def _sweep_workshops(folder: Path) -> int:
    """Remove folders in which runs that crashed have rendered their files."""
    left = [path for path in folder.glob("*/*-making") if is_artefact(path.name) and _is_old(path)]
    for path in left:
        shutil.rmtree(path, ignore_errors=True)
    return len(left)


def _is_old(path: Path) -> bool:
    try:
        return _is_over(datetime.fromtimestamp(path.stat().st_mtime, UTC))
    except FileNotFoundError:
        return False


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


def _is_left(one: Stored, known: dict[str, datetime | None]) -> bool:
    """Whether a file is unreferenced: its deletion was interrupted, or it never got a row."""
    return known[one.name] is not None if one.name in known else _is_over(one.written_at)


def _is_over(written: datetime) -> bool:
    return written + GRACE <= datetime.now(UTC)
