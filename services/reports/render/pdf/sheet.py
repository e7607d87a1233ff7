"""The paper: our typefaces and colours, margins, the head and foot of every page. Lengths in millimetres.

The console's look on white: pine for headings, figures of module blue and green in cells, sun yellow nowhere, because
nothing on paper is the next click. Text is at least 8 points.
"""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Final

from fpdf import FPDF
from fpdf.fonts import TTFFont

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
_FACES: Final = Path(__file__).parents[1] / "typefaces"
_FILES: Final = {"text": "figtree-text", "strong": "figtree-strong", "title": "familjen-title"}
_OTHERS: Final = {"cyrillic": "noto-sans-cyrillic", "greek": "noto-sans-greek"}
"""Letters that ours lack: names are written as their owners write them."""
_CUT: Final = "…"
_BLANKS: Final = re.compile(r"[ \t\r\n\v\f]+")
_UNIT: Final = re.compile(r"(?<=\d) (?=%)")
_SILENT: Final = re.compile(r"[↑↓] ?|→ (?=unverändert|kaum)|[\u00ad\u200b-\u200f\ufeff]")


@dataclass(frozen=True, slots=True)
class Style:
    """How words look: face, size in points, colour."""

    face: str
    size: float
    colour: Colour

    @property
    def line(self) -> float:
        """From one line to the next."""
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


class Sheet(FPDF):
    """A document that is written from top to bottom; `y` is where it goes on."""

    def __init__(self, title: str, foot: str, at: datetime) -> None:
        super().__init__(orientation="portrait", unit="mm", format="A4")
        for name in ("fontTools.subset", "fontTools.ttLib"):
            logging.getLogger(name).setLevel(logging.WARNING)  # they tell of every glyph
        for face, file in {**_FILES, **_OTHERS}.items():
            self.add_font(face, "", _FACES / f"{file}.woff2")
        faces = {name: font for name, font in self.fonts.items() if isinstance(font, TTFFont)}
        self._faces = list(faces.values())
        ours = set.intersection(*(set(faces[name].cmap) for name in _FILES))
        self._others = {letter: name for name in _OTHERS for letter in faces[name].cmap if letter not in ours}
        self._known = ours | self._others.keys()
        self._foot = foot
        self.has_unknown_letters = False
        self.set_title(title)
        self.set_lang("de-DE")
        self.set_producer("Voltigo")
        self.set_creator("Voltigo")
        self.set_creation_date(at)
        self.set_margins(MARGIN, _HEAD, MARGIN)
        self.set_auto_page_break(auto=False)
        self.alias_nb_pages("{nb}")

    def close(self) -> None:
        """Let go of the typefaces' files; a document that is never written would keep them open."""
        for face in self._faces:
            face.close()

    @property
    def room(self) -> float:
        """How wide a line is."""
        return float(self.epw)

    @property
    def bottom(self) -> float:
        """Where a page ends for what stands on it."""
        return float(self.h) - _FOOT

    def footer(self) -> None:
        """What the paper is and which page, on every page."""
        y = float(self.h) - 9
        self.rule(y - 4.5, LINE)
        pages = f"Seite {self.page_no()} von {{nb}}"
        room = self.width_of("Seite 88 von 88", NOTE)
        self.words(MARGIN, y, self._foot, NOTE, width=self.room - room - 6)
        self.style(NOTE)
        # Only cells know how many pages there will be.
        self.set_xy(MARGIN + self.room - room - self.c_margin, y - 3.4)
        self.cell(room + 2 * self.c_margin, 4.4, pages, align="R")

    def next_page(self, *, is_wide: bool = False) -> None:
        """Begin a page."""
        self.add_page(orientation="landscape" if is_wide else "portrait")
        self.set_y(_HEAD)

    @property
    def is_wide(self) -> bool:
        """Whether this page lies on its long side."""
        return bool(self.w > self.h)

    def fits(self, height: float) -> bool:
        """Whether there is room for it on this page."""
        return bool(self.get_y() + height <= self.bottom)

    def keep(self, height: float, *, is_wide: bool | None = None) -> None:
        """Begin a page where `height` does not fit on this one any more, or it is to lie the other way."""
        wanted = self.is_wide if is_wide is None else is_wide
        if self.is_wide != wanted or not self.fits(height):
            self.next_page(is_wide=wanted)

    def style(self, style: Style) -> None:
        """Write like this from now on."""
        self.set_font(style.face, size=style.size)
        self.set_text_color(*style.colour)

    def width_of(self, text: str, style: Style) -> float:
        """How wide a text is in one line."""
        self.set_font(style.face, size=style.size)
        return float(self.get_string_width(self.known(text)))

    def words(
        self, x: float, y: float, text: str, style: Style, *, align: str = "l", width: float | None = None
    ) -> None:
        """One line with its baseline at `y`; `x` is its left edge, its middle (c) or its right edge (r)."""
        told = self.known(text) if width is None else self.fitting(text, style, width)
        self.style(style)
        wide = self.get_string_width(told)
        self.text(x - {"l": 0.0, "c": wide / 2, "r": wide}[align], y, told)

    def get_string_width(self, s: str, normalized: bool = False, markdown: bool = False) -> float:
        """How wide a text is in the present style, letters of other scripts in their own face."""
        return sum(super(Sheet, self).get_string_width(run, normalized, markdown) for run in self._runs(s))

    def text(self, x: float, y: float, text: str = "") -> None:
        """One line with its baseline at `y`, letters of other scripts in their own face."""
        for run in self._runs(text):
            super().text(x, y, run)
            x += super().get_string_width(run)

    def _runs(self, text: str) -> Iterator[str]:
        """The text in pieces of one face each, which is set meanwhile; the present one is set again afterwards."""
        face, size = self.font_family, self.font_size_pt
        for other, letters in groupby(text, lambda letter: self._others.get(ord(letter))):
            if other:
                self.set_font(other, size=size)
            yield "".join(letters)
            if other:
                self.set_font(face, size=size)

    def fitting(self, text: str, style: Style, width: float) -> str:
        """The text, cut with … where it is wider."""
        told = self.known(text)
        if self.width_of(told, style) <= width:
            return told
        while told and self.width_of(told + _CUT, style) > width:
            told = told[:-1]
        return told.rstrip() + _CUT

    def lines(self, text: str, style: Style, width: float) -> list[str]:
        """The text in lines that fit; a word that is wider breaks where it has to."""
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
        """A word in pieces, broken behind a hyphen or the like where there is one near the end."""
        pieces = []
        while self.get_string_width(word) > width and len(word) > 1:
            end = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or self.get_string_width(word[:n]) <= width)
            at_sign = max(word.rfind(sign, end // 4, end) for sign in "-_/.&=")
            end = at_sign + 1 if at_sign > 0 else end
            pieces.append(word[:end])
            word = word[end:]
        return [*pieces, word]

    def paragraph(self, text: str, style: Style, *, width: float | None = None, after: float = 0) -> None:
        """Lines from here on, down to where the next thing goes."""
        for line in self.lines(text, style, width or self.room):
            self.keep(style.line)
            self.words(MARGIN, self.get_y() + style.size * _POINT, line, style)
            self.set_y(self.get_y() + style.line)
        self.set_y(self.get_y() + after)

    def rule(self, y: float, colour: Colour, width: float = 0.2) -> None:
        """A line over the whole width."""
        self.line_of(colour, width)
        self.line(MARGIN, y, MARGIN + self.room, y)

    def line_of(self, colour: Colour, width: float = 0.2) -> None:
        """Draw lines like this from now on."""
        self.set_draw_color(*colour)
        self.set_line_width(width)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """A filled rectangle."""
        self.set_fill_color(*colour)
        self.rect(x, y, width, height, style="F")

    def known(self, text: str) -> str:
        """The text in letters our typefaces have; an arrow of a change is left to its sign, and others become „?“."""
        plain = _BLANKS.sub(" ", _SILENT.sub("", text).replace("→", "›")).strip(" ")
        plain = _UNIT.sub("\u00a0", plain)
        told = "".join(letter if ord(letter) in self._known else "?" for letter in plain)
        self.has_unknown_letters |= told.count("?") > plain.count("?")
        return told
