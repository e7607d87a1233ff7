"""Previews what a schedule would send now. Nothing is stored and nothing is sent."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from services.core.table_files.sending import files_folder
from services.mail.catalogue import to_values
from services.mail.outbox import Leased
from services.mail.rendering import renderer_for
from services.mail.report_letters import ReportArrived
from services.reports.errors import Stopped
from services.reports.pool.progress import Monitor
from services.reports.render.files import files_of as rendered
from services.reports.run import ReportContext, run_report
from services.schedules.errors import PreviewReplaced
from services.schedules.models import ReportSchedule
from services.schedules.runner import BODY, Files, letter, park_names_of, question_of, too_few
from services.schedules.runs import ClaimedRun
from services.schedules.schedules import columns_of
from services.schedules.schemas import FileOut, PeriodOut, SchedulePreviewOut
from services.schedules.timing import days_told, next_out
from services.staff.call import Call, Staff
from services.store.place import store_of


class Previews:
    """One preview at a time per person: a newer one replaces older ones, which are out of date while typing."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._going: dict[str, Monitor] = {}

    @contextmanager
    def only(self, actor: str) -> Iterator[Monitor]:
        """Stop this person's pending preview. Raises PreviewReplaced if this one is replaced in turn."""
        monitor = Monitor()
        with self._lock:
            before, self._going[actor] = self._going.get(actor), monitor
        if before is not None:
            before.stop()
        try:
            yield monitor
        except Stopped:
            raise PreviewReplaced from None
        finally:
            with self._lock:
                if self._going.get(actor) is monitor:
                    del self._going[actor]


_previews: Final = Previews()
"""The previews of this process."""


def preview(call: Call, staff: Staff, values: Mapping[str, Any]) -> SchedulePreviewOut:
    """What a schedule with these validated values would send if a slot were due now. Raises what `run_report` raises,
    and PreviewReplaced.
    """
    with _previews.only(staff.actor) as monitor:
        return _previewed(call, staff, ReportSchedule(id=0, **columns_of(values)), monitor)


def _previewed(call: Call, staff: Staff, schedule: ReportSchedule, monitor: Monitor) -> SchedulePreviewOut:
    definition, parameters = question_of(schedule, call.now, call.now)
    context = ReportContext(call.db, store_of(call.settings), call.now)
    answer = run_report(context, definition, parameters, limit=None, monitor=monitor)
    monitor.step(1, 1)  # rendering files takes time, too, and cannot be interrupted
    few, park_names = too_few(schedule, answer.tables), park_names_of(call.db)
    forms = [] if few else [form for form in schedule.formats if form != BODY]
    with TemporaryDirectory(dir=files_folder(call.settings.data_dir)) as folder:
        made = rendered(answer, forms, Path(folder), park_names)
    files = Files([file.name for file in made], True, call.now + timedelta(days=schedule.retention_days))
    claimed = ClaimedRun(0, 1, schedule, call.now, False, staff.actor, staff.name, staff.email, "")
    mail = letter(call.settings, claimed, answer, files, park_names, few)
    text, html = _rendered(call, staff, mail)
    days = days_told(answer.told)
    return SchedulePreviewOut(
        period=PeriodOut(from_=days[0], to=days[1]) if days else None,
        next=next_out(schedule.timing, schedule.zone, call.now),
        subject=mail.subject,
        text=text,
        html=html,
        files=[FileOut(name=file.name, form=file.form) for file in made],
        too_few=few,
    )


def _rendered(call: Call, staff: Staff, mail: ReportArrived) -> tuple[str, str]:
    """Text and HTML, from the same renderer that is used for sending."""
    leased = Leased(0, mail.kind, staff.email, to_values(mail), "preview", 1, call.now)
    message = renderer_for(call.settings).message(leased)
    parts = {part.get_content_type(): part.get_content() for part in message.walk() if not part.is_multipart()}
    return parts["text/plain"], parts["text/html"]
