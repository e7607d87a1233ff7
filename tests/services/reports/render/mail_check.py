"""Compares the mail that brings a report with the report."""

import re
from collections.abc import Iterator, Mapping, Sequence
from email.message import EmailMessage
from html import unescape
from html.parser import HTMLParser
from typing import Final

from services.reports.render.body import BodyFigures, BodyTable, body_of
from services.reports.render.chart import BodyChart
from services.reports.run import ReportAnswer

_TAG: Final = re.compile(r"<style.*?</style>|<[^>]*>", re.DOTALL)
_BAR: Final = re.compile(r'width="(\d+)%"[^>]*><tr><td class="bar"')
"""A bar is as wide as its table."""
_LABEL: Final = '<th scope="row"'
_RULE: Final = re.compile(r"-+(?:  -+)*")
"""The line below the heads of a table in the plain part."""
_UNCUT: Final = 24
"""Letters of a cell that the plain part always shows; longer ones are cut there."""
Rows = Sequence[Sequence[str]]


def check_mail(kept: ReportAnswer, message: EmailMessage) -> None:
    """Look for what the subject says, every large figure and every bar, and compare the tables of both parts row by
    row, both ways. Raises AssertionError.
    """
    parts = {part.get_content_type(): str(part.get_content()) for part in message.walk() if not part.is_multipart()}
    html = _bare(unescape(_TAG.sub("", parts["text/html"])))
    text = _bare(parts["text/plain"])
    body = body_of(kept)
    _check_figures(body, html, text)
    if _bare(body.headline) not in _bare(str(message["Subject"])):
        raise AssertionError(f"the mail differs: {body.headline}")
    if any(_bare(kept.stand.provisional) not in part for part in (html, text)):
        raise AssertionError(f"the mail differs: {kept.stand.provisional}")
    _check_bars(body.charts, parts["text/html"], html)
    _check_tables(kept, body, parts)


def _check_figures(body: BodyFigures, html: str, text: str) -> None:
    for figure in body.figures:
        if _bare(figure.value) not in html or _bare(figure.value) not in text:
            raise AssertionError(f"the mail differs: {figure.label}")


def _check_bars(charts: Sequence[BodyChart], source: str, html: str) -> None:
    """Each value stands beside its label, and the bars have its length."""
    for chart in charts:
        if any(_bare(bar.label) + _bare(bar.value) not in html for bar in chart.bars):
            raise AssertionError(f"the mail differs: {chart.title}")
    bars = [bar for chart in charts for bar in chart.bars]
    drawn = [str(bar.percent) for bar in bars if bar.percent]
    if source.count(_LABEL) != len(bars) or _BAR.findall(source) != drawn:
        raise AssertionError(f"the mail differs: {[chart.title for chart in charts]}")


def _check_tables(kept: ReportAnswer, body: BodyFigures, parts: Mapping[str, str]) -> None:
    """The plain part has the values of a report's charts as tables, before its others."""
    shown = [table for table in body.tables if table.rows]
    expected = _in_plain(body)
    laid = _HtmlTables.of(parts["text/html"])
    plain = list(_plain_tables(parts["text/plain"]))
    if len(laid) != len(shown) or len(plain) != len(expected):
        raise AssertionError(f"the mail differs: {kept.definition.title}")
    for table, rows in zip(shown, laid, strict=True):
        if not _are_rows(table, rows):
            raise AssertionError(f"the mail differs: {table.title}")
    for table, lines in zip(expected, plain, strict=True):
        if not _are_lines(table, lines):
            raise AssertionError(f"the mail differs: {table.title}")


def _in_plain(body: BodyFigures) -> list[BodyTable]:
    return [*map(_as_table, body.charts), *(table for table in body.tables if table.rows)]


def _as_table(chart: BodyChart) -> BodyTable:
    rows = tuple((bar.label, bar.value) for bar in chart.bars)
    return BodyTable(title=chart.title, sentence="", heads=(), rows=rows, more=chart.more)


def _are_rows(table: BodyTable, rows: Rows) -> bool:
    return [[_bare(cell) for cell in row] for row in table.rows] == [[_bare(cell) for cell in row] for row in rows]


def _are_lines(table: BodyTable, lines: Sequence[str]) -> bool:
    if table.more:
        if not lines or lines[-1] != table.more:
            return False
        lines = lines[:-1]
    is_as_long = len(lines) == len(table.rows)
    return is_as_long and all(_is_line(row, line) for row, line in zip(table.rows, lines, strict=True))


def _is_line(row: Sequence[str], line: str) -> bool:
    cells = "".join(rf"(?:{re.escape(_bare(cell))}|{re.escape(_bare(cell[:_UNCUT]))}[^…]*…)" for cell in row)
    return re.fullmatch(cells, _bare(line)) is not None


def _plain_tables(text: str) -> Iterator[list[str]]:
    """The lines below each rule, up to the next empty one."""
    lines = iter(text.splitlines())
    for line in lines:
        if _RULE.fullmatch(line) and line != "--":
            found = []
            for row in lines:
                if not row.strip():
                    break
                found.append(row)
            yield found


class _HtmlTables(HTMLParser):
    """The rows below the heads of each table that has heads."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self._is_below = False
        self._is_in_cell = False

    @classmethod
    def of(cls, html: str) -> list[list[list[str]]]:
        """The tables of this document."""
        parser = cls()
        parser.feed(html)
        parser.close()
        return parser.tables

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """A part of a table begins."""
        if tag == "thead":
            self.tables.append([])
        elif tag == "tbody":
            self._is_below = True
        elif tag == "tr" and self._is_below:
            self.tables[-1].append([])
        elif tag == "td" and self._is_below:
            self._is_in_cell = True
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        """It ends."""
        if tag == "tbody":
            self._is_below = False
        elif tag == "td":
            self._is_in_cell = False

    def handle_data(self, data: str) -> None:
        """A text."""
        if self._is_in_cell:
            self.tables[-1][-1][-1] += data


def _bare(text: str) -> str:
    return "".join(text.split())
