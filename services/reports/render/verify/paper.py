"""Compares a finished PDF with the kept result, row by row and both ways, and checks that it can be read aloud."""

from collections.abc import Sequence
from typing import Final

from services.core.paper.accessibility.check import failing
from services.core.paper.accessibility.read import read
from services.core.paper.opened.objects import Opened
from services.core.paper.sheet import printable
from services.reports.render.main_figures import main_figures
from services.reports.render.pack.document import contents_line
from services.reports.render.paper_tables import PaperCell, PaperTable, paper_table
from services.reports.render.pdf.document import rows_printed
from services.reports.render.verify.differs import ArtefactDiffers, differs, of_report
from services.reports.render.verify.printed import Printed, PrintedTable, Section, printed
from services.reports.run import ReportAnswer

_UNCUT: Final = 8
"""Letters of a large figure that always fit on its card."""
_CUT: Final = "…"
_INACCESSIBLE: Final = "Ein Screenreader könnte das PDF nicht richtig vorlesen (PDF/UA-1, Bedingung {condition})."


def verify_paper(reports: Sequence[ReportAnswer], content: bytes) -> None:
    """Every figure, every row that belongs on paper and no other one, of a report, or below a title page of several in
    their order. Raises ArtefactDiffers; ValueError if the document cannot be read.
    """
    found = read(Opened(content))
    for finding in failing(found):
        raise ArtefactDiffers(_INACCESSIBLE.format(condition=finding.condition))
    documents = printed(found)
    contents: Printed | None = None
    if len(reports) > 1:
        contents, *documents = documents
    if len(documents) != len(reports):
        raise differs("pdf", reports[min(len(documents), len(reports) - 1)].definition.title)
    for kept, document in zip(reports, documents, strict=True):
        with of_report(kept.definition.title, reports):
            _verify_report(kept, document)
    if contents is not None:
        _verify_contents(contents, documents)


def _verify_contents(contents: Printed, documents: Sequence[Printed]) -> None:
    """Each report is on the page that the contents say."""
    lines = {_bare(paragraph) for paragraph in contents.paragraphs}
    for place, document in enumerate(documents, 1):
        if _bare(contents_line(place, document.title, document.page)) not in lines:
            raise differs("pdf", f"Inhalt, {document.title}")


def _verify_report(kept: ReportAnswer, document: Printed) -> None:
    same = _Comparison(document)
    if not same.texts(document.title, kept.definition.title):
        raise differs("pdf", kept.definition.title)
    notice = kept.stand.provisional
    if notice and not any(same.texts(paragraph, notice) for paragraph in document.paragraphs):
        raise differs("pdf", notice)
    _compare_figures(kept, document, same)
    tables = [paper_table(kept, name) for name in kept.in_files]
    for place, table in enumerate(tables):
        if place >= len(document.sections) or not same.texts(document.sections[place].title, table.title):
            raise differs("pdf", table.title)
        _compare_section(kept, table, document.sections[place], same)
    if len(document.sections) > len(tables):
        raise differs("pdf", document.sections[len(tables)].title)


def _compare_figures(kept: ReportAnswer, document: Printed, same: "_Comparison") -> None:
    figures = main_figures(kept)
    if len(figures) != len(document.figures):
        raise differs("pdf", kept.definition.title)
    for figure, text in zip(figures, document.figures, strict=True):
        if same.known(figure.value[:_UNCUT]) not in _bare(text):
            raise differs("pdf", figure.label)


def _compare_section(kept: ReportAnswer, table: PaperTable, section: Section, same: "_Comparison") -> None:
    rows = list(table.rows(0, rows_printed(kept.definition.name, table.name)))
    if bool(rows) != bool(section.tables):
        raise differs("pdf", table.title, 1)
    shown: set[int] = set()
    for part in section.tables:
        if part.heads:
            shown |= _compare_part(table, rows, part, same)
        else:
            _compare_list(table, rows, part, same)
            shown |= set(range(len(table.columns)))
    for place in set(range(len(table.columns))) - shown if rows else ():
        raise differs("pdf", table.title, 1, table.columns[place].label)


def _compare_part(
    table: PaperTable, rows: Sequence[Sequence[PaperCell]], part: PrintedTable, same: "_Comparison"
) -> set[int]:
    """Rows of some of the columns; returns which."""
    places: list[int] = []
    for head in part.heads:
        labelled = (place for place, one in enumerate(table.columns) if same.texts(head, one.label))
        place = next((place for place in labelled if place not in places), None)
        if place is None:
            raise differs("pdf", table.title, 1)
        places.append(place)
    for number in range(max(len(rows), len(part.rows))):
        if number >= len(rows) or number >= len(part.rows) or len(part.rows[number]) != len(places):
            raise differs("pdf", table.title, number + 1)
        for place, text in zip(places, part.rows[number], strict=True):
            cell = rows[number][place]
            if not same.texts(text, cell.text + cell.note):
                raise differs("pdf", table.title, number + 1, table.columns[place].label)
    return set(places)


def _compare_list(
    table: PaperTable, rows: Sequence[Sequence[PaperCell]], part: PrintedTable, same: "_Comparison"
) -> None:
    """A single row, printed as one line a column: label, value, change. Labels and changes may be cut."""
    if len(rows) != 1 or len(part.rows) != len(table.columns):
        raise differs("pdf", table.title, 1)
    for column, cell, line in zip(table.columns, rows[0], part.rows, strict=True):
        label, value, change = line
        is_same = same.beginnings(label, column.label) and same.texts(value, cell.text)
        if not (is_same and same.beginnings(change, cell.note)):
            raise differs("pdf", table.title, 1, column.label)


class _Comparison:
    """Compares texts without blanks, since lines break anywhere. Letters that no typeface has are question marks on
    paper.
    """

    def __init__(self, document: Printed) -> None:
        self._letters = document.letters

    def known(self, text: str) -> str:
        """The text as it can stand on paper."""
        return "".join(letter if letter in self._letters else "?" for letter in _bare(text))

    def texts(self, found: str, expected: str) -> bool:
        """Whether they are the same."""
        return _bare(found) == self.known(expected)

    def beginnings(self, found: str, expected: str) -> bool:
        """The same of a text that ends with … where there was no room for the rest."""
        if not found.endswith(_CUT):
            return self.texts(found, expected)
        return self.known(expected).startswith(_bare(found.removesuffix(_CUT)))


def _bare(text: str) -> str:
    return "".join(printable(text).split())
