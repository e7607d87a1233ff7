"""Relations outside the store: known beforehand, and identical for every run of a process."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from analytics.chance.limits import segments
from analytics.engine.connection import quoted
from analytics.production import production_shares
from analytics.sources import create_empty

if TYPE_CHECKING:
    import duckdb

_YEARS: Final = range(2020, 2100)


@cache
def holidays() -> tuple[tuple[str], ...]:
    """The days without work in the parks' municipalities that may be no weekend."""
    from holidays.constants import CATHOLIC, PUBLIC
    from holidays.countries.germany import Germany

    return tuple((str(day),) for day in sorted(Germany(subdiv="BY", years=_YEARS, categories=(PUBLIC, CATHOLIC))))


_ROWS: Final[Mapping[str, Callable[[], Iterable[tuple[str | int, ...]]]]] = {
    "holidays": holidays,
    "production_shares": production_shares,
    "poisson_limits": segments,
}
SHIPPED: Final = frozenset(_ROWS)
"""Their names."""


def put_shipped(connection: "duckdb.DuckDBPyConnection", names: Collection[str]) -> None:
    """Create these relations in schema `source`, with their rows."""
    create_empty(connection, names)
    for name in names:
        rows = ", ".join(f"({', '.join(map(_literal, row))})" for row in _ROWS[name]())
        connection.execute(f"INSERT INTO source.{name} VALUES {rows}")


def _literal(value: str | int) -> str:
    return quoted(value) if isinstance(value, str) else str(value)
