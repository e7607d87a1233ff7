"""Previews what a schedule would send now. Nothing is stored and nothing is sent."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from services.core.table_files.folder import files_folder
from services.mail.catalogue import to_values
from services.mail.outbox import Leased
from services.mail.rendering import renderer_for
from services.mail.report_letters import ReportArrived
from services.parks.names import park_labels
from services.reports.errors import Stopped
from services.reports.freshness import provisional_words
from services.reports.pool.progress import Monitor
from services.reports.run import ReportAnswer, ReportContext, run_together
from services.schedules.conditions import condition_words, is_met
from services.schedules.errors import PreviewReplaced
from services.schedules.gate.gate import missing
from services.schedules.models import ReportSchedule
from services.schedules.periods import days_told
from services.schedules.recipients.narrowing import Filters
from services.schedules.runs.claim import ClaimedRun
from services.schedules.runs.compute import (
    BODY,
    Files,
    letter,
    questions_of,
)
from services.schedules.runs.files import rendered
from services.schedules.schedules import columns_of
from services.schedules.schemas import FileOut, PeriodOut, SchedulePreviewOut
from services.schedules.timing import next_out
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


def preview(call: Call, staff: Staff, values: Mapping[str, Any], place: int | None = None) -> SchedulePreviewOut:
    """What a schedule with these validated values would send if a slot were due now, to the recipient at `place` or,
    without one, to those without a filter of their own. Raises what `run_report` raises, and PreviewReplaced.
    """
    recipients = values["recipients"]
    filters = recipients[place].filters if place is not None and place < len(recipients) else None
    with _previews.only(staff.actor) as monitor:
        return _previewed(call, staff, ReportSchedule(id=0, **columns_of(values)), filters, monitor)


def _previewed(
    call: Call, staff: Staff, schedule: ReportSchedule, filters: Filters | None, monitor: Monitor
) -> SchedulePreviewOut:
    answers = _answers(call, schedule, filters, monitor)
    monitor.step(1, 1)  # rendering files takes time, too, and cannot be interrupted
    with call.db.read() as session:
        park_names = {park: label.name for park, label in park_labels(session).items()}
    with TemporaryDirectory(dir=files_folder(call.settings.data_dir)) as folder:
        forms = [form for form in schedule.formats if form != BODY]
        made = rendered(schedule.name, answers, forms, Path(folder), park_names)
    kept_until = call.now + timedelta(days=schedule.retention_days)
    files = Files(tuple(file.name for file in made), True, kept_until, filters)
    mail = letter(call.settings, _begun(call, staff, schedule), answers, files, park_names)
    first, condition = answers[0], schedule.condition
    text, html = _rendered(call, staff, mail)
    return SchedulePreviewOut(
        period=next(filter(None, (_period(one.told) for one in answers)), None),
        next=next_out(schedule.timing, schedule.zone, call.now),
        subject=mail.subject,
        text=text,
        html=html,
        files=[FileOut(name=file.name, form=file.form) for file in made],
        condition_met=None if condition is None else is_met(condition, first.tables),
        condition_words=condition_words(condition, first.definition),
        rows={name: table.total_rows for name, table in first.tables.items()},
    )


def _answers(call: Call, schedule: ReportSchedule, filters: Filters | None, monitor: Monitor) -> list[ReportAnswer]:
    """Every report of the schedule. Raises what `run_together` raises."""
    context = ReportContext(call.db, store_of(call.settings), call.now)
    answers = run_together(context, questions_of(schedule, call.now, call.now, filters), monitor)
    with call.db.read() as session:
        lacking = provisional_words(missing(session, schedule, call.now, call.now))
    return [one.lacking(lacking) for one in answers if isinstance(one, ReportAnswer)]


def _begun(call: Call, staff: Staff, schedule: ReportSchedule) -> ClaimedRun:
    return ClaimedRun(0, 1, schedule, call.now, False, staff.actor, staff.name, staff.email, "")


def _rendered(call: Call, staff: Staff, mail: ReportArrived) -> tuple[str, str]:
    """Text and HTML, from the same renderer that is used for sending."""
    leased = Leased(0, mail.kind, staff.email, to_values(mail), "preview", 1, call.now)
    message = renderer_for(call.settings).message(leased)
    parts = {part.get_content_type(): part.get_content() for part in message.walk() if not part.is_multipart()}
    return parts["text/plain"], parts["text/html"]


def _period(told: Mapping[str, Any]) -> PeriodOut | None:
    days = days_told(told)
    return PeriodOut(from_=days[0], to=days[1]) if days else None
