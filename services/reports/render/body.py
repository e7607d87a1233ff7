"""Selects what a report mail shows inline: the headline figures and the first rows of the first tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from services.core.german import number
from services.reports.render.chart import BodyChart, charts_of
from services.reports.render.main_figures import Figure, headline, main_figures
from services.reports.render.paper_tables import PaperColumn, PaperTable, paper_table
from services.reports.run import ReportAnswer

MOST_TABLES: Final = 3
MOST_ROWS: Final = 10
_MOST_COLUMNS: Final = 4
_TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "overview": ("days",),
    "capacity": ("mix", "cancellations"),
    "credits": ("scenarios", "gap"),
    "money": ("quarters", "campaigns"),
}
"""Tables shown per report, if they are not its first ones."""
_COLUMNS: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("overview", "days"): ("day", "visitors", "reservations", "cost_cents"),
    ("breakdown", "values"): ("value", "visitors", "reservations", "quote"),
    ("funnel", "steps"): ("step", "amount", "share_of_previous", "lost"),
    ("funnel", "origins"): ("origin", "landing", "reservation", "quote"),
    ("money", "quarters"): ("quarter", "cost_cents", "contracted", "cost_per_contract"),
    ("money", "campaigns"): ("origin", "cost_per_contract", "contracts_ppm", "verdict"),
    ("capacity", "mix"): ("package", "plan", "taken", "contracted"),
    ("capacity", "cancellations"): ("month", "reservations", "given_up", "rate"),
    ("credits", "scenarios"): ("scenario", "credit_cents", "contracted_credit_cents"),
    ("credits", "gap"): ("year", "minimum_cents", "gap_cents"),
    ("contracts", "liquidity"): ("month", "received_cents", "returned_cents", "expected_cents"),
    ("contracts", "weeks"): ("week", "origin", "contracts", "agreed_cents"),
    ("referrals", "codes"): ("code", "recommender", "valid", "contracted"),
    ("reservations", "rows"): ("day", "state", "origin"),
}
"""Columns a mail has room for, if they are not the first names and measures."""
_ONCE_RIPE: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("breakdown", "values"): ("value", "visitors", "reservations", "contracted"),
}
"""The same for tables whose contracts are old enough to be read."""


@dataclass(frozen=True, slots=True)
class BodyHead:
    """A column header: whether the column holds figures, or texts that may be long."""

    label: str
    is_number: bool
    is_text: bool


@dataclass(frozen=True, slots=True)
class BodyTable:
    """The first rows of a table. `more` says how many rows are left out; empty if none."""

    title: str
    sentence: str
    heads: tuple[BodyHead, ...]
    rows: tuple[tuple[str, ...], ...]
    more: str


@dataclass(frozen=True, slots=True)
class BodyFigures:
    """What a mail shows of a report."""

    figures: tuple[Figure, ...]
    sentence: str
    """Labels and values of the headline figures."""
    tables: tuple[BodyTable, ...]
    charts: tuple[BodyChart, ...] = ()
    headline: str = ""
    """What the subject says of it: „20 Reservierungen, 12 Verträge“; often empty."""

    def values(self) -> dict[str, Any]:
        """As stored in the outbox: members of `ReportArrived`."""
        return {
            "figures": [asdict(figure) for figure in self.figures],
            "sentence": self.sentence,
            "tables": [asdict(table) for table in self.tables],
            "charts": [asdict(chart) for chart in self.charts],
            "headline": self.headline,
        }


def body_of(answer: ReportAnswer) -> BodyFigures:
    """The headline figures and a chart, then at most ten rows of up to three tables that have any; of days and months,
    the last ten.
    """
    names = [name for name in _TABLES.get(answer.definition.name) or _lists(answer) if name in answer.to_read]
    names = [name for name in names if answer.tables[name].values] or names
    tables = [paper_table(answer, name) for name in names[:MOST_TABLES]]
    shown = {table.name for table in tables}
    sums = [name for name, found in answer.to_read.items() if len(found.values) == 1 and name not in shown]
    return BodyFigures(
        tuple(main_figures(answer)),
        answer.sentences.get(sums[0], "") if sums else "",
        tuple(_body_table(answer.definition.name, table) for table in tables),
        charts_of(answer),
        headline(answer),
    )


def _lists(answer: ReportAnswer) -> Iterator[str]:
    """Tables that are lists rather than a single row of totals."""
    for name in answer.to_read:
        if name != "totals":
            yield name


def _body_table(report: str, table: PaperTable) -> BodyTable:
    columns = _chosen(report, table)
    places = [table.columns.index(column) for column in columns]
    known = len(table.result.values)
    is_of_days = [column.kind for column in table.result.columns[:1]] == ["day"] or table.result.table.key == ("month",)
    first = max(0, known - MOST_ROWS) if is_of_days else 0
    rows = [[row[place] for place in places] for row in table.rows(first, MOST_ROWS)]
    return BodyTable(
        title=table.title,
        sentence=table.sentence,
        heads=tuple(BodyHead(column.label, column.is_number, column.is_text) for column in columns),
        rows=tuple(tuple(cell.text for cell in row) for row in rows),
        more=_more(len(rows), table.total_rows, is_last=is_of_days),
    )


def _chosen(report: str, table: PaperTable) -> Sequence[PaperColumn]:
    by_name = {column.name: column for column in table.columns}
    wanted = _ripe(report, table) or _COLUMNS.get((report, table.name))
    if wanted and all(name in by_name for name in wanted):
        return [by_name[name] for name in wanted]
    names = [column for column in table.columns if not column.is_number][: _MOST_COLUMNS - 2]
    measures = [column for column in table.columns if column.is_number]
    chosen = [*names, *measures][:_MOST_COLUMNS]
    return chosen if measures else list(table.columns[:_MOST_COLUMNS])


def _ripe(report: str, table: PaperTable) -> tuple[str, ...] | None:
    wanted = _ONCE_RIPE.get((report, table.name), ())
    is_young = any(column.ripe_on for column in table.result.columns if column.name in wanted)
    return None if is_young else wanted or None


def _more(rows: int, total: int, *, is_last: bool) -> str:
    if rows >= total:
        return ""
    which = "letzten" if is_last else "ersten"
    return f"Das sind die {which} {number(rows)} von {number(total)} Zeilen."
