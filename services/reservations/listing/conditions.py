"""Translates filters to SQL conditions on the entries, each with its (estimated) selectivity."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from itertools import permutations
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    Table,
    and_,
    func,
    literal_column,
    or_,
    select,
    text,
    true,
    tuple_,
)
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import Aliases, spellings
from services.core.clock import end_of_berlin_day, start_of_berlin_day
from services.reservations.listing import full_text, vocabulary
from services.reservations.listing.filters import ListFilters
from services.reservations.listing.models import (
    CHECKED,
    OPEN,
    SORT_COLUMNS,
    SUSPICIONS,
    WALKED,
    ListEntry,
    ValueCount,
)
from services.reservations.listing.search import Word, alternatives, bare_number, words_of_number, words_of_query
from services.reservations.models import Reservation, ReservationTag

FEW = 1_500
"""Up to this many entries are quickly checked one by one, in any order."""
ENOUGH = 8
"""With fewer hits a search looks for names with a typing error too."""
MOST_WALKS = 20
"""Up to this many values are quickly walked in parallel."""

ENTRIES: Table = ListEntry.__table__  # type: ignore[assignment]
_E = ENTRIES.c


@dataclass(frozen=True, slots=True)
class Condition:
    """One filter. `size` is the number of entries that meet it, at most `FEW + 1` where `is_exact` is false."""

    test: ColumnElement[bool]
    """On a row of the entries."""
    ids: Select[Any]
    """The ids of those that meet it, by an index of its own."""
    column: str = ""
    values: tuple[Any, ...] = ()
    """What `column` is to equal one of."""
    is_search: bool = False
    size: int = 0
    is_exact: bool = True

    @property
    def is_walkable(self) -> bool:
        """Whether there is an index of its entries in the order of every sort."""
        return self.column in WALKED and len(self.values) <= MOST_WALKS


def conditions(session: Session, filters: ListFilters) -> list[Condition]:
    """The filters that are set, each with its size."""
    is_postgresql = session.connection().dialect.name == "postgresql"
    aliases = canonical_values(session) if filters.utm_source or filters.utm_campaign else {}
    equal = [*_equalities(filters, aliases), *_tagged(filters)]
    others = list(_others(filters))
    sizes = _known_sizes(session, equal)
    found = [
        *(replace(c, size=size) for c, size in zip(equal, sizes, strict=True)),
        *(_measured(session, c) for c in others),
    ]
    if filters.q and filters.q.strip():
        found.append(_search(session, filters.q, is_postgresql))
    return _with_pairs(session, found)


def _with_pairs(session: Session, found: list[Condition]) -> list[Condition]:
    """Combine a pair of conditions that few entries meet into one, if one index covers both.

    Many entries may meet each of the two and none both: ended ones are old, and a source has its own campaigns.
    """
    for one, other in permutations(found, 2):
        if min(one.size, other.size) > FEW and _is_indexed(one.column, other.column):
            test = one.test & other.test
            pair = _measured(session, Condition(test, select(_E.reservation_id).where(test)))
            if pair.is_exact:
                return [pair, *(c for c in found if c is not one and c is not other)]
    return found


def _is_indexed(first: str, second: str) -> bool:
    return (first in WALKED and second in SORT_COLUMNS) or (first, second) == ("utm_source", "utm_campaign")


def entry_count(session: Session) -> int:
    """How many entries there are."""
    known = select(ValueCount.entries).where(ValueCount.name == "", ValueCount.value == "")
    return session.scalar(known) or 0


def _equalities(filters: ListFilters, aliases: Aliases) -> Iterable[Condition]:
    wanted: dict[str, Sequence[Any]] = {
        "state": [state.value for state in filters.state],
        "annual_kwh": filters.annual_kwh,
        "payment_plan": _given(filters.payment_plan),
        "energy_provider": _given(filters.energy_provider),
        "park_id": _given(filters.park),
        "utm_campaign": _spelt("utm_campaign", filters.utm_campaign, aliases),
        "utm_source": _spelt("utm_source", filters.utm_source, aliases),
        "referral_code": _given(filters.referral_code),
        "duplicate": _levels(filters.duplicate),
        "price": _levels(filters.price_mismatch),
    }
    for name, values in wanted.items():
        if values:
            column = _E[name]
            chosen = tuple(dict.fromkeys(values))
            test = column == chosen[0] if len(chosen) == 1 else column.in_(chosen)
            if name in SUSPICIONS:
                test &= is_suspected(name)
            yield Condition(test, select(_E.reservation_id).where(test), name, chosen)


def is_suspected(name: str) -> ColumnElement[bool]:
    """The condition of the partial indexes; SQLite uses them only for the identical expression."""
    return _E[name] > literal_column("0")


def _given(value: str | None) -> Sequence[str]:
    return [value] if value else []


def _spelt(field: str, value: str | None, aliases: Aliases) -> Sequence[str]:
    return spellings(field, value, aliases) if value else []


def _levels(suspicion: str | None) -> Sequence[int]:
    return {"open": [OPEN], "any": [CHECKED, OPEN]}.get(suspicion or "", [])


def _tagged(filters: ListFilters) -> Iterable[Condition]:
    if filters.tag:
        tagged = select(ReservationTag.reservation_id).where(ReservationTag.tag == filters.tag)
        has_tag = tagged.where(ReservationTag.reservation_id == _E.reservation_id).exists()
        yield Condition(has_tag, tagged, "tag", (filters.tag,))


def _in_burst(burst: str) -> Condition:
    last = select(func.max(Reservation.burst_at)).scalar_subquery()
    came = select(Reservation.id).where(Reservation.burst_at == (last if burst == "last" else moment_of(burst)))
    return Condition(came.where(Reservation.id == _E.reservation_id).exists(), came, "burst")


def moment_of(text_: str) -> datetime:
    """The moment of an ISO text, which a pattern has checked, as far as the calendar allows it."""
    try:
        return datetime.fromisoformat(text_)
    except ValueError:
        return datetime.max.replace(tzinfo=UTC)


def _others(filters: ListFilters) -> Iterable[Condition]:
    if filters.burst:
        yield _in_burst(filters.burst)
    if filters.spot_number is not None:
        yield _by_entry(_E.spot_number == filters.spot_number, "spot_number")
    if filters.created_from or filters.created_to:
        yield _by_entry(_created(filters.created_from, filters.created_to), "created_at")
    if filters.follow_up_until:
        yield _by_entry(_E.follow_up_on <= filters.follow_up_until, "follow_up_on")
    if filters.ids is not None:
        yield _by_entry(_E.reservation_id.in_(filters.ids), "reservation_id")


def _search(session: Session, typed: str, is_postgresql: bool) -> Condition:
    """The search text as a condition. A bare number is a spot if it was ever reserved, else part of a postcode or a
    telephone number. Names with one typing error are found as well where few are spelt as typed.
    """
    number = bare_number(typed)
    if number is not None:
        is_spot = session.scalar(select(_E.reservation_id).where(_E.spot_number == number).limit(1)) is not None
        return _measured(session, _by_words([words_of_number(number, is_spot=is_spot)], is_postgresql))
    words = words_of_query(typed)
    exactly = _measured(session, _by_words([alternatives(word) for word in words], is_postgresql))
    if not exactly.is_exact or exactly.size >= ENOUGH:
        return exactly
    if not (similar := vocabulary.similar_names(session, words)):
        return exactly
    wider = [[*alternatives(word), *similar.get(word, [])] for word in words]
    return _measured(session, _by_words(wider, is_postgresql))


def _created(first: date | None, last: date | None) -> ColumnElement[bool]:
    """One range, so that the index is searched with both bounds."""
    from_start = _E.created_at >= start_of_berlin_day(first) if first else true()
    return from_start & (_E.created_at < end_of_berlin_day(last)) if last else from_start


def _by_entry(test: ColumnElement[bool], column: str) -> Condition:
    return Condition(test, select(_E.reservation_id).where(test), column)


def _by_words(wanted: Sequence[Sequence[Word]], is_postgresql: bool) -> Condition:
    """Found by the full-text index; tested against the words of one row."""
    if not wanted:  # only punctuation was typed, which no name contains
        return Condition(literal_column("1") == literal_column("0"), select(_E.reservation_id).where(text("1 = 0")))
    test = and_(*(or_(*map(_is_in_terms, words)) for words in wanted))
    return Condition(test, full_text.ids_with(wanted, is_postgresql=is_postgresql), is_search=True)


def _is_in_terms(word: Word) -> ColumnElement[bool]:
    return _E.terms.contains(f" {word.text}{' ' if word.is_whole else ''}", autoescape=True)


def _known_sizes(session: Session, equal: Sequence[Condition]) -> list[int]:
    """Sizes from the stored counts of every value."""
    if not equal:
        return []
    pairs = [(c.column, str(value)) for c in equal for value in c.values]
    counts = select(ValueCount.name, ValueCount.value, ValueCount.entries)
    rows = session.execute(counts.where(tuple_(ValueCount.name, ValueCount.value).in_(pairs)))
    known = {(name, value): entries for name, value, entries in rows}
    return [sum(known.get((c.column, str(value)), 0) for value in c.values) for c in equal]


def _measured(session: Session, condition: Condition) -> Condition:
    """Size by counting, but no further than necessary."""
    some = condition.ids.limit(FEW + 1).subquery()
    size = session.scalar(select(func.count()).select_from(some)) or 0
    return replace(condition, size=size, is_exact=size <= FEW)
