"""How many of 500 places a script holds, what real households beside it are told, and what an opening minute comes to.

`python -m tests.bench.script_attack`: some hours of held time, some minutes of real time.
"""

import logging
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import structlog
from sqlalchemy import func, select

from services.core.db.db import Database
from services.parks.models import Park
from services.reservations.models import ACTIVE, Reservation
from services.schema.migrate import migrate
from services.settings import Settings
from tests.services.held_clock import HeldClock
from tests.services.reservations.scripted import (
    Callers,
    Script,
    one_allocation,
    real_address,
    real_mailbox,
    spread_addresses,
)

Result = TypeVar("Result")
FULL_HOUR = datetime(2026, 11, 3, 10, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
STEPS = ((timedelta(seconds=10), 700), (timedelta(seconds=50), 500), (timedelta(minutes=9), 500), (50 * HOUR / 60, 800))
"""How long, and how many calls: to 10 s, 1 min, 10 min and 1 h."""
BEFORE = {"rate_limits": "confirm_burst_percent=100,reserved_wide=1000000/3600,reserved_domain=1000000/3600"}
"""As if only small networks were counted, as it was before."""
SCRIPTS = (
    ("one IPv6 /32, one domain", Script(one_allocation(190), ["alles.example"])),
    ("200 networks, ten domains", Script(spread_addresses(200), [f"d{number}.example" for number in range(10)])),
    ("one IPv6 /32, sixty domains", Script(one_allocation(190), [f"d{number}.example" for number in range(60)])),
    ("one IPv6 /32, others' mailboxes", Script(one_allocation(190), ["gmail.com"], reads_mail=False)),
)
HOUSEHOLDS = 50
READS_AFTER = timedelta(minutes=3)


def with_callers(work: Callable[[Callers], Result], **settings: str) -> Result:
    """Do something to an empty park of 500 places."""
    with tempfile.TemporaryDirectory() as folder:
        made = Settings(_env_file=None, data_dir=Path(folder), **settings)  # type: ignore[arg-type]
        db = Database(made.database)
        migrate(db)
        try:
            return work(Callers(db, made, HeldClock(FULL_HOUR)))
        finally:
            db.close()


@dataclass
class Beside:
    """Real households, who press the link in their mail some minutes after it came."""

    callers: Callers
    chance: random.Random
    answers: Counter[str] = field(default_factory=Counter)
    count: int = 0
    _unread: list[tuple[datetime, str, str]] = field(default_factory=list)

    def come(self, count: int) -> None:
        """So many of them call now."""
        for _ in range(count):
            self.count += 1
            mailbox = real_mailbox(self.chance, 100_000 + self.count)
            status = self.callers.reserve(real_address(self.chance), email=mailbox)
            answer = "place at once" if status == 200 else str(self.callers.last_code)
            if answer in ("place at once", "confirm_first"):
                after = READS_AFTER * self.chance.uniform(0.3, 3)
                self._unread.append((self.callers.clock.now + after, mailbox, answer))
            else:
                self.answers[answer] += 1

    def read(self) -> None:
        """Those whose time has come press their link."""
        due = [one for one in self._unread if one[0] <= self.callers.clock.now]
        self._unread = [one for one in self._unread if one not in due]
        for _, mailbox, answer in sorted(due):
            came = self.callers.press_all([mailbox])[mailbox]
            self.answers[answer if came == "confirmed" else f"{answer}, then {came}"] += 1


def attack(callers: Callers, script: Script) -> tuple[list[str], Counter[str], str]:
    """Places that the script holds after each step, what households beside it were told, and how the park stands."""
    beside = Beside(callers, random.Random(11))
    held = []
    for lasting, calls in STEPS:
        for _ in range(10):
            callers.run(script, calls // 10, lasting / 10)
            beside.come(1)
            beside.read()
        beside.come(HOUSEHOLDS // len(STEPS) - 10)
        held.append(str(_held_by_ghosts(callers)))
    beside.come(HOUSEHOLDS - beside.count)
    callers.clock.advance(hours=1)
    beside.read()
    with callers.db.read() as session:
        paused = session.scalar(select(Park.paused_at).where(Park.id == "ingolstadt"))
    return (
        held,
        beside.answers,
        f"paused itself after {(paused - FULL_HOUR).total_seconds():.0f} s" if paused else "open",
    )


def _held_by_ghosts(callers: Callers) -> int:
    with callers.db.read() as session:
        is_ghost = Reservation.mailbox.startswith("geist")
        return session.scalar(select(func.count()).select_from(Reservation).where(is_ghost, ACTIVE)) or 0


def opening(callers: Callers, people: int) -> tuple[Counter[str], Counter[str], float]:
    """So many real people within a minute, who press their link half a minute to ten minutes later: their answers, what
    came of their presses, and when the park was full.
    """
    chance = random.Random(7)
    answers: Counter[str] = Counter()
    presses: Counter[str] = Counter()
    unread: list[tuple[datetime, str]] = []
    full_at = 0.0
    for start in range(0, people, 10):
        mailboxes = [real_mailbox(chance, start + one) for one in range(10)]
        addresses = [real_address(chance) for _ in mailboxes]
        group = [callers.submission(a, email=m) for a, m in zip(addresses, mailboxes, strict=True)]
        outcomes = callers.db.write(lambda session, group=group: callers.desk.submit(session, group))  # type: ignore[misc]
        for mailbox, outcome in zip(mailboxes, outcomes, strict=True):
            answer = outcome.body.get("code", "place at once")
            answers[answer] += 1
            if answer in ("place at once", "confirm_first"):
                unread.append((callers.clock.now + timedelta(seconds=chance.uniform(30, 600)), mailbox))
        callers.clock.advance(seconds=600 / people)
    for at, mailbox in sorted(unread):
        callers.clock.now = max(callers.clock.now, at)
        came = callers.press_all([mailbox])[mailbox]
        presses[came] += 1
        if came == "reserved":
            full_at = (callers.clock.now - FULL_HOUR).total_seconds()
    return answers, presses, full_at


def told(counts: Counter[str]) -> str:
    """The counts in words."""
    return ", ".join(f"{count} {name}" for name, count in counts.most_common())


def small_networks(callers: Callers, addresses: Sequence[str]) -> str:
    """3,700 calls in an hour from addresses of few networks, with mailboxes of forty domains that nobody reads."""
    at_once = callers.attack(700, list(addresses), timedelta(seconds=15))
    later = callers.attack(3_000, list(addresses), HOUR - timedelta(seconds=20))
    return f"{at_once:3} in 15 seconds, {at_once + later:3} in an hour"


def main() -> None:
    """Print the figures of `services/reservations/abuse/LIMITS.md`."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    print("places after 10 s, 1 min, 10 min, 1 h; 50 households beside it")
    for name, script in SCRIPTS:
        held, answers, _ = with_callers(lambda c, s=script: attack(c, s), **BEFORE)
        print(f"{name:32} before {' '.join(held):16} {told(answers)}", flush=True)
        held, answers, park = with_callers(lambda c, s=script: attack(c, s))
        print(f"{name:32} after  {' '.join(held):16} {told(answers)}; {park}", flush=True)
    one_network = [f"198.51.100.{number}" for number in range(1, 65)]
    tunnel = [f"2001:db8:1:{number:x}::/64" for number in range(700)]
    for name, addresses in (("64 networks", spread_addresses(64)), ("one /24", one_network), ("one /48", tunnel)):
        print(f"addresses of {name:12} {with_callers(lambda c, a=addresses: small_networks(c, a))}", flush=True)
    answers, presses, full_at = with_callers(lambda c: opening(c, 5_000))
    print(f"5,000 real people in a minute: {told(answers)}; then {told(presses)}; full after {full_at:.0f} s")


if __name__ == "__main__":
    main()
