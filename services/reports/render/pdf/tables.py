"""Table layout in PDFs: headers on every page, right-aligned figures, long names wrapped, nothing truncated.

A table wider than the page gets landscape pages; an even wider one is split into parts, each starting with the columns
that name its rows. A table of one row becomes a list: label, value, change.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final

from services.core.german import number
from services.core.paper.sheet import CELL, HEAD, LINE, MARGIN, NAME, NOTE, PINE, SMALL, TEXT, Sheet, Style
from services.reports.render.paper_tables import PaperCell, PaperColumn, PaperTable

MOST_ROWS: Final = 200
_GAP: Final = 4.0
_ABOVE: Final = 1.4
_ROOM: Final = 210 - 2 * MARGIN
_WIDE_ROOM: Final = 297 - 2 * MARGIN
_MOST_BESIDE: Final = 4
"""A single row with up to this many figures is still printed as a row."""
_NARROWEST_TEXT: Final = 26.0
_WIDEST_TEXT: Final = 62.0
_POINT: Final = 0.3528
_UNBROKEN: Final = 130.0
"""A table up to this height is kept on one page."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Columns printed side by side, by index, with their widths."""

    places: tuple[int, ...]
    widths: tuple[float, ...]


def draw_table(sheet: Sheet, table: PaperTable, most: int = MOST_ROWS, *, elsewhere: str) -> None:
    """Draw the table here, at most its first rows. `elsewhere` says where all of them are: „in der Excel-Datei“."""
    rows = list(table.rows(0, most))
    if not rows:
        sheet.paragraph("In diesem Zeitraum gibt es nichts.", SMALL, after=4)
    elif _is_list(table):
        _list(sheet, table, rows[0])
    else:
        _rows(sheet, table, rows, elsewhere)


def is_wide(sheet: Sheet, table: PaperTable, most: int = MOST_ROWS) -> bool:
    """Whether the table needs a landscape page."""
    rows = list(table.rows(0, most))
    return bool(rows) and not _is_list(table) and _sum(_widths(sheet, table.columns, rows)) > _ROOM


def _is_list(table: PaperTable) -> bool:
    return len(table.result.values) == 1 and table.total_rows == 1 and len(table.columns) > _MOST_BESIDE


def _list(sheet: Sheet, table: PaperTable, row: Sequence[PaperCell]) -> None:
    with sheet.element("Table"):
        for column, cell in zip(table.columns, row, strict=True):
            sheet.keep(6)
            with sheet.element("TR"):
                _pair(sheet, column.label, cell)
            sheet.set_y(sheet.get_y() + 6)
    sheet.set_y(sheet.get_y() + 4)


def _pair(sheet: Sheet, label: str, cell: PaperCell) -> None:
    y = sheet.get_y() + 4.2
    with sheet.element("TH", scope="Row"):
        sheet.words(MARGIN, y, label, TEXT, width=90)
    with sheet.element("TD"):
        sheet.words(MARGIN + 130, y, cell.text, NAME, align="r")
    with sheet.element("TD"):
        sheet.words(MARGIN + 136, y, cell.note, SMALL, width=sheet.room - 136)
    sheet.rule(sheet.get_y() + 6, LINE)


def _rows(sheet: Sheet, table: PaperTable, rows: Sequence[Sequence[PaperCell]], elsewhere: str) -> None:
    widths = _widths(sheet, table.columns, rows)
    lies_wide = _sum(widths) > _ROOM
    if lies_wide:
        widths = _squeezed(table.columns, widths)
    parts = list(_parts(table, widths, _WIDE_ROOM if lies_wide else _ROOM))
    for place, part in enumerate(parts, 1):
        title = f"{table.title}, Teil {place} von {len(parts)}" if len(parts) > 1 else ""
        _Grid(sheet, table, part, lies_wide).draw(rows, title)
    if table.total_rows > len(rows):
        told = f"Das sind die ersten {number(len(rows))} von {number(table.total_rows)} Zeilen"
        sheet.paragraph(f"{told}; alle stehen {elsewhere}.", SMALL)
    sheet.set_y(sheet.get_y() + 4)


def _widths(sheet: Sheet, columns: Sequence[PaperColumn], rows: Sequence[Sequence[PaperCell]]) -> list[float]:
    """Width of the widest cell; up to a limit for columns that wrap."""
    widths = []
    for place, column in enumerate(columns):
        longest = max((sheet.width_of(row[place].text, CELL) for row in rows), default=0.0)
        noted = max((sheet.width_of(row[place].note, NOTE) for row in rows), default=0.0)
        head = max(sheet.width_of(word, HEAD) for word in column.label.split(" "))
        if column.is_text:
            longest = min(longest, _WIDEST_TEXT)
        widths.append(max(longest, noted, head) + 0.2)
    return widths


def _squeezed(columns: Sequence[PaperColumn], widths: list[float]) -> list[float]:
    """Wrap names more if that avoids a second part; otherwise unchanged."""
    excess = _sum(widths) - _WIDE_ROOM
    spare = [max(0.0, w - _NARROWEST_TEXT) if c.is_text else 0.0 for c, w in zip(columns, widths, strict=True)]
    if excess <= 0 or excess > sum(spare):
        return widths
    share = excess / sum(spare)
    return [width - one * share for width, one in zip(widths, spare, strict=True)]


def _sum(widths: Sequence[float]) -> float:
    return sum(widths) + _GAP * (len(widths) - 1)


def _parts(table: PaperTable, widths: Sequence[float], room: float) -> Iterator[_Part]:
    """As few parts as possible and of similar width, each with the columns that identify the rows."""
    everything = range(len(table.columns))
    if _sum(widths) <= room:
        yield _spread(everything, widths, room)
        return
    key = {"origin", *table.result.table.key}
    names = [place for place in everything if table.columns[place].name in key and not table.columns[place].is_number]
    names = names or [0]
    if _sum([widths[place] for place in names]) > room / 2:
        names = names[:1]
    left = room - _sum([widths[place] for place in names])
    others = [place for place in everything if place not in names]
    fewest = len(_filled(others, widths, left))
    target = next(one for one in _targets(left) if len(_filled(others, widths, one)) <= fewest)
    for places in _filled(others, widths, target):
        yield _spread([*names, *places], widths, room)


def _targets(room: float) -> Iterator[float]:
    """Candidate widths from half of the line to all of it."""
    return (room * (0.5 + step / 20) for step in range(11))


def _filled(places: Sequence[int], widths: Sequence[float], room: float) -> list[list[int]]:
    """The indexes grouped into lines of at most this width; a wider column gets its own."""
    lines: list[list[int]] = []
    taken = room
    for place in places:
        wide = widths[place] + _GAP
        if lines and taken + wide <= room:
            lines[-1].append(place)
            taken += wide
        else:
            lines.append([place])
            taken = wide
    return lines


def _spread(places: Sequence[int], widths: Sequence[float], room: float) -> _Part:
    """Distribute spare width between the columns, as far as rows remain easy to follow."""
    taken = [widths[place] for place in places]
    extra = min((room - _sum(taken)) / max(1, len(taken)), 14.0)
    return _Part(tuple(places), tuple(width + max(0.0, extra) for width in taken))


_Laid = tuple[list[PaperCell], list[list[str]], float]
"""The cells of a row, their lines, and its height."""


class _Grid:
    """One part of a table, drawn row by row."""

    def __init__(self, sheet: Sheet, table: PaperTable, part: _Part, is_wide: bool) -> None:
        self._sheet = sheet
        self._columns = [table.columns[place] for place in part.places]
        self._part = part
        self._is_wide = is_wide
        self._heads = [
            sheet.lines(column.label, HEAD, width) for column, width in zip(self._columns, part.widths, strict=True)
        ]
        self._width = _sum(part.widths)

    def draw(self, rows: Sequence[Sequence[PaperCell]], title: str) -> None:
        """All rows; the headers repeat on every page."""
        sheet = self._sheet
        laid = [self._laid(row) for row in rows]
        above = self._head_height + (NAME.line + 2 if title else 0)
        whole = above + sum(height for _, _, height in laid)
        sheet.keep(whole if whole <= _UNBROKEN else above + 14, is_wide=self._is_wide)
        if title:
            sheet.paragraph(title, NAME, after=1, role="H3")
        with sheet.element("Table"):
            with sheet.element("THead", "TR"):
                self._draw_head()
            with sheet.element("TBody"):
                for row in laid:
                    self._draw_laid(row)
        sheet.set_y(sheet.get_y() + 2)

    def _draw_laid(self, row: _Laid) -> None:
        sheet, (cells, lines, height) = self._sheet, row
        if sheet.get_y() + height > sheet.bottom:
            sheet.next_page(is_wide=self._is_wide)
            with sheet.artifact():  # headers repeated for the eye
                self._draw_head()
        with sheet.element("TR"):
            self._draw_row(cells, lines)
        self._line(sheet.get_y() + height, LINE, 0.2)
        sheet.set_y(sheet.get_y() + height)

    def _laid(self, row: Sequence[PaperCell]) -> _Laid:
        """The cells of a row with their lines, and its height."""
        cells = [row[place] for place in self._part.places]
        lines = [
            self._sheet.lines(cell.text, CELL, width) if column.is_text else [cell.text]
            for column, cell, width in zip(self._columns, cells, self._part.widths, strict=True)
        ]
        noted = any(cell.note for cell in cells)
        return cells, lines, max(map(len, lines)) * CELL.line + (NOTE.line if noted else 0) + 2 * _ABOVE

    @property
    def _head_height(self) -> float:
        return max(map(len, self._heads)) * HEAD.line + 2 * _ABOVE

    def _draw_head(self) -> None:
        sheet = self._sheet
        bottom = sheet.get_y() + self._head_height
        for column, lines, (x, width) in zip(self._columns, self._heads, self._places(), strict=True):
            with sheet.element("TH", scope="Column"):
                for down, line in enumerate(lines):
                    up = len(lines) - 1 - down
                    self._write(x, width, bottom - 1.9 - up * HEAD.line, line, column, HEAD)
        self._line(bottom, PINE, 0.35)
        sheet.set_y(bottom)

    def _draw_row(self, cells: Sequence[PaperCell], texts: Sequence[Sequence[str]]) -> None:
        top = self._sheet.get_y() + _ABOVE + CELL.size * _POINT
        for column, cell, lines, (x, width) in zip(self._columns, cells, texts, self._places(), strict=True):
            with self._cell_element(column):
                for down, line in enumerate(lines):
                    self._write(x, width, top + down * CELL.line, line, column, CELL)
                if cell.note:
                    self._write(x, width, top + len(lines) * CELL.line, cell.note, column, NOTE)

    def _cell_element(self, column: PaperColumn) -> AbstractContextManager[None]:
        """The name of a row heads it."""
        is_name = column is self._columns[0] and not column.is_number
        return self._sheet.element("TH", scope="Row") if is_name else self._sheet.element("TD")

    def _write(self, x: float, width: float, y: float, text: str, column: PaperColumn, style: Style) -> None:
        place, align = (x + width, "r") if column.is_number else (x, "l")
        self._sheet.words(place, y, text, style, align=align)

    def _places(self) -> Iterator[tuple[float, float]]:
        x = MARGIN
        for width in self._part.widths:
            yield x, width
            x += width + _GAP

    def _line(self, y: float, colour: tuple[int, int, int], width: float) -> None:
        self._sheet.line_of(colour, width)
        self._sheet.line(MARGIN, y, MARGIN + self._width, y)
