"""PDF page layout: fonts, colours, margins, header and footer of every page. Lengths in millimetres.

The console's design on white: pine headings, charts in module blue and green, no sun yellow because paper has no call
to action. Text is at least 8 points.
"""

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final

from fpdf.fonts import TTFFont

from services.core.paper.glyphs import FACES, OTHERS, OURS
from services.core.paper.tagged import TaggedPages

Colour = tuple[int, int, int]
INK: Final = (18, 38, 26)
QUIET: Final = (77, 90, 80)
PINE: Final = (15, 61, 36)
MODULE: Final = (23, 56, 74)
COVERED: Final = (28, 107, 64)
EDGE: Final = (133, 125, 102)
LINE: Final = (222, 214, 195)
SAND: Final = (245, 239, 224)
SUN: Final = (245, 179, 1)
WHITE: Final = (255, 255, 255)
MARGIN: Final = 16.0
_HEAD: Final = 15.0
_FOOT: Final = 17.0
_POINT: Final = 0.3528
_CUT: Final = "…"
_UNKNOWN: Final = "Ein Fragezeichen kann für ein Zeichen stehen, das diese Schrift nicht hat."
_BLANKS: Final = re.compile(r"[ \t\r\n\v\f]+")
_UNIT: Final = re.compile(r"(?<=\d) (?=%)")
_SILENT: Final = re.compile(r"[↑↓] ?|→ (?=unverändert|kaum)|[\u00ad\u200b-\u200f\ufeff]")


@dataclass(frozen=True, slots=True)
class Style:
    """Text style: face, size in points, colour."""

    face: str
    size: float
    colour: Colour

    @property
    def line(self) -> float:
        """Line height."""
        return self.size * _POINT * (1.2 if self.face == "title" else 1.38)


TITLE: Final = Style("title", 26, PINE)
HEADING: Final = Style("title", 15, PINE)
FIGURE: Final = Style("title", 19, INK)
TEXT: Final = Style("text", 10.5, INK)
LEAD: Final = Style("text", 12, QUIET)
SMALL: Final = Style("text", 9, QUIET)
CELL: Final = Style("text", 8.5, INK)
HEAD: Final = Style("strong", 8, QUIET)
NOTE: Final = Style("text", 8, QUIET)
NAME: Final = Style("strong", 9, INK)
BRAND: Final = Style("strong", 13, PINE)


def printable(text: str) -> str:
    """The text without signs that are not printed: an arrow of a change is dropped in favour of its sign."""
    return _BLANKS.sub(" ", _SILENT.sub("", text).replace("→", "›")).strip(" ")


_ROLES: Final = {TITLE: "H1", HEADING: "H2"}
"""Elements of the structure tree by style; every other paragraph is a `P`."""
_PAGINATION: Final = "/Artifact <</Type /Pagination /Subtype /Footer>> BDC"


class Sheet(TaggedPages):
    """A document written from top to bottom; `y` is the current position."""

    def __init__(self, title: str, foot: str, at: datetime) -> None:
        super().__init__(title, at)
        for name in ("fontTools.subset", "fontTools.ttLib"):
            logging.getLogger(name).setLevel(logging.WARNING)  # they log every glyph
        for face, file in {**OURS, **OTHERS}.items():
            self.add_font(face, "", FACES / f"{file}.ttf")
        faces = {name: font for name, font in self.fonts.items() if isinstance(font, TTFFont)}
        self._faces = list(faces.values())
        ours = set.intersection(*(set(faces[name].cmap) for name in OURS))
        self._others = {letter: name for name in OTHERS for letter in faces[name].cmap if letter not in ours}
        self._known = ours | self._others.keys()
        self._foot = foot
        self.has_unknown_letters = False
        self.unknown_note = _UNKNOWN
        self.set_producer("Voltigo")
        self.set_creator("Voltigo")
        self.set_margins(MARGIN, _HEAD, MARGIN)
        self.set_auto_page_break(auto=False)
        self.alias_nb_pages("{nb}")

    def close(self) -> None:
        """Close the font files; a document that is never written would keep them open."""
        for face in self._faces:
            face.close()

    @property
    def room(self) -> float:
        """Width of a line."""
        return float(self.epw)

    @property
    def bottom(self) -> float:
        """Lower end of the content area."""
        return float(self.h) - _FOOT

    def finished(self) -> bytes:
        """The bytes of the document. It never has a question mark for a letter without saying so at its end."""
        if self.has_unknown_letters:
            self.paragraph(self.unknown_note, SMALL)
        return super().finished()

    def footer(self) -> None:
        """Document title and page number, on every page."""
        with self.artifact(_PAGINATION):
            self._draw_footer()

    def _draw_footer(self) -> None:
        y = float(self.h) - 9
        self.rule(y - 4.5, LINE)
        pages = f"Seite {self.page_no()} von {{nb}}"
        room = self.width_of("Seite 88 von 88", NOTE)
        self.words(MARGIN, y, self._foot, NOTE, width=self.room - room - 6)
        self.style(NOTE)
        # Only cells can print the total page count.
        self.set_xy(MARGIN + self.room - room - self.c_margin, y - 3.4)
        self.cell(room + 2 * self.c_margin, 4.4, pages, align="R")

    def next_page(self, *, is_wide: bool = False) -> None:
        """Start a new page."""
        self.add_page(orientation="landscape" if is_wide else "portrait")
        self.set_y(_HEAD)

    @property
    def is_wide(self) -> bool:
        """Whether this page is landscape."""
        return bool(self.w > self.h)

    def fits(self, height: float) -> bool:
        """Whether it fits on this page."""
        return bool(self.get_y() + height <= self.bottom)

    def keep(self, height: float, *, is_wide: bool | None = None) -> None:
        """Start a new page if `height` does not fit on this one, or the orientation changes."""
        wanted = self.is_wide if is_wide is None else is_wide
        if self.is_wide != wanted or not self.fits(height):
            self.next_page(is_wide=wanted)

    def style(self, style: Style) -> None:
        """Set the text style from now on."""
        self.set_font(style.face, size=style.size)
        self.set_text_color(*style.colour)

    def width_of(self, text: str, style: Style) -> float:
        """Width of a text on one line."""
        self.set_font(style.face, size=style.size)
        return float(self.get_string_width(self.known(text)))

    def words(
        self, x: float, y: float, text: str, style: Style, *, align: str = "l", width: float | None = None
    ) -> None:
        """One line of text with its baseline at `y`; `x` is its left edge, centre (c) or right edge (r)."""
        told = self.known(text) if width is None else self.fitting(text, style, width)
        self.style(style)
        wide = self.get_string_width(told)
        self.text(x - {"l": 0.0, "c": wide / 2, "r": wide}[align], y, told)

    def get_string_width(self, s: str, normalized: bool = False, markdown: bool = False) -> float:
        """Width of a text in the current style, with other scripts in their fallback face."""
        return sum(super(Sheet, self).get_string_width(run, normalized, markdown) for run in self._runs(s))

    def text(self, x: float, y: float, text: str = "") -> None:
        """One line of text with its baseline at `y`, with other scripts in their fallback face."""
        if not text:
            return
        with self.content():
            for run in self._runs(text):
                super().text(x, y, run)
                x += super().get_string_width(run)

    def _runs(self, text: str) -> Iterator[str]:
        """The text in runs of one face each; the face is set for each run and restored afterwards."""
        face, size = self.font_family, self.font_size_pt
        for other, letters in groupby(text, lambda letter: self._others.get(ord(letter))):
            if other:
                self.set_font(other, size=size)
            yield "".join(letters)
            if other:
                self.set_font(face, size=size)

    def fitting(self, text: str, style: Style, width: float) -> str:
        """The text, truncated with … if it is wider."""
        told = self.known(text)
        if self.width_of(told, style) <= width:
            return told
        while told and self.width_of(told + _CUT, style) > width:
            told = told[:-1]
        return told.rstrip() + _CUT

    def lines(self, text: str, style: Style, width: float) -> list[str]:
        """The text wrapped into lines; a word that is too wide is broken."""
        self.set_font(style.face, size=style.size)
        found: list[str] = []
        line = ""
        for word in self.known(text).split(" "):
            longer = f"{line} {word}" if line else word
            if self.get_string_width(longer) <= width:
                line = longer
                continue
            if line:
                found.append(line)
            *whole, line = self._pieces(word, width)
            found += whole
        return [*found, line]

    def _pieces(self, word: str, width: float) -> list[str]:
        """A word in pieces, broken after a hyphen or the like if there is one near the end."""
        pieces = []
        while self.get_string_width(word) > width and len(word) > 1:
            end = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or self.get_string_width(word[:n]) <= width)
            at_sign = max(word.rfind(sign, end // 4, end) for sign in "-_/.&=")
            end = at_sign + 1 if at_sign > 0 else end
            pieces.append(word[:end])
            word = word[end:]
        return [*pieces, word]

    def paragraph(
        self, text: str, style: Style, *, width: float | None = None, after: float = 0, role: str = ""
    ) -> None:
        """Write lines and move below them. `role`: the element of the structure tree, else that of the style."""
        with self.element(role or _ROLES.get(style, "P")):
            self.flow(MARGIN, self.lines(text, style, width or self.room), style)
        self.set_y(self.get_y() + after)

    def flow(self, x: float, lines: Sequence[str], style: Style) -> None:
        """Lines one below the other, over pages where they must, and move below them."""
        for line in lines:
            self.keep(style.line)
            self.words(x, self.get_y() + style.size * _POINT, line, style)
            self.set_y(self.get_y() + style.line)

    def brand(self) -> None:
        """The logo of nine cells, one of them highlighted, and the name; the position stays."""
        x, y = MARGIN, self.get_y()
        for line in range(3):
            for column in range(3):
                colour = SUN if (line, column) == (1, 1) else PINE
                self.box(x + column * 3.1, y + line * 2.3, 2.8, 2.0, colour)
        self.words(x + 11.5, y + 5.2, "voltigo", BRAND)

    def rule(self, y: float, colour: Colour, width: float = 0.2) -> None:
        """A line across the whole width."""
        self.line_of(colour, width)
        self.line(MARGIN, y, MARGIN + self.room, y)

    def line_of(self, colour: Colour, width: float = 0.2) -> None:
        """Set the line style from now on."""
        self.set_draw_color(*colour)
        self.set_line_width(width)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """A filled rectangle."""
        self.set_fill_color(*colour)
        self.rect(x, y, width, height, style="F")

    def known(self, text: str) -> str:
        """The text reduced to letters our fonts have; an arrow of a change is dropped in favour of its sign, other
        characters become „?“.
        """
        plain = _UNIT.sub("\u00a0", printable(text))
        told = "".join(letter if ord(letter) in self._known else "?" for letter in plain)
        self.has_unknown_letters |= told.count("?") > plain.count("?")
        return told
