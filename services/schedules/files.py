"""Files of scheduled runs: rendered aside, synced and moved into place; immutable. Read for people whose role may see
the report; expired and unreferenced ones are swept.

The caller stores their names in rows in one transaction. A file without a row is left over from a crashed run. Programs
read the newest result as Parquet, rendered from its rows: the same rows always give the same file, whether or not the
schedule sends it.
"""

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from analytics.store.files import sha256_of, sha256_of_file
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.storage.installed import places_of
from services.core.storage.storage import Storage, StorageFault, Stored
from services.core.table_files.sending import Download, begun
from services.reports.errors import ResultDamaged
from services.reports.export.table_file import FORMATS, FileFormat, as_written, file_name, table_of
from services.reports.kept.keep import answer_of_run, may_see
from services.reports.models import ReportRun, RunState
from services.reports.render.files import MEDIA_TYPES, MadeFile
from services.schedules.errors import ArtefactExpired, UnknownArtefact, UnknownDelivery
from services.schedules.models import ReportArtefact, ReportSchedule
from services.staff.models import Role
from services.store.manifest import GRACE

FOLDER: Final = "artefacts"
"""Below the place of shared files."""
_OURS: Final = re.compile(rf"{FOLDER}/[0-9]{{4}}-[0-9]{{2}}/[0-9a-f]{{32}}\.[a-z]{{2,10}}")
_PIECE: Final = 256 * 1024
_MADE: Final = (RunState.GENERATED.value, RunState.DELIVERED.value, RunState.DELIVERY_FAILED.value)


@dataclass(frozen=True, slots=True)
class KeptArtefact:
    """A file in its final place, with the columns of its row. `path` is below the place of shared files."""

    name: str
    form: str
    table_name: str | None
    path: str
    bytes: int
    sha256: str


def keep(files: Storage, made: Sequence[MadeFile], now: datetime) -> list[KeptArtefact]:
    """Move rendered files to their final place under random names. After a failure none of them is left."""
    kept: list[KeptArtefact] = []
    try:
        for file in made:
            size, digest = file.path.stat().st_size, sha256_of(file.path)
            path = f"{FOLDER}/{now:%Y-%m}/{secrets.token_hex(16)}.{file.form}"
            files.put_file(path, file.path)
            kept.append(KeptArtefact(file.name, file.form, file.table or None, path, size, digest))
    except BaseException:
        discard(files, [one.path for one in kept])
        raise
    return kept


def discard(files: Storage, paths: Iterable[str]) -> None:
    """Delete files without a row, as far as storage answers; the sweep deletes the rest."""
    with suppress(StorageFault):
        for path in paths:
            files.delete(path)


def find_run(session: Session, run_id: int, role: Role) -> ReportRun:
    """The scheduled run. Raises UnknownDelivery also if the role may not see its report, or one of the same mail, which
    is in its files too.
    """
    run = session.get(ReportRun, run_id)
    if run is None or run.schedule_id is None:
        raise UnknownDelivery
    beside = session.scalars(select(ReportRun.report).where(ReportRun.pack_of == run.id))
    if not all(may_see(report, role) for report in (run.report, *beside)):
        raise UnknownDelivery
    return run


def is_gone(artefact: ReportArtefact, run: ReportRun, now: datetime) -> bool:
    """Whether the file is no longer available."""
    return artefact.removed_at is not None or run.removed_at is not None or artefact.expires_at <= now


def artefact(session: Session, run_id: int, artefact_id: int, role: Role, now: datetime) -> ReportArtefact:
    """A file of a run, if still kept. Raises UnknownDelivery, UnknownArtefact, ArtefactExpired."""
    run = find_run(session, run_id, role)
    found = session.get(ReportArtefact, artefact_id)
    if found is None or found.run_id != run_id:
        raise UnknownArtefact
    if is_gone(found, run, now):
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
        pieces = iter(lambda: file.read(_PIECE), b"")
        return Download(found.name, MEDIA_TYPES[found.form], 0, pieces, held.pop_all())


def newest_result(session: Session, schedule_id: int, now: datetime) -> ReportRun | None:
    """The newest run whose result is kept.

    Runs that did not reach their recipients count because they were computed. Tests do not, and neither do runs without
    a slot: those were made for recipients with a filter of their own, which there no longer are.
    """
    schedule = session.get(ReportSchedule, schedule_id)
    if schedule is None or schedule.removed_at is not None:
        return None
    is_kept = ReportRun.result_path.is_not(None) & or_(ReportRun.expires_at.is_(None), ReportRun.expires_at > now)
    return session.scalar(
        select(ReportRun)
        .where(ReportRun.schedule_id == schedule_id, ReportRun.is_test.is_(False), ReportRun.state.in_(_MADE))
        .where(is_kept, ReportRun.removed_at.is_(None), ReportRun.scheduled_for.is_not(None))
        .order_by(ReportRun.id.desc())
        .limit(1)
    )


def parquet_of(db: Database, files: Storage, folder: Path, run: ReportRun, table: str | None) -> Download | None:
    """A table of a run's result, by default the first; None if it has no such table. `folder` is for temporary files.
    Raises ResultDamaged.
    """
    answer = answer_of_run(db, files, run)
    table = table or next(iter(answer.tables))
    if table not in answer.tables:
        return None
    told, form = table_of(answer, table), FORMATS[FileFormat.PARQUET]
    with ExitStack() as held:
        # Without notes, like the files that are sent, so that both are identical.
        pieces = form.chunks(as_written(told, []), folder)
        held.callback(pieces.close)
        return Download(file_name(told, form.extension), form.media_type, 0, begun(pieces), held.pop_all())


def sweep_artefacts(db: Database, files: Storage, clock: Clock) -> int:
    """Delete files that are due; returns how many. Safe to run in several processes at once.

    An expired file is first marked in its row, so that no client is offered a file being deleted. A file without a row
    may be about to get one: it is kept for an hour by the machine's own clock, which sets mtimes.
    """
    gone = db.write(lambda session: _expire(session, clock()))
    for path in gone:
        files.delete(path)
    lying = [(place, one) for place in places_of(files) for one in place.list(FOLDER) if _OURS.fullmatch(one.name)]
    with db.read() as session:
        rows = session.execute(select(ReportArtefact.path, ReportArtefact.removed_at))
        known = {row.path: row.removed_at for row in rows}
    left = [(place, one) for place, one in lying if _is_left(one, known)]
    for place, one in left:
        place.delete(one.name)
    return len(gone) + len(left)


def _expire(session: Session, now: datetime) -> list[str]:
    """Mark files as gone: expired ones, and those of removed runs."""
    removed = select(ReportRun.id).where(ReportRun.removed_at.is_not(None))
    is_due = or_(ReportArtefact.expires_at <= now, ReportArtefact.run_id.in_(removed))
    due = session.scalars(select(ReportArtefact).where(ReportArtefact.removed_at.is_(None), is_due)).all()
    for row in due:
        row.removed_at = now
    return [row.path for row in due]


def _is_left(one: Stored, known: Mapping[str, datetime | None]) -> bool:
    """Whether a file is unreferenced: its deletion was interrupted, or it never got a row."""
    return known[one.name] is not None if one.name in known else one.written_at + GRACE <= datetime.now(UTC)
