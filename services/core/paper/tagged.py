"""Pages whose content is tagged as PDF/UA-1 wants it: text belongs to an element, what only decorates is an artifact.

Text outside of any element is a paragraph of its own, and lines, boxes and shapes outside of a figure are artifacts,
so that nothing stays untagged. The file is packed small.
"""

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from xml.sax.saxutils import escape  # it writes and reads nothing  # nosec B406

from fpdf import FPDF
from fpdf.output import OutputProducer, PDFPage
from fpdf.prefs import ViewerPreferences
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


_TRAILER: Final = re.compile(rb"trailer\s*<<\s*/Size \d+(.*?)>>\s*startxref\s+(\d+)", re.DOTALL)
_LETTERS: Final = b"begincmap"
_LETTER_ZERO: Final = b"<0000> <0000>"
_UNKNOWN: Final = b"<0000> <FFFD>"
"""fpdf2 calls the missing glyph of each font the letter U+0000, which PDF/UA-1 forbids. Both are equally long."""
_FREE, _PLAIN, _PACKED = 0, 1, 2
_Entry = tuple[int, int, int]
"""Kind; offset, or number of the stream that holds it; index in there."""


class PackedOutput(OutputProducer):
    """Writes as fpdf2 does, then packs."""

    def bufferize(self) -> bytearray:
        """The bytes of the whole file."""
        plain = super().bufferize()
        trailer = _TRAILER.search(plain, max(self.offsets.values()))
        assert trailer is not None
        starts = sorted((start, number) for number, start in self.offsets.items())
        ends = [start for start, _ in starts[1:]] + [int(trailer[2])]
        objects = {number: bytes(plain[start:end]) for (start, number), end in zip(starts, ends, strict=True)}
        elements = {one.id: objects.pop(one.id) for one in self.pdf_objs if isinstance(one, Element)}
        stream = self.obj_id + 1
        objects[stream] = _object_stream(stream, elements)
        entries: dict[int, _Entry] = {0: (_FREE, 0, 65_535)}
        entries |= {number: (_PACKED, stream, place) for place, number in enumerate(elements)}
        out = bytearray(plain[: starts[0][0]])
        for number, written in objects.items():
            entries[number] = (_PLAIN, len(out), 0)
            out += written.replace(_LETTER_ZERO, _UNKNOWN) if _LETTERS in written else written
        self.buffer = out + _cross_references(len(out), entries, trailer[1])
        return self.buffer


def _object_stream(number: int, elements: Mapping[int, bytes]) -> bytes:
    bodies = [written.partition(b" obj\n")[2].removesuffix(b"\nendobj\n") for written in elements.values()]
    places, at = [], 0
    for one, body in zip(elements, bodies, strict=True):
        places.append(b"%d %d" % (one, at))
        at += len(body) + 1
    head = b" ".join(places) + b"\n"
    entries = b"/Type /ObjStm /N %d /First %d" % (len(bodies), len(head))
    return _written(number, entries, head + b"\n".join(bodies))


def _cross_references(at: int, entries: Mapping[int, _Entry], trailer: bytes) -> bytes:
    """The stream that says where each object is, itself included, and the end of the file."""
    number = max(entries) + 1
    known = {**entries, number: (_PLAIN, at, 0)}
    table = b"".join(_packed_entry(known[one]) for one in range(number + 1))
    head = b"/Type /XRef /Size %d /W [1 4 2]" % (number + 1) + b" ".join(trailer.split())
    return _written(number, head, table) + b"startxref\n%d\n%%%%EOF\n" % at


def _packed_entry(entry: Sequence[int]) -> bytes:
    kind, second, third = entry
    return kind.to_bytes(1) + second.to_bytes(4) + third.to_bytes(2)


def _written(number: int, entries: bytes, content: bytes) -> bytes:
    packed = zlib.compress(content)
    head = b"%d 0 obj\n<<%b /Filter /FlateDecode /Length %d>>\nstream\n" % (number, entries, len(packed))
    return head + packed + b"\nendstream\nendobj\n"


_XMP: Final = """<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>{at}</xmp:CreateDate>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>"""


class TaggedPages(FPDF):
    """A document with a structure tree. Elements are opened in reading order and may go on over several pages."""

    def __init__(self, title: str, at: datetime) -> None:
        super().__init__(orientation="portrait", unit="mm", format="A4")
        self._tree = StructureTree()
        self.struct_builder = self._tree
        self._inside = [self._tree.document]
        self._is_marked = False
        self.set_title(title)
        self.set_lang("de-DE")
        self.set_creation_date(at)
        self.set_xmp_metadata(_XMP.format(title=escape(title), at=at.isoformat(timespec="seconds")))
        self.viewer_preferences = ViewerPreferences(display_doc_title=True)
        self._set_min_pdf_version("1.7")

    def finished(self) -> bytes:
        """The bytes of the document, to which nothing can be added from now on."""
        return bytes(self.output(output_producer_class=PackedOutput))

    def new(self, role: str, *, scope: str = "") -> Element:
        """A new element inside the current one, to be written to with `within`."""
        return self._tree.add(role, self._inside[-1], scope=scope)

    @contextmanager
    def within(self, element: Element) -> Iterator[None]:
        """What is written here belongs to this element."""
        self._inside.append(element)
        try:
            yield
        finally:
            self._inside.pop()

    @contextmanager
    def element(self, *roles: str, scope: str = "") -> Iterator[None]:
        """What is written here belongs to a new element; of several roles each stands inside the one before. `scope`
        says what a header cell heads: `Row` or `Column`. Inside figures and artifacts there are no elements.
        """
        if self._is_marked:
            yield
            return
        role, *inner = roles
        with self.within(self.new(role, scope="" if inner else scope)):
            if not inner:
                yield
                return
            with self.element(*inner, scope=scope):
                yield

    @contextmanager
    def figure(self, alt: str, at: tuple[float, float], size: tuple[float, float]) -> Iterator[None]:
        """Everything drawn and written here is one picture that `alt` describes; `at` is its upper left corner, in
        millimetres. It must fit on this page.
        """
        (x, y), (width, height), k = at, size, self.k
        box = (x * k, (self.h - y - height) * k, (x + width) * k, (self.h - y) * k)
        element = self._tree.add("Figure", self._inside[-1], alt=alt, box=box)
        with self.within(element), self.content():
            yield

    @contextmanager
    def artifact(self, words: str = "/Artifact BMC") -> Iterator[None]:
        """What is drawn and written here is no content: assistive technology passes over it."""
        with self._sequence(words):
            yield

    @contextmanager
    def content(self) -> Iterator[None]:
        """A marked sequence of the current element; directly inside the document, of a new paragraph."""
        if self._is_marked:
            yield
            return
        element = self._inside[-1]
        if element is self._tree.document:
            element = self._tree.add("P", element)
        number = self._tree.mark(element, self.pages[self.page])
        with self._sequence(f"/{element.role} <</MCID {number}>> BDC"):
            yield

    @contextmanager
    def _sequence(self, begin: str) -> Iterator[None]:
        if self._is_marked:
            yield
            return
        page = self.page
        self._out(begin)
        self._is_marked = True
        try:
            yield
        finally:
            self._is_marked = False
        if self.page != page:
            raise ValueError("A page ended inside a figure")
        self._out("EMC")

    def text(self, x: float, y: float, text: str = "") -> None:
        """One line of text of the current element, with its baseline at `y`."""
        if text:
            with self.content():
                super().text(x, y, text)

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A line; an artifact outside of figures."""
        with self.artifact():
            super().line(x1, y1, x2, y2)

    def rect(self, x: float, y: float, w: float, h: float, *args: Any, **kwargs: Any) -> None:
        """A rectangle; an artifact outside of figures."""
        with self.artifact():
            super().rect(x, y, w, h, *args, **kwargs)

    def polyline(self, point_list: Sequence[tuple[float, float]], *args: Any, **kwargs: Any) -> None:
        """Joined lines; an artifact outside of figures. A polygon is one of these."""
        with self.artifact():
            super().polyline(point_list, *args, **kwargs)
