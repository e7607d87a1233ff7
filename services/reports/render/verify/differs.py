"""The error of a finished file or mail that does not hold what was kept."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

IN_WORDS: Final[Mapping[str, str]] = {
    "xlsx": "Excel-Datei",
    "csv": "CSV-Datei",
    "parquet": "Parquet-Datei",
    "pdf": "PDF",
}


class ArtefactDiffers(Exception):
    """A file does not hold what was kept; the message is German and names no value."""


@contextmanager
def of_report(title: str, reports: Sequence[object]) -> Iterator[None]:
    """Have a difference say in which report of several it is."""
    try:
        yield
    except ArtefactDiffers as error:
        if len(reports) == 1:
            raise
        raise ArtefactDiffers(f"Bericht „{title}“: {error}") from error


def differs(form: str, table: str, row: int | None = None, column: str = "") -> ArtefactDiffers:
    """The error that names where a file differs."""
    where = f"„{table}“" if row is None else f"„{table}“, Zeile {row}" + (f", Spalte „{column}“" if column else "")
    what = "Das PDF" if form == "pdf" else f"Die {IN_WORDS[form]}"
    return ArtefactDiffers(f"{what} stimmt nicht mit den berechneten Zahlen überein: {where}.")
