"""Why the rows of a list were found by its search, in the words of the search while typing."""

from collections.abc import Iterator, Sequence

from sqlalchemy.orm import Session

from services.reservations.listing.explain import Found, Match, matches
from services.reservations.listing.find import read
from services.reservations.listing.levels import Level
from services.reservations.listing.search import Word, bare_number, words_of_query


def reasons_of(session: Session, ids: Sequence[int], typed: str) -> dict[int, list[Match]]:
    """The explanation of each typed word for these hits of a list's search; a hit without one is left out."""
    best = ((row.id, next(_explained(found, typed), None)) for row, found in read(session, ids))
    return {id_: matches for id_, matches in best if matches is not None}


def _explained(found: Found, typed: str) -> Iterator[list[Match]]:
    """As typed, or with an error."""
    for level in (Level.ANYWHERE, Level.ONE_ERROR):
        for words in _readings(found, typed):
            if (explained := matches(found, words, level)) is not None:
                yield explained


def _readings(found: Found, typed: str) -> Sequence[Sequence[Word]]:
    """What the text may mean for this reservation: a list takes a bare number for a spot, else for the beginning of
    a postcode or the end of a telephone number.
    """
    number = bare_number(typed)
    if number is None or found.person.spot_number == number:
        return [words_of_query(typed)]
    return [[Word(f"plz{number}")], [Word(str(number))]]
