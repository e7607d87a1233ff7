"""The values of a PDF (ISO 32000-1, 7.3). Names are `Name`, strings bytes, references `Ref`; null is None."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

_TOKEN: Final = re.compile(
    rb"""\s*(?:%[^\r\n]*\s*)*(?:
      (?P<ref>\d+[ ]\d+[ ]R(?![A-Za-z0-9])) | (?P<open><<) | (?P<close>>>) | (?P<array>\[) | (?P<end>\])
    | /(?P<name>[^\x00\t\n\x0c\r \/<>\[\](){}%]*) | (?P<text>\((?:[^\\()]|\\.)*\)) | <(?P<hex>[0-9A-Fa-f\s]*)>
    | (?P<word>[^\x00\t\n\x0c\r \/<>\[\](){}%]+))""",
    re.VERBOSE | re.DOTALL,
)
_HEX_IN_NAME: Final = re.compile(r"#([0-9A-Fa-f]{2})")
_ESCAPED: Final = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_LETTERS: Final = {
    b"n": b"\n",
    b"r": b"\r",
    b"t": b"\t",
    b"b": b"\b",
    b"f": b"\f",
    b"\n": b"",
    b"\r\n": b"",
    b"\r": b"",
}
_WORDS: Final[Mapping[bytes, Any]] = {b"true": True, b"false": False, b"null": None}
_END: Final = object()


class Name(str):
    """A name, without its slash."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference to an object."""

    number: int


def parsed(data: bytes, at: int = 0) -> tuple[Any, int]:
    """The value that begins at this place, and where it ends. Raises ValueError."""
    value, at = _value(data, at)
    if value is _END:
        raise ValueError("unbalanced brackets")
    return value, at


def _value(data: bytes, at: int) -> tuple[Any, int]:
    token = _TOKEN.match(data, at)
    if token is None:
        raise ValueError(f"no value at byte {at}")
    kind, at = token.lastgroup, token.end()
    if kind in ("close", "end"):
        return _END, at
    if kind not in ("open", "array"):
        return _single(token), at
    items, at = _items(data, at)
    return (dict(zip(items[::2], items[1::2], strict=True)) if kind == "open" else items), at


def _single(token: re.Match[bytes]) -> Any:
    """A value that holds no others."""
    match token.lastgroup:
        case "ref":
            return Ref(int(token["ref"].split()[0]))
        case "name":
            return name_of(token["name"])
        case "text":
            return unescaped(token["text"][1:-1])
        case "hex":
            digits = b"".join(token["hex"].split())
            return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())
        case _:
            return _word(token["word"])


def _items(data: bytes, at: int) -> tuple[list[Any], int]:
    items: list[Any] = []
    while True:
        value, at = _value(data, at)
        if value is _END:
            return items, at
        items.append(value)


def _word(word: bytes) -> Any:
    if word in _WORDS:
        return _WORDS[word]
    return float(word) if b"." in word else int(word)


def name_of(raw: bytes) -> Name:
    """The name of these bytes, with its characters in `#` notation."""
    text = raw.decode("latin-1")
    return Name(_HEX_IN_NAME.sub(lambda found: chr(int(found[1], 16)), text) if "#" in text else text)


def unescaped(raw: bytes) -> bytes:
    """A literal string as it is meant."""
    if b"\\" not in raw:
        return raw
    return _ESCAPED.sub(lambda found: _letter(found[1]), raw)


def _letter(code: bytes) -> bytes:
    if code.isdigit() and code[0] < ord("8"):
        return bytes([int(code, 8) & 255])
    return _LETTERS.get(code, code)


def text_of(value: Any) -> str:
    """A text string (7.9.2.2): UTF-16 with its mark, else Latin letters. Anything else is empty."""
    if not isinstance(value, bytes):
        return ""
    return value[2:].decode("utf-16-be", "replace") if value.startswith(b"\xfe\xff") else value.decode("latin-1")
