"""Search terms: the words of a reservation and of a search text, folded in the same way.

Pure. Folding removes spelling variants: case, accents, umlauts (`Müller`, `Mueller` and `Muller`
are equal); hyphens and blanks inside numbers are removed here. It works from left to right, so a search matches while
it is being typed.

Names, reversed telephone numbers and words of remarks are indexed a second time with a private-use character as prefix,
which no typed word can contain, so that a query can ask for these alone.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from services.core.folding import fold

LONGEST_QUERY = 200
_MOST_WORDS = 8
_NO_WORD = re.compile(r"[\W_]+")
_NO_DIGIT = re.compile(r"[^0-9]+")
_NUMBER_PART = re.compile(r"[+(]?[0-9][0-9()/.\-]*")
_SHORTEST_REMARK = 3
_MOST_REMARKS = 60
"""Words of its remarks that a reservation is found by."""
_SHORTEST_END = 4
"""Digits: fewer are the end of too many telephone numbers."""
_SHORTEST_DIVIDED = 7
"""Digits: „171/3920025“ is one number, though it begins like no other; fewer may be a day or a range of spots."""
_LONGEST_PART = 5
"""Digits: two zeros before so few are no exit code yet."""
_POSTCODE = re.compile(r"(?i)\bplz\s*([0-9]{1,5})\b")
_SPOT = re.compile(r"(?i)(?:\bplatz(?:\s*nr\.?)?|\bnr[.\s]|#)\s*([0-9]{1,7})\b")
_SPOT_OR_REFERENCE = re.compile(r"nr([0-9]{1,7})")
_BARE_NUMBER = re.compile(r"\s*([1-9][0-9]{0,3})\s*")
_REFERENCE = re.compile(r"(?i)vg[-‐–]?[0-9a-z]{1,4}(?:[-‐–]?[0-9a-z]{0,4})")
_GERMANY = "49"
_FORMS_OF_ADDRESS = frozenset({"herr", "herrn", "frau", "familie", "fam", "eheleute", "dr", "prof"})
_TRUNK_ZERO = re.compile(r"(?<=\d)\s?\(0\)\s?")
"""„+49 (0)171“: the zero belongs to calls within the country alone."""
"""Said before a name, and in none that is stored. Folded."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SHORTEST_MISSPELT, _LONGEST_MISSPELT = 4, 20
"""Letters: one error makes too many names of a shorter word, and too many words of a longer one."""

NAME, PHONE_END, REMARK = "\ue000", "\ue001", "\ue002"
"""Prefixes of a word of a name, of a reversed telephone number, of a word of a tag, a note or the town; these are
searched after names, since many share them."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word that must be found: as the beginning of a word, or whole."""

    text: str
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Findable:
    """The searchable members of a reservation, or of somebody who has none: without a spot."""

    reference: str
    spot_number: int | None
    first_name: str
    last_name: str
    email: str
    mobile_phone: str
    mobile_phone_e164: str
    postcode: str
    town: str | None = None


def name_words(reservation: Findable) -> list[str]:
    """The words of first and last name; those divided by a hyphen, an apostrophe or a blank also joined: who hears
    „von der Au“ may type „vonderau“.
    """
    names = (reservation.first_name, reservation.last_name)
    words = [word for name in names for word in (*_words_of_text(name), squeezed(name), run_together(name))]
    return list(dict.fromkeys(word for word in words if word))


def terms_of(reservation: Findable, remarks: Sequence[str] = ()) -> str:
    """Every word it can be found by, each once, with a blank before and after. `remarks`: its tags and notes."""
    local, _, domain = reservation.email.rpartition("@")
    names = name_words(reservation)
    words = [
        *names,
        *(f"{NAME}{word}" for word in names),
        *_pieces(local),
        *_pieces(domain),
        squeezed(local),
        squeezed(domain),
        *_address_from_each_piece_on(local, domain),
        squeezed(reservation.reference),
        squeezed(reservation.reference.partition("-")[2]),
        run_together(reservation.reference),
        run_together(reservation.reference.partition("-")[2]),
        *_pieces(reservation.reference.partition("-")[2]),
        *_phone_words(reservation),
        reservation.postcode,
        f"plz{reservation.postcode}",
        f"platz{reservation.spot_number}",
        f"{PHONE_END}{reservation.mobile_phone_e164.removeprefix('+')[::-1]}",
        *(f"{REMARK}{word}" for word in (*_remark_words(remarks), *_words_of_text(reservation.town or ""))),
    ]
    return f" {' '.join(dict.fromkeys(word for word in words if word))} "


Wanted = Sequence[Sequence[Word]]
"""Words that must all be met, each by one of its alternatives."""
ENOUGH = 8
"""With fewer hits a search looks for names with a typing error too."""


class Query(NamedTuple):
    """What a list's search asks for: as it was typed, and the wider reading where that meets fewer than `enough`."""

    as_typed: Wanted
    wider: Wanted
    enough: int


def words_of_query(typed: str) -> list[Word]:
    """The words that must all be found; empty if the text contains nothing searchable."""
    text = _TRUNK_ZERO.sub(" ", unicodedata.normalize("NFKC", typed[:LONGEST_QUERY]))
    words = [Word(f"platz{int(number)}", is_whole=True) for number in _SPOT.findall(text)]
    words += [Word(f"plz{number}") for number in _POSTCODE.findall(text)]
    chunks = _POSTCODE.sub(" ", _SPOT.sub(" ", text)).split()
    words += [Word(word) for word in _query_words(chunks) if word]
    names = [word for word in words if word.text not in _FORMS_OF_ADDRESS]
    return list(dict.fromkeys(names or words))[:_MOST_WORDS]


def bare_number(typed: str) -> int | None:
    """The number if the text is only a number of one to four digits: a spot, else the beginning of a postcode."""
    found = _BARE_NUMBER.fullmatch(unicodedata.normalize("NFKC", typed[:LONGEST_QUERY]))
    return int(found[1]) if found else None


def query_of(typed: str) -> Query:
    """A bare number is a spot if it was ever reserved, else the beginning of a postcode or the end of a telephone
    number, and no part of a reference. Names with one typing error are found as well where few are spelt as typed.
    """
    number = bare_number(typed)
    if number is not None:
        digits = str(number)
        others = [Word(f"plz{digits}"), *([phone_end(digits)] if is_phone_end(digits) else [])]
        return Query([[Word(f"platz{digits}", is_whole=True)]], [others], 1)
    words = words_of_query(typed)
    as_typed = [alternatives(word) for word in words]
    return Query(as_typed, [[*found, *misspelt(word)] for found, word in zip(as_typed, words, strict=True)], ENOUGH)


def alternatives(word: Word) -> list[Word]:
    """What meets a typed word: the beginning of any word, the end of a telephone number, a word of a remark."""
    found = [word, *spot_written_together(word)]
    if word.text.isdecimal():
        if is_phone_end(word.text):
            found.append(phone_end(word.text))
    elif len(word.text) >= _SHORTEST_REMARK and not word.is_whole:
        found.append(Word(f"{REMARK}{word.text}"))
    return found


def spot_written_together(word: Word) -> list[Word]:
    """„Nr69“ is a spot, though a reference may begin with it as well."""
    found = _SPOT_OR_REFERENCE.fullmatch(word.text)
    return [Word(f"platz{int(found[1])}", is_whole=True)] if found else []


def misspelt(word: Word) -> list[Word]:
    """The names that a typed word differs from by one error: they are so few that each can be asked for."""
    text = word.text
    if not may_be_misspelt(word):
        return []
    cuts = [(text[:place], text[place:]) for place in range(len(text) + 1)]
    found = {f"{start}{letter}{end}" for start, end in cuts for letter in _LETTERS}
    found |= {f"{start}{letter}{end[1:]}" for start, end in cuts if end for letter in ("", *_LETTERS)}
    found |= {f"{start}{end[1]}{end[0]}{end[2:]}" for start, end in cuts if len(end) > 1}
    return [Word(f"{NAME}{name}", is_whole=True) for name in sorted(found - {text})]


def may_be_misspelt(word: Word) -> bool:
    """Whether names are looked for that differ from it by one error."""
    return not word.is_whole and word.text.isalpha() and _SHORTEST_MISSPELT <= len(word.text) <= _LONGEST_MISSPELT


def differ_by_one_error(one: str, other: str) -> bool:
    """Whether one becomes the other by one letter more, less or other, or by two neighbours changing places."""
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, other_rest = one[start:], other[start:]
    while rest and other_rest and rest[-1] == other_rest[-1]:
        rest, other_rest = rest[:-1], other_rest[:-1]
    lengths = (len(rest), len(other_rest))
    return lengths in ((1, 1), (1, 0), (0, 1)) or (lengths == (2, 2) and rest == other_rest[::-1])


def phone_end(digits: str) -> Word:
    """The word of a telephone number that ends like this."""
    return Word(f"{PHONE_END}{digits[::-1]}")


def is_phone_end(digits: str) -> bool:
    """Whether so many digits tell one telephone number from others."""
    return digits.isdecimal() and len(digits) >= _SHORTEST_END


def _remark_words(remarks: Sequence[str]) -> list[str]:
    words = dict.fromkeys(word for text in remarks for word in _words_of_text(text) if len(word) >= _SHORTEST_REMARK)
    return list(words)[:_MOST_REMARKS]


def _query_words(chunks: list[str]) -> Iterable[str]:
    digits = ""
    for chunk in chunks:
        number = "".join(c for c in chunk if c.isdigit())
        is_divided = len(number) >= _SHORTEST_DIVIDED and number != chunk
        if _NUMBER_PART.fullmatch(chunk) and (digits or is_divided or chunk.lstrip("(")[0] in "+0"):
            digits += number
            continue
        yield _without_exit_code(digits)
        digits = ""
        if "@" in chunk or _REFERENCE.fullmatch(chunk):
            yield squeezed(chunk)
        elif fold(chunk) != "vg" or len(chunks) == 1:
            yield from _pieces(chunk)
    yield _without_exit_code(digits)


def _without_exit_code(digits: str) -> str:
    """`0049170` is a number with its country; `0025` is the end of one."""
    return digits.removeprefix("00") if len(digits) > _LONGEST_PART else digits


def _words_of_text(text: str) -> Iterable[str]:
    """The words of a text; words divided by a hyphen or an apostrophe also joined."""
    for chunk in text.split():
        yield from _pieces(chunk)
        yield squeezed(chunk)
        yield run_together(chunk)


def _address_from_each_piece_on(local: str, domain: str) -> Iterable[str]:
    """`anna.weiss@example.org` is found by `weiss@example.org` too."""
    pieces = _pieces(local)
    for start in range(len(pieces)):
        yield "".join([*pieces[start:], *_pieces(domain)])


def _pieces(text: str) -> list[str]:
    """The runs of letters and digits, each folded."""
    return _NO_WORD.sub(" ", fold(text)).split()


def squeezed(text: str) -> str:
    """All letters and digits as one word."""
    return "".join(_pieces(text))


def run_together(text: str) -> str:
    """As it is folded by who leaves the hyphens out: the `ae` of `Anna-Elena` then counts as an umlaut."""
    return fold(_NO_WORD.sub("", text))


def _phone_words(reservation: Findable) -> Iterable[str]:
    number = reservation.mobile_phone_e164.removeprefix("+")
    yield number
    if number.startswith(_GERMANY):
        yield f"0{number[len(_GERMANY) :]}"
        yield number[len(_GERMANY) :]
    yield _NO_DIGIT.sub("", reservation.mobile_phone)
