"""Report definitions: a folder of `analytics/reports/` each, with a `report.toml` and one SELECT per table.

A table's SQL reads models (`marts.…`, `staging.…`) and parameters (`getvariable('…')`) and contains no ordering. The
comment at its top has its German title and names its columns, whose kinds, labels and meanings are in `columns.toml`.
So screen, file and scheduled report show the same figures under the same names.
"""

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, get_args

from analytics.columns import BadColumns, Entry, named, names
from analytics.kinds import MEASURES
from analytics.parameters import COMPARED_DAYS, FILTERS, PARAMETERS
from analytics.runner import in_order, macros_sql, models_in, parameters_in, read_sql

REPORTS: Final = Path(__file__).parent / "reports"
INTERNAL: Final = frozenset({"as_of_day", "open_days", "age_days"})
"""Parameters not exposed to users."""
BEFORE: Final = "_before"
"""Suffix of a measure's value in the comparison period."""
RIPENESS: Final = "marts.time_to_contract"
"""Model with the age from which reservations are old enough for their outcome to be judged."""
Audience = Literal["marketing", "everyone"]
Reach = Literal["everywhere", "screen", "files"]
"""Where a table is shown. `screen`: there and in files, but neither on paper nor in mails and behind links. `files`:
only in workbooks, CSV and Parquet, since nobody decides by it.
"""
UsualPeriod = Literal["recent", "ripe_quarter"]
"""What a report shows unasked: the last 90 days, or the last quarter whose reservations can be judged."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column as shown to people, in the words of its entry in `columns.toml`."""

    name: str
    kind: str
    label: str
    meaning: str
    is_ratio: bool = False
    is_nullable: bool = False
    ripens: Literal["", "count", "ratio"] = ""
    """Whether it depends on contracts, which take weeks: a count is comparable once the whole period is old enough, a
    ratio covers only the part that is."""
    needs: Literal["", "confirmations"] = ""
    """Data required for the column to be shown: without any confirmations, 0 would look like a failure."""
    ripe_on: date | None = None
    """In a result: the day from which its figures can be compared, if still in the future."""
    metric: str = ""
    """The metric it shows, by its key; empty: it says which row it is."""

    @property
    def adds_up(self) -> bool:
        """Whether a missing row counts as zero; a ratio without data is unknown."""
        return self.is_measure and not (self.is_ratio or MEASURES[self.kind].is_ratio)

    @property
    def may_be_null(self) -> bool:
        """Whether its value can be unknown."""
        return self.is_unknown_when_absent or self.needs != ""

    @property
    def is_unknown_when_absent(self) -> bool:
        """Whether a row present in only one of two periods is unknown in the other, rather than zero."""
        return self.is_nullable or (self.is_measure and not self.adds_up)

    @property
    def is_measure(self) -> bool:
        """Whether it is a measure and can be compared."""
        return self.kind in MEASURES


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a report: its grain, unique key and order."""

    name: str
    title: str
    grain: str
    key: tuple[str, ...]
    order: str
    is_compared: bool
    columns: tuple[Column, ...]
    sql: str
    needs_comparison: bool = False
    """Whether it is about the difference of two periods, and says nothing of one alone."""
    by_quarter: bool = False
    """Whether its SQL is run for the quarter of the period's last day and the three before it, whatever the period."""
    reach: Reach = "everywhere"

    @property
    def measures(self) -> tuple[Column, ...]:
        """The columns that are compared with the comparison period."""
        return tuple(column for column in self.columns if column.is_measure)

    @property
    def models(self) -> frozenset[str]:
        """The models its SQL reads, schema-qualified."""
        return models_in(self.sql)


@dataclass(frozen=True, slots=True)
class Definition:
    """A report. `question` is what it answers, shown below its title; `version` is sixteen hexadecimal digits that
    change with any line of its SQL or description.
    """

    name: str
    title: str
    question: str
    audience: Audience
    parameters: tuple[str, ...]
    tables: tuple[Table, ...]
    version: str
    usual_period: UsualPeriod = "recent"
    defaults: Mapping[str, str] = field(default_factory=dict)
    """Values of parameters that are not given, where they differ from the parameter's own."""

    def default(self, parameter: str) -> Any:
        """The value of a parameter that is not given."""
        return self.defaults.get(parameter, PARAMETERS[parameter].default)

    @property
    def shown(self) -> tuple[str, ...]:
        """Its tables on screens."""
        return tuple(table.name for table in self.tables if table.reach != "files")

    @property
    def models(self) -> frozenset[str]:
        """All models its tables read, and those needed to interpret the figures."""
        ripening = frozenset({RIPENESS} if any(one.ripens for table in self.tables for one in table.columns) else ())
        return ripening.union(*(table.models for table in self.tables))

    @property
    def is_compared(self) -> bool:
        """Whether it can be compared with another period."""
        return "compare" in self.parameters

    def table(self, name: str) -> Table:
        """The table with that name. Raises KeyError."""
        return next((table for table in self.tables if table.name == name), None) or _unknown(name)


class BadDefinition(ValueError):
    """A report's folder is invalid."""


@cache
def definitions() -> Mapping[str, Definition]:
    """Every report by name."""
    return {path.parent.name: read_definition(path.parent) for path in sorted(REPORTS.glob("*/report.toml"))}


def read_definition(folder: Path) -> Definition:
    """The report in a folder. Raises BadDefinition."""
    told = tomllib.loads((folder / "report.toml").read_text(encoding="utf-8"))
    parameters = (
        *told["parameters"],
        *(COMPARED_DAYS if "compare" in told["parameters"] else ()),
        *(FILTERS if told.get("is_filtered") else ()),
    )
    try:
        tables = tuple(_table(folder, name) for name in told["tables"])
    except BadColumns as unknown:
        raise BadDefinition(f"{folder.name}: {unknown}") from unknown
    definition = Definition(
        name=folder.name,
        title=told["title"],
        question=told["question"],
        audience=told["roles"],
        parameters=parameters,
        tables=tables,
        version="",
        usual_period=told.get("usual_period", "recent"),
        defaults=told.get("defaults", {}),
    )
    digest = hashlib.sha256(macros_sql().encode())
    for model in sorted(in_order(definition.models), key=lambda one: one.name):
        digest.update(f"{model.name}\0{model.sql}\0".encode())
    for path in sorted(folder.iterdir()):
        digest.update(f"{path.name}\0".encode() + path.read_bytes())
    digest.update(repr([table.columns for table in definition.tables]).encode())
    definition = replace(definition, version=digest.hexdigest()[:16])
    for fault in _faults(definition):
        raise BadDefinition(f"{definition.name}: {fault}")
    return definition


def _table(folder: Path, name: str) -> Table:
    told, sql = read_sql(folder / f"{name}.sql")
    key, columns, nullable = names(told["key"]), named(told["columns"]), told.get("nullable", [])
    ripens = {column: how for how, ripening in told.get("ripens", {}).items() for column in names(ripening)}
    if unknown := {*ripens, *nullable} - columns.keys():
        raise BadColumns(f"{name} has no columns {sorted(unknown)}")
    return Table(
        name=name,
        title=told["title"],
        grain=told["grain"],
        key=key,
        order=told["order"],
        is_compared=told.get("is_compared", False),
        columns=tuple(
            _column(
                column,
                entry,
                is_nullable=entry.is_nullable or column in nullable,
                ripens=ripens.get(column, ""),
                metric=entry.key if entry.subject and column not in key else "",
            )
            for column, entry in columns.items()
        ),
        sql=sql,
        needs_comparison=told.get("needs_comparison", False),
        by_quarter=told.get("by_quarter", False),
        reach=told.get("reach", "everywhere"),
    )


def _column(name: str, entry: Entry, **of_table: Any) -> Column:
    meaning = " ".join(filter(None, (entry.meaning, entry.ripeness)))
    return Column(name, entry.kind, entry.label, meaning, is_ratio=entry.is_ratio, needs=entry.needs, **of_table)


def _faults(definition: Definition) -> Iterator[str]:
    if definition.audience not in ("marketing", "everyone"):
        yield f"nobody is called {definition.audience}"
    if definition.usual_period not in ("recent", "ripe_quarter"):
        yield f"no period is called {definition.usual_period}"
    if unknown := [name for name in definition.parameters if name not in PARAMETERS]:
        yield f"unknown parameters {unknown}"
    if unknown := sorted(definition.defaults.keys() - set(definition.parameters)):
        yield f"defaults of unknown parameters {unknown}"
    for table in definition.tables:
        yield from _faults_of(table, definition)


def _faults_of(table: Table, definition: Definition) -> Iterator[str]:
    known = [column.name for column in table.columns]
    if unlabelled := [column.name for column in table.columns if not column.label]:
        yield f"{table.name}: {unlabelled} have no label"
    measures = [column for column in table.measures if column.name not in table.key]
    if unexplained := [column.name for column in measures if not column.metric]:
        yield f"{table.name}: {unexplained} are no metrics"
    if missing := [name for name in table.key if name not in known]:
        yield f"{table.name}: its key {missing} is no column"
    if table.is_compared and not definition.is_compared:
        yield f"{table.name}: is compared, but the report takes no such parameter"
    if table.by_quarter and table.is_compared:
        yield f"{table.name}: has quarters of its own, so there is nothing to compare"
    if table.reach not in get_args(Reach):
        yield f"{table.name}: nothing is shown {table.reach}"
    if table.needs_comparison and not table.is_compared:
        yield f"{table.name}: needs a comparison, but is not compared"
    if untold := parameters_in(table.sql) - set(definition.parameters) - INTERNAL:
        yield f"{table.name}: takes {sorted(untold)}, which the report does not name"


def _unknown(name: str) -> Table:
    raise KeyError(name)
