"""Conditions of the content: all of it is tagged or an artifact, and the tree and the pages agree on which."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from services.core.paper.accessibility.read import Page, Read, number_of
from services.core.paper.opened.content import Sequence


def _artifact_inside(read: Read) -> Iterator[str]:
    for place, one in _sequences(read):
        if one.is_artifact and any(tag != "Artifact" for tag in one.is_nested_in):
            yield f"page {place}"


def _content_inside(read: Read) -> Iterator[str]:
    for place, one in _sequences(read):
        if one.mcid is not None and "Artifact" in one.is_nested_in:
            yield f"page {place}, MCID {one.mcid}"


def _untagged(read: Read) -> Iterator[str]:
    """Painted outside of all sequences, or in one that is neither an artifact nor numbered."""
    for place, page in enumerate(read.pages, 1):
        loose = [
            one
            for one in page.content.sequences
            if one.mcid is None and not one.is_artifact and not one.is_nested_in and one.texts
        ]
        if page.content.unmarked or loose or not page.content.is_balanced:
            yield f"page {place}"


def _sequences(read: Read) -> Iterator[tuple[int, Sequence]]:
    for place, page in enumerate(read.pages, 1):
        for one in page.content.sequences:
            yield place, one


def _numbers_disagree(read: Read) -> Iterator[str]:
    """Each numbered sequence exists once on its page, belongs to one element, and the parent tree names that one."""
    owners = Counter((mark.page, mark.mcid) for node in read.nodes for mark in node.marks)
    owner_of = {(mark.page, mark.mcid): node.number for node in read.nodes for mark in node.marks}
    parents = _parent_tree(read)
    shown = set()
    for page in read.pages:
        numbers = Counter(one.mcid for one in page.content.sequences if one.mcid is not None)
        listed = [number_of(ref) for ref in read.opened(parents.get(page.entries.get("StructParents", -1))) or []]
        for number, times in numbers.items():
            shown.add((page.number, number))
            known = listed[number] if number < len(listed) else 0
            if times != 1 or owners[page.number, number] != 1 or known != owner_of.get((page.number, number)):
                yield f"{_place(read, page)}, MCID {number}"
    for page_number, number in owner_of.keys() - shown:
        yield f"object {page_number}, MCID {number}"


def _place(read: Read, page: Page) -> str:
    return f"page {read.pages.index(page) + 1}"


def _parent_tree(read: Read) -> dict[int, Any]:
    """The parent tree's values by their keys."""
    found: dict[int, Any] = {}
    waiting = [read.opened.entry(read.opened.catalog, "StructTreeRoot", "ParentTree")]
    while waiting:
        node = read.opened(waiting.pop()) or {}
        pairs = read.opened(node.get("Nums")) or []
        found |= dict(zip(pairs[::2], pairs[1::2], strict=False))
        waiting += read.opened(node.get("Kids")) or []
    return found


def _unreadable(read: Read) -> Iterator[str]:
    for place, page in enumerate(read.pages, 1):
        if page.content.unknown_letters:
            yield f"page {place}"


CONDITIONS: Final[Mapping[str, Callable[[Read], Iterator[str]]]] = {
    "01-003": _artifact_inside,
    "01-004": _content_inside,
    "01-005": _untagged,
    "ISO 32000-1, 14.7.4.4": _numbers_disagree,
    "10-001": _unreadable,
}
