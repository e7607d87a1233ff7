"""What a finished PDF says, by its structure tree: sections with their tables, cell by cell, and the large figures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from services.core.paper.accessibility.read import Read
from services.core.paper.opened.tree import Node

Texts = Mapping[tuple[int, int], str]


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
    """A report on paper. `letters` are all that occur in the document; `page` is the one with its title, from 1."""

    title: str
    paragraphs: Sequence[str]
    figures: Sequence[str]
    sections: Sequence[Section]
    letters: frozenset[str]
    page: int


def printed(read: Read) -> list[Printed]:
    """The document as its tags say: what stands below each title, of which a report has one."""
    texts = {
        (page.number, one.mcid): "".join(one.texts)
        for page in read.pages
        for one in page.content.sequences
        if one.mcid is not None
    }
    letters = frozenset("".join(texts.values()))
    parts: list[list[Node]] = [[]]
    for node in read.tree[0].elements if read.tree else ():
        if node.role == "H1" and any(one.role == "H1" for one in parts[-1]):
            parts.append([])
        parts[-1].append(node)
    numbers = {page.number: place for place, page in enumerate(read.pages, 1)}
    return [_printed(part, texts, letters, numbers) for part in parts]


def _printed(part: Sequence[Node], texts: Texts, letters: frozenset[str], numbers: Mapping[int, int]) -> Printed:
    sections: list[Section] = []
    for node in part:
        if node.role == "H2":
            sections.append(Section(_text(node, texts)))
        elif node.role == "Table" and sections:
            sections[-1].tables.append(_table(node, texts))
    nodes = [node for top in part for node in top.walk()]
    figures = [_text(node, texts) for node in nodes if node.role == "LBody"]
    paragraphs = [_text(node, texts) for node in nodes if node.role == "P"]
    title = next((node for node in part if node.role == "H1"), None)
    page = next((numbers.get(mark.page, 0) for mark in title.marks), 0) if title else 0
    return Printed(_text(title, texts) if title else "", paragraphs, figures, sections, letters, page)


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
