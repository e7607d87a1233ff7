"""What a schedule would send if a slot were due now. Nothing is stored and nothing is sent."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from services.core.schedules import upcoming
from services.mail.catalogue import to_values
from services.mail.outbox import Leased
from services.mail.rendering import renderer_for
from services.reports.errors import Stopped
from services.reports.pool.progress import Monitor
from services.reports.run import ReportContext, run_report
from services.schedules.errors import PreviewReplaced
from services.schedules.models import ReportSchedule
from services.schedules.runner import Claimed, drawn, new_run, question_of
from services.schedules.timing import days_told, rule_of
from services.schedules.views import FileOut, PeriodOut, SchedulePreviewOut
from services.staff.call import Call, Staff
from services.store.place import store_of

_previews_lock: Final = threading.Lock()
_previews: Final[dict[str, Monitor]] = {}
"""The pending preview of each person in this process."""


@contextmanager
def _only_preview(actor: str) -> Iterator[Monitor]:
    """Stop this person's pending preview, which is out of date while they type. Raises PreviewReplaced if this one is
    replaced in turn.
    """
    monitor = Monitor()
    with _previews_lock:
        before, _previews[actor] = _previews.get(actor), monitor
    if before is not None:
        before.stop()
    try:
        yield monitor
    except Stopped:
        raise PreviewReplaced from None
    finally:
        with _previews_lock:
            if _previews.get(actor) is monitor:
                del _previews[actor]


def preview(call: Call, staff: Staff, columns: Mapping[str, Any]) -> SchedulePreviewOut:
    """What a schedule with these validated columns would send if a slot were due now. Nothing is stored and nothing is
    sent. Raises what `run_report` raises, and PreviewReplaced.
    """
    plan, now = ReportSchedule(id=0, **columns), call.now
    with _only_preview(staff.actor) as monitor:
        definition, parameters = question_of(plan, now, now)
        context = ReportContext(call.db, store_of(call.settings), now)
        answer = run_report(context, definition, parameters, limit=None, monitor=monitor)
        monitor.step(1, 1)  # rendering files takes time, too, and cannot be interrupted
        claimed, kept_until = Claimed(new_run(plan, now, now), plan, staff), now + timedelta(days=plan.retention_days)
        with drawn(call.db, call.settings, claimed, answer, kept_until) as made:
            mail = made.mail
    # The same renderer as for sending.
    leased = Leased(0, mail.kind, staff.email, to_values(mail), "preview", 1, now)
    message = renderer_for(call.settings).message(leased)
    parts = {part.get_content_type(): part.get_content() for part in message.walk() if not part.is_multipart()}
    days = days_told(answer.told)
    return SchedulePreviewOut(
        period=PeriodOut(from_=days[0], to=days[1]) if days else None,
        next=upcoming(rule_of(plan.timing, plan.zone), now),
        subject=mail.subject,
        text=parts["text/plain"],
        html=parts["text/html"],
        files=[FileOut(name=file.name, form=file.form) for file in made.files],
        too_few=made.few,
    )
