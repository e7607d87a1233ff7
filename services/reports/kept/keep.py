"""Kept report runs: computed once and stored with parameters, data basis and SQL version.

The file is written first, then one transaction writes the row with the audit entry. After a crash before the commit,
the sweep deletes the file without a row; after the commit, the run is complete.
"""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from analytics import definitions as described
from analytics.definitions import Definition, definitions
from analytics.parameters import PARAMETERS, Name, OneOf
from analytics.reporting import Parameters
from analytics.runner import in_order, macros_sql
from services.core import data_folder
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.core.fields import Refused
from services.core.german import numeric_day
from services.core.inputs import fault_of
from services.core.storage.storage import Storage, StorageFault
from services.reports.errors import OthersRun, UnknownRun
from services.reports.kept.result_file import KeptFile, read_result, write_result
from services.reports.models import ReportRun, RunState, RunTrigger
from services.reports.parameter_labels import parameters_in_words
from services.reports.pool.progress import Monitor
from services.reports.redact import redacted_tables
from services.reports.run import ReportAnswer, ReportContext, run_report, with_source
from services.reservations.models import ReservationChange
from services.staff import audit
from services.staff.actor_names import actor_names
from services.staff.call import Staff
from services.staff.models import AuditEntry, Role
from services.store.models import StoreWatermark
from services.visits.models import Visit

_TRIES: Final = 3
_LIVE = ReportRun.removed_at.is_(None)


@dataclass(frozen=True, slots=True)
class Marks:
    """Highest ids at the time of a run; a comparison looks only at newer rows. Audit log entries are written strictly
    one after another, so none is ever committed below the highest; visits arrive concurrently and are only searched
    above their mark.
    """

    audit: int
    changes: int
    visits: int


@dataclass(frozen=True, slots=True)
class Result:
    """A computed report, and its file."""

    answer: ReportAnswer
    marks: Marks
    file: KeptFile


@dataclass(frozen=True, slots=True)
class KeepRequest:
    """Where to keep the run, for whom and under which name."""

    context: ReportContext
    files: Storage
    actor: str
    label: str


def may_see(report: str, role: Role) -> bool:
    """Whether the role may see runs of a report; runs of a deleted report are for roles that see all reports."""
    definition = definitions().get(report)
    is_for_everyone = definition is not None and definition.audience == "everyone"
    return is_for_everyone or role in (Role.ADMIN, Role.MARKETING)


def definition_for(report: str, role: Role) -> Definition:
    """The definition of a report that the role may see; ValidationProblem."""
    definition = definitions().get(report)
    with fault_of("report"):
        if definition is None or not may_see(report, role):
            raise Refused("unknown_choice", "Diesen Bericht gibt es nicht.")
    return definition


def keep_report(
    wanted: KeepRequest,
    definition: Definition,
    parameters: Parameters,
    monitor: Monitor | None = None,
    also: Callable[[Session, ReportRun], None] = lambda _session, _run: None,
) -> ReportRun:
    """Compute a report with all its rows and keep it. Raises what `run_report` raises; then nothing is kept. `also` is
    done in the same transaction.
    """
    context = wanted.context
    result = compute(context, wanted.files, definition, parameters, monitor)
    try:
        return context.db.write(lambda session: _store(session, wanted, result, also))
    except BaseException:
        with suppress(StorageFault):  # then the sweep has it
            wanted.files.delete(result.file.path)
        raise


def compute(
    context: ReportContext,
    files: Storage,
    definition: Definition,
    parameters: Parameters,
    monitor: Monitor | None = None,
) -> Result:
    """Compute a report with all its rows and write them to a file that no row names yet."""
    marks, answer = computed(context, definition, parameters, monitor)
    return Result(answer, marks, write_result(files, answer))


def computed(
    context: ReportContext, definition: Definition, parameters: Parameters, monitor: Monitor | None = None
) -> tuple[Marks, ReportAnswer]:
    """The answer with matching marks: apart from visits, nothing was written while it was computed.

    If writes keep coming, the last try is used with the marks taken before it: a concurrent write is then reported as a
    change although the figures include it, which is better than missing a change.
    """

    def computed(context: ReportContext) -> tuple[Marks, ReportAnswer]:
        """The marks are those of the server that is read."""
        for _ in range(_TRIES):
            before = _marks(context.db)
            found = run_report(context, definition, parameters, limit=None, monitor=monitor)
            after = _marks(context.db)
            if (before.audit, before.changes) == (after.audit, after.changes):
                break
        return before, found

    return with_source(context, computed)


def _marks(db: Database) -> Marks:
    with db.read() as session:
        return marks_of(session)


def marks_of(session: Session) -> Marks:
    """Highest ids in this session's snapshot."""
    newest = (func.max(model.id) for model in (AuditEntry, ReservationChange, Visit))
    audit, changes, visits = (session.scalar(select(one)) or 0 for one in newest)
    return Marks(audit, changes, visits)


def put_result(session: Session, run: ReportRun, result: Result) -> None:
    """Describe the result in the run's row."""
    answer, file = result.answer, result.file
    watermarks = {
        name: {"written_in": written_in, "last_id": last}
        for name, written_in, last in session.execute(
            select(StoreWatermark.dataset, StoreWatermark.written_in, StoreWatermark.last_id)
        )
    }
    run.stand = {**answer.stand.as_json(), "marks": asdict(result.marks), "watermarks": watermarks}
    run.parameters = answer.told
    run.sql_version, run.sql_parts = answer.definition.version, sql_parts(answer.definition)
    run.result_path, run.bytes, run.sha256, run.rows = file.path, file.bytes, file.sha256, file.rows


def sql_parts(definition: Definition) -> dict[str, str]:
    """SHA-256 of every file of the report, of its columns, of each model it depends on and of the macros, by name: to
    show later which of them changed.
    """
    columns = repr([table.columns for table in definition.tables])
    parts = {"macros": macros_sql().encode(), "columns": columns.encode()}
    parts |= {model.name: model.sql.encode() for model in in_order(definition.models)}
    for path in sorted((described.REPORTS / definition.name).iterdir()):
        if path.suffix in (".sql", ".toml"):
            parts[f"{definition.name}/{path.name}"] = path.read_bytes()
    return {name: hashlib.sha256(content).hexdigest() for name, content in parts.items()}


def _store(
    session: Session, wanted: KeepRequest, result: Result, also: Callable[[Session, ReportRun], None]
) -> ReportRun:
    data_folder.hold(session, wanted.files)
    now = wanted.context.now
    run = ReportRun(
        report=result.answer.definition.name,
        trigger=RunTrigger.KEPT.value,
        state=RunState.GENERATED.value,
        label=wanted.label,
        created_by=wanted.actor,
        created_at=now,
        started_at=now,
        finished_at=now,
    )
    put_result(session, run, result)
    session.add(run)
    session.flush()
    _tell(session, run, "kept", wanted.actor, now)
    also(session, run)
    return run


def runs(role: Role, report: str | None = None) -> Select[ReportRun]:
    """Kept runs this role may see, of one report or of all. Scheduled runs are listed with their schedule because they
    come every morning.
    """
    seen = [name for name in definitions() if may_see(name, role)]
    query = select(ReportRun).where(_LIVE, ReportRun.trigger == RunTrigger.KEPT.value)
    if role not in (Role.ADMIN, Role.MARKETING):
        query = query.where(ReportRun.report.in_(seen))
    return query.where(ReportRun.report == report) if report is not None else query


def find(session: Session, run_id: int, role: Role) -> ReportRun:
    """The kept run; raises UnknownRun also if the role may not see its report."""
    run = session.get(ReportRun, run_id)
    if run is None or run.removed_at is not None or run.result_path is None or not may_see(run.report, role):
        raise UnknownRun
    return run


def answer_of_run(db: Database, files: Storage, run: ReportRun, limit: int | None = None) -> ReportAnswer:
    """The contents of the run's file, at most `limit` rows of each table. Raises ResultDamaged.

    Redacted with today's names: a household's name may have been entered after the run was kept.
    """
    kept = read_result(files, run.result_path or "", run.sha256 or "", limit)
    # Who entered the assumptions of a run: the person who kept it. The mail of a schedule says it otherwise.
    with db.read() as session:
        name = actor_names(session, [run.created_by]).get(run.created_by)
    given = f"eingetragen von {name} am {numeric_day(berlin_day(run.created_at))}" if name else ""
    return replace(kept, tables=redacted_tables(kept.tables, db), given=given)


def own_words(told: Mapping[str, Any], park_names: Mapping[str, str], given: str = "") -> list[tuple[str, str]]:
    """(label, value) of a run's parameters that differ from their defaults, and of every choice, since it says what the
    report shows; without period and comparison.
    """
    own = {name: value for name, value in told.items() if name not in ("from", "to") and _is_own(name, value)}
    return parameters_in_words(own, None, park_names, given)


def _is_own(name: str, value: Any) -> bool:
    parameter = PARAMETERS.get(name)
    return parameter is None or isinstance(parameter, OneOf | Name) or value != parameter.default


def remove(session: Session, run_id: int, reason: str, staff: Staff, now: datetime) -> None:
    """Remove a run from the list; the sweep deletes its file. Raises UnknownRun, OthersRun."""
    run = find(session, run_id, staff.role)
    if run.created_by != staff.actor and staff.role is not Role.ADMIN:
        raise OthersRun
    run.removed_at, run.removed_by, run.removal_reason = now, staff.actor, reason
    session.flush()
    _tell(session, run, "removed", staff.actor, now)


def _tell(session: Session, run: ReportRun, what: str, actor: str, now: datetime) -> None:
    # Label and reason are free text and may name people; log entries cannot be erased.
    details = {"report": run.report, "sha256": run.sha256}
    audit.append(session, [audit.Event(actor, f"report_run.{what}", f"report_run:{run.id}", details)], now)
