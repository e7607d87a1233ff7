"""Runs a report: the single code path for screens, files, kept runs and schedules."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy.orm import Session

from analytics.definitions import Column, Definition
from analytics.parameters import BadParameter
from analytics.report import first_visit_day, rests_on
from analytics.reporting import Parameters, TableResult, compared_period, first_parameters, run
from analytics.runner import needs
from analytics.store.catalogue import Store
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.core.db.reading import Source, read_from
from services.core.http.errors import ValidationProblem
from services.parks.models import Park
from services.reports.basis import ReportBasis
from services.reports.freshness import (
    Gap,
    gaps,
    provisional,
    provisional_together,
    provisional_words,
    waiting_words,
)
from services.reports.model_runs import report
from services.reports.parameters import as_told, refusal
from services.reports.pool.progress import Monitor
from services.reports.pool.worker_pool import pool
from services.reports.redact import redacted_tables
from services.reports.sentences import sentences
from services.reports.source import FAILS, Result, lag_words, store_at
from services.store.status import are_carried

SCREEN_ROWS: Final = 1_000
"""Rows shown on screen per table; files have all of them."""

_CODED_FIELDS: Final = ("channel", "channel_group", "device")
_FIELD_COLUMNS: Final = {"value": "field", "across": "across"}
"""Columns that hold values of a field, by the parameter that chooses it."""


@dataclass(frozen=True, slots=True)
class ReportContext:
    """What a report is computed from, and its current time. `source`: the server that is read, once it is chosen."""

    db: Database
    store: Store
    now: datetime
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class ReportAnswer:
    """A report with everything that is shown. `parameters` are typed, `told` is their form in query strings."""

    definition: Definition
    parameters: Parameters
    compared: tuple[date, date] | None
    stand: ReportBasis
    tables: Mapping[str, TableResult]
    sentences: Mapping[str, str]
    given: str = ""
    """Who entered its assumptions, and when: „eingetragen von Lena Voss am 28.11.2026“; empty: the reader did."""

    @property
    def told(self) -> dict[str, Any]:
        """The parameters by their names in query strings."""
        return as_told(self.definition, self.parameters)

    @property
    def in_files(self) -> dict[str, TableResult]:
        """Its tables, without those about a comparison where none is chosen: they would be empty parts there."""
        is_left_out = self.compared is None
        return {name: one for name, one in self.tables.items() if not (is_left_out and one.table.needs_comparison)}

    @property
    def to_read(self) -> dict[str, TableResult]:
        """Those of its files that people read: on paper, in mails and behind links."""
        return {name: one for name, one in self.in_files.items() if one.table.reach == "everywhere"}

    def read_at(self, source: Source) -> "ReportAnswer":
        """The same, as of what the server showed: „Vorläufig: die Lesekopie lag 4 Sekunden zurück.“"""
        if source.behind is None:
            return self
        seconds = math.ceil(source.behind.total_seconds())
        stand = replace(self.stand, at=self.stand.at - source.behind, behind_seconds=seconds)
        return replace(self, stand=stand).lacking(provisional([lag_words(source.behind)]))

    def lacking(self, words: str) -> "ReportAnswer":
        """A copy that also names this gap in its data: „Vorläufig: Kosten von Meta fehlen.“"""
        provisional = provisional_together([words, self.stand.provisional])
        return replace(self, stand=replace(self.stand, provisional=provisional))


def with_source(context: ReportContext, work: Callable[[ReportContext], Result]) -> Result:
    """`work` with a context all of whose reads go to one server; that of a server chosen already is left as it is."""
    if context.source is not None:
        return work(context)

    def on(source: Source) -> Result:
        return work(replace(context, db=source.db, store=store_at(context.store, source), source=source))

    return read_from(context.db, on, also_fails=FAILS)


def run_report(
    context: ReportContext,
    definition: Definition,
    parameters: Parameters,
    *,
    limit: int | None = SCREEN_ROWS,
    tables: tuple[str, ...] | None = None,
    monitor: Monitor | None = None,
) -> ReportAnswer:
    """Compute a report with these parameters, as from `read_parameters`, on everything committed so far. Its basis says
    which of its data do not reach the end of the period.

    `limit`: rows per table, None for all; sentences describe the rows taken. `monitor` receives the progress and can
    stop the run. Waits in the queue of `pool/worker_pool.py`. Raises ValidationProblem, StoreUnreadable, and Stopped.
    """
    _require_park(context.db, parameters)
    watched = monitor or Monitor()

    def answered(context: ReportContext) -> ReportAnswer:
        lacking = _lacking(context, definition, parameters)
        answer = _answer(context, definition, parameters, limit, tables, watched)
        return (answer if context.source is None else answer.read_at(context.source)).lacking(lacking)

    return pool.run(lambda: with_source(context, answered))


def missing_data(session: Session, definition: Definition, last_day: date, now: datetime) -> list[Gap]:
    """What the report reads and what does not reach the end of the day."""
    return gaps(session, last_day, now) if "campaign_costs" in needs(definition.models) else []


def awaited(session: Session, definition: Definition, last_day: date, now: datetime) -> str:
    """What a scheduled report of days up to this one waits for, in German; empty: nothing."""
    is_carried = "visits" not in needs(definition.models) or are_carried(session, "visits", last_day)
    return waiting_words(missing_data(session, definition, last_day, now), visits=not is_carried)


def _answer(
    context: ReportContext,
    definition: Definition,
    parameters: Parameters,
    limit: int | None,
    tables: tuple[str, ...] | None,
    watched: Monitor,
) -> ReportAnswer:
    later = {**parameters, "as_of_day": berlin_day(context.now)}
    with report(context.store, definition.models, first_parameters(definition, later), watched) as connection:
        found = run(connection, definition, later, limit=limit, tables=tables, on_step=watched.step)
        rests = rests_on(connection)
        known_from = first_visit_day(connection, definition.models)
        stand = ReportBasis(context.now, rests.visits, rests.reservations, rests.version, known_from)
        shown = redacted_tables(_with_value_kinds(found, parameters), context.db)
        compared = compared_period(parameters) if definition.is_compared else None
        return ReportAnswer(definition, parameters, compared, stand, shown, sentences(definition.name, shown))


def _lacking(context: ReportContext, definition: Definition, parameters: Parameters) -> str:
    """„Vorläufig: Kosten von Meta fehlen seit 08.11.2026.“"""
    last_day = parameters.get("to_day") or berlin_day(context.now) - timedelta(days=1)
    with context.db.read() as session:
        return provisional_words(missing_data(session, definition, last_day, context.now))


def _with_value_kinds(tables: Mapping[str, TableResult], parameters: Parameters) -> dict[str, TableResult]:
    """The tables, fields with codes for values shown by their labels."""
    coded = {
        column: str(parameters[name])
        for column, name in _FIELD_COLUMNS.items()
        if parameters.get(name) in _CODED_FIELDS
    }

    def labelled(column: Column) -> Column:
        return replace(column, kind=coded[column.name]) if column.name in coded else column

    return {name: replace(table, columns=tuple(map(labelled, table.columns))) for name, table in tables.items()}


def _require_park(db: Database, parameters: Parameters) -> None:
    if "park" not in parameters:
        return
    with db.read() as session:
        if session.get(Park, parameters["park"]) is None:
            raise ValidationProblem([refusal(BadParameter("park", "unknown_park"))])
