"""In which state the database is: everything that decides whether rows read earlier are still the rows there are.

Reading it costs a few small queries. Rows of visits and touches are only ever added; every other table that reports
read has a mark, the number of its changes so far, which triggers raise in the transaction of the change.
"""

import hashlib
import secrets
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass

from analytics.engine.relations import RELATIONS
from analytics.engine.snapshots import Snapshot
from analytics.store.catalogue import Catalogue, above_position, read_catalogue
from analytics.store.datasets import DATASETS, ROLLUP

_CHANGES = "SELECT relation, CAST(sum(changes) AS bigint) FROM relation_marks GROUP BY relation"


@dataclass(frozen=True, slots=True)
class State:
    """What the database was like in one snapshot."""

    catalogue: Catalogue
    changes: Mapping[str, int]
    """By table."""
    fresh: Mapping[str, int]
    """By dataset: how many rows lie above its watermark."""

    def of_relation(self, name: str) -> Hashable:
        """Equal exactly when the rows of a relation are. A table without a mark never is what it was."""
        return self.changes.get(RELATIONS[name].table, secrets.token_hex(8))

    def of_files(self, dataset: str) -> Hashable:
        """Equal exactly when the same files hold a dataset."""
        return tuple(file.path for file in self.catalogue.of(dataset))

    def of_fresh(self, dataset: str) -> Hashable:
        """Equal exactly when the same rows lie above the watermark: above one place rows only become more."""
        return self.catalogue.watermark(dataset), self.fresh[dataset]

    def rows(self, dataset: str) -> int:
        """How many rows there are, in files or not yet."""
        return sum(file.rows for file in self.catalogue.of(dataset)) + self.fresh[dataset]

    def version(self, names: Collection[str]) -> str:
        """Equal exactly when the rows of these datasets and relations are; the rollup is made of visits."""
        read = {"visits" if name == ROLLUP else name for name in names}
        parts = [f"{name}={self.rows(name) if name in DATASETS else self.of_relation(name)}" for name in sorted(read)]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def read_state(picture: Snapshot) -> State:
    """The state of this moment. Raises StoreFault when the database is another than the store was carried from."""
    catalogue = read_catalogue(picture, (*DATASETS, ROLLUP))
    changes = dict(picture.rows(_CHANGES))
    counts = ", ".join(
        f"(SELECT count(*) FROM {dataset.table} WHERE "
        f"{above_position(picture.dialect, catalogue.watermark(dataset.name))}) AS {dataset.name}"
        for dataset in DATASETS.values()
    )
    return State(catalogue, changes, dict(zip(DATASETS, picture.rows(f"SELECT {counts}")[0], strict=True)))
