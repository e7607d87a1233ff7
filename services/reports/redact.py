"""Redacts values that name a person from everything a report shows.

Anyone can craft a link, so a tag can contain anything. Values are redacted after counting: aliases and filters have
been applied by then, and screen, file, kept run, mail and API clients all pass through here. A row about a single
reservation is compared with that household's names, any other with the values naming one of those it counts.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from sqlalchemy.orm import Session

from analytics.reporting import TableResult
from services.campaigns.canonical import canonical
from services.core.db.db import Database
from services.core.personal_text import REDACTED, redacted
from services.reservations.desk.masking import names_by_id, naming_values

_KINDS: Final = frozenset({"text"})
_OF_ONE: Final = "reservation_id"
_BETWEEN: Final = re.compile("( → | / )")
_BETWEEN_CANONICAL: Final = re.compile("-→-|-/-")
"""Separators between the values of a path, also in their `canonical` spelling."""
_NOBODY: Final[frozenset[str]] = frozenset()
Names = Mapping[int, frozenset[str]]


def redacted_tables(tables: Mapping[str, TableResult], db: Database) -> dict[str, TableResult]:
    """The tables with values that name a person redacted."""
    if not any(_text_places(table) for table in tables.values()):
        return dict(tables)
    with db.read() as session:
        names, naming = _names(session, tables), naming_values(session)
    shown = cache(lambda value: redacted_value(value, naming))  # few distinct values in many rows
    return {name: _table(table, names, shown) for name, table in tables.items()}


def _names(session: Session, tables: Mapping[str, TableResult]) -> Names:
    places = [(table, place) for table in tables.values() if (place := _place_of_one(table)) is not None]
    return names_by_id(session, {row[place] for table, place in places for row in table.values})


def _table(result: TableResult, names: Names, shown: Callable[[str], str]) -> TableResult:
    places, of_one = _text_places(result), _place_of_one(result)
    if not places:
        return result
    values = []
    for row in result.values:
        own = names.get(row[of_one], _NOBODY) if of_one is not None else _NOBODY
        values.append(_row(row, places, lambda value, own=own: redacted(shown(value), own)))  # type: ignore[misc]
    return replace(result, values=values)


def _row(row: tuple[Any, ...], places: list[int], shown: Callable[[str], str]) -> tuple[Any, ...]:
    new = {place: cell for place in places if isinstance(row[place], str) and (cell := shown(row[place])) != row[place]}
    return tuple(new.get(place, value) for place, value in enumerate(row)) if new else row


def redacted_value(value: str, naming: frozenset[str]) -> str:
    """A value, or a path of values, with parts that name a person redacted; `naming` from `naming_values`."""
    parts = _BETWEEN.split(value)
    if len(parts) == 1:
        return REDACTED if canonical(value) in naming else redacted(value)
    whole = canonical(value)
    if any(one in whole for one in naming if _BETWEEN_CANONICAL.search(one)):
        return REDACTED  # a value that itself looks like a path
    return "".join(REDACTED if canonical(part) in naming else redacted(part) for part in parts)


def _text_places(result: TableResult) -> list[int]:
    return [place for place, column in enumerate(result.columns) if column.kind in _KINDS]


def _place_of_one(result: TableResult) -> int | None:
    names = [column.name for column in result.columns]
    return names.index(_OF_ONE) if _OF_ONE in names else None
