"""Reads the texts of our own PDFs: only what fpdf2 writes for `services/core/paper/sheet.py`."""

import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Final

_TOKEN: Final = re.compile(rb"/(F\d+) [\d.]+ Tf|\(((?:\\.|[^\\()])*)\)", re.DOTALL)
_ESCAPED: Final = re.compile(rb"\\(.)", re.DOTALL)
_PAIR: Final = re.compile(rb"<([0-9A-F]+)> <([0-9A-F]+)>")
_FONT: Final = re.compile(rb"/(F\d+) (\d+) 0 R")
_REF: Final = rb"/%s (\d+) 0 R"
_LETTERS: Final = {b"r": b"\r", b"n": b"\n"}


def texts(content: bytes) -> Iterator[str]:
    """Each text in the order in which it is drawn. Raises ValueError for a file that is not one of ours."""
    try:
        objects = _Objects(content)
        for number in objects.pages():
            page = objects[number]
            fonts = objects.fonts(_reference(page, b"Resources"))
            yield from _texts(objects.stream(_reference(page, b"Contents")), fonts)
    except (KeyError, IndexError, TypeError, zlib.error) as error:
        raise ValueError(type(error).__name__) from error


def _texts(stream: bytes, fonts: Mapping[bytes, Mapping[int, str]]) -> Iterator[str]:
    letters: Mapping[int, str] = {}
    for font, text in _TOKEN.findall(stream):
        if font:
            letters = fonts[font]
            continue
        plain = _ESCAPED.sub(lambda found: _LETTERS.get(found[1], found[1]), text)
        codes = (int.from_bytes(plain[place : place + 2]) for place in range(0, len(plain), 2))
        yield "".join(letters[code] for code in codes)


def _reference(of: bytes, name: bytes) -> int:
    found = re.search(_REF % name, of)
    if found is None:
        raise ValueError(name.decode())
    return int(found[1])


class _Objects:
    """The objects of a file by their numbers."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        table = content[int(content.rsplit(b"startxref", 1)[1].split()[0]) :].split(b"trailer", 1)[0]
        lines = table.splitlines()[2:]
        self._starts = {number: int(line[:10]) for number, line in enumerate(lines) if line[17:18] == b"n"}
        self._maps: dict[int, Mapping[int, str]] = {}

    def __getitem__(self, number: int) -> bytes:
        """The object up to its stream."""
        start = self._starts[number]
        ends = (self._content.find(end, start) for end in (b"stream\n", b"endobj"))
        return self._content[start : min(end for end in ends if end >= 0)]

    def stream(self, number: int) -> bytes:
        """The decompressed stream of an object."""
        head = self[number]
        first = self._starts[number] + len(head) + len(b"stream\n")
        length = re.search(rb"/Length (\d+)", head)
        raw = self._content[first : first + int(length[1])] if length else b""
        return zlib.decompress(raw) if b"/FlateDecode" in head else raw

    def pages(self) -> list[int]:
        """Numbers of the pages, in order."""
        tree = next(self[number] for number in sorted(self._starts) if b"/Type /Pages" in self[number])
        return [int(number) for number in re.findall(rb"(\d+) 0 R", tree.split(b"/Kids [", 1)[1].split(b"]", 1)[0])]

    def fonts(self, resources: int) -> dict[bytes, Mapping[int, str]]:
        """Letters by their codes, for each font."""
        found = _FONT.findall(self[resources])
        return {name: self._letters(_reference(self[int(font)], b"ToUnicode")) for name, font in found}

    def _letters(self, number: int) -> Mapping[int, str]:
        if number not in self._maps:
            pairs = _PAIR.findall(self.stream(number))
            self._maps[number] = {
                int(code, 16): bytes.fromhex(letter.decode()).decode("utf-16-be") for code, letter in pairs
            }
        return self._maps[number]
