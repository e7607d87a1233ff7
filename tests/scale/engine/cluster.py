"""A Spark cluster on this machine: a driver with Spark Connect and executors, a process each."""

import json
import os
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fixtures.engines import RunningEngine, listening
from tests.fixtures.ports import free_port

_MEMORY_MB = 1500
_SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer"
_OPTIONS = (
    "spark.sql.shuffle.partitions=4",
    f"spark.executor.memory={_MEMORY_MB}m",
    "spark.ui.showConsoleProgress=false",
)


@dataclass(frozen=True)
class SparkCluster(RunningEngine):
    """With the port at which Spark tells of its tasks."""

    told_at: int

    def task_seconds(self) -> float:
        """How long all tasks of all executors have run so far, added up."""
        application = self._told("applications")[0]["id"]
        executors = self._told(f"applications/{application}/executors")
        return sum(float(one["totalDuration"]) for one in executors if one["id"] != "driver") / 1000

    def _told(self, path: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.told_at}/api/v1/{path}", timeout=60) as answer:
            return json.load(answer)


def spark_home() -> Path | None:
    """Where `make scale` has installed Spark, apart from everything else; None if it has not."""
    found = (Path(sys.executable).parent.parent / "spark").glob("lib/python*/site-packages/pyspark")
    return next(found, None)


@contextmanager
def running_cluster(executors: int = 2) -> Iterator[SparkCluster]:
    """A cluster with so many executors of one core each, that is stopped in the end."""
    home, port, told_at = spark_home(), free_port(), free_port()
    assert home is not None, "Spark is not installed"
    ports = (f"spark.connect.grpc.binding.port={port}", f"spark.ui.port={told_at}", "spark.ui.host=127.0.0.1")
    options = [part for one in (*_OPTIONS, *ports) for part in ("--conf", one)]
    master = f"local-cluster[{executors},1,{_MEMORY_MB}]"
    command = (str(home / "bin/spark-submit"), "--class", _SERVER, "--master", master, "--driver-memory", "2g")
    environment = {**os.environ, "SPARK_HOME": str(home)}
    with listening((*command, *options, "spark-internal"), port, environment=environment) as running:
        yield SparkCluster(running.url, running.process, told_at)
