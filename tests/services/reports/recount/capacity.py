"""A park told once more, row by row from the tables of the product: each reservation's states as they came, each day
counted again. Nothing of `analytics` is used, and no SQL but reading tables.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from math import isqrt
from typing import Any
from zoneinfo import ZoneInfo

from services.core.db.db import Database
from services.parks.models import Park, ParkChange, Spot
from services.reservations.models import Reservation, ReservationChange
from tests.services.stored import stored

Row = dict[str, Any]
HOLDING = ("reserved", "invited", "contracted", "active")
GIVEN_UP = ("cancelled", "expired", "withdrawn")
_BERLIN = ZoneInfo("Europe/Berlin")
_DAY = timedelta(days=1)
_FIVE_YEARS = 1_826


def berlin(at: datetime) -> date:
    return at.replace(tzinfo=at.tzinfo or UTC).astimezone(_BERLIN).date()


@dataclass(frozen=True)
class Life:
    """A reservation and the states it went through: (day, state), in order."""

    row: Row
    states: list[tuple[date, str]]

    def state_on(self, day: date) -> str | None:
        """At the end of the day; None before it was made."""
        return next((state for began, state in reversed(self.states) if began <= day), None)

    def held_on(self, day: date) -> bool:
        return self.state_on(day) in HOLDING


class ParkYear:
    """One park on any day. `today` is not over."""

    def __init__(self, db: Database, park: str, today: date) -> None:
        self.today = today
        self._park = next(row for row in stored(db, Park) if row["id"] == park)
        self._limits = [
            (berlin(row["at"]), row["before"]["spot_limit"], row["after"]["spot_limit"])
            for row in stored(db, ParkChange)
            if row["park_id"] == park and "spot_limit" in row["after"]
        ]
        self._spots = [row for row in stored(db, Spot) if row["park_id"] == park]
        changes: dict[int, list[Row]] = {}
        for change in stored(db, ReservationChange):
            if "state" in change["after"]:
                changes.setdefault(change["reservation_id"], []).append(change)
        self.lives = [
            self._life(row, changes.get(row["id"], [])) for row in stored(db, Reservation) if row["park_id"] == park
        ]

    @staticmethod
    def _life(row: Row, changes: list[Row]) -> Life:
        first = changes[0]["before"]["state"] if changes else row["state"]
        later = [(berlin(change["at"]), change["after"]["state"]) for change in changes]
        return Life(row, [(berlin(row["created_at"]), first), *later])

    # one day

    def limit(self, day: date) -> int:
        set_by_then = [after for on, _, after in self._limits if on <= day]
        if set_by_then:
            return set_by_then[-1]
        return self._limits[0][1] if self._limits else self._park["spot_limit"]

    def blocked(self, day: date) -> int:
        within = [spot for spot in self._spots if spot["number"] <= self._park["spot_limit"]]
        return sum(spot["state"] == "blocked" and berlin(spot["changed_at"]) <= day for spot in within)

    def held(self) -> int:
        return sum(spot["state"] == "held" and spot["number"] <= self._park["spot_limit"] for spot in self._spots)

    def taken(self, day: date) -> int:
        return sum(life.held_on(day) for life in self.lives)

    def taken_kwh(self, day: date) -> int:
        return sum(life.row["annual_kwh"] for life in self.lives if life.held_on(day))

    def contracted_kwh(self, day: date) -> list[int]:
        """The size of each share with a contract."""
        return [life.row["annual_kwh"] for life in self.lives if life.state_on(day) in HOLDING[2:]]

    def moves(self, day: date) -> Counter[str]:
        """How many came, gave up and came back on the day, each time counted."""
        counted: Counter[str] = Counter()
        for life in self.lives:
            held = False
            for number, (on, state) in enumerate(life.states):
                holds = state in HOLDING
                if on == day and holds != held:
                    counted["new" if number == 0 else "returned" if holds else "given_up"] += 1
                held = holds
        return counted

    # tables

    def last_day(self, to: date) -> date:
        return min(to, self.today)

    def totals(self, first: date, to: date) -> list[Row]:
        last = self.last_day(to)
        taken, limit, blocked = self.taken(last), self.limit(last), self.blocked(last)
        held = self.held() if last >= self.today else None
        occupied = min(taken + blocked + (held or 0), limit)
        kwh = self.taken_kwh(last)
        moves = sum((self.moves(day) for day in _days(first, last)), Counter())
        return [
            {
                "day": last,
                "spot_limit": limit,
                "occupied": occupied,
                "occupied_share": _share(occupied, limit),
                "taken": taken,
                "held": held,
                "blocked": blocked,
                "free": limit - occupied,
                "taken_kwh": kwh,
                "contracted": len(self.contracted_kwh(last)),
                "contracted_kwh": sum(self.contracted_kwh(last)),
                "mean_kwh": _divided(kwh, taken),
                **{name: moves[name] for name in ("new", "given_up", "returned")},
            }
        ]

    def days(self, first: date, to: date) -> list[Row]:
        return [self._day(day) for day in _days(first, self.last_day(to))]

    def _day(self, day: date) -> Row:
        states = Counter(life.state_on(day) for life in self.lives)
        moves = self.moves(day)
        return {
            "day": day,
            "spot_limit": self.limit(day),
            "taken": sum(states[state] for state in HOLDING),
            **{state: states[state] for state in HOLDING},
            "blocked": self.blocked(day),
            "taken_kwh": self.taken_kwh(day),
            **{name: moves[name] for name in ("new", "given_up", "returned")},
        }

    def mix(self, first: date, to: date) -> list[Row]:
        last = self.last_day(to)
        taken = Counter(_choice(life) for life in self.lives if life.held_on(last))
        signed = Counter(_choice(life) for life in self.lives if life.state_on(last) in ("contracted", "active"))
        new = Counter(_choice(life) for life in self.lives if first <= life.states[0][0] <= last)
        return [
            {
                "package": kwh,
                "plan": plan,
                "taken": taken[kwh, plan],
                "taken_share": _share(taken[kwh, plan], taken.total()),
                "taken_kwh": taken[kwh, plan] * kwh,
                "contracted": signed[kwh, plan],
                "contracted_kwh": signed[kwh, plan] * kwh,
                "new": new[kwh, plan],
                "new_share": _share(new[kwh, plan], new.total()),
            }
            for kwh, plan in taken.keys() | new.keys()
        ]

    def cancellations(self, to: date) -> list[Row]:
        begin = to.replace(day=1)
        begin = begin.replace(year=begin.year - (begin.month < 12), month=begin.month % 12 + 1)
        months: dict[date, list[Life]] = {}
        for life in self.lives:
            made = life.states[0][0]
            counts = life.row["merged_into_id"] is None and life.row["state"] != "park_cancelled"
            if begin <= made <= to and counts:
                months.setdefault(made.replace(day=1), []).append(life)
        return [self._month(month, lives, to) for month, lives in sorted(months.items())]

    def _month(self, month: date, lives: list[Life], to: date) -> Row:
        early = Counter(life.row["state"] for life in lives if _was_given_up_early(life))
        gone = sum(early[state] for state in GIVEN_UP)
        next_month = (month + 31 * _DAY).replace(day=1)
        is_judged = min(next_month - _DAY, to) + 60 * _DAY < self.today
        return {
            "month": month,
            "reservations": len(lives),
            **{state: early[state] for state in GIVEN_UP},
            "given_up": gone,
            "rate": _share(gone, len(lives)) if is_judged else None,
            "is_judged": is_judged,
        }

    # the forecast

    def full_at(self, day: date) -> int:
        at = self.limit(day) - self.blocked(day)
        kwh, taken, most = self.taken_kwh(day), self.taken(day), self._park["kwh_limit"]
        return min(at, taken + (most - kwh) * taken // kwh) if most is not None and kwh else at

    def forecast(self, to: date) -> tuple[Row, list[Row]]:
        """The forecast made at the end of a day, and its course by days."""
        day = min(to, self.today - _DAY)
        begin = min(life.states[0][0] for life in self.lives)
        taken = {on: self.taken(on) for on in _days(begin - _DAY, day)}
        full = [on for on in _days(begin, day) if taken[on] >= self.full_at(on)]
        until = _last_day_with_room(full, day)
        weeks = [[until - (7 * week + number) * _DAY for number in range(7)] for week in range(8)]  # the latest first
        net = [sum(taken.get(on, 0) - taken.get(on - _DAY, 0) for on in week) for week in weeks]
        moves = sum(self.moves(on).total() for week in weeks for on in week)
        spread = max(sum((one - other) ** 2 for one in net for other in net) // 2, 7 * moves)
        full_at = max(self.full_at(day), taken[day])
        is_known = (until - begin).days >= 55
        course = _course(taken[day], full_at, sum(net), spread, day) if is_known and day not in full else []
        row = {
            "day": day,
            "taken": taken[day],
            "full_at": full_at,
            "room": full_at - taken[day],
            "is_limited_by_kwh": self.full_at(day) < self.limit(day) - self.blocked(day),
            "is_known_long_enough": is_known,
            "net_per_week": sum(net) * 1_000_000 // 8 if is_known else None,
            "measured_until": until if is_known else None,
            "full_since": _run_of(full)[0] if day in full else None,
            "early_day": _first(course, "upper", full_at) if sum(net) > 0 else None,
            "likely_day": _first(course, "likely", full_at),
            "late_day": _first(course, "lower", full_at),
        }
        return row, course

    def became_full(self) -> date:
        """The first day of all at whose end nothing could be given."""
        begin = min(life.states[0][0] for life in self.lives)
        return next(day for day in _days(begin, self.today) if self.taken(day) >= self.full_at(day))


def _last_day_with_room(full: list[date], day: date) -> date:
    """The day before the first full one, going back over full days at most 56 days apart."""
    first = None
    follower = day
    for on in reversed(full):
        if (follower - on).days > 56:
            break
        first = follower = on
    return first - _DAY if first else day


def _run_of(days: list[date]) -> list[date]:
    """The last days of a list that follow each other."""
    run = [days[-1]]
    for on in reversed(days[:-1]):
        if run[0] - on != _DAY:
            break
        run.insert(0, on)
    return run


def _course(taken: int, full_at: int, net: int, spread: int, day: date) -> list[Row]:
    course = []
    for ahead in range(_FIVE_YEARS + 1):
        middle, band = ahead * net, isqrt(8 * spread * ahead * (ahead + 14) // 7)
        ends = {
            name: min(max(taken + fifty_sixths // 56, 0), full_at)
            for name, fifty_sixths in (("lower", middle - band), ("likely", middle), ("upper", middle + band))
        }
        course.append({"day": day + ahead * _DAY, **ends, "full_at": full_at})
        if ends["lower"] >= full_at:
            break
    return course


def _first(course: list[Row], name: str, full_at: int) -> date | None:
    return next((row["day"] for row in course if row[name] >= full_at), None)


def shown_course(course: list[Row]) -> list[Row]:
    """Daily up to nine weeks, else weekly and the last; at most a year."""
    last = len(course) - 1
    return [row for ahead, row in enumerate(course) if ahead <= 364 and (last <= 63 or ahead % 7 == 0 or ahead == last)]


def _was_given_up_early(life: Life) -> bool:
    if life.row["state"] not in GIVEN_UP:
        return False
    on = max(day for day, state in life.states if state in GIVEN_UP)
    return (on - life.states[0][0]).days <= 60


def _choice(life: Life) -> tuple[int, str]:
    return life.row["annual_kwh"], life.row["payment_plan"]


def _days(first: date, last: date) -> list[date]:
    return [first + number * _DAY for number in range((last - first).days + 1)]


def _share(part: int, whole: int) -> int | None:
    return _divided(part * 1_000_000, whole)


def _divided(amount: int, by: int) -> int | None:
    return (2 * amount + by) // (2 * by) if by else None
