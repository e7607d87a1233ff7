"""The structure tree of a PDF: which content is a heading, a paragraph, a table or a figure (ISO 32000-1, 14.7).

fpdf2 tags images only, as a flat list. This tree takes the place of its builder and holds elements of any depth.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fpdf.output import PDFPage
from fpdf.structure_tree import StructureTreeBuilder
from fpdf.syntax import PDFArray, PDFObject, PDFString

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Content:
    """A marked sequence of a page's content stream."""

    page: PDFPage
    mcid: int


class Element(PDFObject):
    """A node of the tree. `alt` describes a figure, `box` is its place in points, `scope` what a header cell heads."""

    __slots__ = ("_id", "alt", "box", "kids", "parent", "role", "scope")

    def __init__(self, role: str, parent: PDFObject, *, alt: str = "", box: Box | None = None, scope: str = "") -> None:
        super().__init__()
        self.role, self.parent, self.alt, self.box, self.scope = role, parent, alt, box, scope
        self.kids: list[Element | Content] = []

    def serialize(self, obj_dict: Any = None, _security_handler: Any = None) -> str:
        """The object as it stands in the file."""
        page = next((kid.page for kid in self.kids if isinstance(kid, Content)), None)
        entries = [f"/Type /StructElem /S /{self.role} /P {self.parent.ref}"]
        if page is not None:
            entries.append(f"/Pg {page.ref}")
        if self.kids:
            entries.append(f"/K [{' '.join(_kid(kid, page) for kid in self.kids)}]")
        if self.alt:
            entries.append(f"/Alt {PDFString(self.alt).serialize()}")
        if self.scope:
            entries.append(f"/A <</O /Table /Scope /{self.scope}>>")
        if self.box:
            corners = " ".join(f"{corner:.2f}" for corner in self.box)
            entries.append(f"/A <</O /Layout /Placement /Block /BBox [{corners}]>>")
        return f"{self.id} 0 obj\n<<{' '.join(entries)}>>\nendobj"


def _kid(kid: Element | Content, page: PDFPage | None) -> str:
    if isinstance(kid, Element):
        return kid.ref
    if kid.page is page:
        return str(kid.mcid)
    return f"<</Type /MCR /Pg {kid.page.ref} /MCID {kid.mcid}>>"


class StructureTree(StructureTreeBuilder):
    """All elements below one `Document`, and for each page which element its marked sequences belong to."""

    def __init__(self) -> None:
        super().__init__()
        self.document = Element("Document", self.struct_tree_root)
        self.struct_tree_root.k = PDFArray([self.document])
        self._elements = [self.document]

    def add(self, role: str, parent: Element, *, alt: str = "", box: Box | None = None, scope: str = "") -> Element:
        """A new last child of `parent`."""
        element = Element(role, parent, alt=alt, box=box, scope=scope)
        parent.kids.append(element)
        self._elements.append(element)
        return element

    def mark(self, element: Element, page: PDFPage) -> int:
        """The number of a new marked sequence of this element on this page."""
        if page.struct_parents is None:
            page.struct_parents = len(self.struct_tree_root.parent_tree.nums)
        owners = self.struct_tree_root.parent_tree.nums[page.struct_parents]
        owners.append(element)
        element.kids.append(Content(page, len(owners) - 1))
        return len(owners) - 1

    def empty(self) -> bool:
        """Whether nothing is tagged."""
        return not self.document.kids

    def __iter__(self) -> Iterator[PDFObject]:
        yield self.struct_tree_root
        yield self.struct_tree_root.parent_tree
        yield from self._elements
