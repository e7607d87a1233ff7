"""A session on an engine that speaks Spark Connect: puts rows and views there, and takes rows from it."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Final

import grpc  # type: ignore[import-untyped]
import pyarrow as pa

from analytics.distributed.faults import EngineFault

with warnings.catch_warnings():
    # It warns of pandas 3, of which nothing is used here: rows go and come as Arrow.
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    from pyspark.errors import PySparkException
    from pyspark.sql.connect.client.retries import DefaultPolicy
    from pyspark.sql.connect.session import SparkSession
    from pyspark.sql.pandas.types import from_arrow_type

_SETTINGS: Final = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.timestampType": "TIMESTAMP_NTZ",
    "spark.sql.ansi.enabled": "true",
}
"""Naive moments stay as they are, and an overflow is an error."""
_TOO_LARGE: Final = "SELECT x + 1 AS wrong FROM VALUES (9223372036854775807L) AS t (x)"
_TRIES: Final = 3
"""How often a call is sent again that did not reach the engine: after 50, 200 and 800 ms."""
_LONGEST_MESSAGE: Final = 300


class Engine:
    """One session. Others do not see its relations."""

    def __init__(self, session: SparkSession) -> None:
        self._session = session

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

    def view(self, name: str, sql: str) -> None:
        """Make the rows of a SELECT known as a relation."""
        self._session.sql(sql).createOrReplaceTempView(name)

    def rows(self, sql: str) -> pa.Table:
        """The rows of a SELECT."""
        return self._session.sql(sql).toArrow()

    def stop(self) -> None:
        """Stop what the session computes; for another thread."""
        self._session.interruptAll()


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    """A new session on the engine at `url`, `sc://host:port`.

    Raises EngineFault where it does not answer, breaks off or refuses a statement.
    """
    try:
        session = SparkSession.builder.remote(url).create()
        try:
            session.client.set_retry_policies([DefaultPolicy(max_retries=_TRIES)])
            for name, value in _SETTINGS.items():
                session.conf.set(name, value)
            yield Engine(session)
        finally:
            session.stop()
    except (PySparkException, grpc.RpcError) as error:
        raise EngineFault(str(error).strip().partition("\n")[0][:_LONGEST_MESSAGE]) from error


def _kind(arrow: pa.DataType) -> str:
    return from_arrow_type(arrow, prefer_timestamp_ntz=True).simpleString()
