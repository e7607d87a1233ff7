"""What a typed text may mean, and which part of what may be shown of a reservation is what was typed. Pure.

E-mail and telephone stay masked but for the part that the clerk typed and for what lists show of them anyway.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Final

from services.core.http.answers import Answer
from services.reservations.desk.masking import MASK
from services.reservations.listing.search import (
    Findable,
    Word,
    differ_by_one_error,
    is_phone_end,
    may_be_misspelt,
    run_together,
    spot_written_together,
    squeezed,
)


class MatchKind(StrEnum):
    """What of a reservation a typed word is."""

    SPOT = "spot"
    NAME = "name"
    FIRST_NAME = "first_name"
    POSTCODE = "postcode"
    TOWN = "town"
    PHONE = "phone"
    REFERENCE = "reference"
    EMAIL = "email"
    TAG = "tag"
    NOTE = "note"
    SUBJECT = "subject"
    """Of who has no reservation: what their message or declaration is about."""


class MatchOut(Answer):
    """Why a reservation was found: `text` from `start` to before `end` is one of the typed words. E-mail and telephone
    show only that part, in addition to what lists show of them. `start` and `end` count code points.
    """

    kind: MatchKind
    text: str
    start: int
    end: int
    is_whole: bool
    one_error: bool


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


def spot_of(word: Word) -> str:
    """The number after „Platz“, or nothing."""
    return word.text.removeprefix("platz") if word.is_whole and word.text.startswith("platz") else ""


_Span = tuple[int, int]

_RUN: Final = re.compile(r"[^\W_]+")
_CHUNK: Final = re.compile(r"\S+")


def _whole(text: str, wanted: str) -> _Span | None:
    """The first words of `text` that are `wanted` when they are folded and joined."""
    if not _may_hold(text, wanted):
        return None
    return next((span for span, folded in _runs(text, wanted) if folded == wanted and _ends_word(text, span[1])), None)


def _beginning(text: str, wanted: str) -> _Span | None:
    """The first letters, from the start of a word on, that fold to something beginning with `wanted`."""
    if not _may_hold(text, wanted):
        return None
    return next((span for span, folded in _runs(text, wanted) if folded.startswith(wanted)), None)


def _may_hold(text: str, wanted: str) -> bool:
    """Spares most texts the walk below: what a piece folds to is a part of what the whole folds to."""
    return wanted in squeezed(text)


def _runs(text: str, wanted: str) -> Iterator[tuple[_Span, str]]:
    """Ever longer pieces from each start of a word on, as long as they fold to a beginning of `wanted`; the
    last may be the first that is longer.
    """
    for start, letter in enumerate(text):
        if not letter.isalnum() or (start and text[start - 1].isalnum()):
            continue
        for end in range(start + 1, len(text) + 1):
            folded = squeezed(text[start:end])
            if not wanted.startswith(folded) and not folded.startswith(wanted):
                break
            if folded and text[end - 1].isalnum():
                yield (start, end), folded
            if len(folded) > len(wanted):
                break


def _ends_word(text: str, end: int) -> bool:
    return end == len(text) or not text[end].isalnum()


def _words(text: str) -> Iterator[tuple[str, _Span]]:
    """The words that search terms are made of, folded: runs of letters and digits, and what blanks divide, joined."""
    for pattern in (_RUN, _CHUNK):
        for found in pattern.finditer(text):
            yield squeezed(found[0]), found.span()


_GERMANY = "49"
_AROUND = 30
"""Letters of a note that are shown on either side of what was found in it."""
_ORDER = tuple(MatchKind)
"""What a word is taken for where it may be several things."""


@dataclass(frozen=True, slots=True)
class Match:
    """A text of the reservation as it may be shown, and which part of it one typed word is."""

    kind: MatchKind
    text: str
    start: int
    end: int
    level: Level
    """`WHOLE`, `BEGINNING` or `ONE_ERROR`."""

    @property
    def rank(self) -> tuple[int, int]:
        """The better the explanation, the smaller."""
        return self.level, _ORDER.index(self.kind)


@dataclass(frozen=True, slots=True)
class Found:
    """A reservation as a search reads it."""

    person: Findable
    tags: Sequence[str]
    notes: Sequence[str]
    subject: str = ""


def matches(found: Found, words: Sequence[Word], level: Level) -> list[Match] | None:
    """The best explanation of each word, in the order of the words; None if one of them has none. `level`: the widest
    matching that the search used.
    """
    best = [min(_of_word(found, word, level), key=lambda m: m.rank, default=None) for word in words]
    explained = [one for one in best if one is not None]
    return explained if len(explained) == len(best) else None


def match_out(match: Match) -> MatchOut:
    """As the API tells it."""
    return MatchOut(
        kind=match.kind,
        text=match.text,
        start=match.start,
        end=match.end,
        is_whole=match.level is Level.WHOLE,
        one_error=match.level is Level.ONE_ERROR,
    )


def _of_word(found: Found, word: Word, level: Level) -> Iterator[Match]:
    person = found.person
    if spot := spot_of(word):
        yield from _spot(person, spot)
        return
    for together in spot_written_together(word):
        yield from _spot(person, spot_of(together))
    postcode = word.text.removeprefix("plz")
    if postcode.isdecimal():
        if postcode == word.text:
            yield from _spot(person, postcode)
            yield from _phone(person, postcode)
        yield from _in_text(MatchKind.POSTCODE, person.postcode, postcode)
    yield from _in_text(MatchKind.NAME, person.last_name, word.text)
    yield from _in_text(MatchKind.FIRST_NAME, person.first_name, word.text)
    yield from _in_text(MatchKind.TOWN, person.town or "", word.text)
    if not word.text.isdecimal() or is_phone_end(word.text):
        yield from _reference(person.reference, word.text)
        yield from _email(person.email, word.text)
        yield from _remarks(found, word.text)
    if level is Level.ONE_ERROR and may_be_misspelt(word):
        yield from _with_error(person, word.text)


def _in_text(kind: MatchKind, text: str, wanted: str) -> Iterator[Match]:
    if span := _whole(text, wanted):
        yield Match(kind, text, *span, Level.WHOLE)
    elif span := _beginning(text, wanted):
        yield Match(kind, text, *span, Level.BEGINNING)


def _reference(reference: str, wanted: str) -> Iterator[Match]:
    """With its hyphens, or run together: then the E of „NA-E…“ folds as that of an umlaut does."""
    found = list(_in_text(MatchKind.REFERENCE, reference, wanted))
    for start in () if found else (0, reference.find("-") + 1):
        together = run_together(reference[start:])
        if together.startswith(wanted):
            level = Level.WHOLE if together == wanted else Level.BEGINNING
            found.append(Match(MatchKind.REFERENCE, reference, start, len(reference), level))
    yield from found[:1]


def _spot(person: Findable, digits: str) -> Iterator[Match]:
    if person.spot_number is not None:
        yield from _in_text(MatchKind.SPOT, str(person.spot_number), digits)


def _with_error(person: Findable, typed: str) -> Iterator[Match]:
    for kind, text in ((MatchKind.NAME, person.last_name), (MatchKind.FIRST_NAME, person.first_name)):
        for word, span in _words(text):
            if differ_by_one_error(typed, word):
                yield Match(kind, text, *span, Level.ONE_ERROR)


def _remarks(found: Found, wanted: str) -> Iterator[Match]:
    for tag in found.tags:
        yield from _in_text(MatchKind.TAG, tag, wanted)
    for note in found.notes:
        yield from map(_excerpt, _in_text(MatchKind.NOTE, note, wanted))
    yield from map(_excerpt, _in_text(MatchKind.SUBJECT, found.subject, wanted))


def _excerpt(match: Match) -> Match:
    """A long text cut to the surroundings of the match."""
    text, first, last = match.text, max(0, match.start - _AROUND), match.end + _AROUND
    before, after = "…" if first else "", "…" if last < len(text) else ""
    shift = len(before) - first
    shown = f"{before}{text[first:last]}{after}"
    return replace(match, text=shown, start=match.start + shift, end=match.end + shift)


def _email(email: str, wanted: str) -> Iterator[Match]:
    for match in _in_text(MatchKind.EMAIL, email, wanted):
        at = email.rfind("@")
        yield _masked(match, at) if match.start < at else _moved(match, email[:1] + MASK, at)


def _masked(match: Match, at: int) -> Match:
    """The local part open where it was typed; its first letter and the domain are shown in every list."""
    email, start, end = match.text, match.start, match.end
    before = "" if not start else email[0] + (MASK if start > 1 else "")
    after = MASK if end < at else ""
    text = f"{before}{email[start:end]}{after}{email[max(end, at) :]}"
    return replace(match, text=text, start=len(before), end=len(before) + end - start)


def _moved(match: Match, local: str, at: int) -> Match:
    text = local + match.text[at:]
    shift = len(local) - at
    return replace(match, text=text, start=match.start + shift, end=match.end + shift)


def _phone(person: Findable, digits: str) -> Iterator[Match]:
    """A number from its beginning, in any of its spellings, or from four digits on from its end."""
    if not is_phone_end(digits):
        return
    number = person.mobile_phone_e164.removeprefix("+")
    national = number.removeprefix(_GERMANY)
    spellings = [number, f"0{national}", national] if number.startswith(_GERMANY) else [number]
    for spelling in (*spellings, "".join(letter for letter in person.mobile_phone if letter.isdecimal())):
        if spelling.startswith(digits):
            rest = MASK if spelling != digits else ""
            level = Level.BEGINNING if rest else Level.WHOLE
            yield Match(MatchKind.PHONE, digits + rest, 0, len(digits), level)
    if number.endswith(digits):
        hidden = "•••• "
        span: _Span = (len(hidden), len(hidden) + len(digits))
        yield Match(MatchKind.PHONE, hidden + digits, *span, Level.BEGINNING)
