"""File formats a table can be exported to."""

from collections.abc import Generator
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol

from services.core.table_files.csv import CSV, CSV_DE
from services.core.table_files.parquet import PARQUET
from services.core.table_files.table import Table
from services.core.table_files.xlsx import XLSX


class FormatName(StrEnum):
    """As a call names it."""

    XLSX = "xlsx"
    CSV_DE = "csv-de"
    CSV = "csv"
    PARQUET = "parquet"


class Format(Protocol):
    """Writes a table as a file."""

    @property
    def media_type(self) -> str: ...
    @property
    def extension(self) -> str: ...

    def chunks(self, table: Table, folder: Path) -> Generator[bytes]:
        """The file in pieces. Closing the iterator early removes whatever it had put into `folder`."""


FORMATS: Final[dict[FormatName, Format]] = {
    FormatName.XLSX: XLSX,
    FormatName.CSV_DE: CSV_DE,
    FormatName.CSV: CSV,
    FormatName.PARQUET: PARQUET,
}
