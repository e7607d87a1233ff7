"""API schemas of campaign costs."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from services.campaigns.costs.csv_reader import LARGEST_TEXT, MOST_ROWS
from services.campaigns.field_rules import Cents
from services.core.http.answers import Answer
from services.core.inputs import Body, Line, Needed, Otherwise, Whole
from services.core.table_reading.days import DayFormat
from services.core.table_reading.numbers import NumberFormat

Column = Annotated[int, Whole(0, 999)]
LineNumber = Annotated[int, Whole(1, LARGEST_TEXT)]
Repeated = Literal["ask", "count", "drop"]
"""What becomes of lines that repeat an earlier one word for word."""
OnOverlap = Literal["refuse", "keep", "replace"]
Delimiter = Literal[";", ",", "\t", "|"]


class CostOut(Answer):
    """What a day cost; `import_id` null: entered by hand."""

    id: int
    day: date
    cents: int
    note: str
    import_id: int | None


class CostsOut(BaseModel):
    """Days in order, and their sum."""

    data: list[CostOut]
    total_cents: int


class CostIn(Body):
    """What a day cost."""

    cents: Annotated[Cents, Needed("Bitte geben Sie den Betrag an.")]
    note: Annotated[str, Line(200), Otherwise("")] = ""


class MappingOut(BaseModel):
    """How a file is read; columns are counted from 0."""

    campaign: int
    day: int
    amount: int
    delimiter: Delimiter
    number_format: NumberFormat
    day_format: DayFormat
    has_header: bool


class MappingWishIn(Body):
    """What is known of it; anything else is guessed."""

    campaign: Column | None = None
    day: Column | None = None
    amount: Column | None = None
    delimiter: Delimiter | None = None
    number_format: NumberFormat | None = None
    day_format: DayFormat | None = None
    has_header: bool | None = None


class MappingIn(Body):
    """All of it, as the caller has seen it in the check."""

    campaign: Column
    day: Column
    amount: Column
    delimiter: Delimiter
    number_format: NumberFormat
    day_format: DayFormat
    has_header: bool


class ChoicesIn(Body):
    """What was decided about lines: those left out by their number in the file, and those that repeat another one."""

    leave_out: list[LineNumber] = Field([], max_length=MOST_ROWS)
    repeated: Repeated = "ask"


class CheckIn(ChoicesIn):
    """A file as the browser read it."""

    file_name: str = Field(max_length=1000)
    text: str = Field(max_length=LARGEST_TEXT)
    mapping: MappingWishIn | None = None


class ImportIn(ChoicesIn):
    """The same file with the mapping that was checked. `on_overlap`: what becomes of days that have costs already."""

    file_name: str = Field(max_length=1000)
    text: str = Field(max_length=LARGEST_TEXT)
    mapping: MappingIn
    on_overlap: OnOverlap


class RemarkOut(BaseModel):
    code: str
    message: str


class OverlapOut(BaseModel):
    """What stands on this day already."""

    cents: int
    import_id: int | None


class CheckedRowOut(BaseModel):
    """One line. A `problem` keeps the whole file out; a `notice` tells what is worth a look."""

    line: int
    campaign_id: int | None
    campaign_name: str | None
    day: date | None
    cents: int | None
    problem: RemarkOut | None
    notice: RemarkOut | None
    overlaps: OverlapOut | None
    is_left_out: bool


class CheckTotalsOut(BaseModel):
    """`rows` and `cents` are campaign days, equal ones added up; `lines` are lines; `skipped` are lines with totals.

    `repeated` lines equal an earlier one word for word; `left_out` do not count by choice.
    """

    lines: int
    rows: int
    cents: int
    problems: int
    notices: int
    overlaps: int
    skipped: int
    repeated: int
    left_out: int


class AlreadyImportedOut(BaseModel):
    id: int
    at: datetime


class CheckedFileOut(BaseModel):
    """What a file would bring; nothing is stored. At most a thousand `rows`, those with problems, overlaps or notices
    before others; `rows_left_out` tells how many are not shown.
    """

    mapping: MappingOut
    columns: list[str]
    preview: list[list[str]]
    rows: list[CheckedRowOut]
    rows_left_out: int
    totals: CheckTotalsOut
    already_imported: AlreadyImportedOut | None


class TakenOut(BaseModel):
    """New rows and their sum; days where something stood that was kept or replaced."""

    id: int
    rows: int
    cents: int
    kept: int
    replaced: int


class ImportOut(Answer):
    """A file that was taken over."""

    id: int
    file_name: str
    rows: int
    cents: int
    at: datetime
    actor: str
    actor_name: str | None
    undone_at: datetime | None
    undone_by_name: str | None


class ImportsOut(BaseModel):
    data: list[ImportOut]
    has_next: bool
    total: int


class UndoneOut(ImportOut):
    """An import that was taken back: rows that went, and rows that came back in their place."""

    removed: int
    restored: int
