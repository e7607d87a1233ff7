"""Which spellings of a tag probably mean the same. Pure: a person looks at each proposal before it becomes an alias."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import unquote

Reason = Literal["separators", "synonym", "typo", "number"]
"""`number`: a cost file has this number for the campaign."""
_SEPARATORS: Final = re.compile(r"[-_. +]+")
_ILLEGIBLE: Final = re.compile("\ufffd+")
"""The mark of letters that could not be read: earlier versions stored it where a link was not in UTF-8."""
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_SHORT: Final = 4
"""Parts of a value with fewer letters must be equal: `anzeige-a` and `anzeige-b` are two things, not a typo."""
_LONG: Final = 9
"""From this length on two letters may differ instead of one."""
_SYNONYMS: Final[Mapping[str, Mapping[str, str]]] = {
    "utm_source": {
        "fb": "facebook",
        "ig": "instagram",
        "insta": "instagram",
        "yt": "youtube",
        "li": "linkedin",
        "wa": "whatsapp",
        "adwords": "google",
        "googleads": "google",
        "nl": "newsletter",
    },
    "utm_medium": {
        "ppc": "cpc",
        "sea": "cpc",
        "mail": "email",
        "emailing": "email",
        "newsletter": "email",
        "socialpaid": "paidsocial",
        "socialmedia": "social",
        "qrcode": "qr",
        "druck": "print",
    },
}
"""By field: folded values to folded values."""


@dataclass(frozen=True, slots=True)
class Known:
    """A compared value of a tag and how many sessions came with it. `is_registered`: a campaign in use has it."""

    value: str
    sessions: int
    is_registered: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """The value that is probably meant, and why."""

    canonical: str
    reason: Reason


def folded_value(value: str) -> str:
    """A value without what people write in different ways: separators, umlauts, and `%c3%bc` for a letter."""
    return _SEPARATORS.sub("", unquote(value).translate(_UMLAUTS))


def proposals(field: str, known: Iterable[Known]) -> dict[str, Proposal]:
    """For each value that is probably another one: that one.

    No proposal leads on to another, and none is made for a value that a campaign is registered with: an alias would
    take its visits away. `known` must not hold values that are aliases already.
    """
    ranked = sorted(known, key=lambda one: (not one.is_registered, _is_spoilt(one.value), -one.sessions, one.value))
    kept: list[str] = []
    found: dict[str, Proposal] = {}
    for one in ranked:
        meant = None if one.is_registered else nearest(field, one.value, kept)
        if meant is None:
            kept.append(one.value)
        else:
            found[one.value] = meant
    return found


def nearest(field: str, value: str, known: Collection[str]) -> Proposal | None:
    """The known value that is probably meant by another one; the first of several alike."""
    folded = folded_value(value)
    if not folded:
        return None
    others = [(other, folded_value(other)) for other in known if other != value]
    for other, plain in others:
        if plain == folded:
            return Proposal(other, "separators")
    synonyms = _SYNONYMS.get(field, {})
    for other, plain in others:
        if plain and synonyms.get(folded, folded) == synonyms.get(plain, plain):
            return Proposal(other, "synonym")
    for other, _ in others:
        if _is_legible_part(value, other) or _is_typo(value.translate(_UMLAUTS), other.translate(_UMLAUTS)):
            return Proposal(other, "typo")
    return None


def _is_spoilt(value: str) -> bool:
    return _ILLEGIBLE.search(value) is not None or unquote(value) != value


def _is_legible_part(value: str, other: str) -> bool:
    """Whether letters that could not be read are all that keeps a value from being another."""
    parts = _ILLEGIBLE.split(value)
    pattern = ".{1,2}".join(re.escape(part) for part in parts)
    return len(parts) > 1 and sum(map(len, parts)) >= _SHORT and re.fullmatch(pattern, other) is not None


def _is_typo(one: str, other: str) -> bool:
    """Whether two values differ by so few letters that it was hardly intended."""
    first, second = _SEPARATORS.split(one), _SEPARATORS.split(other)
    if len(first) != len(second):
        first, second = ["".join(first)], ["".join(second)]
    different = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    return len(different) == 1 and _is_alike(*different[0])


def _is_alike(one: str, other: str) -> bool:
    shorter = min(len(one), len(other))
    if shorter < _SHORT or re.sub(r"\D", "", one) != re.sub(r"\D", "", other):
        return False
    return _distance(one, other) <= (2 if shorter >= _LONG else 1)


def _distance(one: str, other: str) -> int:
    """Letters to insert, leave out, replace or swap with the next one (optimal string alignment)."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        line = [row]
        for column, wanted in enumerate(other, 1):
            costs = [last[column] + 1, line[-1] + 1, last[column - 1] + (letter != wanted)]
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == wanted:
                costs.append(before[column - 2] + 1)
            line.append(min(costs))
        before, last = last, line
    return last[-1]
