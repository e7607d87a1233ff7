"""The text of a table, cut into rows and columns: delimiter, titles, header, and what the cells of a column may mean.
Pure.

Cell contents are never evaluated: `=HYPERLINK(…)` is a text.

Uses `csv` in strict mode, not pandas, which reads the workbooks (`workbook.py`). If a quotation mark is missing, the
fast parser of pandas reads the rows up to the next one as a single cell and silently drops their costs. Its slow parser
is `csv` itself, without line numbers for error messages, and needs the longest row in advance. Either would add 106 MB
to the server, or a second to each check of a file.
"""

import csv
import hashlib
import io
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from operator import eq
from typing import Any, Final, Literal

from services.core.fields import Refused
from services.core.tables_in.values import (
    DAY_FORMATS,
    DayFormat,
    Money,
    NumberFormat,
    Period,
    Readings,
    Unit,
    count_in,
    days_in,
    foreign_code,
    foreign_unit,
    is_ambiguous,
    legible,
    micros_in,
    money_in,
    period_of,
    spans_in,
)

Delimiter = Literal[";", ",", "\t", "|"]
DELIMITERS: Final[tuple[Delimiter, ...]] = (";", "\t", ",", "|")
TITLE_ROWS: Final = 10
"""Rows that some programs put above the header."""
_ENOUGH_NAMES: Final = 2
"""A row with this many names of columns is the header."""
_SEPARATOR_LINE = re.compile(r"sep=([;\t,|])\r?\n", re.IGNORECASE)
_SNIFFED_LINES: Final = 40
LOOKED_AT: Final = 200
"""Rows sampled for guessing."""
MOST_COLUMNS: Final = 256
Kind = Literal["day", "amount", "text"]


@dataclass(frozen=True, slots=True)
class Record:
    """The cells of one row, trimmed, and the line of the file it begins in, counted from 1."""

    line: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class Headings:
    """What an importer knows of its columns: names by meaning, normalised by `plain`; whether the first row of a file
    already holds values; and which rows are footers.
    """

    names: Mapping[str, Sequence[str]]
    plain: Callable[[str], str]
    is_row: Callable[[Sequence[Record]], bool]
    begins: Callable[[str, str], bool] = lambda name, known: name.startswith(f"{known} ")
    is_footer: Callable[[Record], bool] = lambda _record: False

    def places(self, header: Sequence[str]) -> dict[str, int]:
        """The columns that are recognised: exact names before those that begin with one; each column once."""
        names = [self.plain(name) for name in header]
        found: dict[str, int] = {}
        for is_alike in (eq, self.begins):
            for meaning, knowns in self.names.items():
                places = (
                    place
                    for known in knowns
                    for place, name in enumerate(names)
                    if place not in found.values() and is_alike(name, known)
                )
                if meaning not in found and (place := next(places, None)) is not None:
                    found[meaning] = place
        return found


@dataclass(frozen=True)
class Column:
    """A column of a file, and what each of its cells may mean. A text is read once, and only if somebody asks."""

    place: int
    name: str
    """As the header has it; empty without one."""
    plain: str
    """The name as the importer normalises it."""
    rows: Sequence[Record]

    @property
    def label(self) -> str:
        return self.name or f"Spalte {self.place + 1}"

    @cached_property
    def cells(self) -> list[str]:
        """Empty where rows are shorter."""
        return [cell_at(record.cells, self.place) for record in self.rows]

    @cached_property
    def kinds(self) -> Counter[Kind]:
        """How many of the first cells are days, amounts in euro, or any other text."""
        return Counter(filter(None, map(_kind, self.cells[:LOOKED_AT])))

    @cached_property
    def unit(self) -> Unit | None:
        """Of the amounts, as the column's name has it."""
        return foreign_unit(self.name)

    @cached_property
    def money(self) -> list[Money]:
        return list(map(cache(money_in), self.cells))

    @cached_property
    def micros(self) -> list[int | Refused]:
        """The cells as millionths, in hundredths."""
        return list(map(cache(micros_in), self.cells))

    @cached_property
    def number_format(self) -> NumberFormat | None:
        """The format that most amounts with a single reading require; None if nothing in the column tells."""
        read = (list(legible(money.hundredths)) for money in self.money)
        votes = Counter(formats[0] for formats in read if len(formats) == 1)
        return None if votes["de"] == votes["en"] else votes.most_common(1)[0][0]

    @cached_property
    def ambiguous_money(self) -> list[bool]:
        """Whether the two formats read two different amounts."""
        return [is_ambiguous(money.hundredths) for money in self.money]

    @cached_property
    def spans(self) -> list[Readings[DayFormat, Period]]:
        """The first and the last day of each cell."""
        return list(map(cache(spans_in), self.cells))

    @cached_property
    def day_formats(self) -> list[DayFormat]:
        """The formats that read the most cells; none where no cell names days."""
        votes = Counter(chain.from_iterable(map(legible, self.spans)))
        return [name for name in DAY_FORMATS if votes and votes[name] == max(votes.values())]

    @cached_property
    def ambiguous_days(self) -> list[bool]:
        """Whether two formats read different days."""
        return list(map(is_ambiguous, self.spans))

    @cached_property
    def counts(self) -> list[int | Refused | None]:
        return list(map(count_in, self.cells))

    @cached_property
    def units(self) -> list[Unit | None]:
        """The cells as currencies; None for the euro."""
        return list(map(cache(foreign_code), self.cells))


def _kind(cell: str) -> Kind | None:
    if legible(days_in(cell)):
        return "day"
    money = money_in(cell)
    if money.unit is None and legible(money.hundredths):
        return "amount"
    return "text" if cell else None


@dataclass(frozen=True)
class Table:
    """The rows of a file, with the lines above and below them, and its columns, also those beyond the header."""

    delimiter: Delimiter
    titles: Sequence[str]
    footers: Sequence[str]
    has_header: bool
    names: Sequence[str]
    columns: Sequence[Column]
    body: Sequence[Record]
    sha256: str
    """Of the text: the same for the same file."""

    @cached_property
    def period(self) -> Period | None:
        """The period that the titles name."""
        return period_of(self.titles)


def cell_at(cells: Sequence[str], place: int | None) -> str:
    """The cell, empty where the row is shorter."""
    return cells[place] if place is not None and 0 <= place < len(cells) else ""


def read_table(text: str, given: Mapping[str, Any], headings: Headings, most: int, largest: int) -> Table:
    """Read the text; `delimiter` and `has_header` of `given` override guesses. Refused where it is no text, a quotation
    mark is missing, or there are more than `most` rows, `MOST_COLUMNS` columns or `largest` bytes.
    """
    content = text.encode(errors="surrogatepass")
    if len(content) > largest:
        raise Refused("too_long", f"Die Datei darf höchstens {largest >> 20} MB groß sein.")
    text = text.removeprefix("\ufeff")
    separator = _SEPARATOR_LINE.match(text)  # Excel's own first line, which then is no record
    stated: Any = given.get("delimiter") or (separator[1] if separator else None)
    delimiter: Delimiter = stated or _delimiter(text, headings)
    records = _records(text, delimiter, most)[1 if separator else 0 :]
    place = _header_place(records, given.get("has_header"), headings)
    width = max((len(record.cells) for record in records), default=0)
    if width > MOST_COLUMNS:
        raise Refused("too_many_columns", f"Die Datei hat {width} Spalten; möglich sind {MOST_COLUMNS}.")
    names = [] if place is None else records[place].cells
    rows = records if place is None else records[place + 1 :]
    body = [record for record in rows if not headings.is_footer(record)]
    if len(body) > most:
        raise _too_many(most)
    return Table(
        delimiter=delimiter,
        titles=[" ".join(record.cells) for record in records[: place or 0]],
        footers=[" ".join(record.cells) for record in rows if headings.is_footer(record)],
        has_header=place is not None,
        names=names,
        columns=[
            Column(place, name, headings.plain(name), body)
            for place, name in enumerate([*names, *[""] * (width - len(names))])
        ],
        body=body,
        sha256=hashlib.sha256(content).hexdigest(),
    )


def _header_place(records: Sequence[Record], has_header: bool | None, headings: Headings) -> int | None:
    if has_header is False or not records:
        return None
    counts = [len(headings.places(record.cells)) for record in records[:TITLE_ROWS]]
    if max(counts) >= _ENOUGH_NAMES:
        return counts.index(max(counts))
    return None if has_header is None and headings.is_row(records) else 0


def _delimiter(text: str, headings: Headings) -> Delimiter:
    """The only delimiter that shows a full header; else the one that splits the lines best. The titles above a header
    may hold more commas than a short file has rows.
    """
    head = "\n".join(text.splitlines()[: 2 * TITLE_ROWS])
    fitting = [delimiter for delimiter in DELIMITERS if _shows_header(head, delimiter, headings)]
    return fitting[0] if len(fitting) == 1 else sniff_delimiter(text)


def _shows_header(head: str, delimiter: str, headings: Headings) -> bool:
    try:
        records = _records(head, delimiter, len(head))
    except Refused:
        return False
    return any(len(headings.places(record.cells)) == len(headings.names) for record in records)


def sniff_delimiter(text: str) -> Delimiter:
    """The delimiter that splits the first lines into the most columns, the same number in each."""
    head = "".join(text.splitlines(keepends=True)[:_SNIFFED_LINES])

    def score(delimiter: str) -> tuple[bool, bool, float, int]:
        widths: Counter[int] = Counter()
        is_whole = True
        reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
        try:
            widths.update(len(cells) for cells in reader if cells)
        except csv.Error as error:
            # A cell that continues after the sampled lines is fine; a quotation mark within a cell is an error.
            is_whole = "unexpected end" in str(error)
        width, rows = max(widths.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
        return is_whole, width >= 3, rows / max(1, widths.total()), width

    return max(DELIMITERS, key=score)


def _too_many(most: int) -> Refused:
    return Refused("too_many_rows", f"Bitte höchstens {most // 1000}.000 Zeilen je Datei.")


def _records(text: str, delimiter: str, most: int) -> list[Record]:
    if "\x00" in text:
        raise Refused("unreadable", "Diese Datei ist keine Textdatei. Bitte speichern Sie sie als CSV.")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    records, line = [], 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                records.append(Record(line, [cell.strip() for cell in cells]))
                if len(records) > most + TITLE_ROWS:
                    raise _too_many(most)
            line = reader.line_num + 1
    except csv.Error:
        message = f"Die Datei ist ab Zeile {line} nicht lesbar: Vermutlich fehlt ein Anführungszeichen."
        raise Refused("unreadable", message) from None
    return records
