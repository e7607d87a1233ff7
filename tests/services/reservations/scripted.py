"""A script that invents households, as somebody would write it who wants a whole park: for tests and measurement."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from services.core.db.db import Database
from services.core.http.idempotency import identify
from services.reservations.submit import ReservationDesk, Submission
from tests.factories import reservation_body
from tests.services.held_clock import HeldClock

_FIRST = ("Anna", "Ben", "Clara", "David", "Emma", "Finn", "Greta", "Hugo", "Ida", "Jonas", "Karla", "Leon", "Mia")
_SYLLABLES = ("bau", "ber", "dorf", "feld", "hof", "lich", "mann", "mei", "ner", "schmi", "stein", "wag", "wei")


def invented_households() -> Iterator[dict[str, object]]:
    """Valid calls, no two alike in anything a rule compares."""
    number = 0
    while True:
        a, b = divmod(number, len(_SYLLABLES))
        last = f"{_SYLLABLES[b]}{_SYLLABLES[a % 13]}{_SYLLABLES[a // 13 % 13]}".title()
        email = f"{last}.{number}@mail{number % 40}.example.org".lower()
        phone = f"0171 {2_000_000 + number}"
        yield reservation_body(
            first_name=_FIRST[number % 13], last_name=last, email=email, mobile_phone=phone, touches=[]
        )
        number += 1


def spread_addresses(count: int) -> list[str]:
    """Single addresses, each of another network."""
    return [f"{11 + number // 200}.{number % 200}.7.9" for number in range(count)]


class Callers:
    """Calls a desk as from given addresses; `held` are the places given, by address."""

    def __init__(self, db: Database, desk: ReservationDesk, clock: HeldClock) -> None:
        self._db, self.desk, self.clock = db, desk, clock
        self._households = invented_households()
        self.held: Counter[str] = Counter()
        self.last_code: str | None = None

    def submission(self, address: str, **changes: object) -> Submission:
        """A call with an invented household; changes to its body."""
        body = next(self._households) | changes
        return self.desk.submission(self.desk.check(body), identify("test", body, None), address)

    def reserve(self, address: str, **changes: object) -> int:
        """One such call; its status."""
        submission = self.submission(address, **changes)
        outcome = self._db.write(lambda session: self.desk.submit(session, [submission])[0])
        self.held[address] += outcome.status == 200
        self.last_code = outcome.body.get("code")
        return outcome.status

    def attack(self, calls: int, addresses: list[str], lasting: timedelta) -> int:
        """So many calls in turn from these addresses, evenly over a time; how many places they got."""
        before = self.held.total()
        for number in range(calls):
            self.reserve(addresses[number % len(addresses)])
            self.clock.advance(seconds=lasting.total_seconds() / calls)
        return self.held.total() - before
