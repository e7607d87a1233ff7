"""`python -m tests.bench.all_reports FOLDER`: every report over what `model_data` made there, and the memory it takes.

The process imports what a process of the product does, and none of the libraries that make the data: these alone would
take more memory than the reports.
"""

import sys
import time
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import duckdb

from analytics.definitions import Definition, definitions
from analytics.report import open_report
from analytics.reporting import first_parameters, run
from analytics.runner import add_macros, build
from analytics.sources import create_empty
from analytics.store.catalogue import Store
from tests.fixtures.peak_memory import peak_megabytes

FIRST, DAYS = date(2025, 11, 1), 365
MEMORY = "400MB"


@dataclass(frozen=True, slots=True)
class Made:
    """Where it all lies."""

    store: Store
    reservations: Path
    """A folder with `reservations`, `touches` and what else `connect` reads as Parquet."""
    visits: list[Path]


def found(folder: Path) -> Made:
    """What was made below this folder."""
    store = Store(f"sqlite:///{folder / 'voltigo.sqlite3'}", folder / "store", MEMORY)
    return Made(store, folder / "reservations", sorted((folder / "store" / "visits").glob("*/*.parquet")))


def connect(made: Made) -> duckdb.DuckDBPyConnection:
    """A connection bounded as a report's, with schema `source` over the files."""
    config = {"threads": 2, "memory_limit": MEMORY, "preserve_insertion_order": False}
    connection = duckdb.connect(config=config)
    add_macros(connection)
    connection.execute("CREATE SCHEMA source")
    for name in ("reservations", "touches", "reservation_changes"):
        connection.execute(f"CREATE VIEW source.{name} AS FROM '{made.reservations / name}.parquet'")
    paths = ", ".join(f"'{path}'" for path in made.visits)
    connection.execute(f"CREATE VIEW source.visits AS FROM read_parquet([{paths}])")
    create_empty(connection)
    for name in ("aliases", "campaigns"):
        connection.execute(f"INSERT INTO source.{name} BY NAME FROM '{made.reservations / name}.parquet'")
    return connection


def report_seconds(made: Made, definition: Definition, look_back_days: int) -> float:
    """How long a year of a report takes, opened and all, with everything else as by default."""
    given = {"from_day": FIRST, "to_day": FIRST + timedelta(days=DAYS - 1), "look_back_days": look_back_days}
    defaults = {name: definition.default(name) for name in definition.parameters}
    parameters = defaults | {name: value for name, value in given.items() if name in defaults}
    begun = time.perf_counter()
    opening = first_parameters(definition, {**parameters, "as_of_day": given["to_day"]})
    with open_report(made.store, definition.models, opening) as connection:
        run(connection, definition, {**parameters, "as_of_day": given["to_day"]}, limit=1_000)
    return time.perf_counter() - begun


def main(folder: Path) -> None:
    """Print the resident peak in megabytes after all reports; then, while what they keep for the next ones stays, after
    the rollup of all raw visits and all models in an engine of their own.
    """
    made = found(folder)
    for definition in definitions().values():
        report_seconds(made, definition, 30)
    print(peak_megabytes())
    with connect(made) as connection:
        build(
            connection, ["marts.visit_days", "marts.attribution_by_campaign", "marts.origin_quality", "marts.cohorts"]
        )
        connection.execute("SELECT count(*) FROM marts.visit_days").fetchall()
        connection.execute("SELECT count(*) FROM marts.origin_quality").fetchall()
    print(peak_megabytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
