"""How time grows with visits on DuckDB and on Spark with one and two executors: `make scale` calls it last.

Lines are fitted to the time of processors, the smaller of two runs: that on the clock depends on what else runs here.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from analytics.distributed.computing import Input, compute
from analytics.parameters import literals
from tests.bench.all_reports import MEMORY, Made
from tests.bench.model_data import make
from tests.scale.engine.cluster import SparkCluster, running_cluster
from tests.scale.engine.measure import family, model_files

_MODEL: Final = "marts.visit_days"
"""It reads every visit; what others read grows with reservations."""
_SIZES: Final = (1_000_000, 3_000_000, 10_000_000)
_LIMITS: Final = (MEMORY, "200MB", "100MB", "50MB")
_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Growth:
    """Seconds of processors as a line over visits, by least squares. One size makes no line: `per_million` is None."""

    fixed: float
    per_million: float | None

    @classmethod
    def of(cls, visits: Sequence[int], seconds: Sequence[float]) -> "Growth":
        """The line nearest to these points."""
        millions = [one / 1_000_000 for one in visits]
        middle, height = sum(millions) / len(millions), sum(seconds) / len(seconds)
        spread = sum((one - middle) ** 2 for one in millions)
        if not spread:
            return cls(height, None)
        rise = sum((one - middle) * (other - height) for one, other in zip(millions, seconds, strict=True))
        slope = rise / spread
        return cls(height - slope * middle, slope)

    def __str__(self) -> str:
        grows = "" if self.per_million is None else f" + {self.per_million:.2f} s per million visits"
        return f"{self.fixed:.2f} s{grows}"


def compared(duckdb: Growth, spark: Growth) -> str:
    """How many cores of Spark do what one of DuckDB does, where both lines rise."""
    if not (duckdb.per_million and spark.per_million):
        return "how they grow is not known: name more visits, such as 3000000, for several sizes"
    return f"equal slopes: {spark.per_million / duckdb.per_million:.1f} cores of Spark for one of DuckDB"


def main(largest: int) -> None:
    """Print every figure, and the lines fitted to them."""
    sizes = [one for one in _SIZES if one <= largest] or [largest]
    with tempfile.TemporaryDirectory(prefix="voltigo-growth-") as folder:
        stores = [_made(Path(folder) / str(size), size) for size in sizes]
        ours = [_duckdb(store, size) for store, size in zip(stores, sizes, strict=True)]
        lines = {executors: _spark(stores, sizes, executors) for executors in (1, 2)}
        for limit in _LIMITS:
            print(f"DuckDB within {limit}: {_in_a_process(stores[-1], limit)}", flush=True)
    duckdb, spark = Growth.of(sizes, ours), lines[2]
    print(f"Processors by DuckDB: {duckdb}")
    for executors, line in lines.items():
        print(f"by Spark with {executors} executors of one core: {line}")
    print(compared(duckdb, spark))


def _made(folder: Path, visits: int) -> Made:
    folder.mkdir()
    *_, made = make(folder, visits, 1_000)
    assert isinstance(made, Made)
    size = sum(path.stat().st_size for path in made.visits)
    print(f"{visits:>12,} visits in files: {size / visits:.0f} bytes each", flush=True)
    return made


def _duckdb(made: Made, visits: int) -> float:
    """The smaller of two runs in processes of their own, in seconds."""
    found = [_in_a_process(made, MEMORY) for _ in range(2)]
    for one in found:
        print(f"{visits:>12,} DuckDB: {one}", flush=True)
    return min(float(one.split()[0]) for one in found)


def _in_a_process(made: Made, limit: str) -> str:
    """Seconds, the most memory and the most on disk; or the fault."""
    paths = [str(path) for path in made.visits]
    command = (sys.executable, "-m", "tests.scale.engine.one_model", _MODEL, limit, *paths)
    done = subprocess.run(command, env={**os.environ}, capture_output=True, text=True, check=False)
    refusals = [line for line in done.stderr.splitlines() if line.startswith("_duckdb.")]
    return done.stdout.strip() or (refusals or ["it failed"])[-1][:120]


def _spark(stores: Sequence[Made], sizes: Sequence[int], executors: int) -> Growth:
    warm = []
    with running_cluster(executors) as cluster:
        for made, size in zip(stores, sizes, strict=True):
            inputs = {"visits": model_files(made)}
            runs = [_timed(cluster, inputs) for _ in range(3)]
            for name, (used, wall, tasks) in zip(("first", "second", "third"), runs, strict=True):
                told = f"{used:.1f} s of processors, {wall:.1f} s, executors busy {tasks / wall / executors:.0%}"
                print(f"{size:>12,} Spark, {executors} executors, {name}: {told}", flush=True)
            warm.append(min(used for used, *_ in runs[1:]))
    return Growth.of(sizes, warm)


def _timed(cluster: SparkCluster, inputs: Mapping[str, Input]) -> tuple[float, float, float]:
    """Seconds of processors, on the clock, and of all tasks."""
    used, tasks, begun = _used(cluster.process.pid), cluster.task_seconds(), time.perf_counter()
    compute(cluster.url, _MODEL, literals({}), inputs)
    wall = time.perf_counter() - begun
    return _used(cluster.process.pid) - used, wall, cluster.task_seconds() - tasks


def _used(pid: int) -> float:
    """Seconds of processors that a process and all it has started have used so far."""
    fields = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in family(pid)]
    return sum(int(user) + int(system) for *_, user, system in (one[:13] for one in fields)) / _TICKS


if __name__ == "__main__":
    main(int(sys.argv[1]))
