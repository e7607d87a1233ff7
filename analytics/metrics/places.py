"""Where each metric of the catalogue is shown: the measures of the reports' tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from analytics.definitions import Column, Definition, Table, definitions
from analytics.metrics.catalogue import metrics


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
            found[place.column.metric].append(place)
    return {key: tuple(ones) for key, ones in found.items()}
