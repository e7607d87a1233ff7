"""Times DuckDB and an engine side by side over made-up visits, with their memory: `make scale` calls it last."""

import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq

from analytics.distributed.computing import Input, compute
from analytics.distributed.files import File
from analytics.distributed.translation import column_types
from analytics.parameters import literals
from analytics.runner import add_macros, build, needs
from analytics.sources import SCHEMAS, create_empty
from analytics.store.datasets import DATASETS
from analytics.store.files import sha256_of
from tests.bench.all_reports import MEMORY, Made
from tests.bench.model_data import make

_RESERVATIONS = 50_000
_PARAMETERS: dict[str, dict[str, Any]] = {
    "marts.visit_days": {},
    "marts.raw_spellings": {"tag": "utm_campaign"},
    "marts.attribution_days": {"look_back_days": 47, "half_life_days": 3},
    "marts.credit_cells": {"look_back_days": 11, "half_life_days": 29, "from_day": date(2025, 12, 3)},
    "marts.paths": {"look_back_days": 9},
}


def main(url: str, pid: int, visits: int) -> int:
    """Print a line for each model; 1 if the engines differ anywhere."""
    with tempfile.TemporaryDirectory(prefix="voltigo-scale-") as folder:
        *_, made = make(Path(folder), visits, _RESERVATIONS)
        assert isinstance(made, Made)
        print(f"{visits:,} visits, {_RESERVATIONS:,} reservations; MB: the most that each held so far")
        return max([_compare(url, pid, made, name, Path(folder)) for name in _PARAMETERS])


def _compare(url: str, pid: int, made: Made, name: str, folder: Path) -> int:
    parameters = _PARAMETERS[name]
    columns = ", ".join(f'"{column}"' for column in column_types(name))
    config = {"threads": 2, "memory_limit": MEMORY, "temp_directory": str(folder / "spill")}
    with duckdb.connect(config=config) as connection:
        add_macros(connection)
        inputs = _fill(connection, made, name)
        begun = time.perf_counter()
        build(connection, [name], parameters)
        connection.execute(f"CREATE TABLE ours AS SELECT {columns} FROM {name}")
        ours = time.perf_counter() - begun
        held = _most_held("self")
        begun = time.perf_counter()
        connection.register("found", compute(url, name, literals(parameters), inputs))
        theirs = time.perf_counter() - begun
        typed = ", ".join(f'CAST("{column}" AS {kind}) AS "{column}"' for column, kind in column_types(name).items())
        connection.execute(f"CREATE TABLE theirs AS SELECT {typed} FROM found")
        different = "(FROM ours EXCEPT ALL FROM theirs) UNION ALL (FROM theirs EXCEPT ALL FROM ours)"
        ((differing,),) = connection.execute(f"SELECT count(*) FROM ({different})").fetchall()
        ((rows,),) = connection.execute("SELECT count(*) FROM ours").fetchall()
    cluster = sum(_most_held(str(one)) for one in _family(pid))
    print(
        f"{name:24} {rows:8,} rows, {differing} differ; DuckDB {ours:7.2f} s {held:5} MB; "
        f"engine {theirs:7.2f} s {cluster:5} MB; × {theirs / ours:.1f}",
        flush=True,
    )
    return int(differing > 0)


def _fill(connection: duckdb.DuckDBPyConnection, made: Made, name: str) -> dict[str, Input]:
    """The relations that the model needs, for both."""
    create_empty(connection)
    inputs = {}
    for relation in needs([name]):
        file = made.reservations / f"{relation}.parquet"
        columns = ", ".join(f'"{column}"' for column in SCHEMAS[relation])
        if relation == "visits":
            paths = [str(path) for path in made.visits]
            connection.execute("DROP TABLE source.visits")
            connection.execute(
                f"CREATE VIEW source.visits AS SELECT {DATASETS['visits'].stored} FROM read_parquet({paths})"
            )
            inputs[relation] = _visits(made)
            continue
        if file.exists():
            connection.execute(f"INSERT INTO source.{relation} BY NAME SELECT * FROM '{file}'")
        if relation == "touches":
            whole = made.reservations / "all_touches.parquet"
            connection.execute(f"COPY (SELECT {columns} FROM source.touches) TO '{whole}'")
            inputs[relation] = Input(_files([str(whole)]), columns=list(SCHEMAS[relation]))
        else:
            inputs[relation] = Input(rows=connection.sql(f"SELECT {columns} FROM source.{relation}").to_arrow_table())
    return inputs


def _visits(made: Made) -> Input:
    """The visits, as an engine reads them itself."""
    return Input(_files([str(path) for path in made.visits]), columns=DATASETS["visits"].stored_columns)


def _files(paths: list[str]) -> list[File]:
    return [File(f"file://{path}", pq.read_metadata(path).num_rows, sha256_of(Path(path))) for path in paths]


def _most_held(pid: str) -> int:
    """The most resident memory of a process so far, in MB."""
    told = Path(f"/proc/{pid}/status").read_text()
    held = told.partition("VmHWM:")[2].split()  # one that has just ended holds nothing
    return int(held[0]) // 1024 if held else 0


def _family(pid: int) -> Iterator[int]:
    """A process and all it has started, by whichever of its threads."""
    yield pid
    for thread in Path(f"/proc/{pid}/task").iterdir():
        try:
            children = (thread / "children").read_text().split()
        except OSError:  # it has just ended
            continue
        for child in children:
            yield from _family(int(child))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
