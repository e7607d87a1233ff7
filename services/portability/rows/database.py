"""What an export needs of a database, and an import. `sqlite` and `postgresql` implement it."""

from collections.abc import Callable, Iterator
from typing import Protocol

from services.portability.format.tables import Layout, Row

Batches = Callable[[Layout], Iterator[list[Row]]]
"""Gives the rows of a table, by its key, in batches."""


class Reader(Protocol):
    """A database at one moment."""

    kind: str
    revision: str

    def rows(self, layout: Layout) -> Iterator[list[Row]]:
        """All rows of a table by its key, texts in the order of their bytes."""

    def count(self, layout: Layout) -> int:
        """How many they are."""

    def last_number(self, layout: Layout) -> int | None:
        """The last number that the database gave to a row; None where it does not count."""
