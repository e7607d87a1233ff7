"""Response models of reports, generated from their definitions: the API document names every table and column."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from pydantic import BaseModel, create_model

from analytics.definitions import BEFORE, Column, Definition, Table
from analytics.parameters import PARAMETERS, Day, Flag, Name, OneOf, Texts, Whole
from services.core.http.answers import Answer
from services.reports.charts import Kind, Look
from services.reports.parameters import LABELS, address_name

_TYPES: Final[Mapping[str, type]] = {
    "day": date,
    "month": date,
    "moment": datetime,
    "flag": bool,
    "id": int,
    "package": int,
}


class ColumnOut(Answer):
    """A column as people see it: its label, and where its figures come from."""

    name: str
    kind: str
    label: str
    meaning: str
    ripe_on: date | None
    """Contracts take weeks: the day from which the column can be compared, if it is in the future."""
    metric: str
    """The entry of the metric catalogue; empty for what is no measure."""


class ChartPointOut(Answer):
    """What a bar or column stands for, or a place along lines and areas (`at`). `axis`: its short name, often empty;
    `words`: its values; `row`: its place among the rows; `first` and `last`: its days; `unfinished`: it still
    grows, or is too young to be judged.
    """

    name: str
    axis: str
    at: int
    words: str
    row: int | None
    first: date | None
    last: date | None
    unfinished: bool


class ChartLineOut(Answer):
    """A series. `look`: how it is drawn, in shapes as well as colours; its values are in stored units, one a point."""

    label: str
    look: Look
    values: list[int | None]


class ChartOut(Answer):
    """A chart of a table. `measure`: the kind of its values; `choice`: which of several it is, empty for one alone;
    `more`: what is not shown, or how to read it.
    """

    kind: Kind
    title: str
    measure: str
    choice: str
    more: str
    is_from_zero: bool
    points: list[ChartPointOut]
    lines: list[ChartLineOut]


class ParameterOut(BaseModel):
    """What a report may be asked with. `least` and `most` bound whole numbers, `choices` are all that is allowed."""

    name: str
    label: str
    kind: str
    default: str | int | bool | list[str] | None
    least: int | None
    most: int | None
    choices: list[str] | None


_KINDS: Final[Mapping[type, str]] = {
    Whole: "whole",
    Flag: "flag",
    Day: "day",
    OneOf: "choice",
    Name: "name",
    Texts: "texts",
}


def parameter_out(definition: Definition, name: str) -> ParameterOut:
    """A parameter of a report, under its name in query strings."""
    parameter, address = PARAMETERS[name], address_name(name)
    default = None if isinstance(parameter, Day) else definition.default(name)
    whole = parameter if isinstance(parameter, Whole) else None
    return ParameterOut(
        name=address,
        label=LABELS[address],
        kind=_KINDS[type(parameter)],
        default=default,
        least=whole and whole.least,
        most=whole and whole.most,
        choices=list(parameter.names) if isinstance(parameter, OneOf) else None,
    )


class ReportStandOut(BaseModel):
    """As of when a report is, how many events of visits and reservations it rests on, and the first day of which visits
    are known; null: none is, or the report reads none. `provisional` says in German which data are missing, empty if
    none. `behind_seconds`: by how much at most the replica, which was read, was older than the primary; null: that was
    read itself.
    """

    at: datetime
    visits: int
    reservations: int
    version: str
    known_from: date | None
    provisional: str
    behind_seconds: int | None


_PERIOD: Final[dict[str, Any]] = {"from": (date, ...), "to": (date, ...)}
ComparedOut = create_model("ComparedOut", __doc__="The period of comparison; both days belong to it.", **_PERIOD)


def answer_model(definition: Definition) -> type[BaseModel]:
    """The type of a report's answer: `OverviewReport`, its rows `OverviewDaysRow`."""
    name = _name(definition.name)
    tables = {table.name: (_table_model(name, table), ...) for table in definition.tables if table.reach != "files"}
    fields: dict[str, Any] = {
        "report": (str, ...),
        "title": (str, ...),
        "question": (str, ...),
        "parameters": (_parameters_model(name, definition), ...),
        "compared": (ComparedOut | None, ...),
        "stand": (ReportStandOut, ...),
        "tables": (create_model(f"{name}Tables", **tables), ...),  # type: ignore[call-overload]
    }
    return create_model(f"{name}Report", __doc__=definition.question, **fields)


def _table_model(report: str, table: Table) -> type[BaseModel]:
    name = f"{report}{_name(table.name)}"
    columns: dict[str, Any] = {}
    for column in table.columns:
        columns[column.name] = (_type(column), ...)
        if table.is_compared and column.is_measure:
            columns[f"{column.name}{BEFORE}"] = (int | None, ...)
    row = create_model(f"{name}Row", __doc__=table.grain, **columns)
    fields: dict[str, Any] = {
        "title": (str, ...),
        "sentence": (str, ...),
        "total_rows": (int, ...),
        "columns": (list[ColumnOut], ...),
        "rows": (list[row], ...),
        "charts": (list[ChartOut], ...),
    }
    return create_model(f"{name}Table", **fields)


def _type(column: Column) -> Any:
    kind = int if column.is_measure else _TYPES.get(column.kind, str)
    return kind | None if column.may_be_null else kind


def _parameters_model(report: str, definition: Definition) -> type[BaseModel]:
    fields: dict[str, Any] = {}
    for name in definition.parameters:
        parameter = PARAMETERS[name]
        kind: Any = str
        if isinstance(parameter, Texts):
            kind = list[str] | None
        elif isinstance(parameter, Flag):
            kind = bool
        elif isinstance(parameter, Whole):
            kind = int if parameter.default is not None else int | None
        elif isinstance(parameter, Day):
            kind = str if parameter.default is not None else str | None
        fields[address_name(name)] = (kind, ...)
    return create_model(f"{report}Parameters", **fields)


def _name(snake: str) -> str:
    return "".join(word.capitalize() for word in snake.replace("-", "_").split("_"))
