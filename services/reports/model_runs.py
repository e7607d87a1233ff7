"""Runs warehouse models for API routes and turns store faults into German problem responses."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import structlog

from analytics.engine.connection import Connection
from analytics.report import open_report
from analytics.store import remote
from analytics.store.catalogue import Store
from analytics.store.files import StoreFault
from services.reports.errors import StoreSilent, StoreUnreadable
from services.reports.pool.progress import Monitor

log = structlog.get_logger()


@contextmanager
def report(
    store: Store, models: Collection[str], parameters: Mapping[str, Any], monitor: Monitor | None = None
) -> Iterator[Connection]:
    """`analytics.report.open_report`; raises StoreUnreadable or StoreSilent instead of StoreFault, and Stopped."""
    watched = monitor or Monitor()
    try:
        with watched.watching(), open_report(store, models, parameters, on_open=watched.attach) as connection:
            yield connection
    except remote.StoreSilent as fault:
        log.error("store_silent", reason=str(fault))
        raise StoreSilent from fault
    except StoreFault as fault:
        log.error("store_unreadable", reason=str(fault))
        raise StoreUnreadable from fault
