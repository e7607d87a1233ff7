"""Creates models in a run. Those that are tables are computed once per set of rows and parameters, and cached.

The contents of such a table depend on the rows its models read and the parameters they take. Both form the cache key,
and any run that needs the same result reuses it.
"""

from collections.abc import Collection, Mapping
from typing import Any

from analytics.engine.instance import Run
from analytics.engine.warehouse import NAMES
from analytics.parameters import literals
from analytics.runner import Model, in_order, needs
from analytics.shipped import SHIPPED


def put(run: Run, names: Collection[str], parameters: Mapping[str, Any], existing: Collection[str]) -> None:
    """Create these models and their dependencies except `existing`; the parameters are already set.

    Raises UnknownModel and BadParameter.
    """
    wanted = in_order(names, existing)
    for schema in sorted({model.schema for model in wanted}):
        run.connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    values = literals(parameters)
    for model in wanted:
        if model.is_table:
            _put_table(run, model, values, existing)
        else:
            run.connection.execute(f"CREATE OR REPLACE VIEW {model.name} AS {model.sql}")


def put_tables(run: Run, names: Collection[str], parameters: Mapping[str, Any], existing: Collection[str]) -> None:
    """Rebuild tables for other parameters; views follow automatically."""
    values = literals(parameters)
    for model in in_order(names, existing):
        if model.is_table:
            _put_table(run, model, values, existing)


def renew(run: Run, names: Collection[str], existing: Collection[str]) -> None:
    """Recompute, for this run only, the models that depend on relations it has changed."""
    for model in in_order(names, existing):
        if model.is_table and needs([model.name]) & run.own:
            _compute_alone(run, model)


def _put_table(run: Run, model: Model, values: Mapping[str, str], existing: Collection[str]) -> None:
    reads = needs([model.name]) - SHIPPED
    if run.state is None or reads & run.own or reads - NAMES:
        _compute_alone(run, model)
        return
    taken = sorted(frozenset[str]().union(*(one.parameters for one in in_order([model.name], existing))))
    name = " ".join([model.name, *(f"{parameter}={values[parameter]}" for parameter in taken)])
    state = run.state.version(reads)
    table = run.table(name, state) or run.keep(name, state, model.sql, is_result=True)
    run.connection.execute(f"CREATE OR REPLACE VIEW {model.name} AS FROM {table}")
    run.results.add(model.name)


def _compute_alone(run: Run, model: Model) -> None:
    if model.name in run.results:
        run.connection.execute(f"DROP VIEW {model.name}")
        run.results.remove(model.name)
    run.connection.execute(f"CREATE OR REPLACE TABLE {model.name} AS {model.sql}")
