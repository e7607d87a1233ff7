"""Database state used as cache key: it decides whether rows read earlier are still current.

Reading it takes a few small queries. Rows of visits, touches and the ledger are only ever added; contracts, which are
few, are compared whole; every other table that reports read has a change counter, which triggers increment in the
transaction of the change.
"""

import hashlib
import secrets
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass

from analytics.engine.relations import RELATIONS
from analytics.engine.snapshots import Snapshot
from analytics.store.catalogue import Catalogue, above_position, read_catalogue
from analytics.store.datasets import DATASETS, ROLLUP

_TIMELINE = (
    "SELECT CASE WHEN pg_is_in_recovery() THEN (pg_control_checkpoint()).timeline_id "
    "ELSE ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int END"
)
"""Grows when a standby becomes the primary. What the old primary committed and never sent is counted again then, for
other rows."""
_CHANGES = "SELECT relation, CAST(sum(changes) AS bigint) FROM relation_marks GROUP BY relation"


@dataclass(frozen=True, slots=True)
class State:
    """The database's state in one snapshot."""

    catalogue: Catalogue
    changes: Mapping[str, int | str]
    """By table what differs whenever its rows do: its change counter, the number of its rows, or a hash of them."""
    fresh: Mapping[str, int]
    """Rows above the watermark, by dataset."""
    timeline: int = 0
    """PostgreSQL's; rows of different ones are never taken for the same."""

    def of_relation(self, name: str) -> Hashable:
        """Equal if and only if the rows of a relation are. What was not asked of the database never compares equal."""
        return self.timeline, self._changes(name)

    def of_files(self, dataset: str) -> Hashable:
        """Equal if and only if the same files hold a dataset."""
        return tuple(file.path for file in self.catalogue.of(dataset))

    def of_fresh(self, dataset: str) -> Hashable:
        """Equal if and only if the same rows are above the watermark: above a given position, rows are only added."""
        return self.timeline, self.catalogue.watermark(dataset), self.fresh[dataset]

    def rows(self, dataset: str) -> int:
        """Number of rows, whether already in files or not."""
        return sum(file.rows for file in self.catalogue.of(dataset)) + self.fresh[dataset]

    def version(self, names: Collection[str]) -> str:
        """Equal if and only if the rows of these datasets and relations are; the rollup is derived from visits. After a
        change of the primary it is another one even for the same rows: they need not be the same.
        """
        read = {"visits" if name == ROLLUP else name for name in names}
        parts = [f"{name}={self.rows(name) if name in DATASETS else self._changes(name)}" for name in sorted(read)]
        if self.timeline > 1:
            parts.append(f"timeline={self.timeline}")
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    def _changes(self, name: str) -> int | str:
        return self.changes.get(RELATIONS[name].table, secrets.token_hex(8))


def read_state(picture: Snapshot, wanted: Collection[str] = ()) -> State:
    """The current state; of tables without a counter, that of the relations that are wanted. Raises StoreFault if the
    database is not the one the store was exported from.
    """
    catalogue = read_catalogue(picture, (*DATASETS, ROLLUP))
    changes: dict[str, int | str] = dict(picture.rows(_CHANGES))
    for relation in (RELATIONS[name] for name in wanted if name in RELATIONS):
        if relation.changes == "added":
            changes[relation.table] = picture.rows(f"SELECT count(*) FROM {relation.table}")[0][0]
        elif relation.changes == "compared":
            rows = sorted(map(repr, picture.rows(relation.select(picture.dialect))))
            changes[relation.table] = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    counts = ", ".join(
        f"(SELECT count(*) FROM {dataset.table} WHERE "
        f"{above_position(picture.dialect, catalogue.watermark(dataset.name))}) AS {dataset.name}"
        for dataset in DATASETS.values()
    )
    timeline = picture.rows(_TIMELINE)[0][0] if picture.dialect == "postgresql" else 0
    fresh = dict(zip(DATASETS, picture.rows(f"SELECT {counts}")[0], strict=True))
    return State(catalogue, changes, fresh, timeline)
