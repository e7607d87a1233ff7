"""New values of an edited row: which of them differ, and how its history records them."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any


def differing(row: object, values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the new values, by column, that differ from the row's."""
    return {name: value for name, value in values.items() if getattr(row, name) != value}


def columns_of(row: object, names: Iterable[str]) -> dict[str, Any]:
    """The present values of these columns."""
    return {name: getattr(row, name) for name in names}


def assign(row: object, values: Mapping[str, Any]) -> None:
    """Set these columns."""
    for name, value in values.items():
        setattr(row, name, value)


def as_json(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values that JSON can represent: days and moments in ISO 8601."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}
