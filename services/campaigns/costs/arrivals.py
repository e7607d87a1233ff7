"""Cost files that arrive in a watched folder: the job that reads it, the list, and the decisions.

A file becomes a row, with its bytes and a preview. The folder is only read, so a killed process loses nothing: the next
run finds files without a row. Files of accepted imports are moved to a subfolder, at the latest by the next run.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from services.campaigns.costs.check import check
from services.campaigns.costs.reader import LARGEST_TEXT, CostFile, read_costs
from services.campaigns.errors import ArrivalDecided, UnknownArrival
from services.campaigns.models import CostArrival
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.fields import Refused
from services.core.stopping import stop_asked
from services.core.tables_in.files import read_file
from services.settings import Settings
from services.staff import audit

PENDING = CostArrival.decided_at.is_(None)


def pending(session: Session) -> Sequence[CostArrival]:
    """Undecided files, the latest first."""
    return session.scalars(select(CostArrival).where(PENDING).order_by(CostArrival.id.desc())).all()


def pending_count(session: Session) -> int:
    """The number of undecided files."""
    return session.scalar(select(func.count()).select_from(CostArrival).where(PENDING)) or 0


def content_of(session: Session, arrival_id: int) -> bytes:
    """The bytes of a file, none of one that was too large; UnknownArrival."""
    found = session.get(CostArrival, arrival_id, options=[undefer(CostArrival.content)])
    if found is None:
        raise UnknownArrival
    return found.content or b""


def decide(session: Session, arrival_id: int, import_id: int | None, actor: str, now: datetime) -> CostArrival:
    """Mark the file as imported, or as dismissed (None). Raises UnknownArrival; ArrivalDecided, so that two users never
    import it twice.
    """
    row = session.get(CostArrival, arrival_id, with_for_update=True, populate_existing=True)
    if row is None:
        raise UnknownArrival
    if row.decided_at is not None:
        raise ArrivalDecided(import_id=row.import_id)
    row.decided_at, row.decided_by, row.import_id = now, actor, import_id
    session.flush()
    action = "cost_arrival.dismissed" if import_id is None else "cost_arrival.accepted"
    audit.append(session, [audit.Event(actor, action, f"cost_arrival:{row.id}", {"import_id": import_id})], now)
    return row


JOB: Final = "fetch-cost-files"
TAKEN: Final = "eingelesen"
_STILL: Final = timedelta(seconds=5)
"""A file that changed more recently may still be being written."""
_LONGEST_NAME: Final = 200


def look(db: Database, settings: Settings, clock: Clock) -> int:
    """The number of new files; 0 without a folder. OSError if the folder cannot be read."""
    folder = settings.costs_folder
    if folder is None:
        return 0
    found, is_stopping = 0, stop_asked()
    for path in _files(folder, clock()):
        if is_stopping():
            break
        found += _take_in(db, path, clock())
    return found


def _take_in(db: Database, path: Path, now: datetime) -> bool:
    """Whether the file is new. An imported one is moved away."""
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    with db.read() as session:
        known = _known(session, sha256)
    if known is None:
        with path.open("rb") as file:
            found = _read(file.read(LARGEST_TEXT + 1))  # before the transaction: a workbook takes seconds
        known = db.write(lambda session: _arrive(session, path.name, found, sha256, now))
    if known is not None and known.import_id is not None:
        # Move the file away; an existing one of the same name is kept
        folder = path.parent / TAKEN
        folder.mkdir(exist_ok=True)
        target = folder / path.name
        path.rename(folder / f"{sha256[:8]}-{path.name}" if target.exists() else target)
    return known is None


@dataclass(frozen=True, slots=True)
class _Found:
    """A file that has arrived: its bytes unless it is too large, and its costs, or why it cannot be read."""

    content: bytes | None
    costs: CostFile | None = None
    problem: str | None = None


def _read(content: bytes) -> _Found:
    kept = content if len(content) <= LARGEST_TEXT else None
    try:
        return _Found(kept, read_costs(read_file(content, LARGEST_TEXT).sheets[0].text, {}))
    except Refused as refused:
        return _Found(kept, problem=refused.sentence)


def _known(session: Session, sha256: str) -> CostArrival | None:
    return session.scalars(select(CostArrival).where(CostArrival.sha256 == sha256)).first()


def _files(folder: Path, now: datetime) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.is_symlink() or not path.is_file():
            continue
        if now - datetime.fromtimestamp(path.stat().st_mtime, UTC) >= _STILL:
            yield path


def _arrive(session: Session, name: str, found: _Found, sha256: str, now: datetime) -> CostArrival | None:
    """Store the file and its preview, or return the row of another process."""
    if known := _known(session, sha256):
        return known
    shown = "".join(c for c in name if c.isprintable())[:_LONGEST_NAME]
    row = CostArrival(
        file_name=shown, sha256=sha256, content=found.content, problem=found.problem, arrived_at=now
    )  # fmt: skip
    if found.costs:
        checked = check(session, found.costs, now)
        row.lines, row.cents, row.open_lines = len(checked.lines), checked.cents, checked.problems
        if found.costs.questions and not checked.problems:
            row.open_lines = len(checked.lines)
    session.add(row)
    session.flush()
    audit.append(session, [audit.Event("system", "cost_arrival.found", f"cost_arrival:{row.id}", {})], now)
    return None
