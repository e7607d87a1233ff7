"""Values of links that name somebody: an e-mail address or a telephone number is struck out of whatever a report shows.

Anybody can make a link, so anything can stand in it. It is struck out after everything was counted: spellings and
filters have found it by then, and screen, file and kept run all come by here.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from analytics.reporting import TableResult
from services.attribution.field_rules import names_somebody

STRUCK_OUT: Final = "…"
_KINDS: Final = frozenset({"text"})


def struck_out(tables: Mapping[str, TableResult]) -> dict[str, TableResult]:
    """The tables without values that name somebody."""
    return {name: _table(table) for name, table in tables.items()}


def _table(result: TableResult) -> TableResult:
    places = [place for place, column in enumerate(result.columns) if column.kind in _KINDS]
    if not places:
        return result
    shown = cache(_shown)  # few values in many rows
    values = [_row(row, places, shown) for row in result.values]
    return replace(result, values=values)


def _row(row: tuple[Any, ...], places: list[int], shown: Any) -> tuple[Any, ...]:
    struck = {place: value for place in places if (value := shown(row[place])) != row[place]}
    return tuple(struck.get(place, value) for place, value in enumerate(row)) if struck else row


def _shown(value: Any) -> Any:
    return STRUCK_OUT if isinstance(value, str) and names_somebody(value) else value
