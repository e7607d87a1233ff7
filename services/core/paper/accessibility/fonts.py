"""Conditions of the fonts that are used: embedded, and every code has a letter."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from services.core.paper.accessibility.read import Read
from services.core.paper.opened.content import letters_of
from services.core.paper.opened.objects import Stream

_PROGRAMS: Final = ("FontFile", "FontFile2", "FontFile3")
_ORDER_MARKS: Final = ("\ufeff", "\ufffe")


def _fonts(read: Read) -> Iterator[tuple[str, Any]]:
    """Every font once, by its name."""
    seen = set()
    for page in read.pages:
        for ref in (read.opened.entry(page.entries, "Resources", "Font") or {}).values():
            font = read.opened(ref)
            if id(font) not in seen:
                seen.add(id(font))
                yield str(font.get("BaseFont")), font


def _descendants(read: Read, font: Any) -> list[Any]:
    return [read.opened(one) for one in read.opened(font.get("DescendantFonts")) or []]


def _no_glyph_map(read: Read) -> Iterator[str]:
    for name, font in _fonts(read):
        for one in _descendants(read, font):
            if one.get("Subtype") == "CIDFontType2" and read.opened(one.get("CIDToGIDMap")) is None:
                yield name


def _not_embedded(read: Read) -> Iterator[str]:
    for name, font in _fonts(read):
        for one in _descendants(read, font) or [font]:
            programs = (read.opened.entry(one, "FontDescriptor", program) for program in _PROGRAMS)
            if not any(isinstance(program, Stream) for program in programs):
                yield name


def _no_letters(read: Read) -> Iterator[str]:
    yield from (name for name, font in _fonts(read) if not isinstance(read.opened.entry(font, "ToUnicode"), Stream))


def _letter_zero(read: Read) -> Iterator[str]:
    for name, font in _fonts(read):
        if any("\0" in letter for letter in letters_of(read.opened, font).values()):
            yield name


def _order_mark(read: Read) -> Iterator[str]:
    for name, font in _fonts(read):
        if any(mark in letter for letter in letters_of(read.opened, font).values() for mark in _ORDER_MARKS):
            yield name


def _without_glyph(read: Read) -> Iterator[str]:
    """Code 0 is the glyph `.notdef` of every font."""
    for place, page in enumerate(read.pages, 1):
        if page.content.has_code_zero:
            yield f"page {place}"


CONDITIONS: Final[Mapping[str, Callable[[Read], Iterator[str]]]] = {
    "31-005": _no_glyph_map,
    "31-009": _not_embedded,
    "31-027": _no_letters,
    "31-028": _letter_zero,
    "31-029": _order_mark,
    "31-030": _without_glyph,
}
