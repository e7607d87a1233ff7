"""Compares a PDF with the report that it shows, by its structure tree: every figure, and every row that belongs on
paper and no other one.
"""

from collections.abc import Sequence

from services.core.paper.glyphs import printable
from services.reports.render.main_figures import main_figures
from services.reports.render.paper_tables import PaperCell, PaperTable, paper_table
from services.reports.render.pdf.document import MOST_ROWS
from services.reports.run import ReportAnswer
from tests.fixtures.pdf import Element, elements_of


def _bare(text: str) -> str:
    """Without blanks and hyphens: lines break at both, and pdfium drops a hyphen there."""
    return "".join(printable(text).replace("-", "").split())


def check_paper(kept: ReportAnswer, content: bytes) -> None:
    """Raise AssertionError where they differ."""
    top = elements_of(content)
    title, *_ = [_bare(one.text) for one in top if one.role == "H1"]
    assert title == _bare(kept.definition.title)
    first = next((place for place, one in enumerate(top) if one.role == "H2"), len(top))
    opening = [_bare(one.text) for above in top[:first] for one in above.walk()]
    assert not kept.stand.provisional or _bare(kept.stand.provisional) in opening
    for figure in main_figures(kept):
        assert any(text == _bare(figure.label + figure.value + figure.note) for text in opening), figure.label
    sections: list[tuple[str, list[Element]]] = []
    for one in top:
        if one.role == "H2":
            sections.append((_bare(one.text), []))
        elif one.role == "Table":
            sections[-1][1].append(one)
    tables = [paper_table(kept, name) for name in kept.to_read]
    assert [heading for heading, _ in sections] == [_bare(table.title) for table in tables]
    for table, (_, parts) in zip(tables, sections, strict=True):
        _check_section(kept, table, parts)


def _check_section(kept: ReportAnswer, table: PaperTable, parts: list[Element]) -> None:
    rows = list(table.rows(0, MOST_ROWS))
    assert bool(rows) == bool(parts), table.title
    shown: set[int] = set()
    for part in parts:
        heads, *body = [[_bare(cell.text) for cell in row.kids] for row in part.walk() if row.role == "TR"]
        is_list = heads[:2] == ["Kennzahl", "Wert"] and len(rows) == 1
        shown |= _check_list(table, rows[0], body) if is_list else _check_columns(table, rows, heads, body)
    assert not rows or shown == set(range(len(table.columns))), table.title


def _check_columns(
    table: PaperTable, rows: Sequence[Sequence[PaperCell]], heads: list[str], body: list[list[str]]
) -> set[int]:
    """Rows of some of the columns; returns which."""
    places: list[int] = []
    for head in heads:
        labelled = (place for place, one in enumerate(table.columns) if head == _bare(one.label))
        places.append(next(place for place in labelled if place not in places))
    expected = [[_bare(row[place].text) + _bare(row[place].note) for place in places] for row in rows]
    assert body == expected, table.title
    return set(places)


def _check_list(table: PaperTable, row: Sequence[PaperCell], body: list[list[str]]) -> set[int]:
    """A single row, printed as one line a column: label, value, change."""
    expected = [
        [_bare(column.label), _bare(cell.text), _bare(cell.note)]
        for column, cell in zip(table.columns, row, strict=True)
    ]
    assert [[*line, ""][:3] for line in body] == expected, table.title
    return set(range(len(table.columns)))
