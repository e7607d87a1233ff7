"""Why the rows of a list were found by its search, in the words of the search while typing."""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from services.reservations.finding.explain import Found, Match, matches
from services.reservations.finding.find import read
from services.reservations.listing import vocabulary
from services.reservations.listing.search import Word, bare_number, words_of_query


def reasons_of(session: Session, ids: Sequence[int], typed: str) -> dict[int, list[Match]]:
    """The explanation of each typed word for these hits of a list's search; a hit without one is left out."""
    rows = {row.id: found for row, found in read(session, ids)}
    reasons = _explained(rows, typed, {})
    if bare_number(typed) is None and len(reasons) < len(rows):
        similar = vocabulary.similar_names(session, words_of_query(typed))
        missing = {id_: found for id_, found in rows.items() if id_ not in reasons}
        reasons |= _explained(missing, typed, similar)
    return reasons


def _explained(rows: Mapping[int, Found], typed: str, similar: Mapping[Word, Sequence[Word]]) -> dict[int, list[Match]]:
    reasons = {}
    for id_, found in rows.items():
        for words in _readings(found, typed):
            if (best := matches(found, words, similar)) is not None:
                reasons[id_] = best
                break
    return reasons


def _readings(found: Found, typed: str) -> Sequence[Sequence[Word]]:
    """What the text may mean for this reservation: a list takes a bare number for a spot, else for the beginning of
    a postcode or the end of a telephone number.
    """
    number = bare_number(typed)
    if number is None or found.person.spot_number == number:
        return [words_of_query(typed)]
    return [[Word(f"plz{number}")], [Word(str(number))]]
