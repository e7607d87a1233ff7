"""The metric catalogue: the measures of `columns.toml` that reports show, and where each is shown.

`python -m analytics.metrics` prints its public part, as the site's page "Was wir messen" reads it.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from analytics.columns import Entry, entries
from analytics.definitions import Column, Definition, Table, definitions


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


@cache
def metrics() -> Mapping[str, Entry]:
    """Every metric and every form of one by its key, in the order of subjects."""
    return {key: entry for key, entry in entries().items() if entry.subject}


def family(metric: Entry) -> list[Entry]:
    """A metric and its forms, itself first; of a form, that of its metric."""
    first = metric.of or metric.key
    return [metrics()[first], *(one for one in metrics().values() if one.of == first)]


@cache
def places() -> Mapping[str, tuple[Place, ...]]:
    """The columns of each metric, by its key."""
    found: dict[str, list[Place]] = {key: [] for key in metrics()}
    for definition in definitions().values():
        for table in definition.tables:
            for column in table.columns:
                if column.metric:
                    found[column.metric].append(Place(definition, table, column))
    return {key: tuple(ones) for key, ones in found.items()}


def _public() -> Iterator[dict[str, object]]:
    shown = [one for one in metrics().values() if one.is_public]
    for subject, ones in groupby(shown, lambda one: one.subject):
        told = [{"key": one.key, "label": one.label, "grain": one.grain, "meaning": one.meaning} for one in ones]
        yield {"subject": subject, "metrics": told}


if __name__ == "__main__":
    sys.stdout.write(f"{json.dumps(list(_public()), ensure_ascii=False, indent=2)}\n")
