"""Which server a long read goes to: the replica while it may be read, else the primary.

A read that fails on the replica is retried there once, since a standby cancels queries that conflict with replay, and
then runs on the primary.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TypeVar

import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from services.core.db.db import Database
from services.core.telemetry.measures import LONG_READS

log = structlog.get_logger()
Result = TypeVar("Result")

NOT_BEHIND: Final = timedelta(0)
_TRIES: Final = 2


@dataclass(frozen=True, slots=True)
class Source:
    """The database with its reads directed to one server. `behind`: by how much at most what that shows is older than
    what was committed when it was chosen; None for the primary, where nothing is missing.
    """

    db: Database
    behind: timedelta | None = None

    @property
    def is_replica(self) -> bool:
        """Whether it is not the primary."""
        return self.behind is not None


def read_from(
    db: Database,
    work: Callable[[Source], Result],
    *,
    longest_behind: timedelta | None = None,
    also_fails: tuple[type[Exception], ...] = (),
) -> Result:
    """Run `work` on a usable replica, falling back to the primary, so it may run several times.

    `longest_behind`: accepted replication lag, `LONGEST_BEHIND` by default. `also_fails`: what `work` may raise because
    of the replica, in addition to database errors.
    """
    fails: tuple[type[Exception], ...] = (DBAPIError, PoolTimeout, ConnectionError, *also_fails)
    for source in _replicas(db, longest_behind):
        try:
            found = work(source)
        except fails as error:
            log.warning("replica_failed", error=type(error).__name__)
        else:
            LONG_READS.labels("replica").inc()
            return found
    found = work(Source(db))
    LONG_READS.labels("primary").inc()
    return found


def _replicas(db: Database, longest_behind: timedelta | None) -> Iterator[Source]:
    if db.replica is None:
        return
    for _ in range(_TRIES):
        behind = db.replica.usable()
        if behind is None or (longest_behind is not None and behind > longest_behind):
            return
        yield Source(db.reading_replica(), behind)
