"""The end of a run that was computed: one transaction keeps everything and orders the mails."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.outbox import Attachment, Order
from services.mail.report_letters import ReportArrived
from services.reports.arriving.files import MEDIA_TYPES
from services.reports.frozen import kept_columns
from services.reports.frozen_files import KeptFile
from services.reports.frozen_marks import Marks
from services.reports.models import ReportRun, RunState
from services.reports.run_report import ReportAnswer
from services.reports.schedules.beginning import Begun, held
from services.reports.schedules.files import KeptArtefact
from services.reports.schedules.models import ReportArtefact, ReportDelivery, ReportSchedule
from services.staff import audit


@dataclass(frozen=True, slots=True)
class Made:
    """Everything of a run that is on the disk by now, and what its row will say. `unsent`: why nobody is sent it."""

    answer: ReportAnswer
    marks: Marks
    result: KeptFile
    artefacts: tuple[KeptArtefact, ...]
    mail: ReportArrived | None
    is_attached: bool
    expires_at: datetime
    going: frozenset[str]
    """Addresses, in small letters, of the recipients who may be written to."""
    unsent: str | None


def finish(session: Session, begun: Begun, made: Made, now: datetime) -> str | None:
    """Keep everything and order the mails, at once. None: somebody else has taken over."""
    run = held(session, begun)
    if run is None:
        return None
    for name, value in kept_columns(session, made.answer, made.marks, made.result).items():
        setattr(run, name, value)
    run.state = RunState.GENERATED.value
    run.finished_at, run.leased_until, run.expires_at = now, None, made.expires_at
    session.add_all(_artefact(run, file, made.expires_at, now) for file in made.artefacts)
    told = _sent(session, begun, run, made, now) if made.mail else _unsent(session, begun, run, made, now)
    session.flush()
    details = {"report": run.report, "schedule": run.schedule_id, "sha256": run.sha256, "rows": run.rows}
    details |= {"is_test": run.is_test}
    audit.append(session, [audit.Event(begun.actor, "report_run.generated", f"report_run:{run.id}", details)], now)
    return told


def _unsent(session: Session, begun: Begun, run: ReportRun, made: Made, now: datetime) -> str:
    run.note = " ".join(filter(None, (run.note, made.unsent)))[:300]
    run.settled_at = now
    schedule = session.get(ReportSchedule, begun.schedule.id, with_for_update=True, populate_existing=True)
    if schedule is not None:
        schedule.failures = 0
    return made.unsent or ""


def _sent(session: Session, begun: Begun, run: ReportRun, made: Made, now: datetime) -> str:
    going = [one for one in begun.recipients if one.lower() in made.going]
    if len(going) < len(begun.recipients):
        run.note = " ".join(filter(None, (run.note, "Wer kein aktives Konto mehr hat, bekam nichts.")))[:300]
    keys = {recipient: f"report-arrived:{run.id}:{place}" for place, recipient in enumerate(begun.recipients, 1)}
    session.add_all(ReportDelivery(run_id=run.id, recipient=one, mail_key=key) for one, key in keys.items())
    session.flush()
    outbox.order(session, [_order(run, one, keys[one], made) for one in going], now)
    schedule = session.get(ReportSchedule, begun.schedule.id, with_for_update=True, populate_existing=True)
    if schedule is not None and not run.is_test:
        schedule.last_sent_at = now
    people = "1 Empfänger" if len(going) == 1 else f"{len(going)} Empfänger"
    return f"Berechnet und in den Versand gegeben: {people}."


def _order(run: ReportRun, recipient: str, key: str, made: Made) -> Order:
    assert made.mail is not None
    files = made.artefacts if made.is_attached else ()
    return Order(
        kind=made.mail.kind,
        recipient=recipient,
        subject_ref=f"report_run:{run.id}",
        dedupe_key=key,
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
