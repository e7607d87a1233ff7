"""Runs a report: the single code path for screens, files, kept runs and schedules."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final

from analytics.compared import EVENTS, put_events
from analytics.definitions import Column, Definition
from analytics.parameters import BadParameter
from analytics.report import first_visit_day, rests_on
from analytics.reporting import Parameters, TableResult, compared_period, first_parameters, run
from analytics.runner import needs
from analytics.store.catalogue import Store
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.core.http.errors import ValidationProblem
from services.parks.models import Park
from services.reports.basis import ReportBasis
from services.reports.events.sources import events_between
from services.reports.model_runs import report
from services.reports.parameters import as_told, refusal
from services.reports.pool.progress import Monitor
from services.reports.pool.worker_pool import pool
from services.reports.redact import redacted_tables
from services.reports.sentences import sentences

SCREEN_ROWS: Final = 1_000
"""Rows shown on screen per table; files have all of them."""

_CODED_FIELDS: Final = ("channel", "channel_group")
_EFFECTS: Final = ("effect", "volume", "mix", "rate", "each", "unvisited", "ripeness")
_KWH: Final[Mapping[str, str]] = {
    **dict.fromkeys(("amount", "amount_before", "difference"), "kwh"),
    **dict.fromkeys((f"{name}_ppm" for name in _EFFECTS), "kwh_ppm"),
}
"""Kinds of columns where kWh are explained."""


@dataclass(frozen=True, slots=True)
class ReportContext:
    """What a report is computed from, and its current time."""

    db: Database
    store: Store
    now: datetime


@dataclass(frozen=True, slots=True)
class ReportAnswer:
    """A report with everything shown of it. `parameters` are typed, `told` is their form in query strings."""

    definition: Definition
    parameters: Parameters
    compared: tuple[date, date] | None
    stand: ReportBasis
    tables: Mapping[str, TableResult]
    sentences: Mapping[str, str]

    @property
    def told(self) -> dict[str, Any]:
        """The parameters by their names in query strings."""
        return as_told(self.definition, self.parameters)


def run_report(
    context: ReportContext,
    definition: Definition,
    parameters: Parameters,
    *,
    limit: int | None = SCREEN_ROWS,
    tables: tuple[str, ...] | None = None,
    monitor: Monitor | None = None,
) -> ReportAnswer:
    """Compute a report with these parameters, as from `read_parameters`, on everything committed so far.

    `limit`: rows per table, None for all; sentences describe the rows taken. `monitor` receives the progress and can
    stop the run. Waits in the queue of `pool/worker_pool.py`. Raises ValidationProblem, StoreUnreadable, and Stopped.
    """
    _require_park(context.db, parameters)
    watched = monitor or Monitor()
    return pool.run(lambda: _computed(context, definition, parameters, limit, tables, watched))


def _computed(
    context: ReportContext,
    definition: Definition,
    parameters: Parameters,
    limit: int | None,
    tables: tuple[str, ...] | None,
    watched: Monitor,
) -> ReportAnswer:
    later = {**parameters, "as_of_day": berlin_day(context.now)}
    opening = first_parameters(definition, later)
    compared = compared_period(parameters) if definition.is_compared else None
    with report(context.store, definition.models, opening, watched) as connection:
        if EVENTS in needs(definition.models):
            periods = [(parameters["from_day"], parameters["to_day"]), *([compared] if compared else [])]
            put_events(connection, events_between(context.db, periods))
        found = run(connection, definition, later, limit=limit, tables=tables, on_step=watched.step)
        rests = rests_on(connection)
        known_from = first_visit_day(connection, definition.models)
    stand = ReportBasis(context.now, rests.visits, rests.reservations, rests.version, known_from)
    shown = redacted_tables(_with_value_kinds(found, parameters), context.db)
    return ReportAnswer(definition, parameters, compared, stand, shown, sentences(definition.name, shown))


def _with_value_kinds(tables: Mapping[str, TableResult], parameters: Parameters) -> dict[str, TableResult]:
    """The tables with the kinds that follow from what was chosen: a field with codes for values is shown by their
    labels, and amounts of a measure in its unit.
    """
    field, measure = parameters.get("field"), parameters.get("measure")
    kinds = {"value": str(field)} if field in _CODED_FIELDS else {}
    kinds |= _KWH if measure == "kwh" else {}
    if not kinds:
        return dict(tables)
    return {name: replace(table, columns=_with_kinds(table, kinds)) for name, table in tables.items()}


def _with_kinds(table: TableResult, kinds: Mapping[str, str]) -> tuple[Column, ...]:
    return tuple(replace(column, kind=kinds.get(column.name, column.kind)) for column in table.columns)


def _require_park(db: Database, parameters: Parameters) -> None:
    if "park" not in parameters:
        return
    with db.read() as session:
        if session.get(Park, parameters["park"]) is None:
            raise ValidationProblem([refusal(BadParameter("park", "unknown_park"))])
