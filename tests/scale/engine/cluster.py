"""A Spark cluster on this machine: a driver with Spark Connect and two executors, a process each."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.fixtures.engines import RunningEngine, wait_until_it_listens
from tests.fixtures.left_behind import CLEANER
from tests.fixtures.ports import free_port

_MEMORY_MB = 1500
_SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer"
_OPTIONS = ("spark.ui.enabled=false", "spark.sql.shuffle.partitions=4", f"spark.executor.memory={_MEMORY_MB}m")


def spark_home() -> Path:
    """Where `make scale` has installed Spark, apart from everything else."""
    (found,) = (Path(sys.executable).parent.parent / "spark").glob("lib/python*/site-packages/pyspark")
    return found


@contextmanager
def running_cluster() -> Iterator[RunningEngine]:
    """A cluster that is stopped in the end."""
    home, port = spark_home(), free_port()
    options = [part for one in (*_OPTIONS, f"spark.connect.grpc.binding.port={port}") for part in ("--conf", one)]
    master = f"local-cluster[2,1,{_MEMORY_MB}]"
    command = (str(home / "bin/spark-submit"), "--class", _SERVER, "--master", master, "--driver-memory", "2g")
    process = subprocess.Popen(
        (*command, *options, "spark-internal"),
        env={**os.environ, "SPARK_HOME": str(home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    CLEANER.note("process", process.pid)
    try:
        wait_until_it_listens(port, process)
        yield RunningEngine(f"sc://127.0.0.1:{port}", process)
    finally:
        process.terminate()
        process.wait()
        CLEANER.forget("process", process.pid)
