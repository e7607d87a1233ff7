"""Cell-by-cell diff of two results of one report: pure functions over rows and table keys."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from analytics.definitions import Column
from analytics.reporting import TableResult

MOST_ROWS: Final = 200
"""Limit of rows listed individually per table; all are counted."""
Key = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A value that differs; None means "unknown" or that the row does not exist."""

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
    """Differences in one table. `sums`: totals of additive measures over all rows, where they differ."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[RowChange]
    total_rows: int
    sums: Sequence[Figure]


def differing(before: Mapping[str, TableResult], after: Mapping[str, TableResult]) -> list[TableChanges]:
    """Tables with differences, in the order of the earlier result. A table that exists on one side only is skipped: the
    change of the report's SQL is reported separately.
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
    """Values by key, in the same order for both results; a repeated key is numbered by occurrence."""
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
