"""Prometheus metrics of this process. Names follow its conventions; no label holds personal data, and each has few
values: route templates, names of limits and jobs, states.

The instruments count whether or not anybody reads them; `services/operation/metrics.py` serves them.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

# When each series began: nobody asks, and it would double them.
disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY: Final = CollectorRegistry()

_HTTP_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_WRITE_BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5)
_GROUP_BUCKETS: Final = (1, 2, 4, 8, 16, 32, 64, 128)
_LONG_BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)

HTTP_REQUESTS: Final = Counter(
    "voltigo_http_requests_total",
    "Answered requests by route template, method and class of status; no status: the caller left before an answer.",
    ("route", "method", "status"),
    registry=REGISTRY,
)
HTTP_SECONDS: Final = Histogram(
    "voltigo_http_request_duration_seconds",
    "Time from the head of a request to the end of its answer, by route template and method.",
    ("route", "method"),
    buckets=_HTTP_BUCKETS,
    registry=REGISTRY,
)
HTTP_IN_FLIGHT: Final = Gauge("voltigo_http_requests_in_flight", "Requests being answered.", registry=REGISTRY)
HTTP_CONNECTIONS: Final = Gauge(
    "voltigo_http_connections", "Open connections, also those without a request.", registry=REGISTRY
)
REFUSED_CALLS: Final = Counter(
    "voltigo_refused_calls_total",
    "Refused calls that may be abuse, by kind; those of a rate limit (kind rate) by its name, too.",
    ("kind", "limit"),
    registry=REGISTRY,
)
WRITE_GROUPS: Final = Histogram(
    "voltigo_database_write_group_size",
    "Writes that shared a commit.",
    buckets=_GROUP_BUCKETS,
    registry=REGISTRY,
)
WRITE_SECONDS: Final = Histogram(
    "voltigo_database_write_duration_seconds",
    "Time of a write transaction, its commit included; of a group, the time of the whole.",
    buckets=_WRITE_BUCKETS,
    registry=REGISTRY,
)
MAIL_ATTEMPTS: Final = Counter(
    "voltigo_mail_attempts_total",
    "Mails tried by this process, by their state afterwards.",
    ("state",),
    registry=REGISTRY,
)
JOB_RUNS: Final = Counter(
    "voltigo_job_runs_total", "Runs of jobs by this process, by outcome; reports count together.", ("job", "outcome"),
    registry=REGISTRY,
)  # fmt: skip
JOB_SECONDS: Final = Histogram(
    "voltigo_job_run_duration_seconds", "Time of a run of a job.", ("job",), buckets=_LONG_BUCKETS, registry=REGISTRY
)
REPORT_RUNS: Final = Counter(
    "voltigo_report_runs_total", "Reports computed by this process, by outcome.", ("outcome",), registry=REGISTRY
)
LONG_READS: Final = Counter(
    "voltigo_long_reads_total", "Reads for reports and exports, by the server that answered: primary or replica.",
    ("server",), registry=REGISTRY,
)  # fmt: skip
REPORT_SECONDS: Final = Histogram(
    "voltigo_report_run_duration_seconds", "Time to compute a report, without waiting for a thread.",
    buckets=_LONG_BUCKETS, registry=REGISTRY,
)  # fmt: skip
FILES_UP: Final = Gauge(
    "voltigo_files_place_up", "0 if the place of shared files failed when it was last used, else 1.", registry=REGISTRY
)
FILES_UP.set(1)
FILES_BYTES: Final = Counter(
    "voltigo_files_transferred_bytes_total", "Bytes of shared files, by direction: fetched or uploaded.",
    ("direction",), registry=REGISTRY,
)  # fmt: skip
FILES_SECONDS: Final = Histogram(
    "voltigo_files_transfer_duration_seconds", "Time to fetch or upload a shared file, by direction.", ("direction",),
    buckets=_LONG_BUCKETS, registry=REGISTRY,
)  # fmt: skip


@contextmanager
def timed_write(size: int) -> Iterator[None]:
    """Measure one write transaction and its number of units."""
    begun = time.perf_counter()
    try:
        yield
    finally:
        WRITE_GROUPS.observe(size)
        WRITE_SECONDS.observe(time.perf_counter() - begun)
