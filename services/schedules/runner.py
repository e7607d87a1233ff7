"""Runs a schedule: compute, write files, then one transaction that stores the result and queues the mails. A preview
does the first half and stores nothing.

After a crash before that transaction the row is still `running`, the files have no row, and the worker that takes the
run over starts from the beginning. After it, everything is queued and the outbox sends it. There is no
state in between.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from zoneinfo import ZoneInfo

import structlog
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from analytics.definitions import Definition, definitions
from analytics.reporting import Parameters, TableResult
from services.core import data_folder
from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.core.german import counted, numeric_day
from services.core.http.errors import DatabaseUnavailable, Problem, ValidationProblem
from services.core.job_queue.job import Job
from services.core.job_queue.queue import NotYet
from services.core.schedules import next_slots, upcoming
from services.core.storage.installed import files_of
from services.core.storage.storage import StorageFault
from services.core.table_files.sending import files_folder
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.outbox import Attachment, Leased, Order
from services.mail.rendering import renderer_for
from services.mail.report_letters import ReportArrived
from services.parks.names import park_labels
from services.reports.errors import Stopped, StoreSilent
from services.reports.kept.high_water import Marks
from services.reports.kept.keep import computed, put_result
from services.reports.kept.result_file import KeptFile, write_result
from services.reports.models import ReportRun, RunState
from services.reports.parameters import as_given, read_parameters
from services.reports.pool.progress import Monitor
from services.reports.render.files import MEDIA_TYPES, MadeFile
from services.reports.render.files import files_of as rendered
from services.reports.render.mail import Occasion, letter_of
from services.reports.run import ReportAnswer, ReportContext, run_report
from services.schedules.errors import PreviewReplaced, RunFailed
from services.schedules.files import KeptArtefact, discard, keep
from services.schedules.models import ReportArtefact, ReportSchedule, ScheduleState
from services.schedules.recipients import left_out_words, nobody_words, note_deliveries, of_run
from services.schedules.runs import (
    JOB,
    Claimed,
    FailedBecause,
    add_note,
    begin,
    fail,
    held,
    job_name,
    new_run,
    schedule_of,
)
from services.schedules.timing import clock_words, days_told, period_at, period_parameters, rule_of
from services.schedules.views import FileOut, PeriodOut, SchedulePreviewOut
from services.settings import Settings
from services.staff import audit
from services.staff.call import Call, Staff
from services.store.place import store_of

BODY: Final = "body"
MOST_ATTACHED_BYTES: Final = 8 * 1024 * 1024
"""Many servers reject larger mails; the files are then downloaded in the console."""
_DOES: Final = "Erstellt den Bericht und sendet ihn an die Empfänger."
_GONE: Final = "Diesen Bericht gibt es nicht mehr."
_PARAMETERS: Final = "Der Bericht nimmt seine Angaben nicht mehr an: "
_TOO_FEW: Final = (
    "Zu wenige Zeilen: Der Bericht hat {found} mit Zahlen, Tabellen kommen ab {least}. "
    "Was berechnet wurde, steht in der Konsole."
)
_FAULT: Final = "Bei der Berechnung ist ein Fehler aufgetreten ({kind})."
_DISK: Final = "Die Dateien ließen sich nicht schreiben."
_WAIT: Final = timedelta(minutes=2)
_SILENT: Final = (StorageFault, StoreSilent)
"""File storage is down: retry later, and do not count a failure of the schedule."""
_AWAY: Final = (DBAPIError, PoolTimeout, DatabaseUnavailable)
log = structlog.get_logger()


class NotComputable(Exception):
    """The report cannot be computed with these parameters; the message is German."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A computed report with its files, in a temporary folder."""

    answer: ReportAnswer
    few: str
    files: Sequence[MadeFile]
    park_names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Made:
    """What was computed and written to disk, and values for the run's row. The answer is without its rows."""

    answer: ReportAnswer
    marks: Marks
    result: KeptFile
    mail: ReportArrived
    expires_at: datetime
    few: str
    artefacts: Sequence[KeptArtefact]
    is_attached: bool


def question_of(plan: ReportSchedule, slot: datetime, now: datetime) -> tuple[Definition, Parameters]:
    """The report and all its parameters for a slot. Raises NotComputable.

    The period is that of the slot, however late the run is; the data is as of now.
    """
    definition = definitions().get(plan.report)
    if definition is None:
        raise NotComputable(_GONE)
    asked = as_given(plan.parameters)
    names = period_parameters(definition.parameters)
    if plan.period is not None and names is not None:
        days = period_at(plan.period, slot, ZoneInfo(plan.zone))
        asked += [(name, day.isoformat()) for name, day in zip(names, days, strict=True)]
    try:
        return definition, read_parameters(definition, asked, berlin_day(now))
    except ValidationProblem as problem:
        raise NotComputable(_PARAMETERS + problem.errors[0]["message"]) from problem


def too_few(plan: ReportSchedule, tables: Mapping[str, TableResult]) -> str:
    """In German, that no table has the required number of rows with a figure; empty: one has.

    A row of zeros does not count: it exists in any case.
    """
    found = max((_filled(table) for table in tables.values()), default=0)
    if found >= plan.least_rows:
        return ""
    return _TOO_FEW.format(
        found=counted(found, "Zeile", "Zeilen") if found else "keine Zeilen",
        least=counted(plan.least_rows, "Zeile", "Zeilen"),
    )


def _filled(table: TableResult) -> int:
    measures = [place for place, column in enumerate(table.columns) if column.is_measure]
    if not measures:
        return len(table.values)
    return sum(any(row[place] for place in measures) for row in table.values)


@contextmanager
def drawn(db: Database, settings: Settings, plan: ReportSchedule, answer: ReportAnswer) -> Iterator[Drawn]:
    """The files of an answer for the duration of the block; none if it has too few rows."""
    few = too_few(plan, answer.tables)
    forms = [] if few else [form for form in plan.formats if form != BODY]
    with db.read() as session:
        park_names = {park: label.name for park, label in park_labels(session).items()}
    with TemporaryDirectory(dir=files_folder(settings.data_dir)) as folder:
        yield Drawn(answer, few, rendered(answer, forms, Path(folder), park_names), park_names)


def letter(settings: Settings, claimed: Claimed, made: Drawn, kept_until: datetime, is_attached: bool) -> ReportArrived:
    """The mail of a run, the same for all its recipients. Files not attached are downloaded in the console."""
    schedule, run, owner = claimed.schedule, claimed.run, claimed.owner
    [following] = next_slots(rule_of(schedule.timing, schedule.zone), run.scheduled_for or claimed.slot, 1)
    occasion = Occasion(
        name=schedule.name,
        link=f"{settings.public_url}/admin/reports/schedules/{schedule.id}",
        owner=owner.name if owner else "",
        owner_email=owner.email if owner else "",
        next_words=f"{numeric_day(following.local.date())}, {clock_words(following.local.time())}",
        kept_until=numeric_day(kept_until.date()) if made.files or made.few else "",
        note=run.note or "",
        is_test=run.is_test,
        file_names=[file.name for file in made.files],
        is_attached=is_attached,
        too_few=made.few,
    )
    return letter_of(made.answer, occasion, made.park_names, with_figures=BODY in schedule.formats)


def run_schedule(db: Database, settings: Settings, clock: Clock, schedule_id: int, slot: datetime) -> str:
    """Run a slot or a request, or take it over if its worker died; returns the outcome in German. Once it is done,
    further calls do nothing.

    Raises RunFailed if it failed permanently, NotYet while it waits for data, and database errors if the database is
    unavailable: then call it again for the same slot.
    """
    claimed = db.write(lambda session: begin(session, schedule_id, slot, clock()))
    if isinstance(claimed, str):
        return claimed
    if isinstance(claimed, ReportRun):
        raise RunFailed(claimed.error or "")
    if isinstance(claimed, NotYet):
        raise claimed
    outcome: Made | str
    try:
        outcome = _made(db, settings, clock, claimed)
    except _SILENT as error:
        raise NotYet(_WAIT, StoreSilent.detail) from error
    except _AWAY:
        raise  # the queue has it tried again
    except Exception as error:
        outcome = _failure(claimed.run, error)
    return _finished(db, settings, clock, claimed, outcome)


def _made(db: Database, settings: Settings, clock: Clock, claimed: Claimed) -> Made:
    plan, now, files = claimed.schedule, clock(), files_of(settings)
    definition, parameters = question_of(plan, claimed.slot, now)
    marks, answer = computed(ReportContext(db, store_of(settings), now), definition, parameters)
    owner, changed = claimed.owner.name if claimed.owner else "", numeric_day(berlin_day(plan.changed_at))
    answer = replace(answer, given=f"aus dem Versand von {owner}, zuletzt geändert am {changed}")
    expires_at = clock() + timedelta(days=plan.retention_days)
    result, kept = write_result(files, answer), list[KeptArtefact]()
    try:
        with drawn(db, settings, plan, answer) as found:
            kept = keep(files, found.files, clock())
            is_attached = sum(file.bytes for file in kept) <= MOST_ATTACHED_BYTES
            mail = letter(settings, claimed, found, expires_at, is_attached)
        # What is written needs no more memory.
        bare = replace(answer, tables={})
        return Made(bare, marks, result, mail, expires_at, found.few, kept, is_attached)
    except BaseException:
        discard(files, [result.path, *(one.path for one in kept)])
        raise


def _finished(db: Database, settings: Settings, clock: Clock, claimed: Claimed, outcome: Made | str) -> str:
    def unit(session: Session) -> str | None:
        data_folder.hold(session, files_of(settings))
        return _finish(session, claimed, outcome, clock())

    written = [] if isinstance(outcome, str) else [outcome.result.path, *(one.path for one in outcome.artefacts)]
    try:
        told = db.write(unit)
    except BaseException as error:
        # Also if it is unknown whether the commit succeeded: then the next worker finds it done. Files
        # that may already have a row are left to the sweep.
        if not isinstance(error, _AWAY):
            discard(files_of(settings), written)
        if isinstance(error, _SILENT):
            raise NotYet(_WAIT, data_folder.OtherFolder.german) from error
        raise
    if told is None:
        discard(files_of(settings), written)
        return "Jemand anderes hat diesen Lauf übernommen."
    if isinstance(outcome, str):
        raise RunFailed(outcome)
    return told


def _failure(run: ReportRun, error: Exception) -> str:
    """What to say of an error, in German. Messages of unexpected errors may contain values and are left out."""
    match error:
        case NotComputable():
            return str(error)
        case Problem():
            return error.detail
        case OSError():
            log.error("report_not_written", run=run.id, error=error.strerror)
            return _DISK
    log.error("report_not_computed", run=run.id, error=type(error).__name__)
    return _FAULT.format(kind=type(error).__name__)


def _finish(session: Session, claimed: Claimed, outcome: Made | str, now: datetime) -> str | None:
    """Store the run and queue its mails, atomically: after a crash there is either nothing or all. `outcome`: what was
    made, or why it failed.

    Eligibility is checked again, since computing takes time: recipients who lost it meanwhile get nothing. None:
    another worker has taken the run over.
    """
    run = held(session, claimed)
    if run is None:
        return None
    if isinstance(outcome, str):
        return fail(session, run, outcome, FailedBecause.COMPUTING, now).error
    put_result(session, run, outcome.answer, outcome.marks, outcome.result)
    run.state = RunState.GENERATED.value
    run.finished_at, run.expires_at = now, outcome.expires_at
    kept = {"run_id": run.id, "created_at": now, "expires_at": outcome.expires_at}
    session.add_all(ReportArtefact(**asdict(file), **kept) for file in outcome.artefacts)
    add_note(run, outcome.few)
    whom = of_run(session, run, claimed.schedule, now)
    going = [one for one in note_deliveries(session, run, whom) if one.left_out is None]
    if going:
        add_note(run, left_out_words(whom))
        told = f"Berechnet und in den Versand gegeben: {counted(len(going), 'Empfänger', 'Empfänger')}."
    else:
        told = nobody_words(whom)
        add_note(run, told)
        run.settled_at = now
    files = outcome.artefacts if outcome.is_attached else ()
    mail: dict[str, Any] = {
        "kind": outcome.mail.kind,
        "subject_ref": f"report_run:{run.id}",
        "values": to_values(outcome.mail),
        "attachments": tuple(Attachment(one.name, MEDIA_TYPES[one.form], one.path, one.sha256) for one in files),
    }
    outbox.order(session, [Order(recipient=one.recipient, dedupe_key=one.mail_key, **mail) for one in going], now)
    session.flush()
    details = {"report": run.report, "schedule": run.schedule_id, "sha256": run.sha256, "rows": run.rows}
    details |= {"is_test": run.is_test}
    audit.append(session, [audit.Event(run.created_by, "report_run.generated", f"report_run:{run.id}", details)], now)
    return told


def schedule_jobs(db: Database, settings: Settings, clock: Clock) -> Sequence[Job]:
    """All active schedules as jobs, by id."""
    active = (ReportSchedule.state == ScheduleState.ACTIVE.value) & ReportSchedule.removed_at.is_(None)
    with db.read() as session:
        rows = session.scalars(select(ReportSchedule).where(active).order_by(ReportSchedule.id)).all()
    return [_job(row, db, settings, clock) for row in rows]


def schedule_job(db: Database, settings: Settings, clock: Clock, name: str) -> Job | None:
    """The job with this name, also of a schedule that is paused or removed: runs of it may be open nevertheless."""
    if not name.startswith(JOB):
        return None
    with db.read() as session:
        row = session.get(ReportSchedule, schedule_of(name))
    return _job(row, db, settings, clock) if row is not None else None


def _job(row: ReportSchedule, db: Database, settings: Settings, clock: Clock) -> Job:
    run, rule = partial(run_schedule, db, settings, clock, row.id), rule_of(row.timing, row.zone)
    return Job(job_name(row.id), row.name, _DOES, rule, run, takes_slot=True, since=row.due_since, is_report=True)


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
        with drawn(call.db, call.settings, plan, answer) as made:
            claimed = Claimed(new_run(plan, now, now), plan, staff)
            mail = letter(call.settings, claimed, made, now + timedelta(days=plan.retention_days), is_attached=True)
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
