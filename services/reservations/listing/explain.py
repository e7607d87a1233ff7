"""Why a reservation was found: which part of what may be shown of it is what was typed. Pure.

E-mail and telephone stay masked but for the part that the clerk typed and for what lists show of them anyway.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from services.reservations.desk.masking import MASK
from services.reservations.listing import spans
from services.reservations.listing.find_schemas import MatchKind, MatchOut
from services.reservations.listing.levels import Level, spot_of
from services.reservations.listing.search import Findable, Word, differ_by_one_error, is_phone_end, misspelt
from services.reservations.listing.spans import Span

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


def matches(found: Found, words: Sequence[Word], level: Level) -> list[Match] | None:
    """The best explanation of each word, in the order of the words; None if one of them has none. `level`: the widest
    reading by which it may have been found.
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
    postcode = word.text.removeprefix("plz")
    if postcode.isdecimal():
        if postcode == word.text:
            yield from _spot(person, postcode)
            yield from _phone(person, postcode)
        yield from _in_text(MatchKind.POSTCODE, person.postcode, postcode)
    yield from _in_text(MatchKind.NAME, person.last_name, word.text)
    yield from _in_text(MatchKind.FIRST_NAME, person.first_name, word.text)
    if not word.text.isdecimal() or is_phone_end(word.text):
        yield from _in_text(MatchKind.REFERENCE, person.reference, word.text)
        yield from _email(person.email, word.text)
        yield from _remarks(found, word.text)
    if level is Level.ONE_ERROR and misspelt(word):
        yield from _with_error(person, word.text)


def _in_text(kind: MatchKind, text: str, wanted: str) -> Iterator[Match]:
    if span := spans.whole(text, wanted):
        yield Match(kind, text, *span, Level.WHOLE)
    elif span := spans.beginning(text, wanted):
        yield Match(kind, text, *span, Level.BEGINNING)


def _spot(person: Findable, digits: str) -> Iterator[Match]:
    yield from _in_text(MatchKind.SPOT, str(person.spot_number), digits)


def _with_error(person: Findable, typed: str) -> Iterator[Match]:
    for kind, text in ((MatchKind.NAME, person.last_name), (MatchKind.FIRST_NAME, person.first_name)):
        for word, span in spans.words(text):
            if differ_by_one_error(typed, word):
                yield Match(kind, text, *span, Level.ONE_ERROR)


def _remarks(found: Found, wanted: str) -> Iterator[Match]:
    for tag in found.tags:
        yield from _in_text(MatchKind.TAG, tag, wanted)
    for note in found.notes:
        yield from map(_excerpt, _in_text(MatchKind.NOTE, note, wanted))


def _excerpt(match: Match) -> Match:
    """A long text cut to what stands around the match."""
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
            yield Match(MatchKind.PHONE, digits + rest, *_first(digits), level)
    if number.endswith(digits):
        hidden = "•••• "
        span: Span = (len(hidden), len(hidden) + len(digits))
        yield Match(MatchKind.PHONE, hidden + digits, *span, Level.BEGINNING)


def _first(text: str) -> Span:
    return 0, len(text)
