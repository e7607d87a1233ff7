"""A Spark cluster on this machine: a driver with Spark Connect and executors, a process each."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.fixtures.engines import RunningEngine, listening
from tests.fixtures.ports import free_port

_MEMORY_MB = 1500
_SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer"
_OPTIONS = (
    "spark.sql.shuffle.partitions=4",
    f"spark.executor.memory={_MEMORY_MB}m",
    "spark.ui.showConsoleProgress=false",
)


def spark_home() -> Path | None:
    """Where `make scale` has installed Spark, apart from everything else; None if it has not."""
    found = (Path(sys.executable).parent.parent / "spark").glob("lib/python*/site-packages/pyspark")
    return next(found, None)


@contextmanager
def running_cluster() -> Iterator[RunningEngine]:
    """A cluster with two executors of one core each, that is stopped in the end."""
    home, port = spark_home(), free_port()
    assert home is not None, "Spark is not installed"
    ports = (f"spark.connect.grpc.binding.port={port}", f"spark.ui.port={free_port()}", "spark.ui.host=127.0.0.1")
    options = [part for one in (*_OPTIONS, *ports) for part in ("--conf", one)]
    master = f"local-cluster[2,1,{_MEMORY_MB}]"
    command = (str(home / "bin/spark-submit"), "--class", _SERVER, "--master", master, "--driver-memory", "2g")
    environment = {**os.environ, "SPARK_HOME": str(home)}
    with listening((*command, *options, "spark-internal"), port, environment=environment) as running:
        yield running
