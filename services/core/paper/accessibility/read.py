"""What the conditions look at: a document's objects, the content of its pages and its structure tree, read once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from services.core.paper.opened.content import ContentReader, PageContent
from services.core.paper.opened.objects import Opened
from services.core.paper.opened.syntax import Ref
from services.core.paper.opened.tree import Node, tree_of


@dataclass(frozen=True, slots=True)
class Finding:
    """A condition that fails, and where."""

    condition: str
    where: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page: number of its object, its dictionary, its content."""

    number: int
    entries: dict[str, Any]
    content: PageContent


@dataclass(frozen=True, slots=True)
class Read:
    """A document. `nodes` are all elements in reading order."""

    opened: Opened
    pages: Sequence[Page]
    tree: Sequence[Node]
    nodes: Sequence[Node]


def read(opened: Opened) -> Read:
    """Everything of a document. Raises ValueError."""
    reader = ContentReader(opened)
    pages = [Page(ref.number, entries, reader.read(entries)) for ref, entries in opened.pages()]
    tree = tree_of(opened)
    return Read(opened, pages, tree, [node for top in tree for node in top.walk()])


def number_of(ref: Any) -> int:
    """The number of the object that is referred to; 0 for anything else."""
    return ref.number if isinstance(ref, Ref) else 0
