"""Compares a finished report mail with the kept result before it is queued: every figure, every row, no other one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from email.message import EmailMessage
from html import unescape
from html.parser import HTMLParser
from typing import Final

from services.reports.freshness import provisional_together
from services.reports.render.body import BodyFigures, BodyTable, body_of
from services.reports.render.chart import BodyChart
from services.reports.render.verify.differs import ArtefactDiffers, of_report
from services.reports.run import ReportAnswer

_TAG: Final = re.compile(r"<style.*?</style>|<[^>]*>", re.DOTALL)
_BAR: Final = re.compile(r'width="(\d+)%"[^>]*><tr><td class="bar"')
"""A bar is as wide as its table."""
_LABEL: Final = '<th scope="row"'
_RULE: Final = re.compile(r"-+(?:  -+)*")
"""The line below the heads of a table in the plain part."""
_UNCUT: Final = 24
"""Letters of a cell that the plain part always shows; longer ones are cut there."""
_NOT_IN: Final = "Die E-Mail stimmt nicht mit den berechneten Zahlen überein: „{what}“ fehlt oder ist anders."
Rows = Sequence[Sequence[str]]


def verify_mail(reports: Sequence[ReportAnswer], message: EmailMessage) -> None:
    """Look for what the subject says, every large figure and every bar of all its reports, and compare the tables of
    both parts row by row, both ways. Raises ArtefactDiffers.
    """
    parts = {part.get_content_type(): str(part.get_content()) for part in message.walk() if not part.is_multipart()}
    html = _bare(unescape(_TAG.sub("", parts["text/html"])))
    text = _bare(parts["text/plain"])
    kept = reports[0]
    bodies = [body_of(report, place) for place, report in enumerate(reports)]
    for report, body in zip(reports, bodies, strict=True):
        with of_report(report.definition.title, reports):
            _check_figures(body, html, text)
    if _bare(bodies[0].headline) not in _bare(str(message["Subject"])):
        raise ArtefactDiffers(_NOT_IN.format(what=bodies[0].headline))
    provisional = provisional_together(report.stand.provisional for report in reports)
    if any(_bare(provisional) not in part for part in (html, text)):
        raise ArtefactDiffers(_NOT_IN.format(what=provisional))
    _check_bars([chart for body in bodies for chart in body.charts], parts["text/html"], html)
    _check_tables(kept, bodies, parts)


def _check_figures(body: BodyFigures, html: str, text: str) -> None:
    for figure in body.figures:
        if _bare(figure.value) not in html or _bare(figure.value) not in text:
            raise ArtefactDiffers(_NOT_IN.format(what=figure.label))


def _check_bars(charts: Sequence[BodyChart], source: str, html: str) -> None:
    """Each value stands beside its label, and the bars have its length."""
    for chart in charts:
        if any(_bare(bar.label) + _bare(bar.value) not in html for bar in chart.bars):
            raise ArtefactDiffers(_NOT_IN.format(what=chart.title))
    bars = [bar for chart in charts for bar in chart.bars]
    drawn = [str(bar.percent) for bar in bars if bar.percent]
    if source.count(_LABEL) != len(bars) or _BAR.findall(source) != drawn:
        raise ArtefactDiffers(_NOT_IN.format(what=charts[0].title if charts else "Balken"))


def _check_tables(kept: ReportAnswer, bodies: Sequence[BodyFigures], parts: Mapping[str, str]) -> None:
    """The plain part has the values of a report's charts as tables, before its others."""
    shown = [table for body in bodies for table in body.tables if table.rows]
    expected = [table for body in bodies for table in _in_plain(body)]
    laid = _HtmlTables.of(parts["text/html"])
    plain = list(_plain_tables(parts["text/plain"]))
    if len(laid) != len(shown) or len(plain) != len(expected):
        raise ArtefactDiffers(_NOT_IN.format(what=kept.definition.title))
    for table, rows in zip(shown, laid, strict=True):
        if not _are_rows(table, rows):
            raise ArtefactDiffers(_NOT_IN.format(what=table.title))
    for table, lines in zip(expected, plain, strict=True):
        if not _are_lines(table, lines):
            raise ArtefactDiffers(_NOT_IN.format(what=table.title))


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
