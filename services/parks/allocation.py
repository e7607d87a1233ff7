"""Spot allocation: the only place that changes a spot's state. `SPOTS.md` explains the rules.

Every function first acquires the park's lock, so that what it reads stays true until its transaction ends.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Update, bindparam, case, func, or_, select, update
from sqlalchemy.orm import Session

from services.core.db.rows import Insertion
from services.parks.models import IS_FREE, HoldReason, Park, Spot, SpotState

_PARKS = Park.__table__
_SPOTS = Spot.__table__
_UNHELD: Final = {"held_until": None, "held_for": None, "held_kwh": None, "held_reservation_id": None, "reason": None}

_LOWEST_FREE = (
    select(_SPOTS.c.id, _SPOTS.c.number)
    .where(_SPOTS.c.park_id == bindparam("park"), IS_FREE, _SPOTS.c.number <= bindparam("spot_limit"))
    .order_by(_SPOTS.c.number)
    .limit(bindparam("count"))
)
_TAKE = (
    update(_SPOTS)  # type: ignore[arg-type]
    .where(_SPOTS.c.id.in_(bindparam("spots", expanding=True)))
    .values(state=SpotState.RESERVED.value, changed_at=bindparam("at"))
)
_HIGHEST = select(func.max(_SPOTS.c.number)).where(_SPOTS.c.park_id == bindparam("park"))
_NEW_SPOTS = Insertion(_SPOTS)
_ADD_KWH = (
    update(_PARKS)  # type: ignore[arg-type]
    .where(_PARKS.c.id == bindparam("park"))
    .values(kwh_taken=_PARKS.c.kwh_taken + bindparam("kwh"))
)
_IS_HELD_FOR_UNDO = (_SPOTS.c.state == SpotState.HELD.value) & (_SPOTS.c.held_for == HoldReason.UNDO.value)
_IS_OFFERED = (_SPOTS.c.state == SpotState.HELD.value) & (_SPOTS.c.held_for == HoldReason.OFFER.value)
_COUNTS_KWH = or_(_SPOTS.c.state == SpotState.RESERVED.value, _IS_HELD_FOR_UNDO)
"""Spots whose reservations count in `kwh_taken`: they hold the kWh, or can still get them back by an undo. A spot held
for an offer counts with its own `held_kwh`."""


_HELD_KWH = select(func.sum(_SPOTS.c.held_kwh)).where(
    _SPOTS.c.park_id == bindparam("park"), _SPOTS.c.number.in_(bindparam("numbers", expanding=True)), _IS_OFFERED
)


@dataclass(frozen=True, slots=True)
class LockedPark:
    """A park locked until the end of the transaction: its limits and its used energy, in kWh a year. `paused_at`: since
    when reservations are paused; `burst_since`: since when addresses must be confirmed within hours; `confirmed_at`:
    when its construction was confirmed. `waiting`: households on its list that can be offered a place, of
    `waiting_length` in all.
    """

    spot_limit: int
    kwh_limit: int | None
    kwh_taken: int
    name: str
    paused_at: datetime | None = None
    cancelled_at: datetime | None = None
    burst_since: datetime | None = None
    waiting: int = 0
    waiting_length: int = 0
    confirmed_at: datetime | None = None

    def fits(self, kwh: int) -> bool:
        """Whether this much energy is left; always true without a limit."""
        return self.kwh_limit is None or self.kwh_taken + kwh <= self.kwh_limit


_LOCKED = [_PARKS.c[one.name] for one in fields(LockedPark)]
_LOCK_PARK = select(*_LOCKED).where(_PARKS.c.id == bindparam("park")).with_for_update()


def lock_park(session: Session, park: str) -> LockedPark | None:
    """Lock a park for allocation until the transaction ends. None: no such park. On SQLite the transaction already
    holds the only write lock, so the clause is left out.
    """
    row = session.connection().execute(_LOCK_PARK, {"park": park}).one_or_none()
    return LockedPark(*row) if row else None


def take_lowest(
    session: Session, park: str, wishes: Sequence[int], now: datetime, locked: LockedPark | None = None
) -> list[int | None] | None:
    """Reserve the lowest free spot for each wish that fits, in order of arrival; None: there is no such park.

    `locked` is the result of `lock_park` in this transaction, if the caller holds the lock already.

    A wish is the reservation's kWh a year. The answer has one entry per wish: its number, or None where no spot is
    free or its kWh are more than what is left. A smaller wish behind a refused one may still fit. While households wait
    for a place, whatever is free is theirs.
    """
    limits = locked or lock_park(session, park)
    if limits is None:
        return None
    return take_of(session, park, wishes, lowest_free(session, park, len(wishes), limits), limits, now)


def lowest_free(session: Session, park: str, count: int, locked: LockedPark) -> Sequence[Any]:
    """At most this many of the spots that a new reservation can get, lowest first; none while households wait."""
    if locked.waiting:
        return ()
    asked = {"park": park, "spot_limit": locked.spot_limit, "count": count}
    return session.connection().execute(_LOWEST_FREE, asked).all()


def take_of(
    session: Session, park: str, wishes: Sequence[int], free: Sequence[Any], locked: LockedPark, now: datetime
) -> list[int | None]:
    """Reserve spots of `lowest_free`, read under the same lock; one entry per wish, as in `take_lowest`."""
    connection = session.connection()
    numbers, kwh = give(wishes, [spot.number for spot in free], locked)
    given = len(numbers) - numbers.count(None)
    if given:
        connection.execute(_TAKE, {"spots": [spot.id for spot in free[:given]], "at": now})
        connection.execute(_ADD_KWH, {"park": park, "kwh": kwh})
    return numbers


def take_wished(session: Session, park: str, number: int, kwh: int, now: datetime) -> bool:
    """Reserve this spot, by the rules of the lowest. False: it is not free, and nothing has changed."""
    limits = lock_park(session, park)
    if limits is None or limits.waiting or not limits.fits(kwh):
        return False
    return _take_chosen(session, (park, number), kwh, limits, now)


def give(wishes: Iterable[int], free: Iterable[int], limits: LockedPark) -> tuple[list[int | None], int]:
    """Assign the free numbers to the wishes; also returns the total kWh."""
    left = iter(free)
    kwh = 0
    numbers: list[int | None] = []
    for wish in wishes:
        number = next(left, None) if limits.fits(kwh + wish) else None
        if number is not None:
            kwh += wish
        numbers.append(number)
    return numbers, kwh


def add_spots(session: Session, park: str, spot_limit: int, now: datetime) -> int:
    """Create the missing spots up to a limit, all free; returns how many."""
    lock_park(session, park)
    highest = session.connection().scalar(_HIGHEST, {"park": park}) or 0
    row = {"park_id": park, "state": SpotState.FREE.value, "changed_at": now}
    _NEW_SPOTS.run(session, [{**row, "number": number} for number in range(highest + 1, spot_limit + 1)])
    return max(spot_limit - highest, 0)


def hold_for_undo(session: Session, park: str, holders: Mapping[int, int], until: datetime, now: datetime) -> list[int]:
    """Hold the spots of cancelled reservations until the cancellation is final, each number for the reservation of its
    id; returns those that were reserved, ascending. Their kWh stay taken, so that an undo is possible.
    """
    lock_park(session, park)
    whose = case(dict(holders), value=_SPOTS.c.number) if holders else None
    hold = {"held_for": HoldReason.UNDO.value, "held_until": until, "held_reservation_id": whose}
    reserved = _spots(park, holders.keys()).where(_SPOTS.c.state == SpotState.RESERVED.value)
    return _changed(session, reserved.values({**_as(SpotState.HELD, now), **hold}))


def take_back(session: Session, park: str, numbers: Collection[int], now: datetime) -> list[int]:
    """Return spots held for undo to their reservations; returns those that were still held, ascending."""
    lock_park(session, park)
    return _changed(session, _spots(park, numbers).where(_IS_HELD_FOR_UNDO).values(_as(SpotState.RESERVED, now)))


def free(session: Session, park: str, kwh_of: Mapping[int, int], now: datetime) -> list[int]:
    """Free reserved or undo-held spots and the kWh of their reservations; returns the freed numbers, ascending."""
    lock_park(session, park)
    numbers = _changed(session, _spots(park, kwh_of.keys()).where(_COUNTS_KWH).values(_as(SpotState.FREE, now)))
    if numbers:
        kwh = sum(kwh_of[number] for number in numbers)
        session.connection().execute(_ADD_KWH, {"park": park, "kwh": -kwh})
    return numbers


def pass_on(session: Session, park: str, number: int, now: datetime) -> bool:
    """Keep a spot and its kWh reserved while its household is replaced by another one. False: it is not reserved."""
    lock_park(session, park)
    is_reserved = _SPOTS.c.state == SpotState.RESERVED.value
    return bool(_changed(session, _spots(park, [number]).where(is_reserved).values(changed_at=now)))


def move(session: Session, origin: tuple[str, int], target: tuple[str, int], kwh: int, now: datetime) -> bool:
    """Exchange a reserved spot, park and number, for a free one within the limit of its park. False: it is not free, or
    in another park that has too few kWh left or a waiting list; nothing has changed then. A move within a park costs
    waiting households nothing: as many spots are free as before.
    """
    limits = {park: lock_park(session, park) for park in sorted({origin[0], target[0]})}[target[0]]
    if limits is None or (origin[0] != target[0] and (limits.waiting or not limits.fits(kwh))):
        return False
    if not _take_chosen(session, target, kwh, limits, now):
        return False
    if not free(session, origin[0], {origin[1]: kwh}, now):
        raise RuntimeError(f"spot {origin[1]} of {origin[0]} was not reserved, although its reservation holds it")
    return True


def take_again(session: Session, park: str, preferred: int, kwh: int, now: datetime) -> int | None:
    """Reserve a preferred spot if it is free, otherwise the lowest free one, even while households wait: the caller
    decides whether that is fair. None: no spot is free, or too few kWh are left.
    """
    limits = lock_park(session, park)
    if limits is None or not limits.fits(kwh):
        return None
    asked = {"park": park, "spot_limit": limits.spot_limit, "count": 1}
    lowest = session.connection().execute(_LOWEST_FREE, asked).all()
    numbers = (preferred, *(int(spot.number) for spot in lowest))
    return next((number for number in numbers if _take_chosen(session, (park, number), kwh, limits, now)), None)


def _take_chosen(session: Session, spot: tuple[str, int], kwh: int, limits: LockedPark, now: datetime) -> bool:
    """Reserve this spot, park and number, with its kWh, if it is free and within the limit of its locked park."""
    park, number = spot
    chosen = _spots(park, [number]).where(IS_FREE, _SPOTS.c.number <= limits.spot_limit)
    if not _changed(session, chosen.values(_as(SpotState.RESERVED, now))):
        return False
    session.connection().execute(_ADD_KWH, {"park": park, "kwh": kwh})
    return True


def resize(session: Session, park: str, number: int, kwh: tuple[int, int], now: datetime) -> bool:
    """Change the kWh of a reserved spot from the first to the second figure. False: too few are left, households wait
    for them, or the spot is not reserved; nothing has changed then.
    """
    before, after = kwh
    limits = lock_park(session, park)
    if limits is None or (after > before and (limits.waiting or not limits.fits(after - before))):
        return False
    is_reserved = _SPOTS.c.state == SpotState.RESERVED.value
    if not _changed(session, _spots(park, [number]).where(is_reserved).values(changed_at=now)):
        return False
    session.connection().execute(_ADD_KWH, {"park": park, "kwh": after - before})
    return True


def hold_for_offer(session: Session, park: str, kwh: int, until: datetime, now: datetime) -> int | None:
    """Hold the lowest free spot, and this many kWh a year, for one household; returns its number. None: no spot is
    free, or too few kWh are left.
    """
    limits = lock_park(session, park)
    if limits is None or not limits.fits(kwh):
        return None
    asked = {"park": park, "spot_limit": limits.spot_limit, "count": 1}
    spot = session.connection().execute(_LOWEST_FREE, asked).one_or_none()
    if spot is None:
        return None
    hold = {"held_for": HoldReason.OFFER.value, "held_until": until, "held_kwh": kwh}
    _changed(session, _spots(park, [spot.number]).values({**_as(SpotState.HELD, now), **hold}))
    session.connection().execute(_ADD_KWH, {"park": park, "kwh": kwh})
    return int(spot.number)


def take_offered(session: Session, park: str, number: int, kwh: int, now: datetime) -> bool:
    """Reserve a spot that is held for an offer, with at most the held kWh. False: it is not held, or with fewer;
    nothing has changed then.
    """
    lock_park(session, park)
    held = session.connection().scalar(_HELD_KWH, {"park": park, "numbers": [number]})
    if not held or kwh > held:
        return False
    _changed(session, _spots(park, [number]).where(_IS_OFFERED).values(_as(SpotState.RESERVED, now)))
    session.connection().execute(_ADD_KWH, {"park": park, "kwh": kwh - held})
    return True


def end_offers(session: Session, park: str, numbers: Collection[int], now: datetime) -> list[int]:
    """Free spots held for offers, with their kWh; returns their numbers, ascending."""
    lock_park(session, park)
    held = session.connection().scalar(_HELD_KWH, {"park": park, "numbers": numbers}) or 0
    ended = _changed(session, _spots(park, numbers).where(_IS_OFFERED).values(_as(SpotState.FREE, now)))
    if ended:
        session.connection().execute(_ADD_KWH, {"park": park, "kwh": -held})
    return ended


def block(session: Session, park: str, numbers: Collection[int], reason: str, now: datetime) -> list[int]:
    """Block those of the numbers that are free within the limit; returns them, ascending."""
    limits = lock_park(session, park)
    if limits is None:
        return []
    blocked = {"state": SpotState.BLOCKED.value, "reason": reason, "changed_at": now}
    chosen = _spots(park, numbers).where(IS_FREE, _SPOTS.c.number <= limits.spot_limit)
    return _changed(session, chosen.values(blocked))


def block_rest(session: Session, park: str, reason: str, now: datetime) -> list[int]:
    """Block every free or offered spot of a cancelled park, whatever the limit; returns them, ascending. None can be
    reserved or restored any more.
    """
    lock_park(session, park)
    is_of_park = _SPOTS.c.park_id == park
    offered = session.connection().scalars(select(_SPOTS.c.number).where(is_of_park, _IS_OFFERED)).all()
    end_offers(session, park, offered, now)
    blocked = {**_as(SpotState.BLOCKED, now), "reason": reason}
    return _changed(session, update(_SPOTS).where(is_of_park, IS_FREE).values(blocked))  # type: ignore[arg-type]


def unblock(session: Session, park: str, numbers: Collection[int], now: datetime) -> list[int]:
    """Free those of the numbers that are blocked; returns them, ascending."""
    lock_park(session, park)
    chosen = _spots(park, numbers).where(_SPOTS.c.state == SpotState.BLOCKED.value)
    return _changed(session, chosen.values(_as(SpotState.FREE, now)))


def _as(state: SpotState, now: datetime) -> dict[str, Any]:
    """Column values of a spot in this state, held for nobody."""
    return {**_UNHELD, "state": state.value, "changed_at": now}


def _spots(park: str, numbers: Collection[int]) -> Update:
    chosen = (_SPOTS.c.park_id == park) & _SPOTS.c.number.in_(numbers)
    return update(_SPOTS).where(chosen)  # type: ignore[arg-type]


def _changed(session: Session, statement: Update) -> list[int]:
    """Run the statement and return the numbers of the spots it changed, ascending."""
    rows = session.connection().execute(statement.returning(_SPOTS.c.number))
    return sorted(row.number for row in rows)
