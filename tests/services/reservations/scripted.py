"""A script that invents households, as somebody would write it who wants a whole park, and real households beside it:
for tests and measurement.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import select

from services.core.db.db import Database
from services.core.http.errors import Problem
from services.core.http.idempotency import identify
from services.household.sign_in import use_link
from services.mail.link_tokens import link_token
from services.mail.models import Mail
from services.reservations.submissions import Submission
from services.reservations.submit import ReservationDesk
from services.settings import Settings
from services.waiting_list.sign_in import confirm_first
from services.waiting_list.sign_in import use_link as use_waiting_link
from tests.factories import reservation_body
from tests.services.held_clock import HeldClock

_FIRST = ("Anna", "Ben", "Clara", "David", "Emma", "Finn", "Greta", "Hugo", "Ida", "Jonas", "Karla", "Leon", "Mia")
_SYLLABLES = ("bau", "ber", "dorf", "feld", "hof", "lich", "mann", "mei", "ner", "schmi", "stein", "wag", "wei")
_LARGE = ("gmail.com", "gmx.de", "web.de", "t-online.de", "outlook.de", "icloud.com", "freenet.de", "yahoo.de")


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


def one_allocation(count: int) -> list[str]:
    """Addresses of so many /48s of one IPv6 /32, as any company gets it from the registry."""
    return [f"2001:db8:{number:x}:1::/64" for number in range(count)]


def real_address(chance: random.Random) -> str:
    """Where a household of this country calls from: 45 in 100 by IPv6 out of two dozen /32s, of which the largest has a
    tenth; 40 by an IPv4 address of their own out of 300 /16s; 15 by a mobile carrier's shared addresses.
    """
    kind = chance.random()
    if kind < 0.45:
        provider = min(int(chance.expovariate(0.17)), 23)
        return f"2a02:{0x1000 + provider:x}:{chance.randrange(65536):x}:{chance.randrange(256) << 8:x}::/64"
    if kind < 0.85:
        network = chance.randrange(300)
        return f"{78 + network // 100}.{network % 100}.{chance.randrange(256)}.{chance.randrange(1, 255)}"
    pool = chance.randrange(40)
    return f"{109 + pool // 20}.{40 + pool % 4}.{pool}.{chance.randrange(64)}"


def real_mailbox(chance: random.Random, number: int) -> str:
    """Nine in ten with a large provider; the others have domains of their own."""
    domain = chance.choice(_LARGE) if chance.random() < 0.9 else f"familie{number}.example.org"
    return f"haushalt.{number}@{domain}"


@dataclass(frozen=True)
class Script:
    """Somebody who wants a whole park: who calls from these addresses in turn, with mailboxes of these domains, and
    presses the links in its mails at once where it owns the domains.
    """

    addresses: Sequence[str]
    domains: Sequence[str]
    reads_mail: bool = True


class Callers:
    """Calls a desk as from given addresses; `held` are the places given, by address."""

    def __init__(self, db: Database, settings: Settings, clock: HeldClock) -> None:
        self.db, self.settings, self.clock = db, settings, clock
        self.desk = ReservationDesk(settings, clock, confirm_first.keep)
        self._households = invented_households()
        self._scripted = 0
        self.held: Counter[str] = Counter()
        self.last_code: str | None = None

    def submission(self, address: str, **changes: object) -> Submission:
        """A call with an invented household; changes to its body."""
        body = next(self._households) | changes
        return self.desk.submission(self.desk.check(body), identify("test", body, None), address)

    def reserve(self, address: str, **changes: object) -> int:
        """One such call; its status."""
        return self.reserve_all([self.submission(address, **changes)], [address])[0]

    def reserve_all(self, group: Sequence[Submission], addresses: Sequence[str]) -> list[int]:
        """A group of calls in one transaction, as they come at once; their statuses."""
        outcomes = self.db.write(lambda session: self.desk.submit(session, group))
        self.held.update(a for a, outcome in zip(addresses, outcomes, strict=True) if outcome.status == 200)
        self.last_code = outcomes[-1].body.get("code")
        return [outcome.status for outcome in outcomes]

    def attack(self, calls: int, addresses: list[str], lasting: timedelta) -> int:
        """So many calls in turn from these addresses, evenly over a time; how many places they got."""
        before = self.held.total()
        for number in range(calls):
            self.reserve(addresses[number % len(addresses)])
            self.clock.advance(seconds=lasting.total_seconds() / calls)
        return self.held.total() - before

    def run(self, script: Script, calls: int, lasting: timedelta) -> None:
        """So many calls of a script, in groups of ten, evenly over a time."""
        for _ in range(calls // 10):
            emails, group, addresses = [], [], []
            for _ in range(10):
                number = self._scripted = self._scripted + 1
                addresses.append(script.addresses[number % len(script.addresses)])
                emails.append(f"geist.{number}@{script.domains[number % len(script.domains)]}")
                group.append(self.submission(addresses[-1], email=emails[-1]))
            self.reserve_all(group, addresses)
            if script.reads_mail:
                self.press_all(emails)
            self.clock.advance(seconds=lasting.total_seconds() / (calls // 10))

    def press_all(self, recipients: Sequence[str]) -> dict[str, str]:
        """Press the button behind the latest link of each of these mailboxes; what came of it, by mailbox: `confirmed`,
        `reserved`, `waits`, or the code of a refusal.
        """
        with self.db.read() as session:
            query = select(Mail.recipient, Mail.kind, Mail.values).where(Mail.recipient.in_(recipients))
            mails = {recipient: (kind, values) for recipient, kind, values in session.execute(query.order_by(Mail.id))}
        return {
            recipient: self._press(kind, str(values["link_seed"]))
            for recipient, (kind, values) in mails.items()
            if values.get("link_seed")
        }

    def _press(self, kind: str, seed: str) -> str:
        key, now = self.settings.secret_key, self.clock.now
        token = link_token(key, seed)
        try:
            if kind != "confirm_first":
                self.db.write(lambda session: use_link.press(session, self.settings, token, now))
                return "confirmed"
            _opened, placed = self.db.write(lambda session: use_waiting_link.press(session, self.settings, token, now))
        except Problem as problem:
            return problem.code
        return "reserved" if placed else "waits"
