"""Reports on the replica: the store's files with the rows of that server, and the words for how old they are."""

import math
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Final, TypeVar

from analytics.store.catalogue import Store
from services.core.db.db import Database
from services.core.db.reading import NOT_BEHIND, Source, read_from
from services.core.german import counted
from services.reports.errors import StoreUnreadable

Result = TypeVar("Result")
FAILS: Final = (StoreUnreadable,)
"""What a run raises if the replica names files that are gone."""
_MINUTES_FROM: Final = 120


def store_at(store: Store, source: Source) -> Store:
    """The store, read together with the rows of that server."""
    replica = source.db.replica
    return replace(store, replica_url=replica.url) if source.is_replica and replica is not None else store


def read_current(db: Database, store: Store, work: Callable[[Store], Result]) -> Result:
    """`work` on a store that shows everything committed until now: with the replica's rows if those do."""
    return read_from(db, lambda source: work(store_at(store, source)), longest_behind=NOT_BEHIND, also_fails=FAILS)


def lag_words(behind: timedelta) -> str:
    """„die Lesekopie lag 4 Sekunden zurück“; empty if nothing was missing."""
    seconds = math.ceil(behind.total_seconds())
    if not seconds:
        return ""
    is_long = seconds >= _MINUTES_FROM
    lag = counted(math.ceil(seconds / 60), "Minute", "Minuten") if is_long else counted(seconds, "Sekunde", "Sekunden")
    return f"die Lesekopie lag {lag} zurück"
