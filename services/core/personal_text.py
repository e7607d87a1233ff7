"""Detects personal data in a text. The one rule for links, labels and filters.

An e-mail address, a telephone number or a customer reference is found in every text; the names of a household only
where its names are given. A text is checked as written and as decoded: percent-encoding (however often),
HTML entities, full-width and invisible characters, base64.
"""

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from services.core.folding import fold, plain
from services.core.references import ALPHABET, DECLARATION, ENQUIRY, RESERVATION, parse_reference

REDACTED: Final = "…"
_MOST_READINGS: Final = 24
"""Nested decodings checked per text: a value encoded more often is never read by people."""
PARTICLES: Final = frozenset(
    {"von", "van", "vom", "zu", "zur", "zum", "de", "del", "der", "den", "di", "da", "le", "la"}
)
"""Parts of names that are words of the language, too."""
_SHORTEST_PART: Final = 3
"""Shorter names, and postcodes, count as whole words only: everything contains two letters."""
_SHORTEST_SQUEEZED: Final = 5
_LAST_DIGITS: Final = 7
"""This many digits at the end identify a household's number, whatever precedes them."""
_ADDRESS = re.compile(r"@|[\[({]\s*at\s*[\])}]", re.IGNORECASE)
_NO_WORD = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"[0-9]+")
_RUN = re.compile(r"\+?\(?[0-9]+(?:[^0-9a-zA-Z]{1,3}[0-9]+)*")
_DATE = re.compile(r"(?:0[1-9]|[12][0-9]|3[01])[^0-9]?(?:0[1-9]|1[0-2])[^0-9]?20[0-9]{2}")
_INTERNATIONAL = re.compile(r"4[139][0-9]{9,11}")
"""Without a plus sign only German, Austrian and Swiss numbers: identifiers of advertising systems are long, too."""
_MOBILE = re.compile(r"1[5-7][0-9]{8,9}")
_ENCODED = (re.compile(r"[A-Za-z0-9+/]{8,}"), re.compile(r"[A-Za-z0-9_-]{8,}"))
_REFERENCE = re.compile(
    rf"(?<![a-z0-9])({RESERVATION}|{ENQUIRY}|{DECLARATION})[\W_]*([{ALPHABET}]{{4}})[\W_]*([{ALPHABET}]{{4}})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read a text, prepared for being compared with names."""

    plain: str
    folded: str
    squeezed: str
    words: frozenset[str]
    numbers: frozenset[str]
    """Runs of digits, also next to letters: `plz98765` is a postcode without blanks."""
    digits: str


def holds_personal_data(value: str, names: frozenset[str] = frozenset()) -> bool:
    """Whether it holds an address, a telephone number, a reference, or one of `names` (as `name_words` makes them, and
    `contact_details.own_domain`).
    """
    readings, names_anybody = _read(value)
    return names_anybody or any(_holds(reading, name) for name in names for reading in readings)


def redacted(value: str, names: frozenset[str] = frozenset()) -> str:
    """The text, or `REDACTED` when it holds personal data."""
    return REDACTED if holds_personal_data(value, names) else value


def name_words(texts: Iterable[str]) -> frozenset[str]:
    """The words of names and addresses to look for in a text. Single letters identify nobody, nor does the "der" of
    "von der Au", which half of all sentences have; where it is the whole name, it stays.
    """
    found: set[str] = set()
    for text in texts:
        words = {word for word in _words(fold(text)) if len(word) > 1}
        found |= words - PARTICLES or words
    return frozenset(found)


def number_end(phone: str) -> str:
    """The digits of a telephone number that are the same however it is written; empty for none."""
    digits = "".join(_DIGITS.findall(phone))
    return digits[-_LAST_DIGITS:] if len(digits) >= _LAST_DIGITS else ""


def _holds(reading: _Reading, name: str) -> bool:
    if "." in name:
        # Whether the text names this host, or one below it
        return (
            name in reading.plain
            and re.search(rf"(?<![a-z0-9-]){re.escape(name)}(?![a-z0-9-]|\.[a-z0-9])", reading.plain) is not None
        )
    if name.isdigit():
        return name in reading.digits if len(name) >= _LAST_DIGITS else name in reading.numbers
    if len(name) < _SHORTEST_PART:
        return name in reading.words
    is_squeezed = len(name) >= _SHORTEST_SQUEEZED and name in reading.squeezed
    return name in reading.folded or name in reading.plain or is_squeezed


@lru_cache(maxsize=4096)  # few values come in many rows
def _read(value: str) -> tuple[tuple[_Reading, ...], bool]:
    """The readings of a value, and whether one of them names anybody at all."""
    texts = tuple(_decoded(value))
    readings = tuple(_reading(text) for text in texts)
    return readings, any(bool(_ADDRESS.search(text)) or _has_number(text) or _has_reference(text) for text in texts)


def _reading(text: str) -> _Reading:
    folded = fold(text)
    words = _words(folded)
    numbers = _DIGITS.findall(text)
    return _Reading(plain(text), folded, "".join(words), frozenset(words), frozenset(numbers), "".join(numbers))


def _words(folded: str) -> list[str]:
    return _NO_WORD.sub(" ", folded).split()


def _has_reference(text: str) -> bool:
    return any(
        parse_reference(first + last, prefix.upper()) is not None or "-" in whole
        for whole, prefix, first, last in ((found[0], *found.groups()) for found in _REFERENCE.finditer(text))
    )


def _has_number(text: str) -> bool:
    for found in _RUN.finditer(text):
        groups = list(_DIGITS.finditer(found[0]))
        is_international = found[0].startswith("+")
        for first in range(len(groups)):
            for last in range(first, min(first + 8, len(groups))):
                written = found[0][groups[first].start() : groups[last].end()]
                if _is_number(written, is_international=is_international and first == 0):
                    return True
    return False


def _is_number(written: str, *, is_international: bool) -> bool:
    digits = "".join(_DIGITS.findall(written))
    if is_international:
        return 7 <= len(digits) <= 15
    if digits.startswith("0"):
        return 8 <= len(digits) <= 17 and not _DATE.fullmatch(written)
    return bool(_INTERNATIONAL.fullmatch(digits) or _MOBILE.fullmatch(digits))


def _decoded(value: str) -> Iterator[str]:
    """The text and everything it becomes when decoded, each once."""
    seen: set[str] = set()
    waiting = [value]
    while waiting and len(seen) < _MOST_READINGS:
        text = waiting.pop(0)
        if text in seen:
            continue
        seen.add(text)
        yield text
        waiting += [_visible(text), unquote(text), html.unescape(text), *_from_base64(text)]


def _visible(text: str) -> str:
    """Full-width letters turned into ordinary ones, invisible characters removed."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")


def _from_base64(text: str) -> Iterator[str]:
    for pattern in _ENCODED:
        for found in pattern.findall(text):
            try:
                decoded = base64.urlsafe_b64decode(found.replace("+", "-").replace("/", "_") + "=" * (-len(found) % 4))
                read = decoded.decode()
            except (binascii.Error, ValueError):
                continue
            if read.isprintable():
                yield read
