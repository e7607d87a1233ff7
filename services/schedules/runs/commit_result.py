"""Completes a computed run: one transaction stores everything and queues the mails."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from services.core.german import counted
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.outbox import Attachment, Order
from services.mail.report_letters import ReportArrived
from services.reports.kept.high_water import Marks
from services.reports.kept.keep import put_result
from services.reports.kept.result_file import KeptFile
from services.reports.models import ReportRun, RunState
from services.reports.render.files import MEDIA_TYPES
from services.reports.run import ReportAnswer
from services.schedules.models import ReportArtefact, ReportDelivery, ReportSchedule
from services.schedules.recipients.eligibility import left_out_words, nobody_words, note_deliveries, of_run
from services.schedules.runs.claim import ClaimedRun, held
from services.schedules.runs.files import KeptArtefact
from services.staff import audit


@dataclass(frozen=True, slots=True)
class Made:
    """Everything of a run already written to disk, and values for its row. `unsent`: why it is not sent to anyone."""

    answer: ReportAnswer
    marks: Marks
    result: KeptFile
    artefacts: tuple[KeptArtefact, ...]
    mail: ReportArrived | None
    is_attached: bool
    expires_at: datetime
    unsent: str | None


def finish(session: Session, claimed: ClaimedRun, made: Made, now: datetime) -> str | None:
    """Store everything and queue the mails, atomically. None: another worker has taken the run over."""
    run = held(session, claimed)
    if run is None:
        return None
    put_result(session, run, made.answer, made.marks, made.result)
    run.state = RunState.GENERATED.value
    run.finished_at, run.expires_at = now, made.expires_at
    session.add_all(_artefact(run, file, made.expires_at, now) for file in made.artefacts)
    told = _sent(session, claimed, run, made, now) if made.mail else _unsent(session, claimed, run, made, now)
    session.flush()
    details = {"report": run.report, "schedule": run.schedule_id, "sha256": run.sha256, "rows": run.rows}
    details |= {"is_test": run.is_test}
    audit.append(session, [audit.Event(claimed.actor, "report_run.generated", f"report_run:{run.id}", details)], now)
    return told


def _unsent(session: Session, claimed: ClaimedRun, run: ReportRun, made: Made, now: datetime) -> str:
    add_note(run, made.unsent)
    run.settled_at = now
    schedule = session.get(ReportSchedule, claimed.schedule.id, with_for_update=True, populate_existing=True)
    if schedule is not None:
        schedule.failures = 0
    return made.unsent or ""


def _sent(session: Session, claimed: ClaimedRun, run: ReportRun, made: Made, now: datetime) -> str:
    """Eligibility is checked again, since computing takes time: recipients who lost it meanwhile get nothing."""
    whom = of_run(session, run, claimed.schedule, now)
    deliveries = note_deliveries(session, run, whom)
    going = [one for one in deliveries if one.left_out is None]
    if not going:
        add_note(run, nobody_words(whom))
        run.settled_at = now
        return nobody_words(whom)
    add_note(run, left_out_words(whom))
    outbox.order(session, [_order(run, one, made) for one in going], now)
    schedule = session.get(ReportSchedule, claimed.schedule.id, with_for_update=True, populate_existing=True)
    if schedule is not None and not run.is_test:
        schedule.last_sent_at = now
    people = counted(len(going), "Empfänger", "Empfänger")
    return f"Berechnet und in den Versand gegeben: {people}."


def add_note(run: ReportRun, words: str | None) -> None:
    """Append to the note of a run."""
    run.note = " ".join(filter(None, (run.note, words)))[:300] or None


def _order(run: ReportRun, delivery: ReportDelivery, made: Made) -> Order:
    assert made.mail is not None
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
