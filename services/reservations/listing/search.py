"""Search terms: the words of a reservation and of a search text, folded in the same way.

Pure. Folding removes spelling variants: case, accents, umlauts (`Müller`, `Mueller` and `Muller`
are equal); hyphens and blanks inside numbers are removed here. It works from left to right, so a search matches while
it is being typed.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from services.core.folding import fold

LONGEST_QUERY = 200
_MOST_WORDS = 8
_NO_WORD = re.compile(r"[\W_]+")
_NO_DIGIT = re.compile(r"[^0-9]+")
_NUMBER_PART = re.compile(r"[+(]?[0-9][0-9()/.\-]*")
_SPOT = re.compile(r"(?i)(?:\bplatz(?:\s*nr\.?)?|\bnr\.?|#)\s*([0-9]{1,7})\b")
_BARE_NUMBER = re.compile(r"\s*([1-9][0-9]{0,3})\s*")
_REFERENCE = re.compile(r"(?i)vg[-‐–]?[0-9a-z]{1,4}(?:[-‐–]?[0-9a-z]{0,4})")
_GERMANY = "49"


@dataclass(frozen=True, slots=True)
class Word:
    """One word that must be found: as the beginning of a word, or whole."""

    text: str
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Findable:
    """The searchable members of a reservation."""

    reference: str
    spot_number: int
    first_name: str
    last_name: str
    email: str
    mobile_phone: str
    mobile_phone_e164: str
    postcode: str


def terms_of(reservation: Findable) -> str:
    """Every word it can be found by, each once, with a blank before and after."""
    local, _, domain = reservation.email.rpartition("@")
    words = [
        *_words_of_text(reservation.first_name),
        *_words_of_text(reservation.last_name),
        *_pieces(local),
        *_pieces(domain),
        _squeezed(local),
        _squeezed(domain),
        _squeezed(reservation.email),
        _squeezed(reservation.reference),
        _squeezed(reservation.reference.partition("-")[2]),
        *_pieces(reservation.reference.partition("-")[2]),
        *_phone_words(reservation),
        reservation.postcode,
        f"plz{reservation.postcode}",
        f"platz{reservation.spot_number}",
    ]
    return f" {' '.join(dict.fromkeys(word for word in words if word))} "


def words_of_query(typed: str) -> list[Word]:
    """The words that must all be found; empty if the text contains nothing searchable."""
    text = unicodedata.normalize("NFKC", typed[:LONGEST_QUERY])
    words = [Word(f"platz{int(number)}", is_whole=True) for number in _SPOT.findall(text)]
    chunks = _SPOT.sub(" ", text).split()
    words += [Word(word) for word in _query_words(chunks) if word]
    return list(dict.fromkeys(words))[:_MOST_WORDS]


def bare_number(typed: str) -> int | None:
    """The number if the text is only a number of one to four digits: a spot, else the beginning of a postcode."""
    found = _BARE_NUMBER.fullmatch(unicodedata.normalize("NFKC", typed[:LONGEST_QUERY]))
    return int(found[1]) if found else None


def words_of_number(number: int, *, is_spot: bool) -> list[Word]:
    """The words for a bare number; it is not matched against references or telephone numbers."""
    return [Word(f"platz{number}", is_whole=True) if is_spot else Word(f"plz{number}")]


def _query_words(chunks: list[str]) -> Iterable[str]:
    digits = ""
    for chunk in chunks:
        if _NUMBER_PART.fullmatch(chunk) and (digits or chunk.lstrip("(")[0] in "+0"):
            digits += "".join(c for c in chunk if c.isdigit())
            continue
        yield _without_exit_code(digits)
        digits = ""
        if "@" in chunk or _REFERENCE.fullmatch(chunk):
            yield _squeezed(chunk)
        elif fold(chunk) != "vg" or len(chunks) == 1:
            yield from _pieces(chunk)
    yield _without_exit_code(digits)


def _without_exit_code(digits: str) -> str:
    return digits.removeprefix("00")


def _words_of_text(text: str) -> Iterable[str]:
    """The words of a text; words divided by a hyphen or an apostrophe also joined."""
    for chunk in text.split():
        yield from _pieces(chunk)
        yield _squeezed(chunk)


def _pieces(text: str) -> list[str]:
    """The runs of letters and digits, each folded."""
    return _NO_WORD.sub(" ", fold(text)).split()


def _squeezed(text: str) -> str:
    """All letters and digits as one word."""
    return "".join(_pieces(text))


def _phone_words(reservation: Findable) -> Iterable[str]:
    number = reservation.mobile_phone_e164.removeprefix("+")
    yield number
    if number.startswith(_GERMANY):
        yield f"0{number[len(_GERMANY) :]}"
        yield number[len(_GERMANY) :]
    yield _NO_DIGIT.sub("", reservation.mobile_phone)
