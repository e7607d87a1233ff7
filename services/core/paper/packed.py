"""Writes a document with its structure elements in one compressed stream (ISO 32000-1, 7.5.7 and 7.5.8).

A table of 200 rows has thousands of elements. Each as an object of its own, they would make the file eight times as
large.
"""

import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Final

from fpdf.output import OutputProducer

from services.core.paper.structure import Element

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
