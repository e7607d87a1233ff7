"""Carries a list out: the plan is made once more and kept as rows, which are entered in chunks.

A chunk is one transaction: its reservations with all that belongs to them, and its rows, which from then on keep
nothing of what the list said. Killed between two chunks, an import goes on at the first row that waits; killed within
one, none of that chunk happened. File and line are the key that no second entry can have.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from services.core.http.errors import Problem, ValidationProblem
from services.parks.allocation import lock_park
from services.reservations.desk_entry.enter import enter
from services.reservations.desk_entry.entry import Entry
from services.reservations.desk_entry.errors import EntryNotBuilt, EntryPaused
from services.reservations.imports.errors import ImportNotRunning, NothingToEnter, PlanChanged, UnknownImport
from services.reservations.imports.known import Households
from services.reservations.imports.models import WAITS, ImportRow, ImportState, ReservationImport
from services.reservations.imports.plan import Choices, Fate, Plan, Planned, entered_rows, plan
from services.reservations.imports.reading import ListFile
from services.reservations.imports.rows import Rules
from services.reservations.imports.stored_entry import as_json, from_json
from services.reservations.notes.schemas import LONGEST_NOTE
from services.settings import Settings
from services.staff import audit

CHUNK: Final = 50
"""Rows that one transaction enters: about half a second, in which nobody else can reserve."""
_NEVERTHELESS: Final = "nevertheless"
_KNOWN_BY_NOW: Final = "Dieser Haushalt hat inzwischen selbst reserviert."
_LEFT: Final = "Das Einlesen wurde nicht zu Ende geführt."
_LONGEST_PROBLEM: Final = 300
_KEPT: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asks for: the list, how it is to be entered, and the version of the plan that was seen."""

    file: ListFile
    file_name: str
    sha256: str
    rules: Rules
    choices: Choices
    statement: str
    is_told: bool
    version: str


def digest(text: str) -> str:
    """The hash by which the same list is recognised."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def begin(session: Session, settings: Settings, wish: Wish, by: str, at: datetime) -> int:
    """Keep the plan and enter its first chunk; returns the import's id. PlanChanged, NothingToEnter; a unit of work."""
    lock_park(session, wish.rules.park)
    found = plan(session, wish.file, wish.sha256, wish.rules, wish.choices)
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
    _enter_chunk(session, settings, made, by, at)
    return made.id


def go_on(session: Session, settings: Settings, import_id: int, by: str, at: datetime) -> None:
    """Enter the next chunk. UnknownImport, ImportNotRunning; EntryPaused and EntryNotBuilt while the park takes nobody,
    and then the rows go on waiting. A unit of work.
    """
    made = lock_import(session, import_id)
    if made.state != ImportState.RUNNING:
        raise ImportNotRunning
    _enter_chunk(session, settings, made, by, at)


def lock_import(session: Session, import_id: int) -> ReservationImport:
    """The import, locked until the transaction ends, and its park before it. UnknownImport."""
    park = session.scalar(select(ReservationImport.park_id).where(ReservationImport.id == import_id))
    if park is None:
        raise UnknownImport
    lock_park(session, park)
    return session.get_one(ReservationImport, import_id, with_for_update=True, populate_existing=True)


def _import(wish: Wish, found: Plan, by: str, at: datetime) -> ReservationImport:
    return ReservationImport(
        file_name=wish.file_name,
        sha256=wish.sha256,
        header_key=wish.file.header_key,
        mapping=wish.file.mapping.as_json(),
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


def _row(one: Planned, made: ReservationImport, wish: Wish) -> ImportRow:
    if one.row.entry is None:
        raise RuntimeError(f"line {one.row.line} is to be entered and has no entry")
    entry = replace(one.row.entry, note=_note(one.row.entry, wish, one.row.line))
    return ImportRow(
        import_id=made.id,
        line=one.row.line,
        sha256=wish.sha256,
        planned_spot=one.spot_number,
        entry={**as_json(entry), _NEVERTHELESS: one.known is not None},
    )


def _note(entry: Entry, wish: Wish, line: int) -> str:
    """What the list noted, and where the reservation and its consent come from."""
    origin = f"Aus der Liste „{wish.file_name}“, Zeile {line}."
    said = f"{origin} Einwilligung: {wish.statement}" if wish.statement else f"{origin} Einwilligung laut Liste."
    return "\n".join(filter(None, (entry.note[: LONGEST_NOTE - len(said) - 1], said)))


def _enter_chunk(session: Session, settings: Settings, made: ReservationImport, by: str, at: datetime) -> None:
    waiting = select(ImportRow).where(ImportRow.import_id == made.id, WAITS).order_by(ImportRow.id).limit(CHUNK)
    rows = session.scalars(waiting).all()
    entries = [from_json(row.entry, is_told=made.is_told) for row in rows if row.entry]
    households = Households(session, entries)
    for row, entry in zip(rows, entries, strict=True):
        _enter(session, settings, row, entry, households, (by, at))
    session.flush()
    if not _waiting(session, made.id):
        made.state = ImportState.DONE.value


def _enter(
    session: Session,
    settings: Settings,
    row: ImportRow,
    entry: Entry,
    households: Households,
    whom: tuple[str, datetime],
) -> None:
    """Enter one row, or keep why not. A park that takes nobody refuses no row: the chunk waits."""
    by, at = whom
    if households.known(entry) and not (row.entry or {}).get(_NEVERTHELESS):
        row.problem = _KNOWN_BY_NOW
    else:
        try:
            entered = enter(session, settings, entry, by, at)
            row.reservation_id, row.spot_number, row.entered_at = entered.id, entered.spot_number, at
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
    """The reservations of an import that stand, in the order of the list."""
    query = select(ImportRow.reservation_id).where(
        ImportRow.import_id == import_id, ImportRow.reservation_id.is_not(None), ImportRow.taken_back_at.is_(None)
    )
    return [id_ for id_ in session.scalars(query.order_by(ImportRow.line)) if id_ is not None]


def forget_waiting(session: Session, now: datetime) -> int:
    """Close imports that were left unfinished for 30 days: what waited is not entered, and nothing of it is kept.
    Returns how many.
    """
    is_old = (ReservationImport.state == ImportState.RUNNING.value) & (ReservationImport.at < now - _KEPT)
    left = session.scalars(select(ReservationImport).where(is_old).with_for_update()).all()
    for made in left:
        made.state = ImportState.DONE.value
        waiting = update(ImportRow).where(ImportRow.import_id == made.id, WAITS)
        session.execute(waiting.values(entry=None, problem=_LEFT), execution_options={"synchronize_session": False})
    return len(left)
