"""The lock file of the catalogue: which SQL each version of a metric stands for, so that neither changes unnoticed.

It also keeps the parameters that change a metric, which are read from that SQL.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final

from analytics.definitions import Column, Definition, Table, definitions
from analytics.metrics.catalogue import METRICS, Metric, metrics

LOCK: Final = METRICS / "metrics.lock.json"


@dataclass(frozen=True, slots=True)
class Locked:
    """A version of a metric. `words`: digest of its formula, grain and ripeness. `places`: `report.table.column` of
    each column that shows it, with the digest of what decides that column (`slices.py`).
    """

    version: int
    words: str
    places: Mapping[str, str]
    parameters: tuple[str, ...]
    """The parameters that its SQL takes."""

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that change with the words, with the SQL and with the places."""
        return _digest("\0".join((self.words, *(f"{name}={digest}" for name, digest in sorted(self.places.items())))))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a metric is shown: a measure of a report's table."""

    definition: Definition
    table: Table
    column: Column

    @property
    def name(self) -> str:
        """`report.table.column`."""
        return f"{self.definition.name}.{self.table.name}.{self.column.name}"


def measures() -> Iterator[Place]:
    """Every measure of every report. Columns of a table's key are dimensions, also where they are numbers."""
    for definition in definitions().values():
        for table in definition.tables:
            for column in table.columns:
                if column.is_measure and column.name not in table.key:
                    yield Place(definition, table, column)


@cache
def places() -> Mapping[str, tuple[Place, ...]]:
    """The columns of each metric, by its key."""
    found: dict[str, list[Place]] = {key: [] for key in metrics()}
    for place in measures():
        if place.column.metric:
            found[place.column.metric.partition("@")[0]].append(place)
    return {key: tuple(ones) for key, ones in found.items()}


@cache
def locked() -> Mapping[str, Locked]:
    """What the lock file says, by key."""
    return read_lock(LOCK)


def read_lock(path: Path) -> dict[str, Locked]:
    """What a lock file says, by key; nothing if there is no such file."""
    told = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {key: _locked(**entry) for key, entry in told.items()}


def _locked(version: int, words: str, places: Mapping[str, str], parameters: Iterable[str]) -> Locked:
    return Locked(version, words, places, tuple(parameters))


def write_lock(path: Path, found: Mapping[str, Locked]) -> None:
    """Write the file, a line for each metric."""
    lines = [f"{json.dumps(key)}: {json.dumps(asdict(one), sort_keys=True)}" for key, one in sorted(found.items())]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def current() -> dict[str, Locked]:
    """What the lock file should say now. Takes seconds: every report's SQL is taken apart."""
    # Not imported above: only tests and the command take SQL apart.
    from analytics.metrics.slices import slice_of

    found = {}
    for key, metric in metrics().items():
        slices = {one.name: slice_of(one.definition, one.table, one.column.name) for one in places()[key]}
        found[key] = Locked(
            metric.version,
            _digest(_words(metric)),
            {name: one.digest for name, one in slices.items()},
            tuple(sorted({name for one in slices.values() for name in one.parameters})),
        )
    return found


def unversioned(before: Mapping[str, Locked], now: Mapping[str, Locked]) -> dict[str, str]:
    """By key: what changed of a metric although its version is the same. A further place is no change."""
    found = {}
    for key in before.keys() & now.keys():
        old, new = before[key], now[key]
        changed = [name for name in old.places.keys() & new.places.keys() if old.places[name] != new.places[name]]
        if old.version == new.version and old.words != new.words:
            found[key] = "its words"
        elif old.version == new.version and changed:
            found[key] = f"the SQL of {', '.join(sorted(changed))}"
    return found


def _words(metric: Metric) -> str:
    return "\0".join((metric.formula, metric.grain, metric.ripeness))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
