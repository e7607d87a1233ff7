"""Request and response schemas of kept runs and comparisons."""

from datetime import UTC, date, datetime
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, Field

from services.core.fields import Refused
from services.core.http.answers import Answer
from services.core.http.paging import ListQuery
from services.core.inputs import Body, ImpersonalLine, Line, Reason, Required, Rule
from services.reports.report_schemas import ChartOut, ColumnOut, ReportStandOut


class RunsQuery(ListQuery):
    """The latest first unless it is said otherwise."""

    sort: Literal["id"] = "id"
    order: Literal["asc", "desc"] = "desc"
    report: str | None = Field(None, max_length=40)


def _parameter(value: object) -> object:
    """A parameter as the report's address would have it: one value, or a list of them."""
    values = value if isinstance(value, list) else [value]
    if not all(one is None or isinstance(one, str | int | float) for one in values):
        raise Refused("wrong_type", "Diese Angabe muss ein Wert oder eine Liste von Werten sein.")
    return value


_PLAIN: dict[str, Any] = {"type": ["string", "number", "boolean", "null"]}
Parameter = Annotated[Any, Rule(_parameter, {"anyOf": [_PLAIN, {"type": "array", "items": _PLAIN}]})]


class ReportRunIn(Body):
    """`parameters` by their names in the report's address; what is left out takes its default."""

    report: Annotated[str, Line(40), Required("Diesen Bericht gibt es nicht.")]
    parameters: dict[str, Parameter] = Field(default_factory=dict)
    label: Annotated[str, ImpersonalLine(120), Required("Bitte geben Sie dem festgehaltenen Bericht einen Namen.")]


class RemovalIn(Body):
    """Why a kept run is removed."""

    reason: Reason


class AskedOut(BaseModel):
    """A parameter in words: „Quelle“, „google, bing“."""

    label: str
    words: str


class ReportRunOut(Answer):
    """A kept run. `parameters` as resolved; `asked`: those that differ from the default, without period and comparison;
    `rows` of all tables; `is_current_sql`: the report is still computed in the same way.
    """

    id: int
    report: str
    title: str
    label: str
    parameters: dict[str, Any]
    asked: list[AskedOut]
    trigger: str
    state: str
    stand: ReportStandOut
    rows: int
    bytes: int
    sha256: str
    sql_version: str
    is_current_sql: bool
    created_at: datetime
    created_by: str
    created_by_name: str | None
    expires_at: datetime | None
    may_remove: bool


class ReportRunsOut(BaseModel):
    data: list[ReportRunOut]
    has_next: bool
    total: int


class AnswerTableOut(BaseModel):
    """A table as it was kept, with the words of its day."""

    title: str
    sentence: str
    total_rows: int
    columns: list[ColumnOut]
    rows: list[dict[str, Any]]
    charts: list[ChartOut]


class AnswerOut(BaseModel):
    """What a report answers, whichever it is."""

    report: str
    title: str
    question: str
    parameters: dict[str, Any]
    compared: dict[str, date] | None
    stand: ReportStandOut
    tables: dict[str, AnswerTableOut]


class KeptRunOut(BaseModel):
    """A kept run with its result, at most a thousand rows of each table; files have all of them."""

    run: ReportRunOut
    answer: AnswerOut


class HappeningOut(Answer):
    """Something that happened. `actor`: as in the audit log, or `visitor`. `path`: its page in the console, null where
    this role has none.
    """

    at: datetime
    words: str
    actor: str
    actor_name: str | None
    path: str | None


def _as_utc(value: object) -> object:
    """Results hold naive UTC moments; answers add the zone."""
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


Cell = Annotated[bool | int | str | datetime | date | None, AfterValidator(_as_utc)]


class FigureOut(Answer):
    """One value that differs; null: not known, or its row is not there."""

    column: str
    before: Cell
    after: Cell


class RowChangeOut(Answer):
    key: dict[str, Cell]
    change: Literal["changed", "added", "gone"]
    figures: list[FigureOut]


class TableChangesOut(Answer):
    """At most two hundred `rows` of `total_rows`. `sums`: of measures that add up, over all rows of the table."""

    name: str
    title: str
    columns: list[ColumnOut]
    rows: list[RowChangeOut]
    total_rows: int
    sums: list[FigureOut]


class SideOut(Answer):
    """`run_id` null: computed just now."""

    run_id: int | None
    label: str | None
    at: datetime


MOST_LINES: Final = 200
"""Happenings that are listed; all are counted."""


class ComparisonOut(Answer):
    """Two runs of a report; `before` is the earlier one. `remarks`: how their computation differed. `happened`: events
    in between by time, at most two hundred of `total_happened`.
    """

    before: SideOut
    after: SideOut
    remarks: list[str]
    happened: list[HappeningOut]
    total_happened: int
    tables: list[TableChangesOut]
