"""Runs a schedule: compute, write files, then one transaction that stores the result and queues the mails.

After a crash before that transaction the row is still `running`, the files have no row, and the worker that takes the
run over starts from the beginning. After it, everything is queued and the outbox sends it. There is no
state in between.
"""

import os
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
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
from services.core.db.leases import shared_now, timed
from services.core.german import counted, numeric_day
from services.core.http.errors import DatabaseUnavailable, Problem, ValidationProblem
from services.core.job_queue import queue
from services.core.job_queue.models import JobRun
from services.core.job_queue.queue import NotYet, Outcome
from services.core.schedules import AtTime, next_slots
from services.core.storage.installed import files_of
from services.core.storage.storage import Storage, StorageFault
from services.core.table_files.folder import files_folder
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
from services.reports.render.files import MEDIA_TYPES
from services.reports.render.files import files_of as rendered
from services.reports.render.mail import Occasion, letter_of
from services.reports.run import ReportAnswer, ReportContext, run_report
from services.schedules.errors import PreviewReplaced, RunFailed
from services.schedules.files import KeptArtefact, discard, keep, workshop
from services.schedules.models import ReportArtefact, ReportDelivery, ReportSchedule, ScheduleState
from services.schedules.recipients import left_out_words, nobody_words, note_deliveries, of_run
from services.schedules.runs import (
    JOB,
    ClaimedRun,
    Ended,
    FailedBecause,
    add_note,
    admit,
    begin,
    fail,
    held,
    job_name,
    schedule_of,
)
from services.schedules.schedules import columns_of
from services.schedules.timing import clock_words, days_told, next_out, period_at, period_parameters, rule_of
from services.schedules.views import FileOut, PeriodOut, SchedulePreviewOut
from services.settings import Settings
from services.staff import audit
from services.staff.call import Call, Staff
from services.store.place import store_of

BODY: Final = "body"
MOST_ATTACHED_BYTES: Final = 8 * 1024 * 1024
"""Many servers reject larger mails; the files are then downloaded in the console."""
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
"""The place of the files does not answer: the run waits for it, which is no failure of the schedule."""
_AWAY: Final = (DBAPIError, PoolTimeout, DatabaseUnavailable)
log = structlog.get_logger()


class NotComputable(Exception):
    """The report cannot be computed with these parameters; the message is German."""


@dataclass(frozen=True, slots=True)
class Files:
    """What the mail says about its files. If not attached, they are downloaded in the console."""

    names: Sequence[str]
    is_attached: bool
    kept_until: datetime


@dataclass(frozen=True, slots=True)
class Made:
    """What was computed and written to disk, and values for the run's row. The answer is without its rows."""

    answer: ReportAnswer
    marks: Marks
    result: KeptFile
    mail: ReportArrived
    expires_at: datetime
    too_few: str
    artefacts: Sequence[KeptArtefact] = ()
    is_attached: bool = False


@dataclass(frozen=True, slots=True)
class NotMade:
    """Why a run has failed, in German."""

    error: str
    why: FailedBecause = FailedBecause.COMPUTING


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
    """That no table has as many rows with a figure as the schedule asks for, in German; empty: one has.

    A row of zeros does not count: it is there whatever happened.
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


def letter(
    settings: Settings,
    claimed: ClaimedRun,
    answer: ReportAnswer,
    files: Files,
    park_names: Mapping[str, str],
    few: str,
) -> ReportArrived:
    """The mail of a run, identical for all its recipients."""
    schedule = claimed.schedule
    [following] = next_slots(rule_of(schedule.timing, schedule.zone), claimed.asked_at or claimed.slot, 1)
    occasion = Occasion(
        name=schedule.name,
        link=f"{settings.public_url}/admin/reports/schedules/{schedule.id}",
        owner=claimed.owner,
        owner_email=claimed.owner_email,
        next_words=f"{numeric_day(following.local.date())}, {clock_words(following.local.time())}",
        kept_until=numeric_day(files.kept_until.date()) if files.names or few else "",
        note=claimed.note,
        is_test=claimed.is_test,
        file_names=files.names,
        is_attached=files.is_attached,
        too_few=few,
    )
    return letter_of(answer, occasion, park_names, with_figures=BODY in schedule.formats)


def park_names_of(db: Database) -> dict[str, str]:
    """What each park is called in files and mails."""
    with db.read() as session:
        return {park: label.name for park, label in park_labels(session).items()}


@dataclass(frozen=True, slots=True)
class ScheduleRunner:
    """What scheduled runs need to be carried out."""

    db: Database
    settings: Settings
    clock: Clock

    def run_slot(self, schedule_id: int, slot: datetime) -> str:
        """Run a slot or a request, or take it over if its worker died; returns the outcome in German.

        Raises RunFailed if it failed permanently, NotYet while it waits for data, and what the database raises if it
        must be tried again.
        """
        claimed = self.db.write(lambda session: begin(session, schedule_id, slot, self.clock()))
        if isinstance(claimed, Ended):
            raise RunFailed(claimed.words)
        if isinstance(claimed, str):
            return claimed
        found = self.db.write(lambda session: admit(session, claimed, self.clock()))
        if isinstance(found, NotYet):
            raise found
        return self._run(found or claimed)  # taken over: then nothing of this attempt is stored

    def _run(self, claimed: ClaimedRun) -> str:
        try:
            outcome: Made | NotMade = self._made(claimed)
        except _SILENT as error:
            raise NotYet(_WAIT, StoreSilent.detail) from error
        except _AWAY:
            raise  # the queue has it tried again
        except Exception as error:
            outcome = _failure(claimed, error)
        return self._finished(claimed, outcome)

    def _made(self, claimed: ClaimedRun) -> Made:
        plan, now = claimed.schedule, self.clock()
        definition, parameters = question_of(plan, claimed.slot, now)
        marks, answer = computed(ReportContext(self.db, store_of(self.settings), now), definition, parameters)
        changed = numeric_day(berlin_day(plan.changed_at))
        answer = replace(answer, given=f"aus dem Versand von {claimed.owner}, zuletzt geändert am {changed}")
        few = too_few(plan, answer.tables)
        expires_at = self.clock() + timedelta(days=plan.retention_days)
        park_names = park_names_of(self.db)
        kept: Sequence[KeptArtefact] = ()
        result = write_result(self._files, answer)
        try:
            forms = [] if few else [form for form in plan.formats if form != BODY]
            with workshop(self._files, self.clock()) as folder:
                kept = keep(self._files, rendered(answer, forms, folder, park_names))
            is_attached = sum(file.bytes for file in kept) <= MOST_ATTACHED_BYTES
            files = Files([file.name for file in kept], is_attached, expires_at)
            mail = letter(self.settings, claimed, answer, files, park_names, few)
            # What is written needs no more memory.
            bare = replace(answer, tables={})
            return Made(bare, marks, result, mail, expires_at, few, kept, is_attached)
        except BaseException:
            self._discard(result, kept)
            raise

    def _finished(self, claimed: ClaimedRun, outcome: Made | NotMade) -> str:
        def unit(session: Session) -> str | None:
            data_folder.hold(session, self._files)
            return _finish(session, claimed, outcome, self.clock())

        written = (outcome.result, outcome.artefacts) if isinstance(outcome, Made) else (None, ())
        try:
            told = self.db.write(unit)
        except BaseException as error:
            # Also if it is unknown whether the commit succeeded: then the next worker finds it done. Files
            # that may already have a row are left to the sweep.
            if not isinstance(error, _AWAY):
                self._discard(*written)
            if isinstance(error, _SILENT):
                raise NotYet(_WAIT, data_folder.OtherFolder.german) from error
            raise
        if told is None:
            self._discard(*written)
            return "Jemand anderes hat diesen Lauf übernommen."
        if isinstance(outcome, NotMade):
            raise RunFailed(outcome.error)
        return told

    def _discard(self, result: KeptFile | None, artefacts: Sequence[KeptArtefact]) -> None:
        """As far as the place answers; the sweep has the rest."""
        with suppress(StorageFault):
            discard(self._files, artefacts)
            if result is not None:
                self._files.delete(result.path)

    @property
    def _files(self) -> Storage:
        return files_of(self.settings)


def _failure(claimed: ClaimedRun, error: Exception) -> NotMade:
    """The failure to report for an error. Messages of unexpected errors may contain values and are left out."""
    match error:
        case NotComputable():
            return NotMade(str(error))
        case Problem():
            return NotMade(error.detail)
        case OSError():
            log.error("report_not_written", run=claimed.run_id, error=error.strerror)
            return NotMade(_DISK)
    log.error("report_not_computed", run=claimed.run_id, error=type(error).__name__)
    return NotMade(_FAULT.format(kind=type(error).__name__))


def _finish(session: Session, claimed: ClaimedRun, outcome: Made | NotMade, now: datetime) -> str | None:
    """Store the run and queue its mails, atomically: after a crash there is either nothing or all.

    Eligibility is checked again, since computing takes time: recipients who lost it meanwhile get nothing. None:
    another worker has taken the run over.
    """
    run = held(session, claimed)
    if run is None:
        return None
    if isinstance(outcome, NotMade):
        fail(session, run, outcome.error, outcome.why, now)
        return outcome.error
    put_result(session, run, outcome.answer, outcome.marks, outcome.result)
    run.state = RunState.GENERATED.value
    run.finished_at, run.expires_at = now, outcome.expires_at
    session.add_all(_artefact(run, file, outcome.expires_at, now) for file in outcome.artefacts)
    add_note(run, outcome.too_few)
    told = _send(session, claimed, run, outcome, now)
    session.flush()
    details = {"report": run.report, "schedule": run.schedule_id, "sha256": run.sha256, "rows": run.rows}
    details |= {"is_test": run.is_test}
    audit.append(session, [audit.Event(claimed.actor, "report_run.generated", f"report_run:{run.id}", details)], now)
    return told


def _send(session: Session, claimed: ClaimedRun, run: ReportRun, made: Made, now: datetime) -> str:
    whom = of_run(session, run, claimed.schedule, now)
    going = [one for one in note_deliveries(session, run, whom) if one.left_out is None]
    if not going:
        add_note(run, nobody_words(whom))
        run.settled_at = now
        return nobody_words(whom)
    add_note(run, left_out_words(whom))
    outbox.order(session, [_order(run, one, made) for one in going], now)
    schedule = session.get(ReportSchedule, claimed.schedule.id, with_for_update=True, populate_existing=True)
    if schedule is not None and not run.is_test:
        schedule.last_sent_at = now
    return f"Berechnet und in den Versand gegeben: {counted(len(going), 'Empfänger', 'Empfänger')}."


def _order(run: ReportRun, delivery: ReportDelivery, made: Made) -> Order:
    files = made.artefacts if made.is_attached else ()
    return Order(
        kind=made.mail.kind,
        recipient=delivery.recipient,
        subject_ref=f"report_run:{run.id}",
        dedupe_key=delivery.mail_key,
        values=to_values(made.mail),
        attachments=tuple(Attachment(one.name, MEDIA_TYPES[one.form], one.path, one.sha256) for one in files),
    )


def _artefact(run: ReportRun, file: KeptArtefact, expires_at: datetime, now: datetime) -> ReportArtefact:
    return ReportArtefact(
        run_id=run.id,
        form=file.form,
        table_name=file.table or None,
        name=file.name,
        path=file.path,
        bytes=file.bytes,
        sha256=file.sha256,
        created_at=now,
        expires_at=expires_at,
    )


@dataclass(frozen=True, slots=True)
class ScheduleJob:
    """A schedule as a job: due by its rule, run once per slot."""

    name: str
    title: str
    rule: AtTime
    run: Callable[[datetime], str]
    since: datetime
    """Earlier slots are not caught up: the schedule did not exist, was different or was paused."""


def schedule_jobs(db: Database, settings: Settings, clock: Clock) -> Sequence[ScheduleJob]:
    """All active schedules, by id."""
    active = (ReportSchedule.state == ScheduleState.ACTIVE.value) & ReportSchedule.removed_at.is_(None)
    with db.read() as session:
        rows = session.scalars(select(ReportSchedule).where(active).order_by(ReportSchedule.id)).all()
    return [_job(row, db, settings, clock) for row in rows]


def schedule_job(db: Database, settings: Settings, clock: Clock, name: str) -> ScheduleJob | None:
    """The job with this name, also of a schedule that is paused or removed: runs of it may be open nevertheless."""
    if not name.startswith(JOB):
        return None
    with db.read() as session:
        row = session.get(ReportSchedule, schedule_of(name))
    return _job(row, db, settings, clock) if row is not None else None


def _job(row: ReportSchedule, db: Database, settings: Settings, clock: Clock) -> ScheduleJob:
    run = partial(run_schedule, db, settings, clock, row.id)
    return ScheduleJob(job_name(row.id), row.name, rule_of(row.timing, row.zone), run, row.due_since)


def run_schedule(db: Database, settings: Settings, clock: Clock, schedule_id: int, slot: datetime) -> str:
    """Run a slot or a request and return its outcome in German. Once it is done, further calls do nothing.

    Raises RunFailed if it failed permanently, NotYet while it waits for data, and database errors if the database is
    unavailable: then call it again for the same slot.
    """
    return ScheduleRunner(db, settings, clock).run_slot(schedule_id, slot)


def run_waiting(db: Database, settings: Settings, clock: Clock) -> int:
    """Run the requested reports that wait, one after the other, in a process without jobs such as the demonstration's.
    Returns how many. Other processes may do the same: each run is claimed first.
    """
    owner = f"{os.getpid()}-{secrets.token_hex(8)}"
    with db.read() as session:
        is_report = JobRun.job.startswith(JOB, autoescape=True) & JobRun.payload.is_not(None)
        is_free = queue.is_free(shared_now(session, clock))
        ids = session.scalars(select(JobRun.id).where(is_free, is_report).order_by(JobRun.id)).all()
    return sum([_run(db, settings, clock, run_id, owner) for run_id in ids])


def _run(db: Database, settings: Settings, clock: Clock, run_id: int, owner: str) -> bool:
    taken = db.write(timed(clock, lambda session, now: queue.take(session, run_id, owner, now)))
    if taken is None:
        return False
    try:
        outcome = Outcome(result=run_schedule(db, settings, clock, schedule_of(taken.job), taken.slot))
    except RunFailed as failed:
        outcome = Outcome(error=failed.detail)
    return db.write(timed(clock, lambda session, now: queue.finish(session, taken, outcome, now)))


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
