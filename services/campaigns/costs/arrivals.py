"""Files of costs that arrive in a folder by themselves: the job that looks there, the list, and what was decided.

A file becomes a row, with its bytes and what it would bring. The folder is only read, so a process that is killed loses
nothing: the next run finds what has no row yet. Files whose import was accepted are moved into a folder within it,
which may happen a run later.
"""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from services.campaigns.costs.check import check
from services.campaigns.costs.reader import LARGEST_TEXT, read_costs
from services.campaigns.errors import ArrivalDecided, UnknownArrival
from services.campaigns.models import CostArrival
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.fields import Refused
from services.core.stopping import stop_asked
from services.core.tables_in.reading import decoded
from services.settings import Settings
from services.staff import audit

PENDING = CostArrival.decided_at.is_(None)


def pending(session: Session) -> Sequence[CostArrival]:
    """Files that nothing is decided about, the latest first."""
    return session.scalars(select(CostArrival).where(PENDING).order_by(CostArrival.id.desc())).all()


def pending_count(session: Session) -> int:
    """How many files nothing is decided about."""
    return session.scalar(select(func.count()).select_from(CostArrival).where(PENDING)) or 0


def with_content(session: Session, arrival_id: int) -> CostArrival:
    """A file with its bytes; UnknownArrival."""
    found = session.get(CostArrival, arrival_id, options=[undefer(CostArrival.content)])
    if found is None:
        raise UnknownArrival
    return found


def decide(session: Session, arrival_id: int, import_id: int | None, actor: str, now: datetime) -> CostArrival:
    """Note that the file was taken over by an import, or dismissed (None). UnknownArrival; ArrivalDecided, so that two
    users never count it twice.
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
_WORKBOOK: Final = b"PK\x03\x04"
_TOO_LARGE: Final = "Die Datei ist größer als 2 MB. Bitte teilen Sie sie auf."
_LONGEST_NAME: Final = 200


def look(db: Database, settings: Settings, clock: Clock) -> int:
    """How many new files were found; 0 without a folder. OSError where the folder cannot be read."""
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
    """Whether the file is new. One that was taken over is moved away."""
    content = path.read_bytes() if path.stat().st_size <= LARGEST_TEXT else None
    sha256 = _digest(path, content)
    known = db.write(lambda session: _arrive(session, path.name, content, sha256, now))
    if known is not None and known.import_id is not None:
        _move(path, sha256)
    return known is None


def _files(folder: Path, now: datetime) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.is_symlink() or not path.is_file():
            continue
        if now - datetime.fromtimestamp(path.stat().st_mtime, UTC) >= _STILL:
            yield path


def _digest(path: Path, content: bytes | None) -> str:
    if content is not None:
        return hashlib.sha256(content).hexdigest()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _arrive(session: Session, name: str, content: bytes | None, sha256: str, now: datetime) -> CostArrival | None:
    """Store the file unless it is known; the known one then."""
    known = session.scalars(select(CostArrival).where(CostArrival.sha256 == sha256)).first()
    if known is not None:
        return known
    shown = "".join(c for c in name if c.isprintable())[:_LONGEST_NAME]
    row = CostArrival(file_name=shown, sha256=sha256, content=content, arrived_at=now)
    _preview(session, row, content, now)
    session.add(row)
    session.flush()
    audit.append(session, [audit.Event("system", "cost_arrival.found", f"cost_arrival:{row.id}", {})], now)
    return None


def _preview(session: Session, row: CostArrival, content: bytes | None, now: datetime) -> None:
    """What the file would bring, or why it cannot be read. A workbook is read by the browser, once it is opened."""
    if content is None:
        row.problem = _TOO_LARGE
    elif not content.startswith(_WORKBOOK):
        try:
            file = read_costs(decoded(content), {})
            checked = check(session, file, now)
        except Refused as refused:
            row.problem = refused.sentence
            return
        row.lines, row.cents, row.open_lines = len(checked.lines), checked.cents, checked.problems
        if file.questions and not checked.problems:
            row.open_lines = len(checked.lines)


def _move(path: Path, sha256: str) -> None:
    """Out of the way; a file of the same name there stays."""
    folder = path.parent / TAKEN
    folder.mkdir(exist_ok=True)
    target = folder / path.name
    path.rename(folder / f"{sha256[:8]}-{path.name}" if target.exists() else target)
