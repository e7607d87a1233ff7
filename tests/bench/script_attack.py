"""How many of 500 places a script holds after an hour, and what households behind busy addresses notice of the limits.

`python -m tests.bench.script_attack`: some minutes of held time, half a minute of real time.
"""

import logging
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog

from services.core.db.db import Database
from services.reservations.submit import ReservationDesk
from services.schema.migrate import migrate
from services.settings import Settings
from tests.services.held_clock import HeldClock
from tests.services.reservations.scripted import Callers, spread_addresses

FULL_HOUR = datetime(2026, 11, 3, 10, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
OLD_LIMITS = {
    "rate_limit_reserved_address": "1000000/86400",
    "rate_limit_reserved_network": "1000000/3600",
    "rate_limit_reserved_block": "1000000/3600",
}
"""As if only calls of single addresses were counted."""


@dataclass(frozen=True)
class Source:
    """Where households come from: a share of all, behind so many addresses, of so many networks."""

    name: str
    share: float
    addresses: int
    pattern: str

    def address(self, chance: random.Random) -> str:
        number = chance.randrange(self.addresses)
        return self.pattern.format(number % 250 + 1, number // 250)


SOURCES = (
    Source("home, IPv6 of one provider's /40", 0.35, 60_000, "2001:db8:{1:x}:{0:x}00::/64"),
    Source("home, an IPv4 address each", 0.30, 50_000, "84.{1}.{0}.9"),
    Source("mobile carrier, 64 addresses of one /24", 0.15, 64, "80.187.96.{0}"),
    Source("mobile carrier, 16 addresses of one /24", 0.10, 16, "89.204.137.{0}"),
    Source("company behind one address", 0.04, 1, "194.9.8.7"),
    Source("university behind one address", 0.06, 1, "141.2.3.4"),
)


def with_callers(work: Callable[[Callers], object], **settings: str) -> object:
    """Do something to an empty park of 500 places."""
    with tempfile.TemporaryDirectory() as folder:
        made = Settings(_env_file=None, data_dir=Path(folder), **settings)  # type: ignore[arg-type]
        db = Database(made.database)
        migrate(db)
        try:
            clock = HeldClock(FULL_HOUR)
            return work(Callers(db, ReservationDesk(made, clock), clock))
        finally:
            db.close()


def attack(callers: Callers, addresses: list[str]) -> str:
    """700 calls in 15 seconds, then 3,000 more until the hour is over; a household elsewhere afterwards."""
    at_once = callers.attack(700, addresses, timedelta(seconds=15))
    later = callers.attack(3_000, addresses, HOUR - timedelta(seconds=20))
    household = "gets a place" if callers.reserve("203.0.113.7") == 200 else "is refused"
    return f"{at_once:3} in 15 seconds, {at_once + later:3} in an hour; a household elsewhere {household}"


def launch(callers: Callers, households: int, seed: int) -> dict[str, tuple[int, int]]:
    """So many households in an hour: asked and refused by source."""
    chance = random.Random(seed)
    counted = {source.name: (0, 0) for source in SOURCES}
    for _ in range(households):
        (source,) = chance.choices(SOURCES, [source.share for source in SOURCES])
        is_refused = callers.reserve(source.address(chance)) == 429
        asked, refused = counted[source.name]
        counted[source.name] = (asked + 1, refused + is_refused)
        callers.clock.advance(seconds=HOUR.total_seconds() / households)
    return counted


def main() -> None:
    """Print the figures of `services/reservations/abuse/LIMITS.md`."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    spread = spread_addresses(64)
    one_network = [f"198.51.100.{number}" for number in range(1, 65)]
    tunnel = [f"2001:db8:1:{number:x}::/64" for number in range(700)]
    for name, addresses in (("64 networks", spread), ("one /24", one_network), ("one /48", tunnel), ("1", spread[:1])):
        for label, settings in (("before", OLD_LIMITS), ("after ", {})):
            print(f"addresses of {name:12} {label} {with_callers(lambda c, a=addresses: attack(c, a), **settings)}")
    for households in (125, 250, 500):
        total: dict[str, tuple[int, int]] = dict.fromkeys((s.name for s in SOURCES), (0, 0))
        for seed in range(5):
            found = with_callers(lambda c, h=households, s=seed: launch(c, h, s))
            total = {name: (a + found[name][0], r + found[name][1]) for name, (a, r) in total.items()}  # type: ignore[index]
        print(f"{households} households in an hour, five times: asked and refused")
        for name, (asked, refused) in total.items():
            print(f"  {name:42} {asked:5} {refused:3}")


if __name__ == "__main__":
    main()
