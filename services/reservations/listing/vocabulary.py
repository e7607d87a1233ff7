"""The words of all names, each once, so that a name with one typing error is found without reading every name.

Each word is kept under itself and under what is left of it without one of its letters. Two words that differ by one
error (a letter too many, too few, another one, or two in the wrong order) have one of these forms in common: the typed
word's forms are looked up, and what they lead to is compared.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import Table, delete, exists, insert, select
from sqlalchemy.orm import Session

from services.reservations.listing import full_text
from services.reservations.listing.models import NameWord
from services.reservations.listing.search import NAME, Word

LONGEST = 40
_SHORTEST = 3
_SHORTEST_TYPED = 4
"""Letters: one error makes too many names of a shorter word."""
_MOST_SIMILAR = 20

_WORDS: Table = NameWord.__table__  # type: ignore[assignment]
_W = _WORDS.c


def forms(word: str) -> set[str]:
    """The word, and the word without each of its letters."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def differ_by_one_error(one: str, other: str) -> bool:
    """Whether one becomes the other by one letter more, less or other, or by two neighbours changing places."""
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, other_rest = one[start:], other[start:]
    while rest and other_rest and rest[-1] == other_rest[-1]:
        rest, other_rest = rest[:-1], other_rest[:-1]
    lengths = (len(rest), len(other_rest))
    return lengths in ((1, 1), (1, 0), (0, 1)) or (lengths == (2, 2) and rest == other_rest[::-1])


def similar_names(session: Session, words: Sequence[Word]) -> dict[Word, list[Word]]:
    """For each typed word the names that it differs from by one error, as words of the full text; none are left out."""
    found = {word: _similar(session, word.text) for word in words if not word.is_whole and _can_be_mistyped(word.text)}
    return {word: [Word(f"{NAME}{name}", is_whole=True) for name in names] for word, names in found.items() if names}


def _can_be_mistyped(text: str) -> bool:
    return text.isalpha() and _SHORTEST_TYPED <= len(text) <= LONGEST


def _similar(session: Session, typed: str) -> list[str]:
    names = session.scalars(select(_W.word).where(_W.form.in_(sorted(forms(typed)))).distinct())
    return sorted(name for name in names if differ_by_one_error(typed, name))[:_MOST_SIMILAR]


def renew(session: Session, before: set[str], after: set[str]) -> None:
    """Learn the words that entries have now, and forget those that they had and nobody has any more."""
    _learn(session, after)
    _forget(session, sorted(filter(_is_kept, before - after)))


def rows_of_words(words: Iterable[str]) -> list[list[str]]:
    """The rows, form and word, of those of the words that are kept."""
    return [[form, word] for word in sorted(filter(_is_kept, words)) for form in sorted(forms(word))]


def _is_kept(word: str) -> bool:
    return word.isalpha() and _SHORTEST <= len(word) <= LONGEST


def _learn(session: Session, words: set[str]) -> None:
    known = set(session.scalars(select(_W.word).where(_W.form.in_(sorted(words)), _W.form == _W.word)))
    rows = [{"form": form, "word": word} for form, word in rows_of_words(words - known)]
    if rows:
        session.execute(insert(_WORDS), rows)


def _forget(session: Session, words: Iterable[str]) -> None:
    is_postgresql = session.connection().dialect.name == "postgresql"
    for word in words:
        wanted = [[Word(f"{NAME}{word}", is_whole=True)]]
        if not session.scalar(select(exists(full_text.ids_with(wanted, is_postgresql=is_postgresql)))):
            session.execute(delete(_WORDS).where(_W.form.in_(sorted(forms(word))), _W.word == word))
