"""Staff API of the queue: what is to be done, and what people do with a line. Marketing has no such work."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated

from fastapi import Path, Query
from sqlalchemy.orm import Session

from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.openapi import problems
from services.staff.access import ClerkOf, StaffRouter
from services.tasks import changes
from services.tasks.models import LONGEST_SUBJECT, WorkItem
from services.tasks.page import work
from services.tasks.schemas import AssignIn, SnoozeIn, WorkDoneOut, WorkOut, WorkQuery, WorkStepIn
from services.tasks.sources.every import SOURCES

router = StaffRouter(tag="work")

_ONE = "/work-lines/{kind}/{subject_id}"
_REFUSED = problems(401, 403, 404, 409, 422, 503)
KindOf = Annotated[str, Path(max_length=30)]
SubjectOf = Annotated[str, Path(max_length=LONGEST_SUBJECT)]


@router.get("/work-lines", operation_id="list_work", responses=problems(401, 403, 422, 503))
def list_work(wanted: Annotated[WorkQuery, Query()], staff: ClerkOf, db: DatabaseOf, clock: ClockOf) -> WorkOut:
    """One page of a tab, the most urgent first."""
    with db.read() as session:
        return work(session, wanted, staff, clock())


@router.post(f"{_ONE}/assign", operation_id="assign_work", responses=_REFUSED)
def assign_work(
    kind: KindOf, subject_id: SubjectOf, body: AssignIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> WorkDoneOut:
    """Take the line, give it to a colleague, or to nobody."""
    given = (body.assignee_id, body.version)
    return _after(
        db, lambda session, now: changes.assign(session, SOURCES, (kind, subject_id), given, staff, now), clock
    )


@router.post(f"{_ONE}/snooze", operation_id="snooze_work", responses=_REFUSED)
def snooze_work(
    kind: KindOf, subject_id: SubjectOf, body: SnoozeIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> WorkDoneOut:
    """Put the line off until a day, within its term."""
    given = (body.until, body.version)
    return _after(
        db, lambda session, now: changes.snooze(session, SOURCES, (kind, subject_id), given, staff, now), clock
    )


@router.post(f"{_ONE}/done", operation_id="finish_work", responses=_REFUSED)
def finish_work(
    kind: KindOf, subject_id: SubjectOf, body: WorkStepIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> WorkDoneOut:
    """End the line."""
    seen = body.version
    return _after(db, lambda session, now: changes.done(session, SOURCES, (kind, subject_id), seen, staff, now), clock)


@router.post(f"{_ONE}/undo", operation_id="undo_work", responses=_REFUSED)
def undo_work(
    kind: KindOf, subject_id: SubjectOf, body: WorkStepIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> WorkDoneOut:
    """Take the last change of the line back."""
    seen = body.version
    return _after(db, lambda session, now: changes.undo(session, SOURCES, (kind, subject_id), seen, staff, now), clock)


def _after(db: DatabaseOf, change: Callable[[Session, datetime], WorkItem], clock: ClockOf) -> WorkDoneOut:
    now = clock()
    item = db.write(lambda session: change(session, now))
    return WorkDoneOut(version=item.version, can_undo=bool(item.before))
