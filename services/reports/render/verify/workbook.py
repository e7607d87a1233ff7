"""Reads the cells of our own workbooks: only what `services/core/table_files/xlsx.py` writes."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.etree import ElementTree  # reads what we wrote  # nosec B405

_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_ESCAPED: Final = re.compile("_x([0-9A-Fa-f]{4})_")
_A: Final = ord("A") - 1

Cells = list[str | None]
"""Texts as they stand in the file: numbers in digits, days as serial numbers; None for an empty cell."""


def sheets(path: Path) -> Iterator[tuple[str, Iterator[Cells]]]:
    """Name and rows of each sheet, in order. Raises KeyError, zipfile.BadZipFile and ParseError for a damaged file."""
    with zipfile.ZipFile(path) as book:
        shared = _shared(book)
        links = _tree(_part(book, "_rels/workbook.xml.rels"))
        targets = {link.attrib["Id"]: link.attrib["Target"] for link in links}
        for sheet in _tree(_part(book, "workbook.xml")).iter(f"{_MAIN}sheet"):
            yield sheet.attrib["name"], _rows(book, targets[sheet.attrib[_LINK]], shared)


def _part(book: zipfile.ZipFile, name: str) -> bytes:
    return book.read(f"xl/{name}")


def _tree(content: bytes) -> ElementTree.Element:
    return ElementTree.fromstring(content)  # noqa: S314 - our own workbook  # nosec B314


def _shared(book: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    items = _tree(_part(book, "sharedStrings.xml")).iter(f"{_MAIN}si")
    return ["".join(item.itertext()) for item in items]


def _rows(book: zipfile.ZipFile, part: str, shared: list[str]) -> Iterator[Cells]:
    with book.open(f"xl/{part}") as file:
        for _, element in ElementTree.iterparse(file):  # noqa: S314 - our own workbook  # nosec B314
            if element.tag == f"{_MAIN}row":
                yield _cells(element, shared)
                element.clear()


def _cells(row: ElementTree.Element, shared: list[str]) -> Cells:
    found: Cells = []
    for cell in row:
        place = _place(cell.attrib["r"])
        found += [None] * (place - len(found))
        found.append(_value(cell, shared))
    return found


def _place(reference: str) -> int:
    """Index of the column: 0 for `A17`, 26 for `AA17`."""
    number = 0
    for letter in reference:
        if letter.isdigit():
            break
        number = number * 26 + ord(letter) - _A
    return number - 1


def _value(cell: ElementTree.Element, shared: list[str]) -> str | None:
    kind = cell.attrib.get("t")
    if kind == "inlineStr":
        return _unescaped("".join(cell.itertext()))
    text = cell.findtext(f"{_MAIN}v")
    return _unescaped(shared[int(text)]) if kind == "s" and text is not None else text


def _unescaped(text: str) -> str:
    """What XML cannot hold stands as `_x0001_`."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
