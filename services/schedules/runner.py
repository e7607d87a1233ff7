"""Runs a schedule, in the order it happens: begin its run, wait for data, compute, write files, then one transaction
that stores the result and queues the mails.

Which process may compute is decided in the queue (`core/job_queue`). The row of a run has no lease; it counts attempts,
so that a process which lost its lease cannot write its result. After a crash before the last transaction the row is
still `running`, the files have no row, and the worker that takes the run over starts from the beginning. After it,
everything is queued and the outbox sends it. There is no state in between.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
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
from services.core.clock import BERLIN, Clock, berlin_day
from services.core.db.db import Database
from services.core.german import counted, numeric_day
from services.core.http.errors import DatabaseUnavailable, Problem, ValidationProblem
from services.core.job_queue.queue import NotYet
from services.core.schedules import next_slots
from services.core.storage.installed import files_of
from services.core.storage.storage import StorageFault
from services.core.table_files.sending import files_folder
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.outbox import Attachment, Order
from services.mail.report_letters import ReportArrived
from services.parks.names import park_labels
from services.reports.errors import StoreSilent
from services.reports.freshness import CARRYING
from services.reports.kept.keep import Result, compute, put_result
from services.reports.models import ReportRun, RunState, RunTrigger
from services.reports.parameters import as_given, read_parameters
from services.reports.render.files import MEDIA_TYPES, MadeFile, packed
from services.reports.render.files import files_of as rendered
from services.reports.render.mail import contents_of
from services.reports.run import ReportAnswer, ReportContext, awaited
from services.schedules.errors import RunFailed
from services.schedules.files import KeptArtefact, discard, keep
from services.schedules.models import ReportArtefact, ReportDelivery, ReportSchedule, ScheduleState
from services.schedules.recipients import Addressee, colleague, is_entitled, judged, rows_of
from services.schedules.runs import FailedBecause, end, fail, fail_without_owner
from services.schedules.timing import clock_words, period_at, period_parameters, rule_of
from services.settings import Settings
from services.staff import audit
from services.staff.accounts.accounts import SYSTEM
from services.staff.call import Staff
from services.staff.models import Account
from services.store.place import store_of

BODY: Final = "body"
MOST_ATTACHED_BYTES: Final = 8 * 1024 * 1024
"""Many servers reject larger mails; the files are then downloaded in the console."""
LATE: Final = timedelta(minutes=10)
"""Delay from which a run is noted as late."""
LONGEST_WAIT: Final = timedelta(hours=3)
"""After this delay a report is sent without the missing data, and names the gap: later, the morning is over."""
LOOK_EVERY: Final = timedelta(minutes=1)
_DAY: Final = timedelta(days=1)
_REMOVED: Final = "Der Zeitplan wurde gelöscht."
_PAUSED: Final = "Der Zeitplan wurde angehalten, während der Bericht auf Daten wartete."
_CAME: Final = "Gewartet auf {what} bis {when}: Alles war da."
_UP: Final = "Gewartet auf {what} bis {when}: Das kam nicht."
_COUNTED: Final = "Die Besuche sind trotzdem alle gezählt."
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
class Claimed:
    """A run claimed by this worker, as of its start. Results of an older attempt are rejected."""

    run: ReportRun
    schedule: ReportSchedule
    owner: Account | Staff | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is sent of a report: its files in a temporary folder, or that it has too few rows, and the mail."""

    few: str
    files: Sequence[MadeFile]
    mail: ReportArrived


@dataclass(frozen=True, slots=True)
class Made:
    """What was computed and written to disk, and values for the run's row. The answer is without its rows."""

    result: Result
    mail: ReportArrived
    expires_at: datetime
    few: str
    artefacts: Sequence[KeptArtefact]


def run_schedule(db: Database, settings: Settings, clock: Clock, schedule_id: int, slot: datetime) -> str:
    """Run a slot or a request, or take it over if its worker died; returns the outcome in German. Once it is done,
    further calls do nothing.

    Raises RunFailed if it failed permanently, NotYet while it waits for data, and database errors if the database is
    unavailable: then call it again for the same slot.
    """
    claimed = db.write(lambda session: _begin(session, schedule_id, slot, clock()))
    if isinstance(claimed, str):
        return claimed
    if isinstance(claimed, Exception):
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


def _begin(session: Session, schedule_id: int, slot: datetime, now: datetime) -> Claimed | RunFailed | NotYet | str:
    """Begin the run of a slot or request, or take over one whose worker died. It may also have failed before anything
    was computed, or wait; a string is why there is nothing to do.
    """
    schedule = session.get(ReportSchedule, schedule_id, with_for_update=True, populate_existing=True)
    run = run_of(session, schedule_id, slot)
    if _is_done(session, schedule_id, slot, run):
        return "Schon erledigt."
    if schedule is None or schedule.removed_at is not None:
        return _REMOVED if run is None else end(run, _REMOVED, now)
    is_paused = schedule.state == ScheduleState.PAUSED.value
    if run is None:
        if is_paused:
            return "Der Zeitplan ist angehalten."
        if slot < schedule.due_since:
            return "Fällig vor der letzten Änderung des Zeitplans."
        run = new_run(schedule, slot, now)
        run.note = _late(schedule, slot, now)
        session.add(run)
    elif run.waits_until is not None and is_paused:
        return end(run, _PAUSED, now)
    else:
        run.started_at = now
    run.attempts += 1
    session.flush()
    return _claimed(session, schedule, run, now)


def _claimed(session: Session, schedule: ReportSchedule, run: ReportRun, now: datetime) -> Claimed | RunFailed | NotYet:
    owner, whom = session.get(Account, schedule.owner_id), _addressees(session, run, schedule, now)
    if not run.is_test and not is_entitled(owner, schedule.report):
        return fail_without_owner(session, schedule, run, now)
    if all(one.left_out for one in whom):
        _note_deliveries(session, run, whom)
        return fail(session, run, _nobody_words(whom), FailedBecause.RECIPIENTS, now)
    return _waiting(session, schedule, run, now) or Claimed(run, schedule, owner)


def run_of(session: Session, schedule_id: int, slot: datetime) -> ReportRun | None:
    """The locked run of a slot, or of the request with this moment."""
    is_it = (ReportRun.schedule_id == schedule_id) & (ReportRun.scheduled_for == slot)
    return session.scalar(select(ReportRun).where(is_it).with_for_update())


def new_run(schedule: ReportSchedule, slot: datetime, now: datetime) -> ReportRun:
    """A new row for a slot or a request, not begun and not yet in the session."""
    return ReportRun(
        report=schedule.report,
        parameters={},
        trigger=RunTrigger.SCHEDULED.value,
        state=RunState.RUNNING.value,
        label=schedule.name,
        created_by=SYSTEM,
        created_at=now,
        started_at=now,
        schedule_id=schedule.id,
        scheduled_for=slot,
        is_test=False,
        attempts=0,
    )


def _is_done(session: Session, schedule_id: int, slot: datetime, run: ReportRun | None) -> bool:
    """Whether the run of this slot has ended. A run that is repeated has the moment of the request as its slot: a
    worker that takes the old one over must not begin a second run, which would be sent twice.
    """
    if run is not None:
        return run.state != RunState.RUNNING
    was_it = (ReportRun.schedule_id == schedule_id) & (ReportRun.due_at == slot)
    return session.scalar(select(ReportRun.id).where(was_it).limit(1)) is not None


def _late(schedule: ReportSchedule, slot: datetime, now: datetime) -> str | None:
    if now - slot < LATE:
        return None
    zone = ZoneInfo(schedule.zone)
    due, made = slot.astimezone(zone), now.astimezone(zone)
    on = f"am {numeric_day(due.date())} " if due.date() != made.date() else ""
    return (
        f"Nachgeholt: Fällig war er {on}um {clock_words(due.time())}, berechnet wurde er um {clock_words(made.time())}."
    )


def _addressees(session: Session, run: ReportRun, schedule: ReportSchedule, now: datetime) -> list[Addressee]:
    """Each address of a run once; a test goes only to the person who requested it."""
    if run.is_test:
        asker = session.get(Account, int(run.created_by.partition(":")[2]))
        return [colleague(asker, schedule.report)] if asker else []
    found = judged(session, rows_of(session, [schedule.id]), schedule.report, now)
    return list({one.address.lower(): one for one in found}.values())


def _note_deliveries(session: Session, run: ReportRun, whom: Sequence[Addressee]) -> list[ReportDelivery]:
    """Add a row for each recipient of a run, including those who get nothing."""
    rows = [
        ReportDelivery(
            run_id=run.id,
            recipient=one.address,
            mail_key=f"report-arrived:{run.id}:{place}",
            account_id=one.account.id if one.account else None,
            left_out=one.left_out,
        )
        for place, one in enumerate(whom, 1)
    ]
    session.add_all(rows)
    session.flush()
    return rows


def _nobody_words(whom: Sequence[Addressee]) -> str:
    """„Kein Empfänger darf ihn bekommen: Konto abgeschaltet.“"""
    reasons = _reasons(whom)
    return f"Kein Empfänger darf ihn bekommen: {reasons}." if reasons else "Der Bericht hat keinen Empfänger mehr."


def _reasons(whom: Sequence[Addressee]) -> str:
    """Why some get nothing, without addresses, since the text is mailed and stored."""
    return "; ".join(dict.fromkeys(one.left_out for one in whom if one.left_out))


def _waiting(session: Session, schedule: ReportSchedule, run: ReportRun, now: datetime) -> NotYet | None:
    """Postpone a run until the data of the day before have arrived, by at most three hours. Only scheduled runs wait:
    one that was requested runs now, and names the gaps.

    The wait is stored in two rows: the run says what it waits for, and its row of the queue is free again a minute
    later. So it survives a restart, and any process can continue.
    """
    definition, slot = definitions().get(schedule.report), run.slot
    if definition is None or run.created_by != SYSTEM:
        return None
    # The day before the slot is the last that can be complete.
    last_day = slot.astimezone(BERLIN).date() - _DAY
    if schedule.period is not None:
        last_day = min(last_day, period_at(schedule.period, slot, ZoneInfo(schedule.zone))[1])
    missing, until = awaited(session, definition, last_day, now), slot + LONGEST_WAIT
    if missing and now < until:
        # It has not begun: neither this look nor the next ones are attempts to compute it.
        run.waits_until, run.waits_for, run.attempts = until, missing[:300], 0
        return NotYet(min(LOOK_EVERY, until - now), f"Wartet auf {run.waits_for}.")
    if run.waits_until is not None:
        at = now.astimezone(ZoneInfo(schedule.zone))
        when = f"{numeric_day(at.date())}, {clock_words(at.time())}"
        run.add_note((_UP if missing else _CAME).format(what=run.waits_for, when=when))
        run.add_note(_COUNTED if CARRYING in missing else None)
        run.waits_until = run.waits_for = None
    return None


def _made(db: Database, settings: Settings, clock: Clock, claimed: Claimed) -> Made:
    plan, now, files = claimed.schedule, clock(), files_of(settings)
    definition, parameters = question_of(plan, claimed.run.slot, now)
    result = compute(ReportContext(db, store_of(settings), now), files, definition, parameters)
    owner, changed = claimed.owner.name if claimed.owner else "", numeric_day(berlin_day(plan.changed_at))
    answer = replace(result.answer, given=f"aus dem Versand von {owner}, zuletzt geändert am {changed}")
    expires_at, kept = clock() + timedelta(days=plan.retention_days), list[KeptArtefact]()
    try:
        with drawn(db, settings, claimed, answer, expires_at) as found:
            kept = keep(files, found.files, clock())
        # What is written needs no more memory.
        bare = replace(result, answer=replace(answer, tables={}))
        return Made(bare, found.mail, expires_at, found.few, kept)
    except BaseException:
        discard(files, [result.file.path, *(one.path for one in kept)])
        raise


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


@contextmanager
def drawn(
    db: Database, settings: Settings, claimed: Claimed, answer: ReportAnswer, expires_at: datetime
) -> Iterator[Drawn]:
    """The files of an answer for the duration of the block, none if it has too few rows; and the mail of the run, the
    same for all its recipients.
    """
    schedule, run, owner = claimed.schedule, claimed.run, claimed.owner
    few, with_body = too_few(schedule, answer.tables), BODY in schedule.formats
    forms = [] if few else [form for form in schedule.formats if form != BODY]
    with db.read() as session:
        park_names = {park: label.name for park, label in park_labels(session).items()}
    [following] = next_slots(rule_of(schedule.timing, schedule.zone), run.scheduled_for or run.slot, 1)
    with TemporaryDirectory(dir=files_folder(settings.data_dir)) as folder:
        files = packed(rendered(answer, forms, Path(folder), park_names), answer, Path(folder))
        contents = contents_of(answer, park_names, with_figures=with_body and not few)
        mail = ReportArrived(
            name=schedule.name,
            file_names=[file.name for file in files],
            is_attached=sum(file.path.stat().st_size for file in files) <= MOST_ATTACHED_BYTES,
            kept_until=numeric_day(expires_at.date()) if files or few else "",
            link=f"{settings.public_url}/admin/reports/schedules/{schedule.id}",
            next_words=f"{numeric_day(following.local.date())}, {clock_words(following.local.time())}",
            note=" ".join(filter(None, (few, run.note))),
            owner=owner.name if owner else "",
            owner_email=owner.email if owner else "",
            is_test=run.is_test,
            **contents | ({"headline": "zu wenige Zeilen"} if few else {}),
        )
        yield Drawn(few, files, mail)


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


def _finished(db: Database, settings: Settings, clock: Clock, claimed: Claimed, outcome: Made | str) -> str:
    def unit(session: Session) -> str | RunFailed | None:
        data_folder.hold(session, files_of(settings))
        return _finish(session, claimed, outcome, clock())

    written = [] if isinstance(outcome, str) else [outcome.result.file.path, *(one.path for one in outcome.artefacts)]
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
    if isinstance(told, RunFailed):
        raise told
    return told


def _finish(session: Session, claimed: Claimed, outcome: Made | str, now: datetime) -> str | RunFailed | None:
    """Store the run and queue its mails, atomically: after a crash there is either nothing or all. `outcome`: what was
    made, or why it failed.

    Eligibility is checked again, since computing takes time: recipients who lost it meanwhile get nothing. None:
    another worker has taken the run over.
    """
    run = session.get(ReportRun, claimed.run.id, with_for_update=True, populate_existing=True)
    if run is None or run.state != RunState.RUNNING or run.attempts != claimed.run.attempts:
        return None
    if isinstance(outcome, str):
        return fail(session, run, outcome, FailedBecause.COMPUTING, now)
    whom = _addressees(session, run, claimed.schedule, now)
    going = [one for one in _note_deliveries(session, run, whom) if one.left_out is None]
    put_result(session, run, outcome.result)
    run.state = RunState.GENERATED.value
    run.finished_at, run.expires_at = now, outcome.expires_at
    kept = {"run_id": run.id, "created_at": now, "expires_at": outcome.expires_at}
    session.add_all(ReportArtefact(**asdict(file), **kept) for file in outcome.artefacts)
    run.add_note(outcome.few)
    if going:
        if left_out := len(whom) - len(going):
            run.add_note(f"{counted(left_out, 'Empfänger bekam', 'Empfänger bekamen')} nichts: {_reasons(whom)}.")
        told = f"Berechnet und in den Versand gegeben: {counted(len(going), 'Empfänger', 'Empfänger')}."
    else:
        told = _nobody_words(whom)
        run.add_note(told)
        run.settled_at = now
    files = outcome.artefacts if outcome.mail.is_attached else ()
    mail: dict[str, Any] = {
        "kind": outcome.mail.kind,
        "subject_ref": f"report_run:{run.id}",
        "attachments": tuple(Attachment(one.name, MEDIA_TYPES[one.form], one.path, one.sha256) for one in files),
    }
    values = to_values(outcome.mail)
    orders = [
        Order(
            recipient=one.recipient,
            dedupe_key=one.mail_key,
            values={**values, "delivery": 0 if run.is_test else one.id},
            **mail,
        )
        for one in going
    ]
    outbox.order(session, orders, now)
    session.flush()
    details = {"report": run.report, "schedule": run.schedule_id, "sha256": run.sha256, "rows": run.rows}
    details |= {"is_test": run.is_test}
    audit.append(session, [audit.Event(run.created_by, "report_run.generated", f"report_run:{run.id}", details)], now)
    return told
