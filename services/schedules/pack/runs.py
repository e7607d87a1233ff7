"""The runs of a pack: that of the first report, which has the deliveries, and one of each further report."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.reports.models import ReportRun
from services.schedules.pack.reports import may_see_all
from services.staff.models import Role

IS_FIRST = ReportRun.pack_of.is_(None)
"""SQL condition: it is no further report of a pack."""


def further_runs(session: Session, run_ids: Sequence[int]) -> dict[int, list[ReportRun]]:
    """The runs of further reports, in their order, by the run of the first."""
    query = select(ReportRun).where(ReportRun.pack_of.in_(run_ids)).order_by(ReportRun.pack_of, ReportRun.pack_place)
    found: dict[int, list[ReportRun]] = defaultdict(list)
    for run in session.scalars(query):
        found[run.pack_of or 0].append(run)
    return found


def reports_of_run(session: Session, run: ReportRun) -> list[str]:
    """The names of all reports that were computed with this one."""
    return [run.report, *(one.report for one in further_runs(session, [run.id])[run.id])]


def may_see_run(session: Session, run: ReportRun, role: Role) -> bool:
    """Whether the role may see every report of the run."""
    return may_see_all(reports_of_run(session, run), role)
