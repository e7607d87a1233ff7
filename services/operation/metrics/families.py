"""The figures of the database and the state of the process as families of metrics."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from services.core.db.db import Database
from services.core.db.replica import Standing
from services.mail.models import MailState
from services.operation.metrics.figures import FigureReader, Figures
from services.parks.models import SpotState

_UNSENT: Final = tuple(state.value for state in MailState if state is not MailState.SENT)


class BusinessFigures(Collector):
    """What the database says, absent while it does not say anything."""

    def __init__(self, reader: FigureReader) -> None:
        self._reader = reader

    def collect(self) -> Iterator[Metric]:
        """One family after the other."""
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
        """Reads counters in memory, and the sizes of the copies in the cache."""
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
