"""Carries a list out: the plan is made once more and kept as rows, and the first of them are entered.

Short lists are complete with the call; the rows of longer ones are entered by a job (`chunks.py`).
"""

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.parks.allocation import lock_park
from services.reservations.desk.notes_schemas import LONGEST_NOTE
from services.reservations.desk_entry.entry import Entry
from services.reservations.imports.chunks import NEVERTHELESS, as_json, ask_for_the_rest, enter_chunk
from services.reservations.imports.errors import NothingToEnter, PlanChanged
from services.reservations.imports.models import WAITS, ImportRow, ImportState, ReservationImport
from services.reservations.imports.plan import Choices, Fate, Plan, Planned, entered_rows, plan
from services.reservations.imports.reading import ListFile
from services.reservations.imports.rows import Rules
from services.settings import Settings
from services.staff import audit

_LEFT: Final = "Das Einlesen wurde nicht zu Ende geführt."
_KEPT: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a clerk asks for: the list, how it is to be entered, and the version of the plan that was seen."""

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
    """Keep the plan, enter its first chunk and leave the rest to the job; returns the import's id. PlanChanged,
    NothingToEnter; a unit of work.
    """
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
    enter_chunk(session, settings, made, at)
    ask_for_the_rest(session, made, by, at)
    return made.id


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
        entry={**as_json(entry), NEVERTHELESS: one.known is not None},
    )


def _note(entry: Entry, wish: Wish, line: int) -> str:
    """What the list noted, and where the reservation and its consent come from."""
    origin = f"Aus der Liste „{wish.file_name}“, Zeile {line}."
    said = f"{origin} Einwilligung: {wish.statement}" if wish.statement else f"{origin} Einwilligung laut Liste."
    return "\n".join(filter(None, (entry.note[: LONGEST_NOTE - len(said) - 1], said)))


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
