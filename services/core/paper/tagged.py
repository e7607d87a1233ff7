"""Pages whose content is tagged as PDF/UA-1 wants it: text belongs to an element, what only decorates is an artifact.

Text outside of any element is a paragraph of its own, and lines, boxes and shapes outside of a figure are artifacts,
so that nothing stays untagged.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final
from xml.sax.saxutils import escape  # it writes and reads nothing  # nosec B406

from fpdf import FPDF
from fpdf.prefs import ViewerPreferences

from services.core.paper.packed import PackedOutput
from services.core.paper.structure import Element, StructureTree

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
