"""Reads scheduled runs and their files, for roles that may see the report."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import IO, Final

from sqlalchemy.orm import Session

from analytics.store.export import sha256_of
from services.core.table_files.sending import Download
from services.reports.errors import ResultDamaged
from services.reports.kept.keep import may_see
from services.reports.models import ReportRun
from services.reports.render.files import MEDIA_TYPES
from services.schedules.errors import ArtefactExpired, UnknownArtefact, UnknownDelivery
from services.schedules.models import ReportArtefact
from services.schedules.views import is_gone
from services.staff.models import Role

_PIECE: Final = 256 * 1024


def find(session: Session, run_id: int, role: Role) -> ReportRun:
    """The scheduled run; UnknownDelivery."""
    run = session.get(ReportRun, run_id)
    if run is None or run.schedule_id is None or not may_see(run.report, role):
        raise UnknownDelivery
    return run


def artefact(session: Session, run_id: int, artefact_id: int, role: Role, now: datetime) -> ReportArtefact:
    """A file of a run, if still kept. Raises UnknownDelivery, UnknownArtefact, ArtefactExpired."""
    run = find(session, run_id, role)
    found = session.get(ReportArtefact, artefact_id)
    if found is None or found.run_id != run.id:
        raise UnknownArtefact
    if is_gone(found, run, now):
        raise ArtefactExpired
    return found


def download(data_dir: Path, found: ReportArtefact) -> Download:
    """The file, with its checksum verified. Raises ResultDamaged."""
    path = data_dir.resolve() / found.path
    with ExitStack() as held:
        try:
            # Opened before the check: exactly the checked bytes are sent, even if the path is deleted or replaced.
            file = held.enter_context(path.open("rb"))
            if sha256_of(path) != found.sha256:
                raise ResultDamaged
        except OSError as error:
            raise ResultDamaged from error
        return Download(found.name, MEDIA_TYPES[found.form], 0, _pieces(file), held.pop_all())


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    while piece := file.read(_PIECE):
        yield piece
