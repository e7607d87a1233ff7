"""API schemas of importing lists of reservations; for staff and administrators, who see whom a row names."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, Field

from services.core.http.answers import Answer
from services.core.inputs import Body, Default, Integer, Line
from services.core.tables_in.reading import MOST_COLUMNS, Delimiter
from services.core.tables_in.values import DayFormat, NumberFormat
from services.offer import DEFAULT_PARK
from services.reservations.imports.models import ImportState
from services.reservations.imports.reading import LARGEST_TEXT, MOST_ROWS, FixedField, ListField, ListMappingOut

Column = Annotated[int, Integer(0, MOST_COLUMNS - 1)]
LineNumber = Annotated[int, Integer(1, LARGEST_TEXT)]
LONGEST_STATEMENT = 300


class Fate(StrEnum):
    """What becomes of a row."""

    PLACE = "place"
    REFUSED = "refused"
    KNOWN = "known"


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
    statement: Annotated[str, Line(LONGEST_STATEMENT), Default("")] = ""
    nevertheless: list[LineNumber] = Field([], max_length=MOST_ROWS)


class ImportListIn(ListIn):
    """The same, with the version of the plan that was seen. `is_told`: whether mail or letter confirms each."""

    version: str = Field(max_length=64)
    is_told: bool = True


class RefusedRowsIn(ListIn):
    """The same; with an import also its rows that were refused when their turn came."""

    import_id: Annotated[int, Integer(1, 2**53 - 1)] | None = None


class ListFaultOut(Answer):
    """Why a row is refused; `field` is empty where no single one is at fault."""

    field: str
    code: str
    message: str


class KnownOut(Answer):
    """The reservation a household has already, or the earlier line of the same list. Without `is_same_name` they share
    mailbox or telephone alone.
    """

    reservation_id: int | None
    reference: str | None
    line: int | None
    is_same_name: bool


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
