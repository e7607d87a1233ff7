"""Compares a PDF with the report that it shows, by its structure tree: every figure, and every row that belongs on
paper and no other one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from services.core.paper.sheet import printable
from services.reports.render.main_figures import main_figures
from services.reports.render.paper_tables import PaperCell, PaperTable, paper_table
from services.reports.render.pdf.document import rows_printed
from services.reports.run import ReportAnswer
from tests.fixtures.paper.accessibility.read import Read, read
from tests.fixtures.paper.opened.objects import Opened
from tests.fixtures.paper.opened.tree import Node

Texts = Mapping[tuple[int, int], str]
_UNCUT: Final = 8
"""Letters of a large figure that always fit on its card."""
_CUT: Final = "…"


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """Texts of the cells. `heads` is empty for a table whose rows are named at their beginning."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the tables below it."""

    title: str
    tables: list[PrintedTable] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Printed:
    """A report on paper. `letters` are all that occur in the document."""

    title: str
    paragraphs: Sequence[str]
    figures: Sequence[str]
    sections: Sequence[Section]
    letters: frozenset[str]


def printed(found: Read) -> Printed:
    """The document as its tags say."""
    texts = {
        (page.number, one.mcid): "".join(one.texts)
        for page in found.pages
        for one in page.content.sequences
        if one.mcid is not None
    }
    part = found.tree[0].elements if found.tree else ()
    sections: list[Section] = []
    for node in part:
        if node.role == "H2":
            sections.append(Section(_text(node, texts)))
        elif node.role == "Table" and sections:
            sections[-1].tables.append(_table(node, texts))
    nodes = [node for top in part for node in top.walk()]
    [title] = [node for node in part if node.role == "H1"]
    figures = [_text(node, texts) for node in nodes if node.role == "LBody"]
    paragraphs = [_text(node, texts) for node in nodes if node.role == "P"]
    return Printed(_text(title, texts), paragraphs, figures, sections, frozenset("".join(texts.values())))


def _table(table: Node, texts: Texts) -> PrintedTable:
    heads = [_cells(row, texts) for row in _rows(table, "THead")]
    return PrintedTable(heads[0] if heads else [], [_cells(row, texts) for row in _rows(table, "TBody", "Table")])


def _rows(table: Node, *within: str) -> Iterator[Node]:
    for part in table.walk():
        if part.role in within:
            yield from (row for row in part.elements if row.role == "TR")


def _cells(row: Node, texts: Texts) -> list[str]:
    return [_text(cell, texts) for cell in row.elements]


def _text(node: Node, texts: Texts) -> str:
    return "".join(texts[mark.page, mark.mcid] for part in node.walk() for mark in part.marks)


def differs(*where: object) -> AssertionError:
    """Names the place at which the paper shows something else."""
    return AssertionError(f"the paper differs: {where}")


def check_paper(kept: ReportAnswer, content: bytes) -> None:
    """Raise AssertionError where they differ; ValueError if the document cannot be read."""
    document = printed(read(Opened(content)))
    same = _Comparison(document)
    if not same.texts(document.title, kept.definition.title):
        raise differs(kept.definition.title)
    notice = kept.stand.provisional
    if notice and not any(same.texts(paragraph, notice) for paragraph in document.paragraphs):
        raise differs(notice)
    _compare_figures(kept, document, same)
    tables = [paper_table(kept, name) for name in kept.in_files]
    for place, table in enumerate(tables):
        if place >= len(document.sections) or not same.texts(document.sections[place].title, table.title):
            raise differs(table.title)
        _compare_section(kept, table, document.sections[place], same)
    if len(document.sections) > len(tables):
        raise differs(document.sections[len(tables)].title)


def _compare_figures(kept: ReportAnswer, document: Printed, same: "_Comparison") -> None:
    figures = main_figures(kept)
    if len(figures) != len(document.figures):
        raise differs(kept.definition.title)
    for figure, text in zip(figures, document.figures, strict=True):
        if same.known(figure.value[:_UNCUT]) not in _bare(text):
            raise differs(figure.label)


def _compare_section(kept: ReportAnswer, table: PaperTable, section: Section, same: "_Comparison") -> None:
    rows = list(table.rows(0, rows_printed(kept.definition.name, table.name)))
    if bool(rows) != bool(section.tables):
        raise differs(table.title, 1)
    shown: set[int] = set()
    for part in section.tables:
        if part.heads:
            shown |= _compare_part(table, rows, part, same)
        else:
            _compare_list(table, rows, part, same)
            shown |= set(range(len(table.columns)))
    for place in set(range(len(table.columns))) - shown if rows else ():
        raise differs(table.title, 1, table.columns[place].label)


def _compare_part(
    table: PaperTable, rows: Sequence[Sequence[PaperCell]], part: PrintedTable, same: "_Comparison"
) -> set[int]:
    """Rows of some of the columns; returns which."""
    places: list[int] = []
    for head in part.heads:
        labelled = (place for place, one in enumerate(table.columns) if same.texts(head, one.label))
        place = next((place for place in labelled if place not in places), None)
        if place is None:
            raise differs(table.title, 1)
        places.append(place)
    for number in range(max(len(rows), len(part.rows))):
        if number >= len(rows) or number >= len(part.rows) or len(part.rows[number]) != len(places):
            raise differs(table.title, number + 1)
        for place, text in zip(places, part.rows[number], strict=True):
            cell = rows[number][place]
            if not same.texts(text, cell.text + cell.note):
                raise differs(table.title, number + 1, table.columns[place].label)
    return set(places)


def _compare_list(
    table: PaperTable, rows: Sequence[Sequence[PaperCell]], part: PrintedTable, same: "_Comparison"
) -> None:
    """A single row, printed as one line a column: label, value, change. Labels and changes may be cut."""
    if len(rows) != 1 or len(part.rows) != len(table.columns):
        raise differs(table.title, 1)
    for column, cell, line in zip(table.columns, rows[0], part.rows, strict=True):
        label, value, change = line
        is_same = same.beginnings(label, column.label) and same.texts(value, cell.text)
        if not (is_same and same.beginnings(change, cell.note)):
            raise differs(table.title, 1, column.label)


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
