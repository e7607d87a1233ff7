"""API schemas of importing lists of reservations; for staff and administrators, who see whom a row names."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from services.core.http.answers import Answer, Extended
from services.core.inputs import Body, Line, Otherwise, Whole
from services.core.table_reading.days import DayFormat
from services.core.table_reading.numbers import NumberFormat
from services.offer import DEFAULT_PARK
from services.reservations.imports.models import STANDS, WAITS, ImportRow, ImportState, ReservationImport
from services.reservations.imports.plan import Fate, Plan, Planned
from services.reservations.imports.reading import LARGEST_TEXT, MOST_COLUMNS, MOST_ROWS, ListFile
from services.reservations.transitions import UNDO_WINDOW
from services.staff.actor_names import with_actor_names

ListField = Literal[
    "first_name", "last_name", "name", "email", "mobile_phone", "postcode", "town", "street", "household_size",
    "monthly_abschlag", "energy_provider", "annual_kwh", "payment_plan", "credit", "consent", "received_on", "note",
    "utm_source", "utm_medium", "utm_campaign",
]  # fmt: skip
"""What a column may hold, as `columns.LABELS`."""
FixedField = Literal["household_size", "monthly_abschlag", "energy_provider", "annual_kwh", "payment_plan", "credit"]
Delimiter = Literal[";", ",", "\t", "|"]
Column = Annotated[int, Whole(0, MOST_COLUMNS - 1)]
LineNumber = Annotated[int, Whole(1, LARGEST_TEXT)]
LONGEST_STATEMENT = 300


class ListMappingOut(BaseModel):
    """How a list is read; columns are counted from 0."""

    columns: dict[ListField, int]
    fixed: dict[FixedField, str]
    delimiter: Delimiter
    number_format: NumberFormat
    day_format: DayFormat
    has_header: bool


class ListMappingIn(Body):
    """What is known of it; anything else is guessed."""

    columns: dict[ListField, Column] | None = None
    fixed: dict[FixedField, Annotated[str, Field(max_length=60)]] | None = None
    delimiter: Delimiter | None = None
    number_format: NumberFormat | None = None
    day_format: DayFormat | None = None
    has_header: bool | None = None


class ListIn(Body):
    """A list as the browser read it, and what was decided about it. `statement`: where the consents of all households
    of the list are kept. `nevertheless`: lines of known households that are to be entered.
    """

    file_name: str = Field(max_length=1000)
    text: str = Field(max_length=LARGEST_TEXT)
    mapping: ListMappingIn | None = None
    park: str = Field(DEFAULT_PARK, max_length=40)
    statement: Annotated[str, Line(LONGEST_STATEMENT), Otherwise("")] = ""
    nevertheless: list[LineNumber] = Field([], max_length=MOST_ROWS)


class ImportListIn(ListIn):
    """The same, with the version of the plan that was seen. `is_told`: whether mail or letter confirms each."""

    version: str = Field(max_length=64)
    is_told: bool = True


class RefusedRowsIn(ListIn):
    """The same; with an import also its rows that were refused when their turn came."""

    import_id: Annotated[int, Whole(1, 2**53 - 1)] | None = None


class ListFaultOut(Answer):
    """Why a row is refused; `field` is empty where no single one is at fault."""

    field: str
    code: str
    message: str


class KnownOut(Answer):
    """The reservation a household has already, or the earlier line of the same list."""

    reservation_id: int | None
    reference: str | None
    line: int | None


class PlannedRowOut(BaseModel):
    """What becomes of a row. `known` also stands with one that is entered nevertheless."""

    line: int
    name: str
    fate: Fate
    spot_number: int | None
    faults: list[ListFaultOut]
    remarks: list[str]
    known: KnownOut | None


class EarlierImportOut(Answer):
    id: int
    at: datetime


class PlanOut(BaseModel):
    """The dry run of a list; nothing is stored. `is_remembered`: the mapping is that of an earlier list with the same
    header. `already_imported`: the latest import of this very file.
    """

    version: str
    mapping: ListMappingOut
    is_remembered: bool
    columns: list[str]
    preview: list[list[str]]
    rows: list[PlannedRowOut]
    places: int
    refused: int
    known: int
    already_imported: EarlierImportOut | None


class LaterRefusalOut(Answer):
    """A row that was refused when its turn came."""

    line: int
    problem: str


class ListImportOut(Answer):
    """An imported list. `rows` were to be entered, `entered` are, `waiting` will be; `moved` got another place than
    planned. `problem`: why a running one does not go on by itself. `undo_until` is null where nothing can be taken
    back.
    """

    id: int
    file_name: str
    park_id: str
    state: ImportState
    problem: str | None
    rows: int
    entered: int
    waiting: int
    moved: int
    refused: int
    left_out: int
    is_told: bool
    statement: str
    at: datetime
    actor_name: str | None
    undo_until: datetime | None
    undone_at: datetime | None
    undone_by_name: str | None
    later: list[LaterRefusalOut]


class ListImportsOut(BaseModel):
    data: list[ListImportOut]
    has_next: bool
    total: int


class KeptOut(Answer):
    """A reservation that was changed since, and stays."""

    id: int
    reference: str
    name: str
    spot_number: int


class UndoOutlookOut(BaseModel):
    """What taking back would do. `told`: households that have their confirmation and will get a cancellation."""

    count: int
    told: int
    changed: list[KeptOut]


class RefusedFileOut(BaseModel):
    """A file for the browser to keep."""

    file_name: str
    content: str
    rows: int


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
