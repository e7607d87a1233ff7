"""Deletes unreferenced files of kept results: of removed runs, and of runs that crashed before their commit."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.reports.kept.result_file import FOLDER, is_result
from services.reports.models import ReportRun
from services.store.manifest import GRACE

_EXPIRED: Final = "Die Zeit der Aufbewahrung ist um."


def sweep_results(db: Database, data_dir: Path, clock: Clock) -> int:
    """Delete files that are due; returns how many. Safe to run in several processes at once.

    Runs past their retention are removed first.

    A file without a row may be about to get one: it is kept for an hour by the machine's own clock, which sets mtimes.
    The file of a removed run is kept for an hour so that open downloads can finish.
    """
    db.write(lambda session: _expire(session, clock()))
    folder = data_dir.resolve()
    lying = [path for path in sorted((folder / FOLDER).glob("*/*")) if is_result(path.name)]
    with db.read() as session:
        rows = session.execute(select(ReportRun.result_path, ReportRun.removed_at)).all()
    removed = {path: at for path, at in rows if path is not None}
    now = clock()
    due = [path for path in lying if _is_due(path, removed, str(path.relative_to(folder)), now)]
    for path in due:
        path.unlink(missing_ok=True)
    return len(due)


def _expire(session: Session, now: datetime) -> None:
    is_over = (ReportRun.expires_at <= now) & ReportRun.removed_at.is_(None)
    values = {"removed_at": now, "removed_by": "system", "removal_reason": _EXPIRED}
    session.execute(update(ReportRun).where(is_over).values(values).execution_options(synchronize_session=False))


def _is_due(path: Path, removed: dict[str, datetime | None], name: str, now: datetime) -> bool:
    if name in removed:
        at = removed[name]
        return at is not None and at + GRACE <= now
    try:
        written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except FileNotFoundError:
        return False
    return written + GRACE <= datetime.now(UTC)
