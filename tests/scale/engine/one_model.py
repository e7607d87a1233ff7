"""`python -m tests.scale.engine.one_model MODEL LIMIT FILE…`: one model over files of visits by DuckDB, in a process of
its own: seconds on the clock and of the processor, the most memory and the most that lay on disk.
"""

import sys
import tempfile
import time
from pathlib import Path
from threading import Event, Thread

import duckdb

from analytics.runner import build
from analytics.sources import create_empty
from analytics.store.datasets import DATASETS
from tests.fixtures.peak_memory import peak_megabytes


def main(model: str, limit: str, paths: list[str]) -> None:
    """Print it in one line; a fault of DuckDB is raised."""
    with tempfile.TemporaryDirectory(prefix="voltigo-spill-") as spill:
        with duckdb.connect(config={"threads": 2, "memory_limit": limit, "temp_directory": spill}) as connection:
            create_empty(connection)
            connection.execute("SET preserve_insertion_order = false; DROP TABLE source.visits")
            source = f"SELECT {DATASETS['visits'].stored} FROM read_parquet({paths})"
            connection.execute(f"CREATE VIEW source.visits AS {source}")
            done, lying = Event(), [0]
            watching = Thread(target=_watch, args=(Path(spill), done, lying))
            watching.start()
            begun, used = time.perf_counter(), time.process_time()
            try:
                build(connection, [model], {})
                connection.execute(f"CREATE TABLE found AS FROM {model}")
            finally:
                done.set()
                watching.join()
        seconds, used = time.perf_counter() - begun, time.process_time() - used
    memory, disk = f"{peak_megabytes():.0f} MB of memory", f"{lying[0] / 1e6:.0f} MB on disk"
    print(f"{used:.2f} s of processors, {seconds:.2f} s, {memory}, {disk}")


def _watch(folder: Path, done: Event, lying: list[int]) -> None:
    while not done.wait(0.05):
        lying[0] = max(lying[0], sum(one.stat().st_size for one in folder.rglob("*") if one.is_file()))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
