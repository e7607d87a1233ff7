"""The structure tree of an opened document: elements with their children and their marked content."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from services.core.paper.opened.objects import Opened
from services.core.paper.opened.syntax import Ref, text_of

_DEEPEST: Final = 60


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked sequence of the page of this object number."""

    page: int
    mcid: int


@dataclass(frozen=True, slots=True)
class Annotated:
    """An annotation that belongs to an element."""

    number: int


@dataclass(slots=True)
class Node:
    """An element. `role` is as written; `number` that of its object."""

    number: int
    role: str
    entries: dict[str, Any]
    parent: int
    kids: "list[Node | Mark | Annotated]" = field(default_factory=list)

    @property
    def elements(self) -> "list[Node]":
        """Its children that are elements."""
        return [kid for kid in self.kids if isinstance(kid, Node)]

    @property
    def marks(self) -> list[Mark]:
        """Its marked content, of its children's elements none."""
        return [kid for kid in self.kids if isinstance(kid, Mark)]

    @property
    def alt(self) -> str:
        """Its description."""
        return text_of(self.entries.get("Alt"))

    def walk(self) -> "Iterator[Node]":
        """Itself and every element below, in reading order."""
        yield self
        for kid in self.elements:
            yield from kid.walk()


def tree_of(document: Opened) -> list[Node]:
    """The elements at the top; none without a tree. Raises ValueError for one that never ends."""
    root = document.catalog.get("StructTreeRoot")
    number = root.number if isinstance(root, Ref) else 0
    return [
        _node(document, kid, number, 0) for kid in _listed(document.entry(root, "K")) if isinstance(document(kid), dict)
    ]


def attributes(document: Opened, node: Node, owner: str) -> dict[str, Any]:
    """The attributes of this owner, such as `Table`."""
    found: dict[str, Any] = {}
    for one in _listed(document(node.entries.get("A"))):
        entries = document(one)
        if isinstance(entries, dict) and entries.get("O") == owner:
            found |= entries
    return found


def _node(document: Opened, ref: Any, parent: int, depth: int) -> Node:
    if depth > _DEEPEST:
        raise ValueError("endless structure tree")
    entries = document(ref)
    number = ref.number if isinstance(ref, Ref) else 0
    up = entries.get("P")
    node = Node(number, str(entries.get("S", "")), entries, up.number if isinstance(up, Ref) else -1)
    for kid in _listed(document(entries.get("K"))):
        node.kids.append(_kid(document, kid, entries.get("Pg"), (number, depth)))
    return node


def _kid(document: Opened, kid: Any, page: Any, above: tuple[int, int]) -> Node | Mark | Annotated:
    if isinstance(kid, int):
        return Mark(_number(page), kid)
    entries = document(kid)
    if not isinstance(entries, dict):
        raise ValueError("a child that is no element")
    match entries.get("Type"):
        case "MCR":
            return Mark(_number(entries.get("Pg", page)), entries["MCID"])
        case "OBJR":
            return Annotated(_number(entries.get("Obj")))
        case _:
            return _node(document, kid, above[0], above[1] + 1)


def _number(ref: Any) -> int:
    return ref.number if isinstance(ref, Ref) else 0


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
