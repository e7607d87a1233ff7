"""What a typed text asks of the full text, from the strictest reading to the widest. Pure."""

from collections.abc import Sequence
from enum import IntEnum

from services.reservations.listing.search import NAME, Word, alternatives, is_phone_end, misspelt, phone_end
from services.reservations.listing.search_text import Wanted

_SHORTEST_LETTERS = 2
"""One letter begins too many names to be of use."""
_POSTCODE_LENGTH = 5


class Level(IntEnum):
    """How a word is read."""

    WHOLE = 0
    """As a whole name, spot, postcode, reference, address or number."""
    BEGINNING = 1
    """As the beginning of one of these, or the end of a number."""
    ANYWHERE = 2
    """As the beginning of any other word too, such as a part of an address, or of a tag or note."""
    ONE_ERROR = 3
    """As its beginning, or as a name with one typing error."""


def is_enough(words: Sequence[Word]) -> bool:
    """Whether a search may begin."""
    return any(word.text.isdecimal() or word.is_whole or len(word.text) >= _SHORTEST_LETTERS for word in words)


def wanted(words: Sequence[Word], level: Level) -> Wanted:
    """What each word may be at this level."""
    return [_read(word, level) for word in words]


def _read(word: Word, level: Level) -> list[Word]:
    if spot := spot_of(word):
        return [Word(f"platz{spot}", is_whole=level is Level.WHOLE)]
    if word.text.isdecimal():
        return _number(word.text, level)
    if level is Level.WHOLE:
        return [Word(word.text, is_whole=True)]
    if level is Level.ONE_ERROR:
        return [*alternatives(word), *misspelt(word)]
    if level is Level.ANYWHERE or not word.text.isalpha():
        return alternatives(word)
    return [Word(f"{NAME}{word.text}")]


def _number(digits: str, level: Level) -> list[Word]:
    """A number is a spot, a postcode, the end of a telephone number, and from four digits on the beginning of one."""
    if level is Level.WHOLE:
        spot = [Word(f"platz{int(digits)}", is_whole=True)] if digits[0] != "0" else []
        return [*spot, Word(digits, is_whole=True)] if len(digits) >= _POSTCODE_LENGTH or not spot else spot
    found = [Word(f"platz{digits}"), Word(f"plz{digits}")]
    return [*found, phone_end(digits), Word(digits)] if is_phone_end(digits) else found


def spot_of(word: Word) -> str:
    """The number after „Platz“, or nothing."""
    return word.text.removeprefix("platz") if word.is_whole and word.text.startswith("platz") else ""
