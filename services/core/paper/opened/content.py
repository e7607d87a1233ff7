"""The marked sequences of a page (ISO 32000-1, 14.6): what is shown in each, and what stands in none."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from services.core.paper.opened.objects import Opened, Stream
from services.core.paper.opened.syntax import Name, name_of, parsed, unescaped

_TOKEN: Final = re.compile(
    rb"""\((?P<text>(?:[^\\()]|\\.)*)\) | <(?P<hex>[0-9A-Fa-f\s]+)>
    | /(?P<tag>[^\s/<>\[\]()]+)\s*(?P<entries><<.*?>>|/[^\s/<>\[\]()]+)?\s*(?P<begin>BDC|BMC)\b
    | /(?P<font>[^\s/<>\[\]()]+)\s+[\d.]+\s+Tf\b | (?P<end>\bEMC\b)
    | /(?P<object>[^\s/<>\[\]()]+)\s+Do\b
    | (?<=[\s\])>])(?P<paint>[fFBbSs]\*?|sh|BI)(?=\s)""",
    re.VERBOSE | re.DOTALL,
)
_PAIR: Final = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
_RANGE: Final = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
_BLOCK: Final = re.compile(rb"begin(bfchar|bfrange)(.*?)end\1", re.DOTALL)


@dataclass(slots=True)
class Sequence:
    """A marked sequence: its tag, its number if it has one, and the texts in it, in their order."""

    tag: Name
    mcid: int | None
    texts: list[str] = field(default_factory=list)
    is_nested_in: list[str] = field(default_factory=list)
    """Tags of the sequences around it."""

    @property
    def is_artifact(self) -> bool:
        """Whether it is no content."""
        return self.tag == "Artifact"


@dataclass(slots=True)
class PageContent:
    """What a page shows. `unmarked`: how often something is painted outside of all sequences; `unknown_letters`: codes
    without a letter.
    """

    sequences: list[Sequence] = field(default_factory=list)
    unmarked: int = 0
    is_balanced: bool = True
    unknown_letters: int = 0
    has_code_zero: bool = False
    objects: set[str] = field(default_factory=set)


def letters_of(document: Opened, font: Any) -> Mapping[int, str]:
    """The letters of a font by their codes, as its `ToUnicode` says; empty without one."""
    found = document.entry(font, "ToUnicode")
    letters: dict[int, str] = {}
    if not isinstance(found, Stream):
        return letters
    for kind, block in _BLOCK.findall(found.content):
        if kind == b"bfchar":
            letters |= {int(code, 16): _letter(letter) for code, letter in _PAIR.findall(block)}
            continue
        for first, last, letter in _RANGE.findall(block):
            start = int(first, 16)
            letters |= {code: chr(int(letter, 16) + code - start) for code in range(start, int(last, 16) + 1)}
    return letters


def _letter(code: bytes) -> str:
    return bytes.fromhex(code.decode()).decode("utf-16-be", "replace")


class ContentReader:
    """Reads pages of one document; fonts are read once."""

    def __init__(self, document: Opened) -> None:
        self._document = document
        self._letters: dict[int, Mapping[int, str]] = {}

    def read(self, page: Mapping[str, Any]) -> PageContent:
        """The content of a page. Raises ValueError for operands that cannot be read."""
        stream = self._document(page.get("Contents"))
        content = PageContent()
        if not isinstance(stream, Stream):
            return content
        fonts = self._document.entry(page, "Resources", "Font") or {}
        letters: Mapping[int, str] = {}
        open_ones: list[Sequence] = []
        for token in _TOKEN.finditer(stream.content):
            kind = token.lastgroup
            if kind in ("text", "hex"):
                raw = unescaped(token["text"]) if kind == "text" else bytes.fromhex(token["hex"].decode())
                self._show(content, open_ones, _decoded(raw, letters, content))
            elif kind == "begin":
                sequence = _begun(token, open_ones)
                open_ones.append(sequence)
                content.sequences.append(sequence)
            elif kind == "end":
                content.is_balanced &= bool(open_ones)
                del open_ones[-1:]
            elif kind == "font":
                letters = self._font(fonts.get(name_of(token["font"])))
            else:
                content.objects |= {name_of(token["object"])} if kind == "object" else set()
                self._show(content, open_ones, "")
        content.is_balanced &= not open_ones
        return content

    def _font(self, font: Any) -> Mapping[int, str]:
        key = id(self._document(font))
        if key not in self._letters:
            self._letters[key] = letters_of(self._document, font)
        return self._letters[key]

    def _show(self, content: PageContent, open_ones: list[Sequence], text: str) -> None:
        if not open_ones:
            content.unmarked += 1
        elif text:
            inner = next((one for one in reversed(open_ones) if one.mcid is not None), open_ones[-1])
            inner.texts.append(text)


def _decoded(raw: bytes, letters: Mapping[int, str], content: PageContent) -> str:
    codes = [int.from_bytes(raw[place : place + 2]) for place in range(0, len(raw), 2)]
    content.has_code_zero |= 0 in codes
    content.unknown_letters += sum(code not in letters for code in codes)
    return "".join(letters.get(code, "\ufffd") for code in codes)


def _begun(token: re.Match[bytes], around: list[Sequence]) -> Sequence:
    entries = parsed(token["entries"])[0] if (token["entries"] or b"").startswith(b"<<") else {}
    mcid = entries.get("MCID")
    return Sequence(name_of(token["tag"]), mcid, is_nested_in=[str(one.tag) for one in around])


def sequences(contents: list[PageContent]) -> Iterator[tuple[int, Sequence]]:
    """Each sequence with the index of its page."""
    for place, content in enumerate(contents):
        for one in content.sequences:
            yield place, one
