"""Opens one run over the store: the warehouse with the relations some models need, and the models built on it.

Closed days come from the rollup, and the warehouse aggregates open ones from their visits. So the days of a period are
always exact, at a cost independent of the number of visits.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Any

from analytics import results
from analytics.engine.connection import Connection
from analytics.engine.instance import run_of
from analytics.engine.rollup import ROLLUP_TYPES
from analytics.engine.warehouse import EVERY_DAY, open_warehouse, rests_on
from analytics.results import put
from analytics.runner import in_order, needs, set_parameters
from analytics.shipped import SHIPPED, put_shipped
from analytics.store.catalogue import Store
from analytics.store.datasets import ROLLUP

_OPEN_DAYS = f"marts.{ROLLUP}"
"""The model that aggregates open days. They are already aggregated here, so it is left empty."""
_SHIPPED = "shipped"
"""State of relations that are the same for every run."""
__all__ = ["again", "first_visit_day", "make_own", "open_report", "renew", "rests_on"]


@contextmanager
def open_report(
    store: Store,
    models: Collection[str],
    parameters: Mapping[str, Any] | None = None,
    *,
    on_open: Callable[[Connection], None] = lambda connection: None,
) -> Iterator[Connection]:
    """A connection on which `models` exist with these parameters; `rests_on` returns the data basis.

    Sets the given parameters, and those the models take.

    Another thread may `interrupt()` the connection and read its `query_progress()`, a percentage of the running
    statement. `on_open` gets the connection before anything is read. Raises UnknownModel, BadParameter, StoreFault.
    """
    wanted = needs(models)
    adds_up = ROLLUP in wanted
    # Where days are already aggregated, models need no single visits.
    loaded = wanted - SHIPPED - {"visits", ROLLUP} | {EVERY_DAY} if adds_up else wanted - SHIPPED
    with open_warehouse(store, loaded, on_open=on_open) as connection:
        if adds_up:
            connection.execute(f"CREATE VIEW source.{ROLLUP} AS FROM source.{EVERY_DAY}; CREATE SCHEMA marts")
            columns = ", ".join(f"{name} {kind}" for name, kind in ROLLUP_TYPES.items())
            connection.execute(f"CREATE TABLE {_OPEN_DAYS} ({columns})")
        _put_shipped(connection, wanted & SHIPPED)
        put(run_of(connection), models, _set(connection, models, parameters), _existing(models))
        yield connection


def again(connection: Connection, models: Collection[str], parameters: Mapping[str, Any] | None = None) -> None:
    """Rebuild these models on a report's connection with other parameters, over exactly the same rows.

    Used for the comparison period: results still needed must be saved in temporary tables first. `models` are those the
    report was opened with, or some of them. Raises UnknownModel, BadParameter.
    """
    put(run_of(connection), models, _set(connection, models, parameters), _existing(models))


def renew(connection: Connection, models: Collection[str]) -> None:
    """Update models of a report after a change to a relation of `make_own`. Views update by themselves."""
    results.renew(run_of(connection), models, _existing(models))


def make_own(connection: Connection, relation: str) -> None:
    """Replace `source.<relation>`, which runs share, with a private table that this run may change."""
    connection.execute(
        f"CREATE TABLE source.own AS FROM source.{relation}; DROP VIEW source.{relation}; "
        f"ALTER TABLE source.own RENAME TO {relation}"
    )
    run_of(connection).own.add(relation)


def first_visit_day(connection: Connection, models: Collection[str]) -> date | None:
    """The first day with known visits; None if there is none, or the models read no visits."""
    if ROLLUP not in needs(models):
        return None
    found: date | None = connection.execute(f"SELECT min(day) FROM source.{ROLLUP}").fetchall()[0][0]
    return found


def _put_shipped(connection: Connection, names: Collection[str]) -> None:
    """Computed by the first run of the process that needs them."""
    run = run_of(connection)
    for name in names:
        if table := run.table(name, _SHIPPED):
            connection.execute(f"CREATE VIEW source.{name} AS FROM {table}")
        else:
            put_shipped(connection, {name})
            run.keep(name, _SHIPPED, f"FROM source.{name}")


def _existing(models: Collection[str]) -> Collection[str]:
    return {_OPEN_DAYS} if ROLLUP in needs(models) else ()


def _set(connection: Connection, models: Collection[str], parameters: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Set the parameters, and return them with those determined here."""
    given = dict(parameters or {})
    if ROLLUP in needs(models):
        given["open_days"] = []
    taken = frozenset[str]().union(*(model.parameters for model in in_order(models)))
    set_parameters(connection, given, taken)
    return given
