"""Completes a computed run with its parts: one transaction stores everything and queues the mails."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

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
from services.schedules.recipients.eligibility import (
    Addressee,
    left_out_words,
    nobody_words,
    note_deliveries,
    of_run,
)
from services.schedules.recipients.narrowing import Filters, key_of
from services.schedules.runs.claim import ClaimedRun, fail, held
from services.schedules.runs.files import KeptArtefact
from services.schedules.runs.parts import is_whole, of_narrowing
from services.schedules.runs.run_events import FailedBecause
from services.staff import audit

_CHANGED: Final = "Eigener Filter während der Berechnung geändert"
_ALL_NARROWED: Final = "Alle Empfänger haben einen eigenen Filter."


@dataclass(frozen=True, slots=True)
class MadeReport:
    """A report already written to disk; the answer without its rows. Files of all reports of a pack are with the
    first.
    """

    answer: ReportAnswer
    result: KeptFile
    artefacts: tuple[KeptArtefact, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """Everything of a run or a part, and values for its rows. `unsent`: why it is not sent to anyone."""

    reports: tuple[MadeReport, ...]
    marks: Marks
    mail: ReportArrived | None
    is_attached: bool
    expires_at: datetime
    unsent: str | None


@dataclass(frozen=True, slots=True)
class PartFailed:
    """Why a run or one of its parts has failed, in German."""

    error: str
    why: FailedBecause
    is_quiet: bool = False
    """The run itself has failed too, and the failure is counted once."""


@dataclass(frozen=True, slots=True)
class Part:
    """What became of one narrowing; the run itself has none."""

    filters: Filters | None
    outcome: Made | PartFailed


def finish(session: Session, claimed: ClaimedRun, parts: Sequence[Part], now: datetime) -> str | None:
    """Store the run and its parts and queue their mails, atomically: after a crash there is either nothing or all.

    Eligibility is checked again, since computing takes time: recipients who lost it meanwhile get nothing. None:
    another worker has taken the run over.
    """
    run = held(session, claimed)
    if run is None:
        return None
    addressees = of_run(session, run, claimed.schedule, now)
    first, *others = parts
    if is_whole(session, run):
        note_deliveries(session, run, _changed_meanwhile(addressees, parts), first=1000)
    has_failed = isinstance(first.outcome, PartFailed)
    events: list[audit.Event] = []
    for part in others:
        row = _part_of(session, run, claimed, part)
        whom = of_narrowing(addressees, part.filters)
        outcome = part.outcome
        if isinstance(outcome, PartFailed):
            outcome = replace(outcome, is_quiet=has_failed)
        events += _put(session, claimed, row, outcome, whom, now)[1]
    told, own = _put(session, claimed, run, first.outcome, of_narrowing(addressees, first.filters), now)
    audit.append(session, [*events, *own], now)
    missed = sum(isinstance(part.outcome, PartFailed) for part in others)
    return f"{told} {counted(missed, 'Fassung', 'Fassungen')} mit eigenem Filter: fehlgeschlagen." if missed else told


def _changed_meanwhile(addressees: Sequence[Addressee], parts: Sequence[Part]) -> list[Addressee]:
    """Recipients whose filter was not computed: they may not have it, or it was changed since the run began."""
    made = {key_of(part.filters) for part in parts}
    missing = [one for one in addressees if key_of(one.filters) not in made]
    return [replace(one, left_out=one.left_out or _CHANGED) for one in missing]


def _part_of(session: Session, run: ReportRun, claimed: ClaimedRun, part: Part) -> ReportRun:
    row = ReportRun(
        report=run.report,
        parameters={},
        trigger=run.trigger,
        state=RunState.RUNNING.value,
        label=run.label,
        created_by=run.created_by,
        created_at=run.created_at,
        started_at=run.started_at,
        schedule_id=run.schedule_id,
        is_test=False,
        attempts=run.attempts,
        note=run.note,
        part_of=run.id,
        narrowed_to=part.filters,
        narrowing=key_of(part.filters),
        due_at=claimed.slot,
    )
    session.add(row)
    session.flush()
    return row


def _put(
    session: Session,
    claimed: ClaimedRun,
    run: ReportRun,
    outcome: Made | PartFailed,
    whom: Sequence[Addressee],
    now: datetime,
) -> tuple[str, list[audit.Event]]:
    """The outcome in the row of the run or of a part: in German, and what is audited."""
    if isinstance(outcome, PartFailed):
        fail(session, run, outcome.error, outcome.why, now, is_quiet=outcome.is_quiet)
        return outcome.error, []
    first, *further = outcome.reports
    _store(session, run, first, outcome, now)
    others = [_further(session, run, place, one, outcome, now) for place, one in enumerate(further, 1)]
    is_sent = outcome.mail is not None and bool(whom)
    told = _sent(session, claimed, run, outcome, whom, now) if is_sent else _unsent(session, run, outcome, now)
    session.flush()
    return told, [_generated(claimed, one, run.part_of) for one in (run, *others)]


def _store(session: Session, run: ReportRun, made: MadeReport, outcome: Made, now: datetime) -> None:
    put_result(session, run, made.answer, outcome.marks, made.result)
    run.state = RunState.GENERATED.value
    run.finished_at, run.expires_at = now, outcome.expires_at
    session.add_all(_artefact(run, file, outcome.expires_at, now) for file in made.artefacts)


def _further(
    session: Session, first: ReportRun, place: int, made: MadeReport, outcome: Made, now: datetime
) -> ReportRun:
    """A row for a further report of a pack. Nothing more happens to it: the first one has the deliveries."""
    row = ReportRun(
        report=made.answer.definition.name,
        parameters={},
        trigger=first.trigger,
        state=RunState.GENERATED.value,
        label=first.label,
        created_by=first.created_by,
        created_at=first.created_at,
        started_at=first.started_at,
        schedule_id=first.schedule_id,
        is_test=first.is_test,
        attempts=first.attempts,
        narrowed_to=first.narrowed_to,
        narrowing=first.narrowing,
        due_at=first.due_at or first.scheduled_for,
        pack_of=first.id,
        pack_place=place,
        settled_at=now,
    )
    session.add(row)
    _store(session, row, made, outcome, now)
    session.flush()
    return row


def _generated(claimed: ClaimedRun, run: ReportRun, part_of: int | None) -> audit.Event:
    details = {"report": run.report, "schedule": run.schedule_id, "sha256": run.sha256, "rows": run.rows}
    details |= {"is_test": run.is_test} | ({"part_of": part_of} if part_of else {})
    details |= {"pack_of": run.pack_of} if run.pack_of else {}
    return audit.Event(claimed.actor, "report_run.generated", f"report_run:{run.id}", details)


def _unsent(session: Session, run: ReportRun, made: Made, now: datetime) -> str:
    words = made.unsent or _ALL_NARROWED
    add_note(run, words)
    run.settled_at = now
    schedule = session.get(ReportSchedule, run.schedule_id, with_for_update=True, populate_existing=True)
    if schedule is not None and run.part_of is None:
        schedule.failures = 0
    return words


def _sent(
    session: Session, claimed: ClaimedRun, run: ReportRun, made: Made, whom: Sequence[Addressee], now: datetime
) -> str:
    deliveries = note_deliveries(session, run, whom)
    going = [one for one in deliveries if one.left_out is None]
    if not going:
        add_note(run, nobody_words(whom))
        run.settled_at = now
        return nobody_words(whom)
    add_note(run, left_out_words(whom))
    outbox.order(session, [_order(run, one, made) for one in going], now)
    schedule = session.get(ReportSchedule, claimed.schedule.id, with_for_update=True, populate_existing=True)
    if schedule is not None and not run.is_test and run.part_of is None:
        schedule.last_sent_at = now
    people = counted(len(going), "Empfänger", "Empfänger")
    return f"Berechnet und in den Versand gegeben: {people}."


def add_note(run: ReportRun, words: str | None) -> None:
    """Append to the note of a run."""
    run.note = " ".join(filter(None, (run.note, words)))[:300] or None


def _order(run: ReportRun, delivery: ReportDelivery, made: Made) -> Order:
    assert made.mail is not None
    files = [one for report in made.reports for one in report.artefacts] if made.is_attached else []
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
