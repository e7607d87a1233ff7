"""The objects of a PDF by their numbers, from a table or a stream of cross-references, plain or packed."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from services.core.paper.opened.syntax import Ref, parsed

_HEAD: Final = re.compile(rb"\s*\d+ \d+ obj\s*")
_STREAM: Final = re.compile(rb"\s*stream\r?\n")


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream: its dictionary, and its bytes decompressed."""

    entries: dict[str, Any]
    content: bytes


class Opened:
    """A document without encryption and without later changes. Raises ValueError for a file that is not one."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._offsets: dict[int, int] = {}
        self.objects: dict[int, Any] = {}
        try:
            self.trailer = self._read_references(int(content.rsplit(b"startxref", 1)[1].split()[0]))
            for number, offset in self._offsets.items():
                if number not in self.objects:
                    self.objects[number] = self._object_at(offset)
            for stream in [one for one in self.objects.values() if _is_of(one, "ObjStm")]:
                self._unpack(stream)
        except (IndexError, KeyError, TypeError, AttributeError, RecursionError, zlib.error) as error:
            raise ValueError(type(error).__name__) from error

    def __call__(self, value: Any) -> Any:
        """The value itself, or the object it refers to; None if there is none."""
        return self.objects.get(value.number) if isinstance(value, Ref) else value

    def entry(self, of: Any, *names: str) -> Any:
        """An entry of a dictionary, of that the next one, and so on; None where anything is missing."""
        found = self(of)
        for name in names:
            found = self(found.get(name)) if isinstance(found, dict) else None
        return found

    @property
    def catalog(self) -> dict[str, Any]:
        """The root of the document."""
        found = self.entry(self.trailer, "Root")
        if not isinstance(found, dict):
            raise ValueError("no catalog")
        return found

    def pages(self) -> list[tuple[Ref, dict[str, Any]]]:
        """The pages in their order."""
        return list(self._pages_below(self.catalog.get("Pages")))

    def _pages_below(self, node: Any) -> Iterator[tuple[Ref, dict[str, Any]]]:
        for kid in self.entry(node, "Kids") or []:
            if self.entry(kid, "Type") == "Pages":
                yield from self._pages_below(kid)
            else:
                yield kid, self(kid)

    def _read_references(self, at: int) -> Any:
        if self._content.startswith(b"xref", at):
            return self._read_table(at)
        stream = self._object_at(at)
        self._read_entries(stream)
        return stream.entries

    def _read_table(self, at: int) -> Any:
        table, _, rest = self._content[at:].partition(b"trailer")
        lines = table.split(b"\n")[2:]
        self._offsets = {number: int(line[:10]) for number, line in enumerate(lines) if line[17:18] == b"n"}
        return parsed(rest)[0]

    def _read_entries(self, stream: Stream) -> None:
        widths = stream.entries["W"]
        starts = [sum(widths[:place]) for place in range(3)]
        for number in range(stream.entries["Size"]):
            row = stream.content[number * sum(widths) : (number + 1) * sum(widths)]
            kind, second, _ = (
                int.from_bytes(row[start : start + width]) for start, width in zip(starts, widths, strict=True)
            )
            if kind == 1:
                self._offsets[number] = second

    def _object_at(self, offset: int) -> Any:
        head = _HEAD.match(self._content, offset)
        if head is None:
            raise ValueError(f"no object at byte {offset}")
        value, at = parsed(self._content, head.end())
        begin = _STREAM.match(self._content, at) if isinstance(value, dict) else None
        if begin is None:
            return value
        length = value["Length"]
        if isinstance(length, Ref):
            length = self._object_at(self._offsets[length.number])
        raw = self._content[begin.end() : begin.end() + length]
        return Stream(value, zlib.decompress(raw) if value.get("Filter") == "FlateDecode" else raw)

    def _unpack(self, stream: Stream) -> None:
        numbers = [int(number) for number in stream.content[: stream.entries["First"]].split()]
        for number, place in zip(numbers[::2], numbers[1::2], strict=True):
            self.objects[number] = parsed(stream.content, stream.entries["First"] + place)[0]


def _is_of(value: Any, kind: str) -> bool:
    return isinstance(value, Stream) and value.entries.get("Type") == kind
