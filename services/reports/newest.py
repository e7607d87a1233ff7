"""The newest result of a schedule, as a machine reads it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.reports.models import ReportRun, RunState
from services.reports.schedules.models import ReportArtefact, ReportSchedule

_MADE: Final = (RunState.GENERATED.value, RunState.DELIVERED.value, RunState.DELIVERY_FAILED.value)
_PARQUET: Final = "parquet"


@dataclass(frozen=True, slots=True)
class NewestResult:
    """One file of a run, with the run. `stand` is the moment as of which its figures are."""

    artefact: ReportArtefact
    run_id: int
    stand: str


def newest_parquet(session: Session, schedule_id: int, table: str | None, now: datetime) -> NewestResult | None:
    """The Parquet file of the newest run that has one, of the report's first table unless another is named.

    A run that did not reach its recipients was computed all the same. Runs made to try a schedule are none.
    """
    schedule = session.get(ReportSchedule, schedule_id)
    if schedule is None or schedule.removed_at is not None:
        return None
    query = (
        select(ReportArtefact, ReportRun)
        .join(ReportRun, ReportRun.id == ReportArtefact.run_id)
        .where(ReportRun.schedule_id == schedule_id, ReportRun.is_test.is_(False), ReportRun.state.in_(_MADE))
        .where(ReportRun.removed_at.is_(None), ReportArtefact.form == _PARQUET)
        .where(ReportArtefact.removed_at.is_(None), ReportArtefact.expires_at > now)
        .order_by(ReportRun.id.desc(), ReportArtefact.id)
        .limit(1)
    )
    if table is not None:
        query = query.where(ReportArtefact.table_name == table)
    found = session.execute(query).one_or_none()
    if found is None:
        return None
    artefact, run = found
    return NewestResult(artefact, run.id, str((run.stand or {}).get("at", run.started_at.isoformat())))
