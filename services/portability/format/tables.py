"""The layout of a table in an export, taken from the models when it is written and from the description when read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table

from services.portability.format.kinds import Kind, kind_of

Row = tuple[Any, ...]
"""Values of one row in the order of the columns, as Python has them: int, bool, str, date, aware datetime, bytes."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column."""

    name: str
    kind: Kind
    is_nullable: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """One table: its columns, and the key by which its rows are sorted."""

    name: str
    columns: Sequence[Column]
    key: Sequence[str]

    @property
    def names(self) -> list[str]:
        """Names of the columns."""
        return [column.name for column in self.columns]

    @property
    def kinds(self) -> list[Kind]:
        """Kinds of the columns."""
        return [column.kind for column in self.columns]

    @property
    def batch_rows(self) -> int:
        """How many rows are held in memory at once: few where a row may hold a file of some megabytes."""
        return 8 if Kind.BYTES in self.kinds else 2_000

    @property
    def numbered_by(self) -> str | None:
        """The column that the database numbers by itself; None if there is none."""
        kinds = {column.name: column.kind for column in self.columns}
        return self.key[0] if len(self.key) == 1 and kinds[self.key[0]] is Kind.INTEGER else None


def layout_of(table: Table) -> Layout:
    """The layout of a table of this code's models."""
    columns = [Column(column.name, kind_of(column.type), bool(column.nullable)) for column in table.columns]
    return Layout(table.name, columns, [column.name for column in table.primary_key.columns])
