"""Creates models in a run. Those that are tables are computed once per set of rows and parameters, and cached.

The contents of such a table depend on the rows its models read and the parameters they take. Both form the cache key,
and any run that needs the same result reuses it. What a cached result was computed from is then not created at all.
"""

from collections.abc import Collection, Mapping
from typing import Any

from analytics.engine.instance import Run
from analytics.engine.offloading import offloaded, shown
from analytics.engine.warehouse import NAMES
from analytics.parameters import literals
from analytics.runner import Model, in_order, needs
from analytics.shipped import SHIPPED


def put(run: Run, names: Collection[str], parameters: Mapping[str, Any], existing: Collection[str]) -> None:
    """Create these models and what they need, except `existing`, or recompute them; the parameters are already set.

    Raises UnknownModel and BadParameter.
    """
    wanted = in_order(names, existing)
    for schema in sorted({model.schema for model in wanted}):
        run.connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    run.values = literals(parameters)
    models = {model.name: model for model in wanted}
    done: set[str] = set()

    def put_one(name: str) -> None:
        if name in done or name not in models:
            return
        done.add(name)
        model = models[name]
        if model.is_table and (_show_cached(run, model, existing) or _offload(run, model, existing)):
            return
        for read in sorted(model.reads):
            put_one(read)
        _create(run, model, existing)

    for name in names:
        put_one(name)


def renew(run: Run, names: Collection[str], existing: Collection[str]) -> None:
    """Recompute, for this run only, the models that depend on relations it has changed."""
    for model in in_order(names, existing):
        if not (model.is_table and _show_cached(run, model, existing)):
            _create(run, model, existing)


def _create(run: Run, model: Model, existing: Collection[str]) -> None:
    if model.is_table:
        if key := _key(run, model, existing):
            _show(run, model, run.keep(*key, model.sql, is_result=True))
        else:
            if model.name in run.results:
                run.connection.execute(f"DROP VIEW {model.name}")
                run.results.remove(model.name)
            run.connection.execute(f"CREATE OR REPLACE TABLE {model.name} AS {model.sql}")
    elif model.name not in run.views:
        # A view follows its tables and the parameters by itself.
        run.connection.execute(f"CREATE VIEW {model.name} AS {model.sql}")
        run.views.add(model.name)


def _show_cached(run: Run, model: Model, existing: Collection[str]) -> bool:
    """Whether the result of a table is cached; then it is shown under the name of the model."""
    if (key := _key(run, model, existing)) is None or (table := run.table(*key)) is None:
        return False
    _show(run, model, table)
    return True


def _offload(run: Run, model: Model, existing: Collection[str]) -> bool:
    """Whether a distributed engine has computed it; then what it is computed from is not created here."""
    key = _key(run, model, existing)
    if key is None or (rows := offloaded(run, model)) is None:
        return False
    with shown(run.connection, model.name, rows) as select:
        _show(run, model, run.keep(*key, select, is_result=True))
    return True


def _show(run: Run, model: Model, table: str) -> None:
    run.connection.execute(f"CREATE OR REPLACE VIEW {model.name} AS FROM {table}")
    run.results.add(model.name)


def _key(run: Run, model: Model, existing: Collection[str]) -> tuple[str, str] | None:
    """Name with parameters, and version of the rows; None if the result is of this run alone."""
    reads = needs([model.name]) - SHIPPED
    if run.state is None or reads & run.own or reads - NAMES:
        return None
    taken = sorted(frozenset[str]().union(*(one.parameters for one in in_order([model.name], existing))))
    name = " ".join([model.name, *(f"{parameter}={run.values[parameter]}" for parameter in taken)])
    return name, run.state.version(reads)
