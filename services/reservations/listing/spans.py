"""Where a folded word stands in a text as it was written. Pure."""

import re
from collections.abc import Iterator
from typing import Final

from services.reservations.listing.search import squeezed

Span = tuple[int, int]

_RUN: Final = re.compile(r"[^\W_]+")
_CHUNK: Final = re.compile(r"\S+")


def whole(text: str, wanted: str) -> Span | None:
    """The first words of `text` that are `wanted` when they are folded and joined."""
    if not _may_hold(text, wanted):
        return None
    return next((span for span, folded in _runs(text, wanted) if folded == wanted and _ends_word(text, span[1])), None)


def beginning(text: str, wanted: str) -> Span | None:
    """The first letters, from the start of a word on, that fold to something beginning with `wanted`."""
    if not _may_hold(text, wanted):
        return None
    return next((span for span, folded in _runs(text, wanted) if folded.startswith(wanted)), None)


def _may_hold(text: str, wanted: str) -> bool:
    """Spares most texts the walk below: what a piece folds to is a part of what the whole folds to."""
    return wanted in squeezed(text)


def _runs(text: str, wanted: str) -> Iterator[tuple[Span, str]]:
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


def words(text: str) -> Iterator[tuple[str, Span]]:
    """The words that search terms are made of, folded: runs of letters and digits, and what blanks divide, joined."""
    for pattern in (_RUN, _CHUNK):
        for found in pattern.finditer(text):
            yield squeezed(found[0]), found.span()
