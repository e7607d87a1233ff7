"""What the console is shown of plans and imports."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from services.core.http.answers import Extended
from services.reservations.desk.perform import UNDO_WINDOW
from services.reservations.imports.models import STANDS, WAITS, ImportRow, ImportState, ReservationImport
from services.reservations.imports.plan import Fate, Plan, Planned
from services.reservations.imports.reading import ListFile
from services.reservations.imports.schemas import (
    EarlierImportOut,
    KnownOut,
    LaterRefusalOut,
    ListFaultOut,
    ListImportOut,
    ListMappingOut,
    PlannedRowOut,
    PlanOut,
)
from services.staff.actor_names import with_actor_names


def plan_out(file: ListFile, plan: Plan, before: ReservationImport | None, *, is_remembered: bool) -> PlanOut:
    """The dry run as an answer."""
    return PlanOut(
        version=plan.version,
        mapping=ListMappingOut.model_validate(file.mapping.as_json()),
        is_remembered=is_remembered,
        columns=file.columns,
        preview=file.preview,
        rows=[_row_out(one) for one in plan.rows],
        places=plan.count(Fate.PLACE),
        refused=plan.count(Fate.REFUSED),
        known=plan.count(Fate.KNOWN),
        already_imported=EarlierImportOut.model_validate(before) if before else None,
    )


def _row_out(one: Planned) -> PlannedRowOut:
    return PlannedRowOut(
        line=one.row.line,
        name=one.row.name,
        fate=one.fate,
        spot_number=one.spot_number,
        faults=[ListFaultOut.model_validate(fault) for fault in one.faults],
        remarks=list(one.row.remarks),
        known=KnownOut.model_validate(one.known) if one.known else None,
    )


def imports_out(session: Session, made: Sequence[ReservationImport], at: datetime) -> list[ListImportOut]:
    """Imports with the names of who made and undid them, and what became of their rows."""
    ids = [one.id for one in made]
    counts, later = _counts(session, ids), _refused_later(session, ids)
    return [
        ListImportOut.model_validate(
            Extended(one, **counts[one.id], undo_until=_undo_until(one, at), later=later.get(one.id, []))
        )
        for one in with_actor_names(session, made, "actor", "undone_by")
    ]


def _counts(session: Session, ids: Sequence[int]) -> dict[int, dict[str, int]]:
    found: dict[str, Counter[int]] = {}
    is_moved = ImportRow.spot_number != ImportRow.planned_spot
    for name, condition in (("entered", STANDS), ("waiting", WAITS), ("moved", is_moved)):
        query = select(ImportRow.import_id, func.count()).where(ImportRow.import_id.in_(ids), condition)
        found[name] = Counter(_by_id(session, query.group_by(ImportRow.import_id)))
    return {id_: {name: counted[id_] for name, counted in found.items()} for id_ in ids}


def _by_id(session: Session, counted: Select[int, int]) -> dict[int, int]:
    return {id_: count for id_, count in session.execute(counted)}  # noqa: C416 - rows are no pairs to the type checker


def _refused_later(session: Session, ids: Sequence[int]) -> dict[int, list[LaterRefusalOut]]:
    query = select(ImportRow).where(ImportRow.import_id.in_(ids), ImportRow.problem.is_not(None))
    found: dict[int, list[LaterRefusalOut]] = defaultdict(list)
    for row in session.scalars(query.order_by(ImportRow.line)):
        found[row.import_id].append(LaterRefusalOut.model_validate(row))
    return found


def _undo_until(made: Extended, at: datetime) -> datetime | None:
    until: datetime = made.at + UNDO_WINDOW
    return until if made.state != ImportState.UNDONE and at < until else None
