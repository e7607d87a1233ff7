"""Computes a model on a distributed engine: the same SQL, translated, over the same files."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import pyarrow as pa

from analytics.distributed.engine import Engine, opened
from analytics.distributed.files import File, put_files
from analytics.distributed.translation import column_types, translated, view_name
from analytics.runner import in_order, needs

_FILES, _ROWS = "files_of__", "rows_of__"


@dataclass(frozen=True, slots=True)
class Input:
    """A relation of schema `source`: the rows of files, which the engine reads itself, and rows that are sent to it.

    `condition`: SQL that both engines understand, on the rows of files.
    """

    files: Sequence[File] = ()
    rows: pa.Table | None = None
    condition: str = "true"
    columns: Sequence[str] = field(default_factory=tuple)
    """Columns of files that belong to the relation."""


def compute(
    url: str,
    model: str,
    values: Mapping[str, str],
    inputs: Mapping[str, Input],
    stoppers: list[Callable[[], None]] | None = None,
) -> pa.Table:
    """The rows of a model with these parameters (`analytics.parameters.literals`), on the engine at `url`.

    `inputs` has each relation that `analytics.runner.needs` names. Columns are in the model's order; whole numbers
    wider than 64 bits are decimals. `stoppers` has, while it works, how to stop it. Raises EngineFault, also
    for a model that has no translation.
    """
    with opened(url) as engine, _stopped_by(stoppers if stoppers is not None else [], engine):
        for name in needs([model]):
            _put(engine, url, name, inputs[name])
        return model_rows(engine, model, values)


@contextmanager
def _stopped_by(stoppers: list[Callable[[], None]], engine: Engine) -> Iterator[None]:
    stoppers.append(engine.stop)
    try:
        yield
    finally:
        stoppers.remove(engine.stop)


def model_rows(engine: Engine, model: str, values: Mapping[str, str]) -> pa.Table:
    """The rows of a model over relations that the engine knows already."""
    for one in in_order([model]):
        engine.view(view_name(one.name), translated(one, values, guards=not engine.notices_overflow))
    columns = ", ".join(f"`{name}`" for name in column_types(model))
    return engine.rows(f"SELECT {columns} FROM {view_name(model)}")


def _put(engine: Engine, url: str, name: str, given: Input) -> None:
    relation = view_name(f"source.{name}")
    if not given.files:
        assert given.rows is not None, f"source.{name} has neither files nor rows"
        engine.put(relation, given.rows)
        return
    columns = ", ".join(f"`{column}`" for column in given.columns)
    put_files(engine, url, f"{_FILES}{name}", given.files)
    parts = [f"SELECT {columns} FROM {_FILES}{name} WHERE {given.condition}"]
    if given.rows is not None and given.rows.num_rows:
        engine.put(f"{_ROWS}{name}", given.rows)
        parts.append(f"SELECT {columns} FROM {_ROWS}{name}")
    engine.view(relation, " UNION ALL ".join(parts))
