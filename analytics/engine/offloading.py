"""Offloads models whose cost grows with visits to a distributed engine, if one is configured.

The numbers are the same, so DuckDB is the fallback; after a failure it computes everything for a minute, so that
reports do not wait for an engine that is down.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

import structlog

from analytics.engine.connection import Connection
from analytics.engine.instance import Run
from analytics.parameters import literals
from analytics.runner import Model, needs
from analytics.store.catalogue import Store
from analytics.store.datasets import DATASETS, ROLLUP
from analytics.store.files import StoredFile

if TYPE_CHECKING:
    import pyarrow as pa

    from analytics.distributed.computing import Input

_PAUSE_SECONDS: Final = 60.0
ROLLUP_MODEL: Final = f"marts.{ROLLUP}"
log = structlog.get_logger()


@dataclass(slots=True)
class _Standing:
    """How an engine did: when its last fault was, in monotonic seconds, what it said, and whether it ever computed."""

    failed_at: float = float("-inf")
    fault: str = ""
    has_computed: bool = False


_standing: dict[str, _Standing] = {}


def engine_fault(url: str) -> str:
    """What the engine's last fault in this process was, if it has not computed anything since; else an empty text."""
    return _standing[url].fault if url in _standing else ""


def engine_computed(url: str) -> bool:
    """Whether the engine has computed anything for this process, and met no fault since."""
    return url in _standing and _standing[url].has_computed and not _standing[url].fault


def forget_faults() -> None:
    """Ask every engine again, as a new process does."""
    _standing.clear()


def missing_part() -> str:
    """What has to be installed before an engine can be used; else an empty text."""
    found = [name for name in ("pyspark", "sqlglot") if find_spec(name) is None]
    return f"{' and '.join(found)} not installed: pip install 'voltigo[engine]'" if found else ""


def offloaded(run: Run, model: Model) -> "pa.Table | None":
    """The rows of a model of this run by the engine; None where DuckDB is to compute them.

    Raises Interrupted when another thread has stopped the run.
    """
    if not model.is_distributed or not _is_used(run.store):
        return None
    inputs = {name: _input(run, name) for name in needs([model.name])}
    return _computed(run.store, model.name, run.values, inputs, run)


def offloaded_rollup(
    store: Store, files: Sequence[StoredFile], condition: str, fresh: "Callable[[], pa.Table] | None" = None
) -> "pa.Table | None":
    """Visits of these files that match the condition, and fresh ones, added up by day and origin; None as above."""
    if not _is_used(store):
        return None
    visits = _stored(store, "visits", files, condition, fresh() if fresh else None)
    return _computed(store, ROLLUP_MODEL, literals({}), {"visits": visits})


@contextmanager
def shown(connection: Connection, model: str, rows: "pa.Table") -> Iterator[str]:
    """The SELECT that reads the engine's rows of a model, with the types that DuckDB gives them."""
    from analytics.distributed.translation import column_types

    columns = ", ".join(f'CAST("{name}" AS {kind}) AS "{name}"' for name, kind in column_types(model).items())
    connection.register("offloaded", rows)
    try:
        yield f"SELECT {columns} FROM offloaded"
    finally:
        connection.unregister("offloaded")


def _is_used(store: Store) -> bool:
    if not store.engine_url:
        return False
    standing = _standing.setdefault(store.engine_url, _Standing())
    if time.monotonic() - standing.failed_at <= _PAUSE_SECONDS:
        return False
    if missing := missing_part():
        _note(store.engine_url, missing)
    return not missing


def _computed(
    store: Store, model: str, values: Mapping[str, str], inputs: "Mapping[str, Input]", run: Run | None = None
) -> "pa.Table | None":
    from analytics.distributed.computing import compute
    from analytics.distributed.faults import EngineFault
    from analytics.engine.faults import Interrupted

    try:
        rows = compute(store.engine_url, model, values, inputs, run.stoppers if run else [])
    except EngineFault as fault:
        if run is not None and run.is_stopped:
            raise Interrupted("the run was stopped") from None
        _note(store.engine_url, str(fault), model)
        return None
    standing = _standing[store.engine_url]
    standing.fault, standing.has_computed = "", True
    return rows


def _note(url: str, fault: str, model: str = "") -> None:
    standing = _standing[url]
    standing.failed_at, standing.fault = time.monotonic(), fault
    log.warning("engine_unavailable", model=model, fault=fault)


def _input(run: Run, name: str) -> "Input":
    from analytics.distributed.computing import Input

    if name not in DATASETS or run.state is None:
        return Input(rows=run.connection.sql(f"FROM source.{name}").to_arrow_table())
    files = run.state.catalogue.of(name)
    if not files:
        return Input(rows=run.connection.sql(f"FROM source.{name}").to_arrow_table())
    table = run.table(f"fresh_{name}", run.state.of_fresh(name))
    chosen = DATASETS[name].chosen()
    fresh = run.connection.sql(f"SELECT {chosen} FROM {table}").to_arrow_table() if table else None
    return _stored(run.store, name, files, "true", fresh)


def _stored(store: Store, name: str, files: Iterable[StoredFile], condition: str, fresh: "pa.Table | None") -> "Input":
    from analytics.distributed.computing import Input
    from analytics.distributed.files import File

    found = [File(f"{store.files_for_engine}/{file.path}", file.rows, file.sha256) for file in files]
    return Input(found, fresh, condition, DATASETS[name].stored_columns)
