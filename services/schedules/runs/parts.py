"""Parts of a run: one for each filter that recipients have of their own, computed on the same rows as the run itself.

A part is a run with a result, files and deliveries of its own, so that none of its mails can hold rows of another.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.reports.models import ReportRun
from services.schedules.models import ReportDelivery, ReportSchedule
from services.schedules.recipients.eligibility import Addressee
from services.schedules.recipients.narrowing import NOT_NARROWED, Filters, key_of


def is_whole(session: Session, run: ReportRun) -> bool:
    """Whether the run is computed with all its parts: it is no test, no part, and its parts do not exist yet."""
    if run.is_test or run.part_of is not None:
        return False
    return session.scalar(select(ReportRun.id).where(ReportRun.part_of == run.id).limit(1)) is None


def narrowings_of(session: Session, run: ReportRun, whom: Sequence[Addressee]) -> tuple[Filters | None, ...]:
    """What is computed for a run: the run itself, then each filter of recipients who may have the report."""
    if not is_whole(session, run):
        return (run.narrowed_to,)
    own = {key_of(one.filters): one.filters for one in whom if one.left_out is None and one.filters}
    return (None, *own.values())


def concerned(session: Session, run: ReportRun, whom: Sequence[Addressee]) -> Sequence[Addressee]:
    """The recipients whom a claimed run is for: all, or those of the one narrowing that is repeated."""
    return whom if is_whole(session, run) else of_narrowing(whom, run.narrowed_to)


def of_narrowing(whom: Sequence[Addressee], filters: Filters | None) -> list[Addressee]:
    """The recipients with exactly these filters."""
    return [one for one in whom if key_of(one.filters) == key_of(filters)]


def last_sent(session: Session, schedule: ReportSchedule, filters: Filters | None) -> datetime | None:
    """When the schedule was last sent to recipients of this narrowing."""
    key = key_of(filters)
    if key == NOT_NARROWED:
        return schedule.last_sent_at
    sent = select(ReportDelivery.run_id).where(ReportDelivery.left_out.is_(None))
    is_same = (ReportRun.schedule_id == schedule.id) & (ReportRun.narrowing == key) & ReportRun.is_test.is_(False)
    return session.scalar(select(func.max(ReportRun.finished_at)).where(is_same, ReportRun.id.in_(sent)))
