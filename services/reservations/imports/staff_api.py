"""Staff API for importing lists of reservations: dry run, import in chunks, refused rows, undo."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from fastapi import Query
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from services.core.http.answers import Extended
from services.core.http.paging import ListQuery, page_of
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId, fault_of
from services.core.tables_in.files import read_file
from services.core.tables_in.schemas import TableFileIn, TableFileOut
from services.reservations.imports import carry_out
from services.reservations.imports import undo as undoing
from services.reservations.imports.models import STANDS, WAITS, ImportRow, ImportState, ReservationImport
from services.reservations.imports.plan import plan, plan_out, refused_csv
from services.reservations.imports.reading import LARGEST_TEXT, ListFile, read_list
from services.reservations.imports.rows import Rules
from services.reservations.imports.schemas import (
    ImportListIn,
    LaterRefusalOut,
    ListImportOut,
    ListImportsOut,
    ListIn,
    ListMappingIn,
    PlanOut,
    RefusedFileOut,
    RefusedRowsIn,
    UndoOutlookOut,
)
from services.reservations.transitions import UNDO_WINDOW
from services.staff.access import CallOf, ClerkOf, StaffRouter
from services.staff.actor_names import with_actor_names
from services.staff.call import Call

router = StaffRouter(tag="reservation imports")

PATH: Final = "/reservations/imports"
LARGE_BODIES: Final = {f"/api/staff{PATH}": 22 * 1024 * 1024}
"""A list within JSON, where quotation marks and line ends take two bytes."""
_LONGEST_NAME: Final = 200


class ListImportsQuery(ListQuery):
    sort: Literal["at"] = "at"
    order: Literal["asc", "desc"] = "desc"


def _read(text: str, mapping: dict[str, Any]) -> ListFile:
    with fault_of("text"):
        return read_list(text, mapping)


def _given(mapping: ListMappingIn | None) -> dict[str, Any]:
    return mapping.model_dump(exclude_none=True) if mapping else {}


def _rules(body: ListIn, call: Call) -> Rules:
    return Rules(
        park=body.park,
        has_statement=bool(body.statement),
        instalments_offered=call.settings.instalments_offered,
        allow_test_domains=call.settings.environment == "local",
        at=call.now,
    )


def _latest(session: Session, **same: str) -> ReservationImport | None:
    query = select(ReservationImport).filter_by(**same).order_by(ReservationImport.id.desc()).limit(1)
    return session.scalars(query).first()


def _file_name(body: ListIn) -> str:
    shown = "".join(letter for letter in body.file_name if letter.isprintable())
    return shown.strip()[:_LONGEST_NAME] or "Liste"


@router.post(f"{PATH}/read")
def read_reservation_list(body: TableFileIn, _staff: ClerkOf) -> TableFileOut:
    """The tables of a file, as text for the check; nothing is stored."""
    with fault_of("content"):
        return TableFileOut.model_validate(read_file(body.content, LARGEST_TEXT))


@router.post(f"{PATH}/check")
def check_reservation_list(body: ListIn, call: CallOf, _staff: ClerkOf) -> PlanOut:
    """Dry run of an import; nothing is stored. The default mapping is that of the latest list with the same header."""
    file = _read(body.text, _given(body.mapping))
    with call.db.read() as session:
        remembered = _latest(session, header_key=file.header_key) if body.mapping is None and file.header_key else None
        if remembered:
            kept = {name: remembered.mapping[name] for name in ("columns", "fixed", "has_header")}
            file = _read(body.text, kept)
        found = plan(session, file, _rules(body, call), frozenset(body.nevertheless))
        return plan_out(file, found, _latest(session, sha256=file.sha256), is_remembered=remembered is not None)


@router.post(PATH, status_code=201)
def import_reservations(body: ImportListIn, call: CallOf, staff: ClerkOf) -> ListImportOut:
    """Import a list as it was checked; refused as a whole if the outcome would differ. The first rows are entered at
    once, the others by a job: `state` is `running` until the last one.
    """
    file = _read(body.text, _given(body.mapping))
    wish = carry_out.ListWish(
        file=file,
        file_name=_file_name(body),
        rules=_rules(body, call),
        nevertheless=frozenset(body.nevertheless),
        statement="" if "consent" in file.mapping.columns else body.statement,
        is_told=body.is_told,
        version=body.version,
    )

    def unit(session: Session) -> ListImportOut:
        import_id = carry_out.begin(session, call.settings, wish, staff.actor, call.now)
        return _shown(session, import_id, call)

    return call.db.write(unit)


@router.post(f"{PATH}/{{import_id:int}}/continue")
def continue_reservation_import(import_id: RowId, session: Writes, call: CallOf, staff: ClerkOf) -> ListImportOut:
    """Enter the next rows of a stalled import; the job enters the rest. Refused while the reason lasts."""
    carry_out.go_on(session, call.settings, import_id, staff.actor, call.now)
    return _shown(session, import_id, call)


@router.post(f"{PATH}/refused")
def refused_list_rows(body: RefusedRowsIn, call: CallOf, _staff: ClerkOf) -> RefusedFileOut:
    """The refused rows of a list as CSV with their reasons, to correct and import again."""
    file = _read(body.text, _given(body.mapping))
    with call.db.read() as session:
        found = plan(session, file, _rules(body, call), frozenset(body.nevertheless))
        own = select(ImportRow.line, ImportRow.problem).where(ImportRow.import_id == body.import_id)
        later = {line: problem for line, problem in session.execute(own) if problem}
        entered = set(session.scalars(select(ImportRow.line).where(ImportRow.import_id == body.import_id)))
    content, rows = refused_csv(file, found, later, entered)
    name = _file_name(body).rpartition(".")[0] or _file_name(body)
    return RefusedFileOut(file_name=f"{name}-nicht-eingelesen.csv", content=content, rows=rows)


@router.get(PATH)
def list_reservation_imports(
    wanted: Annotated[ListImportsQuery, Query()], session: Reads, call: CallOf, _staff: ClerkOf
) -> ListImportsOut:
    """Imported lists, the latest first."""
    sort = (ReservationImport.at, ReservationImport.id)
    rows, has_next = page_of(session, select(ReservationImport), wanted, sort)
    total = session.scalar(select(func.count()).select_from(ReservationImport)) or 0
    return ListImportsOut(data=_imports_out(session, rows, call.now), has_next=has_next, total=total)


@router.get(f"{PATH}/{{import_id:int}}/undo")
def preview_undo_of_reservation_import(
    import_id: RowId, session: Reads, call: CallOf, _staff: ClerkOf
) -> UndoOutlookOut:
    """The consequences of undoing an import; nothing changes."""
    return undoing.outlook(session, import_id, call.now)


@router.post(f"{PATH}/{{import_id:int}}/undo")
def undo_reservation_import(import_id: RowId, session: Writes, call: CallOf, staff: ClerkOf) -> ListImportOut:
    """Undo an import: frees the places and withdraws waiting mails and letters."""
    undoing.undo(session, import_id, staff.actor, call.now)
    return _shown(session, import_id, call)


def _shown(session: Session, import_id: int, call: Call) -> ListImportOut:
    session.flush()
    (shown,) = _imports_out(session, [session.get_one(ReservationImport, import_id)], call.now)
    return shown


def _imports_out(session: Session, made: Sequence[ReservationImport], at: datetime) -> list[ListImportOut]:
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
