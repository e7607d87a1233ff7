"""Prepares report tables for PDFs and mails: the screen's columns, every value as German text.

As on screen, the five tags of an origin become one name, the comparison is shown within the cell of its measure, and
columns that only define the order, are empty in every row or repeat another column are left to the files.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from analytics.definitions import BEFORE, Column
from analytics.reporting import TableResult
from services.core.clock import berlin_day
from services.reports.render.cells import shown
from services.reports.render.changes import change
from services.reports.run import ReportAnswer

ORIGIN: Final = ("channel", "utm_source", "utm_medium", "utm_campaign", "referrer_host")
_FOR_THE_ORDER: Final = frozenset({"place"})
_IN_FILES_ONLY: Final[Mapping[tuple[str, str], frozenset[str]]] = {
    ("overview", "totals"): frozenset({"bound_kwh", "ripe_cost_cents", "ripe_bound_kwh", "cost_per_kwh"}),
    ("overview", "days"): frozenset({"bound_kwh"}),
    ("breakdown", "values"): frozenset({"kwh", "bound_kwh"}),
    ("credits", "scenarios"): frozenset(
        {"paid_milli_ct", "kwh", "statement_cents", "net_cents", "present_credit_cents", "present_net_cents"}
        | {"covered_min", "covered_max"}
    ),
    ("reservations", "rows"): frozenset({"is_confirmed", "is_contracted", "is_cancelled"}),
    ("money", "campaigns"): frozenset(
        {"campaign_id", "models_within", "more_days", "more_cents", "unripe_cost_cents", "last_cost_day"}
    ),
}
"""Columns omitted so that rows fit on paper: they repeat the state, explain a verdict, or nobody decides by them."""
_OF_DAYS: Final = "days"
"""The table by days of any report: its last day may be today."""
RUNNING: Final = "läuft noch"
_ORIGIN_LABEL: Final = "Herkunft"
_ORIGIN_MEANING: Final = "Quelle, Medium und Kampagne; ohne Kampagne die verweisende Seite, sonst der Kanal."
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PaperCell:
    """Text of a cell, and its change."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """`name` is the name of the report's column; `origin` for the combined origin."""

    name: str
    label: str
    meaning: str
    is_number: bool
    is_text: bool
    """Texts that may be long and wrap."""
    read: Callable[[Row], PaperCell]


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A display table. `rows` can be iterated repeatedly; nothing is cached."""

    name: str
    title: str
    sentence: str
    columns: tuple[PaperColumn, ...]
    result: TableResult

    @property
    def total_rows(self) -> int:
        """Number of rows, shown or not."""
        return self.result.total_rows

    def rows(self, first: int = 0, most: int | None = None) -> Iterator[list[PaperCell]]:
        """The cells of at most `most` rows, from `first` on."""
        names = [column.name for column in self.result.columns]
        last = None if most is None else first + most
        for values in self.result.values[first:last]:
            row = dict(zip(names, values, strict=True))
            yield [column.read(row) for column in self.columns]


def paper_table(answer: ReportAnswer, name: str) -> PaperTable:
    """The table with that name. Raises KeyError."""
    result = answer.tables[name]
    # Text columns, such as origin tags, that are empty in every row
    places = [place for place, column in enumerate(result.columns) if column.kind == "text"]
    has_rows = bool(result.values)
    silent = frozenset(
        result.columns[place].name for place in places if has_rows and not any(row[place] for row in result.values)
    )
    left_out = silent | _IN_FILES_ONLY.get((answer.definition.name, name), frozenset())
    running = berlin_day(answer.stand.at) if name == _OF_DAYS else None
    columns = tuple(one for one in _columns(result.columns, running) if one.name not in left_out)
    return PaperTable(name, result.table.title, answer.sentences.get(name, ""), columns, result)


def origin_name(row: Row) -> str:
    """„newsletter / email / post-aus-ingolstadt“, „duckduckgo.com“, „Direkt“; or the campaign's name if it has one."""
    if row.get("name"):
        return str(row["name"])
    if row["channel"] == "campaign":
        tags = [str(row[name]) for name in ("utm_source", "utm_medium", "utm_campaign") if row[name]]
        return " / ".join(tags) or shown("channel", "campaign")
    return str(row["referrer_host"]) if row["channel"] == "referrer" else shown("channel", row["channel"])


def _columns(columns: Sequence[Column], running: date | None) -> tuple[PaperColumn, ...]:
    """`running`: a day that is not over; its figures are not compared with those of a whole one."""
    names = {column.name for column in columns}
    merged = {*ORIGIN[1:], "name"} if names.issuperset(ORIGIN) else set[str]()
    hidden = merged | _FOR_THE_ORDER | {f"{name}{BEFORE}" for name in names}
    return tuple(
        _origin()
        if merged and column.name == ORIGIN[0]
        else _column(column, f"{column.name}{BEFORE}" in names, running)
        for column in columns
        if column.name not in hidden
    )


def _origin() -> PaperColumn:
    return PaperColumn("origin", _ORIGIN_LABEL, _ORIGIN_MEANING, False, True, lambda row: PaperCell(origin_name(row)))


def _column(column: Column, is_compared: bool, running: date | None) -> PaperColumn:
    name, kind = column.name, column.kind

    def read(row: Row) -> PaperCell:
        is_running = running is not None and str(row.get("day")) == running.isoformat()
        if is_running:
            words = f"{shown(kind, row[name])}, {RUNNING}" if name == "day" else shown(kind, row[name])
            return PaperCell(words)
        # Recent figures cannot be compared: they would always seem to have fallen.
        can_compare = is_compared and column.ripe_on is None
        moved = change(kind, row[name], row[f"{name}{BEFORE}"]) if can_compare else ""
        return PaperCell(shown(kind, row[name]), moved)

    return PaperColumn(name, column.label, column.meaning, column.is_measure, kind in ("text", "package"), read)
