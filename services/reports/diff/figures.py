"""Which figures differ between two results of one report: pure, over rows and the key of each table."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from analytics.definitions import Column
from analytics.reporting import TableResult

MOST_ROWS: Final = 200
"""Rows of a table that are told one by one; all are counted."""
Key = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """One value that differs; None stands for "not known", or for a row that is not there."""

    column: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row that differs. `change`: `changed`, `added` or `gone`."""

    key: Mapping[str, Any]
    change: str
    figures: Sequence[Figure]


@dataclass(frozen=True, slots=True)
class TableChanges:
    """What differs in a table. `sums`: of measures that add up, over all rows, where they differ."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[RowChange]
    total_rows: int
    sums: Sequence[Figure]

    @property
    def values(self) -> set[str]:
        """Every text that names a row told here."""
        return {value for row in self.rows for value in row.key.values() if isinstance(value, str)}


def differing(before: Mapping[str, TableResult], after: Mapping[str, TableResult]) -> list[TableChanges]:
    """The tables with differences, in the order of the earlier result. A table that only one has is left out: that
    the report's SQL is another says so.
    """
    found = (_compared(old, after[name]) for name, old in before.items() if name in after)
    return [table for table in found if table.total_rows]


def _compared(old: TableResult, new: TableResult) -> TableChanges:
    columns = [column for column in old.columns if column.name in {one.name for one in new.columns}]
    names = [name for name in old.table.key if name in {column.name for column in columns}]
    told = [column.name for column in columns if column.name not in names]
    before, after = (dict(_keyed(result, names, told)) for result in (old, new))
    changes: list[RowChange] = []
    total = 0
    for key in [*before, *(key for key in after if key not in before)]:
        one, other = before.get(key), after.get(key)
        if one != other:
            total += 1
            if len(changes) < MOST_ROWS:
                changes.append(_row(dict(zip(names, key, strict=False)), told, one, other))
    sums = list(_sums(columns, told, before.values(), after.values())) if total else []
    return TableChanges(old.table.name, old.table.title, columns, changes, total, sums)


def _keyed(result: TableResult, names: Sequence[str], told: Sequence[str]) -> Iterator[tuple[Key, tuple[Any, ...]]]:
    """Values by key, in one order for both results; should a key come twice, the second row is the key's second."""
    places = {column.name: place for place, column in enumerate(result.columns)}
    of_key, of_values = ([places[name] for name in some] for some in (names, told))
    seen: Counter[Key] = Counter()
    for row in result.values:
        key = tuple(row[place] for place in of_key)
        seen[key] += 1
        yield (*key, seen[key]), tuple(row[place] for place in of_values)


def _row(
    key: Mapping[str, Any], told: Sequence[str], old: tuple[Any, ...] | None, new: tuple[Any, ...] | None
) -> RowChange:
    nothing = (None,) * len(told)
    figures = (Figure(*values) for values in zip(told, old or nothing, new or nothing, strict=True))
    change = "added" if old is None else "gone" if new is None else "changed"
    return RowChange(key, change, [figure for figure in figures if figure.before != figure.after])


def _sums(
    columns: Sequence[Column], told: Sequence[str], before: Iterable[tuple[Any, ...]], after: Iterable[tuple[Any, ...]]
) -> Iterator[Figure]:
    for column in columns:
        if column.adds_up and column.name in told:
            place = told.index(column.name)
            old, new = (sum(row[place] or 0 for row in rows) for rows in (before, after))
            if old != new:
                yield Figure(column.name, old, new)
