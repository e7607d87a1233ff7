"""Reads scheduled runs and their files: for roles that may see the report, and the newest result for API clients.

Clients get the newest result as Parquet even if the schedule does not send it: its file, or one rendered from the kept
rows. Both are the same bytes, since all rows are kept and the same rows always give the same file.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Final

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from analytics.store.export import sha256_of_file
from services.core.db.db import Database
from services.core.storage.storage import Storage
from services.core.table_files.sending import Download, begun
from services.reports.errors import ResultDamaged
from services.reports.export.table_file import FORMATS, FileFormat, as_written, file_name, table_of
from services.reports.kept.keep import answer_of_run
from services.reports.models import ReportRun, RunState
from services.reports.render.files import MEDIA_TYPES
from services.reports.run import ReportAnswer
from services.schedules.errors import ArtefactExpired, UnknownArtefact, UnknownDelivery
from services.schedules.models import ReportArtefact, ReportSchedule
from services.schedules.pack.runs import IS_FIRST, may_see_run
from services.schedules.views import is_gone
from services.staff.models import Role

_PIECE: Final = 256 * 1024
_MADE: Final = (RunState.GENERATED.value, RunState.DELIVERED.value, RunState.DELIVERY_FAILED.value)
_PARQUET: Final = "parquet"


def find(session: Session, run_id: int, role: Role) -> ReportRun:
    """The scheduled run, with which further reports of a pack were sent, too. Raises UnknownDelivery."""
    run = session.get(ReportRun, run_id)
    if run is not None and run.pack_of is not None:
        run = session.get(ReportRun, run.pack_of)
    if run is None or run.schedule_id is None or not may_see_run(session, run, role):
        raise UnknownDelivery
    return run


def artefact(session: Session, run_id: int, artefact_id: int, role: Role, now: datetime) -> ReportArtefact:
    """A file of a run, if still kept. Raises UnknownDelivery, UnknownArtefact, ArtefactExpired."""
    find(session, run_id, role)
    found = session.get(ReportArtefact, artefact_id)
    if found is None or found.run_id != run_id:
        raise UnknownArtefact
    if is_gone(found, session.get_one(ReportRun, run_id), now):
        raise ArtefactExpired
    return found


def download(files: Storage, found: ReportArtefact) -> Download:
    """The file, with its checksum verified. Raises ResultDamaged, StorageFault."""
    with ExitStack() as held:
        # Opened before the check: exactly the checked bytes are sent, even if the file is deleted or replaced.
        if (file := files.open(found.path)) is None:
            raise ResultDamaged
        held.enter_context(file)
        if sha256_of_file(file) != found.sha256:
            raise ResultDamaged
        file.seek(0)
        return Download(found.name, MEDIA_TYPES[found.form], 0, _pieces(file), held.pop_all())


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    while piece := file.read(_PIECE):
        yield piece


@dataclass(frozen=True, slots=True)
class NewestResult:
    """A table of a run, by default the first. `artefact`: its file, if one was written."""

    run: ReportRun
    table: str | None
    artefact: ReportArtefact | None

    @property
    def stand(self) -> str:
        """The timestamp of its data."""
        return str((self.run.stand or {}).get("at", self.run.started_at.isoformat()))

    @property
    def etag(self) -> str:
        """Changes with the figures; known before the file is rendered."""
        if self.artefact is not None:
            return f'"{self.artefact.sha256}"'
        rows = f"{self.run.sha256} {self.table or ''}"
        return f'"{sha256(rows.encode()).hexdigest()}"'


def newest_result(
    session: Session, schedule_id: int, table: str | None, now: datetime, number: int = 1
) -> NewestResult | None:
    """The newest run with a result, and its named table, or the first. `number`: which report of a pack, from 1.

    Runs that did not reach their recipients count because they were computed. Test runs do not count, and neither do
    parts, which are for their recipients only.
    """
    schedule = session.get(ReportSchedule, schedule_id)
    if schedule is None or schedule.removed_at is not None:
        return None
    is_there = (ReportArtefact.form == _PARQUET) & ReportArtefact.removed_at.is_(None)
    is_there &= ReportArtefact.expires_at > now
    is_kept = ReportRun.result_path.is_not(None) & or_(ReportRun.expires_at.is_(None), ReportRun.expires_at > now)
    run = session.scalar(
        select(ReportRun)
        .where(ReportRun.schedule_id == schedule_id, ReportRun.is_test.is_(False), ReportRun.state.in_(_MADE))
        .where(ReportRun.removed_at.is_(None), ReportRun.narrowing.is_(None))
        .where(IS_FIRST if number == 1 else ReportRun.pack_place == number - 1)
        .where(or_(is_kept, ReportRun.id.in_(select(ReportArtefact.run_id).where(is_there))))
        .order_by(ReportRun.id.desc())
        .limit(1)
    )
    if run is None:
        return None
    query = select(ReportArtefact).where(is_there, ReportArtefact.run_id == run.id).order_by(ReportArtefact.id).limit(1)
    artefact = session.scalar(query if table is None else query.where(ReportArtefact.table_name == table))
    return None if artefact is None and run.result_path is None else NewestResult(run, table, artefact)


def parquet_of(db: Database, files: Storage, folder: Path, newest: NewestResult) -> Download | None:
    """The file; None if the run has no such table. `folder` is for temporary files. Raises ResultDamaged."""
    if newest.artefact is not None:
        return download(files, newest.artefact)
    answer = answer_of_run(db, files, newest.run)
    table = newest.table or next(iter(answer.tables))
    return _made(answer, table, folder) if table in answer.tables else None


def _made(answer: ReportAnswer, table: str, folder: Path) -> Download:
    told, form = table_of(answer, table), FORMATS[FileFormat.PARQUET]
    with ExitStack() as held:
        # Without notes, like the files that are sent, so that both are identical.
        pieces = form.chunks(as_written(told, []), folder)
        held.callback(pieces.close)
        return Download(file_name(told, form.extension), form.media_type, 0, begun(pieces), held.pop_all())
