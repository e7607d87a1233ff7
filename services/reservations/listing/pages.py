"""Paging of reservations that is as quick among a million as among a thousand, for any filter and sort.

There are three query plans, and the stored counts of every value show which is the cheapest: walk the index of a sort
and skip entries that do not match (quick when many match); walk the entries of one value in the order of the sort
(quick when few of these are skipped); or fetch the few that meet one condition and sort them. Neither database's
planner decides: both guess wrong when filters are correlated (ended ones are old).
"""

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, text, union_all
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Session
from sqlalchemy.sql.visitors import InternalTraversal, replacement_traverse

from services.reservations.errors import TooDeep
from services.reservations.listing.conditions import ENTRIES, FEW, Condition, conditions, entry_count, is_suspected
from services.reservations.listing.filters import ListFilters, Order, Sort
from services.reservations.listing.models import SUSPICIONS

DEEPEST = 10_000
MOST_COUNTED = 1_000
"""Up to here a page tells how many there are in all."""

_E = ENTRIES.c
_KEYS = {sort: "name_key" if sort is Sort.LAST_NAME else sort.value for sort in Sort}
_STEER = text(
    "SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), "
    "set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)"
)
_STEER_WALK = text("SELECT set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)")
"""Leave PostgreSQL the way that was chosen here, for this transaction. On SQLite the tests of a walk say so."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a sorted list."""

    sort: Sort = Sort.CREATED_AT
    order: Order = Order.DESC
    page: int = 1
    per_page: int = 25

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.per_page

    @property
    def end(self) -> int:
        """One more than shown, to detect a further page."""
        return self.offset + self.per_page + 1


@dataclass(frozen=True, slots=True)
class Page:
    """Ids in order. `total` is None where there are more than `MOST_COUNTED` or counting would take long.
    With `too_many_to_sort` the newest come first, whatever order was wanted.
    """

    ids: Sequence[int]
    has_next: bool
    total: int | None
    too_many_to_sort: bool = False


def page_of(session: Session, filters: ListFilters, part: Slice) -> Page:
    """One page; TooDeep beyond `DEEPEST`."""
    if part.page * part.per_page > DEEPEST:
        raise TooDeep
    is_postgresql = session.connection().dialect.name == "postgresql"
    if is_postgresql:
        session.execute(_STEER)
    found = conditions(session, filters)
    if any(c.size == 0 for c in found):
        return Page([], False, 0)
    entries = entry_count(session)
    too_many_to_sort = part.sort is Sort.LAST_NAME and _is_broad(found)
    if too_many_to_sort:
        part = replace(part, sort=Sort.CREATED_AT, order=Order.DESC)
    query, gathered = _shortest(found, part, entries)
    if is_postgresql and not gathered:
        session.execute(_STEER_WALK)
    rows = session.execute(query.limit(part.per_page + 1).offset(part.offset)).all()
    ids = [row[0] for row in rows[: part.per_page]]
    has_next = len(rows) > part.per_page
    if not has_next and (rows or not part.offset):
        total: int | None = part.offset + len(rows)
    else:
        total = _total(session, found, entries, gathered)
    total = total if total is not None and total <= MOST_COUNTED else None
    return Page(ids, has_next, total, too_many_to_sort)


def exact_count(session: Session, filters: ListFilters) -> int:
    """The exact number of matches, however long counting takes."""
    found = conditions(session, filters)
    if not found:
        return entry_count(session)
    if len(found) == 1 and found[0].is_exact:
        return found[0].size
    smallest = min(found, key=lambda c: c.size)
    if smallest.size <= FEW or not smallest.is_exact:
        return session.scalar(select(func.count()).select_from(_gather(smallest, found).subquery())) or 0
    return session.scalar(select(func.count()).select_from(ENTRIES).where(*(c.test for c in found))) or 0


def all_ids(session: Session, filters: ListFilters, sort: Sort, order: Order) -> Generator[int]:
    """Every id in order, as a stream: for exports."""
    found = conditions(session, filters)
    smallest = min(found, key=lambda c: c.size, default=None)
    few = smallest is not None and smallest.size <= FEW
    query = _gather(smallest, found) if smallest and few else select(_E.reservation_id).where(*(c.test for c in found))
    ordered = query.order_by(*_ordering(sort, order)).execution_options(yield_per=1000)
    with closing(session.scalars(ordered)) as ids:  # also when the caller stops early
        yield from ids


def _is_broad(found: Sequence[Condition]) -> bool:
    """Whether a search matches too many to be sorted by name: equal names are adjacent there,
    and a walk in that order would pass all others first.
    """
    return any(c.is_search and not c.is_exact for c in found) and not any(c.size <= FEW for c in found)


def _shortest(found: Sequence[Condition], part: Slice, entries: int) -> tuple[Select[Any], Condition | None]:
    """The query with the fewest steps, and the condition whose entries it collects, if any."""
    key = _KEYS[part.sort]
    share = 1.0
    for condition in found:
        share *= max(condition.size, 1) / max(entries, 1)
    best, steps = _walk(found, part), _steps(part.end, _along(found, key, share, entries), entries)
    gathered = None
    for condition in found:
        of_others = share / (max(condition.size, 1) / max(entries, 1))
        if condition.is_walkable and _steps(part.end, of_others, condition.size) < steps:
            steps = _steps(part.end, of_others, condition.size)
            best, gathered = _walk_values(condition, found, part), None
        elif condition.is_exact and condition.size * 1.5 < steps:
            steps = condition.size * 1.5
            best, gathered = _gather(condition, found).order_by(*_ordering(part.sort, part.order)), condition
    return best, gathered


def _along(found: Sequence[Condition], key: str, share: float, entries: int) -> float:
    """The share of fitting entries where the walk goes: a range of what is sorted by is gone straight to."""
    for condition in found:
        if condition.column == key:
            share /= max(condition.size, 1) / max(entries, 1)
    return share


def _steps(end: int, share: float, most: int) -> float:
    """How many entries are read until `end` of them match."""
    return min(end / max(share, 1e-9), most)


def _walk(found: Sequence[Condition], part: Slice) -> Select[Any]:
    return _along_index(_beside(found, part), part)


def _walk_values(chosen: Condition, found: Sequence[Condition], part: Slice) -> Select[Any]:
    """Walk the entries of each value of one condition in parallel."""
    others = _beside([c for c in found if c is not chosen], part)
    if chosen.column in SUSPICIONS:
        others.append(is_suspected(chosen.column))
    walks = [_along_index([_E[chosen.column] == value, *others], part) for value in chosen.values]
    if len(walks) == 1:
        return walks[0]
    key = _KEYS[part.sort]
    parts = [walk.add_columns(_E[key].label("key")).limit(part.end).subquery() for walk in walks]
    merged = union_all(*(select(p) for p in parts)).subquery()
    ordering = [_directed(merged.c.key, part.order), _directed(merged.c.reservation_id, part.order)]
    return select(merged.c.reservation_id).order_by(*ordering)


def _along_index(tests: Sequence[ColumnElement[bool]], part: Slice) -> Select[Any]:
    return select(_E.reservation_id).where(*tests).order_by(*_ordering(part.sort, part.order))


def _beside(found: Sequence[Condition], part: Slice) -> list[ColumnElement[bool]]:
    """Tests for a walk in the order of a sort: only a range of what is sorted by is gone straight to."""
    return [c.test if c.column == _KEYS[part.sort] else _unindexed(c.test) for c in found]


def _unindexed(test: ColumnElement[bool]) -> ColumnElement[bool]:
    """The same test on an expression that SQLite does not take for a column, so that it uses no index for it."""
    replace: Any = lambda part, **_: _UNINDEXED.get(part)  # noqa: E731
    return replacement_traverse(test, {}, replace)


class _Unindexed(ColumnElement[Any]):
    """A column; on SQLite with the unary plus that disables its indexes."""

    inherit_cache = True
    _traverse_internals = [("column", InternalTraversal.dp_clauseelement)]  # noqa: RUF012

    def __init__(self, column: ColumnElement[Any]) -> None:
        self.column = column
        self.type = column.type


@compiles(_Unindexed)
def _plainly(element: _Unindexed, compiler: Any, **options: Any) -> str:
    return str(compiler.process(element.column, **options))


@compiles(_Unindexed, "sqlite")
def _with_sign(element: _Unindexed, compiler: Any, **options: Any) -> str:
    return f"+{compiler.process(element.column, **options)}"


_UNINDEXED = {column: _Unindexed(column) for column in _E}


def _gather(condition: Condition, found: Sequence[Condition]) -> Select[Any]:
    few = condition.ids.cte("few").prefix_with("MATERIALIZED", dialect="postgresql")
    others = [c.test for c in found if c is not condition]
    joined = few.join(ENTRIES, few.c.reservation_id == _E.reservation_id)
    return select(_E.reservation_id).select_from(joined).where(*others)


def _total(session: Session, found: Sequence[Condition], entries: int, gathered: Condition | None) -> int | None:
    if not found:
        return entries
    if len(found) == 1 and found[0].is_exact:
        return found[0].size
    few = gathered or next((c for c in found if c.is_exact and c.size <= FEW), None)
    if few is None or not few.is_exact:
        return None
    return session.scalar(select(func.count()).select_from(_gather(few, found).subquery()))


def _ordering(sort: Sort, order: Order) -> list[ColumnElement[object]]:
    return [_directed(_E[_KEYS[sort]], order), _directed(_E.reservation_id, order)]


def _directed(column: ColumnElement[object], order: Order) -> ColumnElement[object]:
    return column.asc() if order is Order.ASC else column.desc()
