"""Serves the metrics of this process on a listener of its own, apart from what the world can reach."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import PackageNotFoundError, version

import structlog
from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, start_http_server
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.telemetry.measures import REGISTRY
from services.jobs.registry import all_jobs
from services.operation.metrics.families import BusinessFigures, ProcessState
from services.operation.metrics.figures import FigureReader
from services.schema.migrate import newest_revision
from services.settings import Settings
from services.store.place import cache_size_of

log = structlog.get_logger()


@contextmanager
def metrics_served(settings: Settings, db: Database, clock: Clock) -> Iterator[None]:
    """While the block runs, Prometheus can scrape; nothing where no port is set. Raises OSError for a port in use."""
    if settings.metrics_place is None:
        yield
        return
    host, port = settings.metrics_place
    reader = FigureReader(db, clock, partial(_names, settings, db, clock))
    registry = _of_process(db, reader, cache_size_of(settings))
    server, thread = start_http_server(port, host, registry=registry)
    # By itself it would print a scrape that was broken off, as text, among the lines of the log.
    server.handle_error = lambda *_of: log.warning("metrics_not_read")  # type: ignore[method-assign]
    log.info("metrics_served", host=host, port=server.server_port)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
        reader.close()


class _Measured(Collector):
    """What the process measures all the time, also while no listener is set."""

    def collect(self) -> Iterator[Metric]:
        """The families of its registry."""
        yield from REGISTRY.collect()


def _of_process(db: Database, reader: FigureReader, cache_bytes: Callable[[], int] | None) -> CollectorRegistry:
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    GCCollector(registry=registry)
    registry.register(_Measured())
    registry.register(BusinessFigures(reader))
    registry.register(ProcessState(db, {"version": _version(), "schema": newest_revision() or ""}, cache_bytes))
    return registry


def _version() -> str:
    try:
        return version("voltigo")
    except PackageNotFoundError:
        return "unknown"


def _names(settings: Settings, db: Database, clock: Clock) -> frozenset[str]:
    return frozenset(job.name for job in all_jobs(settings, db, clock))
