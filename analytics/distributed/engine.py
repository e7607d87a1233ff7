"""A Spark Connect session: uploads rows and views, and fetches rows."""

import logging
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Final

import grpc  # type: ignore[import-untyped]
import pyarrow as pa

from analytics.distributed.faults import EngineFault


@contextmanager
def _as_a_program() -> Iterator[None]:
    """Where the process was started without a file, `python -c` or a worker of tests, the library takes itself to be
    tested and looks for all of Spark.
    """
    program = sys.modules["__main__"]
    if hasattr(program, "__file__"):
        yield
        return
    program.__file__ = __file__
    try:
        yield
    finally:
        del program.__file__


with warnings.catch_warnings(), _as_a_program():
    # It warns of pandas 3, of which nothing is used here: rows go and come as Arrow.
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    from pyspark.errors import PySparkException
    from pyspark.sql.connect.client import DefaultChannelBuilder
    from pyspark.sql.connect.client.retries import DefaultPolicy
    from pyspark.sql.connect.session import SparkSession
    from pyspark.sql.pandas.types import from_arrow_type

# It logs the engine's whole stack for every error, also for expected ones; faults are reported here.
logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)

_SETTINGS: Final = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.timestampType": "TIMESTAMP_NTZ",
    "spark.sql.ansi.enabled": "true",
}
"""Naive moments stay as they are, and an overflow is an error."""
_TOO_LARGE: Final = "SELECT x + 1 AS wrong FROM VALUES (9223372036854775807L) AS t (x)"
_TRIES: Final = 3
"""How often a call is sent again that did not reach the engine: after 50, 200 and 800 ms."""
_CONNECT_SECONDS: Final = 5.0
_OPTIONS: Final = [("grpc.keepalive_time_ms", 20_000), ("grpc.keepalive_timeout_ms", 20_000)]
"""Detects a machine that stopped while computing."""
_LONGEST_MESSAGE: Final = 300


class Engine:
    """One session. Others do not see its relations."""

    def __init__(self, session: SparkSession) -> None:
        self._session = session
        self.is_stopped = False

    @cached_property
    def notices_overflow(self) -> bool:
        """Whether it refuses to go on with a wrong number where one is too large for 64 bits."""
        try:
            self.rows(_TOO_LARGE)
        except PySparkException:
            return True
        return False

    def put(self, name: str, rows: pa.Table) -> None:
        """Make these rows known as a relation."""
        if rows.num_rows:
            self._session.createDataFrame(rows).createOrReplaceTempView(name)
        else:
            nulls = ", ".join(f"CAST(NULL AS {_kind(field.type)}) AS `{field.name}`" for field in rows.schema)
            self.view(name, f"SELECT {nulls} WHERE false")

    def put_files(self, name: str, paths: Sequence[str]) -> None:
        """Make the rows of these Parquet files known as a relation; the engine reads them itself."""
        self._session.read.parquet(*paths).createOrReplaceTempView(name)

    def count(self, name: str) -> int:
        """How many rows a relation has."""
        return int(self.rows(f"SELECT count(*) AS found FROM {name}")["found"][0].as_py())

    def checksums(self, paths: Sequence[str]) -> list[str]:
        """The SHA-256 of these files, in any order, each read whole by the engine."""
        files = self._session.read.format("binaryFile").load(list(paths))
        found: list[str] = files.selectExpr("sha2(content, 256) AS found").toArrow()["found"].to_pylist()
        return found

    def view(self, name: str, sql: str) -> None:
        """Make the rows of a SELECT known as a relation."""
        self._session.sql(sql).createOrReplaceTempView(name)

    def rows(self, sql: str) -> pa.Table:
        """The rows of a SELECT."""
        return self._session.sql(sql).toArrow()

    def stop(self) -> None:
        """Cancel the session's computation, to be called by another thread; the engine itself may continue."""
        self.is_stopped = True
        self._session.client.close()


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    """A new session on the engine at `url`, `sc://host:port`.

    Raises EngineFault where it does not answer, breaks off, refuses a statement or was stopped; a line that `stop` has
    closed shows as ValueError.
    """
    try:
        engine: Engine | None = None
        session = SparkSession.builder.channelBuilder(_reachable(url)).create()
        try:
            session.client.set_retry_policies([DefaultPolicy(max_retries=_TRIES)])
            for name, value in _SETTINGS.items():
                session.conf.set(name, value)
            engine = Engine(session)
            yield engine
        finally:
            if engine is None or not engine.is_stopped:
                session.stop()
    except (PySparkException, grpc.RpcError, grpc.FutureTimeoutError, ValueError) as error:
        told = str(error).strip().partition("\n")[0][:_LONGEST_MESSAGE] or "it does not answer"
        raise EngineFault(told) from error


def _reachable(url: str) -> DefaultChannelBuilder:
    """How to connect. Raises FutureTimeoutError for a machine that is away, or takes connections and says nothing."""
    builder = DefaultChannelBuilder(url, channelOptions=_OPTIONS)
    channel = builder.toChannel()
    try:
        grpc.channel_ready_future(channel).result(timeout=_CONNECT_SECONDS)
    finally:
        channel.close()
    return builder


def _kind(arrow: pa.DataType) -> str:
    return from_arrow_type(arrow, prefer_timestamp_ntz=True).simpleString()
