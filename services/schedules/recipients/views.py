"""Recipients of schedules as the console shows them: eligibility, and who confirmed them."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from services.core.http.answers import Extended
from services.schedules.models import ReportRecipient, ReportSchedule
from services.schedules.pack.reports import names_of
from services.schedules.recipients.eligibility import Addressee, confirmed_until, judged, rows_of
from services.schedules.recipients.narrowing import asked_of
from services.schedules.schemas import ScheduleRecipientOut
from services.staff.actor_names import actor_names


def recipients_out(
    session: Session, schedules: Sequence[ReportSchedule], now: datetime
) -> dict[int, list[ScheduleRecipientOut]]:
    """Each recipient, by schedule."""
    rows = rows_of(session, [one.id for one in schedules])
    names = actor_names(session, {actor for row in rows for actor in (row.entered_by, row.confirmed_by) if actor})
    of_schedule: dict[int, list[ReportRecipient]] = defaultdict(list)
    for row in rows:
        of_schedule[row.schedule_id].append(row)
    found: dict[int, list[ScheduleRecipientOut]] = {}
    for schedule in schedules:
        own = of_schedule[schedule.id]
        standing = judged(session, own, names_of(schedule), now)
        found[schedule.id] = [_out(row, one, names) for row, one in zip(own, standing, strict=True)]
    return found


def _out(row: ReportRecipient, stands: Addressee, names: dict[str, str]) -> ScheduleRecipientOut:
    source = Extended(
        row,
        address=stands.address,
        name=stands.account.name if stands.account else None,
        is_outside=row.address is not None,
        state=stands.state,
        left_out=stands.left_out,
        asked=[{"label": label, "words": words} for label, words in asked_of(row.filters)],
        entered_by_name=names.get(row.entered_by),
        confirmed_by_name=names.get(row.confirmed_by or ""),
        confirmed_until=confirmed_until(row.confirmed_at) if row.confirmed_at else None,
    )
    return ScheduleRecipientOut.model_validate(source)
