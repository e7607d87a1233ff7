"""Carries a list out: the plan is made once more and kept as rows, which are entered in chunks.

The first chunk comes with the import itself, the rest by a job. A chunk is one transaction: its reservations with all
that belongs to them, and its rows, which from then on keep nothing of what the list said. The import's row is locked
first, so two processes never enter one chunk. Killed between two chunks, an import goes on at the first row that waits;
killed within one, none of that chunk happened. File and line are the key that no second entry can have.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

import structlog
from sqlalchemy import func, select, update
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.contact_details import Email, Phone
from services.core.db.db import Database
from services.core.http.errors import DatabaseUnavailable, Problem, ValidationProblem
from services.core.job_queue import queue
from services.core.job_queue.models import RunState
from services.core.stopping import stop_asked
from services.parks.allocation import lock_park
from services.reservations.desk.inputs import LONGEST_NOTE
from services.reservations.desk_entry.enter import enter
from services.reservations.desk_entry.entry import Channel, Entry, Household, Wish
from services.reservations.errors import (
    EntryNotBuilt,
    EntryPaused,
    ImportNotRunning,
    NothingToEnter,
    PlanChanged,
    UnknownImport,
)
from services.reservations.imports.models import WAITS, ImportRow, ImportState, ReservationImport
from services.reservations.imports.plan import Households, Plan, Planned, entered_rows, plan
from services.reservations.imports.reading import ListFile
from services.reservations.imports.rows import PASSED_OVER, Rules
from services.reservations.imports.schemas import Fate
from services.settings import Settings
from services.staff import audit

log = structlog.get_logger()

JOB: Final = "continue-imports"
CHUNK: Final = 25
"""Rows that one transaction enters: about half a second, in which nobody else can reserve."""
NEVERTHELESS: Final = "nevertheless"
"""A key of a stored row in addition to its entry: whether to enter it although its household is known."""
_KNOWN_BY_NOW: Final = "Dieser Haushalt hat inzwischen selbst reserviert."
_UNEXPECTED: Final = "Beim Eintragen ist ein unerwarteter Fehler aufgetreten."
_LONGEST_PROBLEM: Final = 300
_AWAY: Final = (OperationalError, InterfaceError, PoolTimeout, DatabaseUnavailable)
"""The database did not respond: nothing is wrong with the import, and the next run goes on."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """In whose name and when rows are entered."""

    by: str
    at: datetime


def lock_import(session: Session, import_id: int) -> ReservationImport:
    """The import, locked until the transaction ends, and its park before it. UnknownImport."""
    park = session.scalar(select(ReservationImport.park_id).where(ReservationImport.id == import_id))
    if park is None:
        raise UnknownImport
    lock_park(session, park)
    return session.get_one(ReservationImport, import_id, with_for_update=True, populate_existing=True)


def enter_chunk(session: Session, settings: Settings, made: ReservationImport, at: datetime) -> int:
    """Enter the next rows of a locked import that waits; returns how many waited until now. EntryPaused and
    EntryNotBuilt while the park takes nobody, and then the rows go on waiting.
    """
    waiting = select(ImportRow).where(ImportRow.import_id == made.id, WAITS).order_by(ImportRow.id).limit(CHUNK)
    rows = session.scalars(waiting).all()
    entries = [from_json(row.entry, is_told=made.is_told) for row in rows if row.entry]
    households = Households(session, entries)
    for row, entry in zip(rows, entries, strict=True):
        _enter(session, settings, row, entry, households, _Moment(made.actor, at))
    session.flush()
    if not _waiting(session, made.id):
        made.state = ImportState.DONE.value
    return len(rows)


def ask_for_the_rest(session: Session, made: ReservationImport, by: str, at: datetime) -> None:
    """Have the job go on with an import within seconds, unless it is complete or the job is about to run anyway."""
    run = queue.waiting(session, JOB)
    is_queued = run is not None and run.state == RunState.QUEUED.value
    if made.state == ImportState.RUNNING and not is_queued:
        queue.enqueue(session, JOB, by, at)


def go_on(session: Session, settings: Settings, import_id: int, by: str, at: datetime) -> None:
    """Enter the next chunk of an import that was held up, and leave the rest to the job. UnknownImport,
    ImportNotRunning, and as `enter_chunk`. A unit of work.
    """
    made = lock_import(session, import_id)
    if made.state != ImportState.RUNNING:
        raise ImportNotRunning
    made.problem = None
    enter_chunk(session, settings, made, at)
    ask_for_the_rest(session, made, by, at)


def continue_imports(db: Database, settings: Settings, clock: Clock) -> int:
    """Enter all that waits, chunk after chunk; returns how many rows waited. An import that cannot go on is held up
    with the reason and keeps none of the others from going on. Raises what a database that is away raises.
    """
    is_stopping = stop_asked()
    with db.read() as session:
        ids = session.scalars(select(ReservationImport.id).where(_GOES_ON).order_by(ReservationImport.id)).all()
    rows = 0
    for import_id in ids:
        while not is_stopping() and (count := _next_chunk(db, settings, import_id, clock)):
            rows += count
    return rows


_GOES_ON: Final = (ReservationImport.state == ImportState.RUNNING.value) & ReservationImport.problem.is_(None)


def _next_chunk(db: Database, settings: Settings, import_id: int, clock: Clock) -> int:
    """How many rows waited; 0 where the import is complete, held up or taken back."""

    def unit(session: Session) -> int:
        made = lock_import(session, import_id)
        goes_on = made.state == ImportState.RUNNING and made.problem is None
        return enter_chunk(session, settings, made, clock()) if goes_on else 0

    try:
        return db.write(unit)
    except _AWAY:
        raise
    except Problem as problem:
        _hold_up(db, import_id, problem.detail)
    except Exception as error:
        log.exception("import_held_up", reservation_import=import_id, error=type(error).__name__)
        _hold_up(db, import_id, _UNEXPECTED)
    return 0


def _hold_up(db: Database, import_id: int, reason: str) -> None:
    """Keep why an import does not go on; staff see it, and have it go on once that is mended."""

    def unit(session: Session) -> None:
        lock_import(session, import_id).problem = reason[:_LONGEST_PROBLEM]

    db.write(unit)


def _enter(
    session: Session, settings: Settings, row: ImportRow, entry: Entry, households: Households, moment: _Moment
) -> None:
    """Enter one row, or keep why not. A park that takes nobody refuses no row: the chunk waits."""
    if households.known(entry) and not (row.entry or {}).get(NEVERTHELESS):
        row.problem = _KNOWN_BY_NOW
    else:
        try:
            entered = enter(session, settings, entry, moment.by, moment.at)
            row.reservation_id, row.spot_number, row.entered_at = entered.id, entered.spot_number, moment.at
        except (EntryPaused, EntryNotBuilt):
            raise
        except Problem as problem:
            row.problem = _sentence(problem)[:_LONGEST_PROBLEM]
    row.entry = None


def _sentence(problem: Problem) -> str:
    if isinstance(problem, ValidationProblem):
        return " ".join(str(fault["message"]) for fault in problem.errors)
    return problem.detail


def _waiting(session: Session, import_id: int) -> int:
    query = select(func.count()).select_from(ImportRow).where(ImportRow.import_id == import_id, WAITS)
    return session.scalar(query) or 0


def entered_ids(session: Session, import_id: int) -> Sequence[int]:
    """The reservations of an import that were not taken back, in the order of the list."""
    query = select(ImportRow.reservation_id).where(
        ImportRow.import_id == import_id, ImportRow.reservation_id.is_not(None), ImportRow.taken_back_at.is_(None)
    )
    return [id_ for id_ in session.scalars(query.order_by(ImportRow.line)) if id_ is not None]


def as_json(entry: Entry) -> dict[str, Any]:
    """The entry as a row keeps it until its turn comes."""
    return {
        "household": asdict(entry.household),
        "wish": asdict(entry.wish),
        "received_on": entry.received_on.isoformat() if entry.received_on else None,
        "note": entry.note,
        "touch": dict(entry.touch),
    }


def from_json(kept: Mapping[str, Any], *, is_told: bool) -> Entry:
    who = kept["household"]
    day = kept["received_on"]
    return Entry(
        household=Household(**{**who, "email": Email(*who["email"]), "phone": Phone(*who["phone"])}),
        wish=Wish(**kept["wish"]),
        channel=Channel.IMPORT,
        received_on=date.fromisoformat(day) if day else None,
        note=kept["note"],
        seen=PASSED_OVER,
        touch=kept["touch"],
        is_told=is_told,
    )


_LEFT: Final = "Das Einlesen wurde nicht zu Ende geführt."
_KEPT: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class ListWish:
    """What a clerk asks for: the list, how it is to be entered, and the version of the plan that was seen."""

    file: ListFile
    file_name: str
    rules: Rules
    nevertheless: Set[int]
    statement: str
    is_told: bool
    version: str


def begin(session: Session, settings: Settings, wish: ListWish, by: str, at: datetime) -> int:
    """Keep the plan, enter its first chunk and leave the rest to the job; returns the import's id. PlanChanged,
    NothingToEnter; a unit of work.
    """
    lock_park(session, wish.rules.park)
    found = plan(session, wish.file, wish.rules, wish.nevertheless)
    if found.version != wish.version:
        raise PlanChanged(version=found.version)
    wanted = entered_rows(found.rows)
    if not wanted:
        raise NothingToEnter
    made = _import(wish, found, by, at)
    session.add(made)
    session.flush()
    session.add_all(_row(one, made, wish) for one in wanted)
    session.flush()
    details = {"rows": made.rows, "refused": made.refused, "left_out": made.left_out, "sha256": made.sha256}
    audit.append(session, [audit.Event(by, "reservation_import.added", f"reservation_import:{made.id}", details)], at)
    enter_chunk(session, settings, made, at)
    ask_for_the_rest(session, made, by, at)
    return made.id


def _import(wish: ListWish, found: Plan, by: str, at: datetime) -> ReservationImport:
    return ReservationImport(
        file_name=wish.file_name,
        sha256=wish.file.sha256,
        header_key=wish.file.header_key,
        mapping=wish.file.mapping.model_dump(),
        park_id=wish.rules.park,
        statement=wish.statement,
        is_told=wish.is_told,
        state=ImportState.RUNNING.value,
        rows=found.count(Fate.PLACE),
        refused=found.count(Fate.REFUSED),
        left_out=found.count(Fate.KNOWN),
        at=at,
        actor=by,
    )


def _row(one: Planned, made: ReservationImport, wish: ListWish) -> ImportRow:
    if one.row.entry is None:
        raise RuntimeError(f"line {one.row.line} is to be entered and has no entry")
    # What the list noted, and where the reservation and its consent come from
    origin = f"Aus der Liste „{wish.file_name}“, Zeile {one.row.line}."
    said = f"{origin} Einwilligung: {wish.statement}" if wish.statement else f"{origin} Einwilligung laut Liste."
    note = "\n".join(filter(None, (one.row.entry.note[: LONGEST_NOTE - len(said) - 1], said)))
    entry = replace(one.row.entry, note=note)
    return ImportRow(
        import_id=made.id,
        line=one.row.line,
        sha256=wish.file.sha256,
        planned_spot=one.spot_number,
        entry={**as_json(entry), NEVERTHELESS: one.known is not None},
    )


def forget_waiting(session: Session, now: datetime) -> int:
    """Close imports that were left unfinished for 30 days: what waited is not entered, and nothing of it is kept.
    Returns how many.
    """
    is_old = (ReservationImport.state == ImportState.RUNNING.value) & (ReservationImport.at < now - _KEPT)
    left = session.scalars(select(ReservationImport).where(is_old).with_for_update()).all()
    for made in left:
        made.state, made.problem = ImportState.DONE.value, None
        waiting = update(ImportRow).where(ImportRow.import_id == made.id, WAITS)
        session.execute(waiting.values(entry=None, problem=_LEFT), execution_options={"synchronize_session": False})
    return len(left)
