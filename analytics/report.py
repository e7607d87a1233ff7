"""One run over the store: the warehouse opened with what some models need, and the models built on it.

Closed days come from the rollup, and the warehouse adds up open ones from their visits. So the days of a period are
exact at any time and cost the same however many visits there are.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Any

from analytics import results
from analytics.engine.connection import Connection, quoted
from analytics.engine.instance import run_of
from analytics.engine.rollup import ROLLUP_TYPES
from analytics.engine.warehouse import EVERY_DAY, open_warehouse, rests_on
from analytics.production.shares import production_shares
from analytics.results import SHIPPED, put, put_tables
from analytics.runner import in_order, needs, set_parameters
from analytics.sources import create_empty
from analytics.store.catalogue import Store
from analytics.store.datasets import ROLLUP

_OPEN_DAYS = f"marts.{ROLLUP}"
"""The model that adds up open days. They come added up, so it stands there empty."""
__all__ = ["again", "first_visit_day", "make_own", "open_report", "renew", "rests_on"]


@contextmanager
def open_report(
    store: Store,
    models: Collection[str],
    parameters: Mapping[str, Any] | None = None,
    *,
    on_open: Callable[[Connection], None] = lambda connection: None,
) -> Iterator[Connection]:
    """A connection on which `models` exist with these parameters; `rests_on` tells of which rows.

    Set are the parameters that are given, and those that the models take.

    Another thread may `interrupt()` the connection and ask its `query_progress()`, a percentage of the statement that
    runs. `on_open` gets the connection before anything is read. Raises UnknownModel, BadParameter, StoreFault.
    """
    wanted = needs(models)
    adds_up = ROLLUP in wanted
    # Where days come added up, models need no single visit.
    loaded = wanted - SHIPPED - {"visits", ROLLUP} | {EVERY_DAY} if adds_up else wanted - SHIPPED
    with open_warehouse(store, loaded, on_open=on_open) as connection:
        if adds_up:
            connection.execute(f"CREATE VIEW source.{ROLLUP} AS FROM source.{EVERY_DAY}; CREATE SCHEMA marts")
            columns = ", ".join(f"{name} {kind}" for name, kind in ROLLUP_TYPES.items())
            connection.execute(f"CREATE TABLE {_OPEN_DAYS} ({columns})")
        if wanted & SHIPPED:
            create_empty(connection, SHIPPED)
            rows = ", ".join(f"({quoted(park)}, {month}, {share})" for park, month, share in production_shares())
            connection.execute(f"INSERT INTO source.production_shares VALUES {rows}")
        put(run_of(connection), models, _set(connection, models, parameters), _existing(models))
        yield connection


def again(connection: Connection, models: Collection[str], parameters: Mapping[str, Any] | None = None) -> None:
    """Build these models on the connection of a report with other parameters, over the very same rows.

    For a second period beside the first: results that shall stay are to be kept in temporary tables before. `models`
    are those that the report was opened with, or some of them. Raises UnknownModel, BadParameter.
    """
    put_tables(run_of(connection), models, _set(connection, models, parameters), _existing(models))


def renew(connection: Connection, models: Collection[str]) -> None:
    """Let models of a report follow a change of what `make_own` gave it. Those that are views do so by themselves."""
    results.renew(run_of(connection), models, _existing(models))


def make_own(connection: Connection, relation: str) -> None:
    """Turn `source.<relation>`, which runs share, into a table that this run alone has and may change."""
    connection.execute(
        f"CREATE TABLE source.own AS FROM source.{relation}; DROP VIEW source.{relation}; "
        f"ALTER TABLE source.own RENAME TO {relation}"
    )
    run_of(connection).own.add(relation)


def first_visit_day(connection: Connection, models: Collection[str]) -> date | None:
    """The first day of which any visit is known; None where there is none, or the models read no visits."""
    if ROLLUP not in needs(models):
        return None
    found: date | None = connection.execute(f"SELECT min(day) FROM source.{ROLLUP}").fetchall()[0][0]
    return found


def _existing(models: Collection[str]) -> Collection[str]:
    return {_OPEN_DAYS} if ROLLUP in needs(models) else ()


def _set(connection: Connection, models: Collection[str], parameters: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Set the parameters, and answer them with those that are decided here."""
    given = dict(parameters or {})
    if ROLLUP in needs(models):
        given["open_days"] = []
    taken = frozenset[str]().union(*(model.parameters for model in in_order(models)))
    set_parameters(connection, given, taken)
    return given
