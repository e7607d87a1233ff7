"""The files that a database names, compared with the data folder: kept reports and what scheduled ones delivered. The
store has a comparison of its own (`store/status.py`).
"""

import hashlib

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.storage.storage import Storage
from services.reports.models import ReportRun
from services.schedules.models import ReportArtefact


def missing_files(session: Session, files: Storage) -> list[str]:
    """A sentence for each file that is missing or is not what its row says."""
    kept = select(ReportRun.result_path, ReportRun.sha256)
    kept = kept.where(ReportRun.result_path.is_not(None), ReportRun.removed_at.is_(None))
    delivered = select(ReportArtefact.path, ReportArtefact.sha256).where(ReportArtefact.removed_at.is_(None))
    found = []
    for path, sha256 in (*session.execute(kept).all(), *session.execute(delivered).all()):
        content = files.get(str(path))
        if content is None:
            found.append(f"Die Datei {path} eines Berichts fehlt.")
        elif hashlib.sha256(content).hexdigest() != sha256:
            found.append(f"Die Datei {path} eines Berichts ist nicht, was aufgehoben wurde.")
    return found
