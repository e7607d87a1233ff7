"""Conditions of the structure tree: standard types, headings, tables, lists, figures, links."""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from services.core.paper.accessibility.read import Read, number_of
from services.core.paper.accessibility.types import BELOW, PARENTS, STANDARD, Types, heading_level
from services.core.paper.opened.syntax import text_of
from services.core.paper.opened.tree import Annotated, Node, attributes

_TABLE: Final = frozenset({"Table", "THead", "TBody", "TFoot", "TR", "TH", "TD"})
_LIST: Final = frozenset({"L", "LI", "Lbl", "LBody"})


def _mapped_to_nothing(read: Read) -> Iterator[str]:
    types = Types(read)
    for role in sorted({node.role for node in read.nodes}):
        if types.standard(role) is None and not types.is_circular(role):
            yield role


def _circular(read: Read) -> Iterator[str]:
    types = Types(read)
    yield from (role for role in sorted(types.mapped) if types.is_circular(role))


def _standard_mapped(read: Read) -> Iterator[str]:
    yield from sorted(STANDARD & Types(read).mapped.keys())


def _misplaced(read: Read, of: frozenset[str]) -> Iterator[str]:
    """An element of a table or list with a child, or a parent, that does not belong there."""
    types = Types(read)
    parents = {kid.number: node for node in read.nodes for kid in node.elements}
    for node in read.nodes:
        role, up = types.of(node), parents.get(node.number)
        if role in of and role in PARENTS and (up is None or types.of(up) not in PARENTS[role]):
            yield f"{role}, object {node.number}"
        if role in of and role in BELOW and not {types.of(kid) for kid in node.elements} <= BELOW[role]:
            yield f"{role}, object {node.number}"


def _irregular(read: Read) -> Iterator[str]:
    """A table whose rows differ in their number of cells."""
    types = Types(read)
    for table in (node for node in read.nodes if types.of(node) == "Table"):
        rows = [node for node in table.walk() if types.of(node) == "TR"]
        if len({sum(_span(read, cell) for cell in row.elements) for row in rows}) > 1:
            yield f"Table, object {table.number}"


def _span(read: Read, cell: Node) -> int:
    span = attributes(read.opened, cell, "Table").get("ColSpan", 1)
    return span if isinstance(span, int) else 1


def _without_scope(read: Read) -> Iterator[str]:
    types = Types(read)
    for table in (node for node in read.nodes if types.of(node) == "Table"):
        cells = [node for node in table.walk() if types.of(node) in ("TH", "TD")]
        if any("Headers" in attributes(read.opened, cell, "Table") for cell in cells):
            continue
        for cell in cells:
            scope = attributes(read.opened, cell, "Table").get("Scope")
            if types.of(cell) == "TH" and scope not in ("Row", "Column", "Both"):
                yield f"TH, object {cell.number}"


def _undescribed(read: Read) -> Iterator[str]:
    types = Types(read)
    for node in read.nodes:
        described = node.alt.strip() or text_of(node.entries.get("ActualText")).strip()
        if types.of(node) == "Figure" and not described:
            yield f"Figure, object {node.number}"


def _without_box(read: Read) -> Iterator[str]:
    types = Types(read)
    for node in (one for one in read.nodes if types.of(one) == "Figure"):
        box = attributes(read.opened, node, "Layout").get("BBox")
        if not (isinstance(box, list) and len(box) == 4 and box[0] < box[2] and box[1] < box[3]):
            yield f"Figure, object {node.number}"


def _levels(read: Read) -> list[tuple[int, Node]]:
    types = Types(read)
    headings = [(heading_level(types.of(node)), node) for node in read.nodes]
    return [(level, node) for level, node in headings if level]


def _not_first_level(read: Read) -> Iterator[str]:
    for level, node in _levels(read)[:1]:
        if level != 1:
            yield f"H{level}, object {node.number}"


def _skipped_level(read: Read) -> Iterator[str]:
    levels = _levels(read)
    for (above, _), (level, node) in pairwise(levels):
        if level > above + 1:
            yield f"H{level}, object {node.number}"


def _two_headings(read: Read) -> Iterator[str]:
    types = Types(read)
    for node in read.nodes:
        if [types.of(kid) for kid in node.elements].count("H") > 1:
            yield f"{node.role}, object {node.number}"


def _both_kinds(read: Read) -> Iterator[str]:
    types = Types(read)
    if _levels(read) and any(types.of(node) == "H" for node in read.nodes):
        yield "document"


def _annotations(read: Read) -> Iterator[tuple[int, dict[str, Any], Any]]:
    """Each annotation with the object number of its page, its dictionary and its reference."""
    for page in read.pages:
        for ref in read.opened(page.entries.get("Annots")) or []:
            entries = read.opened(ref)
            if entries.get("Subtype") not in ("Widget", "PrinterMark"):
                yield page.number, entries, ref


def _undescribed_annotation(read: Read) -> Iterator[str]:
    for _, entries, ref in _annotations(read):
        if entries.get("Subtype") != "Link" and not text_of(entries.get("Contents")):
            yield f"object {number_of(ref)}"


def _undescribed_link(read: Read) -> Iterator[str]:
    for _, entries, ref in _annotations(read):
        if entries.get("Subtype") == "Link" and not text_of(entries.get("Contents")):
            yield f"object {number_of(ref)}"


def _loose_link(read: Read) -> Iterator[str]:
    types = Types(read)
    linked = {
        kid.number for node in read.nodes if types.of(node) == "Link" for kid in node.kids if isinstance(kid, Annotated)
    }
    for _, entries, ref in _annotations(read):
        if entries.get("Subtype") == "Link" and number_of(ref) not in linked:
            yield f"object {number_of(ref)}"


def _no_tab_order(read: Read) -> Iterator[str]:
    with_annotations = {page for page, _, _ in _annotations(read)}
    yield from (f"object {p.number}" for p in read.pages if p.number in with_annotations and "Tabs" not in p.entries)


def _other_tab_order(read: Read) -> Iterator[str]:
    with_annotations = {page for page, _, _ in _annotations(read)}
    for page in read.pages:
        if page.number in with_annotations and page.entries.get("Tabs", "S") != "S":
            yield f"object {page.number}"


CONDITIONS: Final[Mapping[str, Callable[[Read], Iterator[str]]]] = {
    "02-001": _mapped_to_nothing,
    "02-003": _circular,
    "02-004": _standard_mapped,
    "09-004": lambda read: _misplaced(read, _TABLE),
    "09-005": lambda read: _misplaced(read, _LIST),
    "01-006": _irregular,
    "15-003": _without_scope,
    "13-004": _undescribed,
    "ISO 32000-1, 14.8.5.4": _without_box,
    "14-002": _not_first_level,
    "14-003": _skipped_level,
    "14-006": _two_headings,
    "14-007": _both_kinds,
    "28-004": _undescribed_annotation,
    "28-008": _no_tab_order,
    "28-009": _other_tab_order,
    "28-011": _loose_link,
    "28-012": _undescribed_link,
}
