"""Compares a PDF with the report that it shows, by its structure tree: every figure, and every row that belongs on
paper and no other one.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from services.core.paper.sheet import printable
from services.reports.render.main_figures import main_figures
from services.reports.render.paper_tables import PaperCell, PaperTable, paper_table
from services.reports.render.pdf.document import rows_printed
from services.reports.run import ReportAnswer
from tests.fixtures.paper.accessibility.read import read
from tests.fixtures.paper.opened.objects import Opened
from tests.fixtures.paper.opened.tree import Node

_UNCUT: Final = 8
"""Letters of a large figure that always fit on its card."""
_CUT: Final = "…"


def _bare(text: str) -> str:
    return "".join(printable(text).split())


class _Paper:
    """A document by its tags; texts are compared without blanks, since lines break anywhere."""

    def __init__(self, content: bytes) -> None:
        found = read(Opened(content))
        self._texts = {
            (page.number, one.mcid): "".join(one.texts)
            for page in found.pages
            for one in page.content.sequences
            if one.mcid is not None
        }
        self._letters = frozenset("".join(self._texts.values()))
        self.top = found.tree[0].elements if found.tree else ()
        self.nodes = [node for top in self.top for node in top.walk()]

    def text(self, node: Node) -> str:
        return "".join(self._texts[mark.page, mark.mcid] for part in node.walk() for mark in part.marks)

    def texts(self, role: str, nodes: Iterable[Node] | None = None) -> list[str]:
        return [self.text(node) for node in (self.nodes if nodes is None else nodes) if node.role == role]

    def rows(self, table: Node, *within: str) -> list[list[str]]:
        parts = [part for part in table.walk() if part.role in within]
        return [
            [self.text(cell) for cell in row.elements] for part in parts for row in part.elements if row.role == "TR"
        ]

    def known(self, text: str) -> str:
        """The text as it can stand on paper: letters that no typeface has are question marks."""
        return "".join(letter if letter in self._letters else "?" for letter in _bare(text))

    def is_same(self, found: str, expected: str) -> bool:
        return _bare(found) == self.known(expected)

    def begins(self, found: str, expected: str) -> bool:
        """The same of a text that ends with … where there was no room for the rest."""
        if not found.endswith(_CUT):
            return self.is_same(found, expected)
        return self.known(expected).startswith(_bare(found.removesuffix(_CUT)))


def check_paper(kept: ReportAnswer, content: bytes) -> None:
    """Raise AssertionError where they differ; ValueError if the document cannot be read."""
    paper = _Paper(content)
    [title] = paper.texts("H1", paper.top)
    assert paper.is_same(title, kept.definition.title)
    notice = kept.stand.provisional
    assert not notice or any(paper.is_same(one, notice) for one in paper.texts("P"))
    figures, shown = main_figures(kept), paper.texts("LBody")
    assert len(figures) == len(shown)
    for figure, text in zip(figures, shown, strict=True):
        assert paper.known(figure.value[:_UNCUT]) in _bare(text), figure.label
    sections: list[tuple[str, list[Node]]] = []
    for node in paper.top:
        if node.role == "H2":
            sections.append((paper.text(node), []))
        elif node.role == "Table" and sections:
            sections[-1][1].append(node)
    tables = [paper_table(kept, name) for name in kept.in_files]
    assert len(sections) == len(tables)
    for table, (heading, parts) in zip(tables, sections, strict=True):
        assert paper.is_same(heading, table.title)
        _check_section(kept, table, parts, paper)


def _check_section(kept: ReportAnswer, table: PaperTable, parts: list[Node], paper: _Paper) -> None:
    rows = list(table.rows(0, rows_printed(kept.definition.name, table.name)))
    assert bool(rows) == bool(parts), table.title
    shown: set[int] = set()
    for part in parts:
        heads = paper.rows(part, "THead")
        body = paper.rows(part, "TBody", "Table")
        shown |= _check_columns(table, rows, heads[0], body, paper) if heads else _check_list(table, rows, body, paper)
    assert not rows or shown == set(range(len(table.columns))), table.title


def _check_columns(
    table: PaperTable, rows: Sequence[Sequence[PaperCell]], heads: list[str], body: list[list[str]], paper: _Paper
) -> set[int]:
    """Rows of some of the columns; returns which."""
    places: list[int] = []
    for head in heads:
        labelled = (place for place, one in enumerate(table.columns) if paper.is_same(head, one.label))
        places.append(next(place for place in labelled if place not in places))
    assert len(body) == len(rows), table.title
    for number, (row, line) in enumerate(zip(rows, body, strict=True), 1):
        for place, text in zip(places, line, strict=True):
            expected = row[place].text + row[place].note
            assert paper.is_same(text, expected), (table.title, number, table.columns[place].label)
    return set(places)


def _check_list(
    table: PaperTable, rows: Sequence[Sequence[PaperCell]], body: list[list[str]], paper: _Paper
) -> set[int]:
    """A single row, printed as one line a column: label, value, change. Labels and changes may be cut."""
    [row] = rows
    for column, cell, (label, value, change) in zip(table.columns, row, body, strict=True):
        assert paper.begins(label, column.label) and paper.is_same(value, cell.text), column.label
        assert paper.begins(change, cell.note), column.label
    return set(range(len(table.columns)))
