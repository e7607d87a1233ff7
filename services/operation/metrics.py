"""`/metrics`: measurements of the process and figures of the business, on a separate listener."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLong
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import structlog
from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from services.alerts.models import IS_OPEN, Alert
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.replica import Standing
from services.core.telemetry.measures import REGISTRY
from services.jobs.models import JobRun, KnownJob, RunState
from services.jobs.registry import all_jobs
from services.mail.models import UNSENT, Mail, MailState
from services.mail.waiting import waiting_mails
from services.messages.models import Conversation, ConversationState
from services.parks.models import Park, Spot, SpotState
from services.reservations.models import UNCONFIRMED, Reservation
from services.schema.migrate import newest_revision
from services.settings import Settings
from services.store.place import cache_size_of

KEPT_SECONDS: Final = 15.0
"""How long figures are given again, however often they are scraped."""
_PATIENCE_SECONDS: Final = 3.0
"""How long a scrape waits for the database; later figures are for the next one."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What the database said. Keys are states, parks and names of jobs and kinds; none of them is personal."""

    reservations: Mapping[tuple[str, str], int]
    """By park and state."""
    unconfirmed: Mapping[str, int]
    spots: Mapping[tuple[str, str], int]
    """By park and state, within the limit of the park."""
    waiting: Mapping[str, int]
    mails: Mapping[str, int]
    """Unsent ones by state."""
    oldest_mail_seconds: float
    conversations: int
    alerts: Mapping[str, int]
    job_successes: Mapping[str, float]
    """When each last succeeded, in seconds since 1970."""


class FigureReader:
    """Reads in a single dedicated thread, so that a database that hangs never holds up a scrape."""

    def __init__(self, db: Database, clock: Clock, jobs: Callable[[], frozenset[str]]) -> None:
        """`jobs`: the names of the permanent jobs, the only ones used as labels."""
        self._db, self._clock, self._jobs = db, clock, jobs
        self._thread = ThreadPoolExecutor(1, "metrics")
        self._reading: Future[Figures] | None = None
        self._read_at = 0.0
        self._latest: Figures | None = None

    def latest(self) -> Figures | None:
        """Figures that are at most `KEPT_SECONDS` old; None while the database does not give any."""
        if self._latest is not None and time.monotonic() - self._read_at < KEPT_SECONDS:
            return self._latest
        if self._reading is None or self._reading.done():
            self._reading = self._thread.submit(self._read)
        try:
            self._latest = self._reading.result(_PATIENCE_SECONDS)
        except (Exception, TooLong):  # whatever is wrong with it, the other figures are given
            self._latest = None
            return None
        self._read_at = time.monotonic()
        return self._latest

    def close(self) -> None:
        """Stop reading; a hanging read is abandoned."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _read(self) -> Figures:
        with self._db.read() as session:
            return read_figures(session, self._jobs(), self._clock())


def read_figures(session: Session, jobs: frozenset[str], now: datetime) -> Figures:
    """Count everything, in some ten statements on indexes and small tables."""
    oldest = waiting_mails(session, now)
    owed = Conversation.state == ConversationState.OPEN.value
    spots = select(Spot.park_id, Spot.state, func.count()).join(Park).where(Spot.number <= Park.spot_limit)
    return Figures(
        reservations=_pairs(session, select(Reservation.park_id, Reservation.state, func.count())),
        unconfirmed=_counts(session, select(Reservation.park_id, func.count()).where(UNCONFIRMED)),
        spots=_pairs(session, spots),
        waiting={row.id: row.waiting_length for row in session.execute(select(Park.id, Park.waiting_length))},
        mails=_counts(session, select(Mail.state, func.count()).where(UNSENT)),
        oldest_mail_seconds=(now - oldest.since).total_seconds() if oldest else 0.0,
        conversations=session.scalar(select(func.count()).select_from(Conversation).where(owed)) or 0,
        alerts=_counts(session, select(Alert.kind, func.count()).where(IS_OPEN)),
        job_successes=_successes(session, jobs),
    )


def _pairs(session: Session, query: Select[str, str, int]) -> dict[tuple[str, str], int]:
    first, second, _ = query.selected_columns
    return {(row[0], row[1]): row[2] for row in session.execute(query.group_by(first, second))}


def _counts(session: Session, query: Select[str, int]) -> Counter[str]:
    (first, _) = query.selected_columns
    return Counter({row[0]: row[1] for row in session.execute(query.group_by(first))})


def _successes(session: Session, jobs: frozenset[str]) -> dict[str, float]:
    """Of jobs with slots the end of the last successful run, of continuous ones when they were last seen at work."""
    is_done = (JobRun.state == RunState.DONE.value) & JobRun.job.in_(jobs)
    last = select(JobRun.job, func.max(JobRun.finished_at).label("at")).where(is_done).group_by(JobRun.job)
    seen = select(KnownJob.name, KnownJob.seen_at).where(KnownJob.name.in_(jobs), KnownJob.failures == 0)
    ended = {row.job: row.at for row in session.execute(last)}
    known = {row.name: row.seen_at for row in session.execute(seen) if row.name not in ended}
    return {name: at.timestamp() for name, at in {**known, **ended}.items() if at is not None}


_UNSENT: Final = tuple(state.value for state in MailState if state is not MailState.SENT)


class BusinessFigures(Collector):
    """What the database says, absent while it does not say anything."""

    def __init__(self, reader: FigureReader) -> None:
        self._reader = reader

    def collect(self) -> Iterator[Metric]:
        figures = self._reader.latest()
        up = GaugeMetricFamily("voltigo_database_up", "1 while the database answers, else 0.")
        up.add_metric([], float(figures is not None))
        yield up
        if figures is not None:
            yield from _of_parks(figures)
            yield from _of_work(figures)


def _of_parks(figures: Figures) -> Iterator[Metric]:
    yield _gauge(
        "voltigo_reservations", "Reservations by park and state.", ("park", "state"), figures.reservations.items()
    )
    made = CounterMetricFamily("voltigo_reservations_made", "Reservations ever made, by park.", labels=("park",))
    for park in dict.fromkeys(park for park, _ in figures.reservations):
        made.add_metric([park], sum(count for (of, _), count in figures.reservations.items() if of == park))
    yield made
    yield _gauge(
        "voltigo_reservations_unconfirmed",
        "Reservations whose address is not confirmed yet, by park.",
        ("park",),
        [((park,), figures.unconfirmed.get(park, 0)) for park in figures.waiting],
    )
    states = {
        (park, state.value): figures.spots.get((park, state.value), 0)
        for park in figures.waiting
        for state in SpotState
    }
    yield _gauge("voltigo_spots", "Spots within the limit of a park, by state.", ("park", "state"), states.items())
    waiting = {(park,): count for park, count in figures.waiting.items()}
    yield _gauge(
        "voltigo_waiting_list_entries", "Households on the waiting list of a park.", ("park",), waiting.items()
    )


def _of_work(figures: Figures) -> Iterator[Metric]:
    mails = {(state,): figures.mails.get(state, 0) for state in _UNSENT}
    yield _gauge("voltigo_mails", "Mails that were not sent, by state.", ("state",), mails.items())
    yield GaugeMetricFamily(
        "voltigo_mail_oldest_due_seconds",
        "How long the oldest mail that is due has waited; 0 if none is due.",
        figures.oldest_mail_seconds,
    )
    yield GaugeMetricFamily(
        "voltigo_conversations_open", "Conversations in which we owe an answer.", figures.conversations
    )
    alerts = {(kind,): count for kind, count in figures.alerts.items()}
    yield _gauge("voltigo_alerts_open", "Open alerts by kind.", ("kind",), alerts.items())
    ended = {(job,): at for job, at in figures.job_successes.items()}
    yield _gauge(
        "voltigo_job_last_success_timestamp_seconds",
        "When a permanent job last succeeded, Unix time.",
        ("job",),
        ended.items(),
    )


def _gauge(name: str, words: str, labels: Sequence[str], rows: Iterable[tuple[Sequence[str], float]]) -> Metric:
    family = GaugeMetricFamily(name, words, labels=labels)
    for key, value in rows:
        family.add_metric(key, value)
    return family


class ProcessState(Collector):
    """What this process holds at the moment: its pools and its queue of writes, and which build it is."""

    def __init__(self, db: Database, build: Mapping[str, str], cache_bytes: Callable[[], int] | None = None) -> None:
        """`cache_bytes`: what this machine keeps of a remote store, if there is one."""
        self._db, self._build, self._cache_bytes = db, dict(build), cache_bytes

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("voltigo_build", "Version of the program and the schema it expects.", self._build)
        yield GaugeMetricFamily(
            "voltigo_database_waiting_writes", "Writes that wait for their commit.", self._db.waiting_writes
        )
        used = {(pool,): count for pool, count in self._db.connections_in_use.items()}
        yield _gauge("voltigo_database_connections_in_use", "Connections at work, by pool.", ("pool",), used.items())
        if self._cache_bytes is not None:
            yield GaugeMetricFamily(
                "voltigo_store_cache_bytes", "Copies of the object store's files on this machine.", self._cache_bytes()
            )
        if self._db.replica is not None:
            yield from _of_replica(self._db.replica.latest)


def _of_replica(standing: Standing) -> Iterator[Metric]:
    usable = float(standing.unusable is None)
    yield GaugeMetricFamily("voltigo_replica_usable", "1 while reports and exports read the replica, else 0.", usable)
    if standing.behind is not None:
        behind = standing.behind.total_seconds()
        yield GaugeMetricFamily("voltigo_replica_behind_seconds", "How old the replica is at most.", behind)


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
