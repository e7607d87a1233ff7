"""The mixed load with its outages: two servers on one database, of which one is killed again and again."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from sqlalchemy import update

from services.core.clock import utc_now
from services.core.db.db import Database
from services.parks import allocation
from services.parks.models import Park
from services.settings import Settings
from services.store.place import store_of
from tests.faults.mixed_load.comparison import losses, mail_losses, moment_without_due_mail, resident_kib
from tests.faults.mixed_load.desk import clerk, marketer
from tests.faults.mixed_load.households import Mailboxes, households
from tests.faults.mixed_load.ledger import Ledger
from tests.faults.mixed_load.outages import Break, Outages, causes_of
from tests.faults.mixed_load.traffic import Traffic
from tests.fixtures.servers import Server, StartServer
from tests.fixtures.staff import add_member
from tests.services.stored import wait_for

_SPOTS: Final = 50_000
_LOOK_AT_MEMORY_EVERY: Final = 1.0


@dataclass(frozen=True)
class Load:
    """How much of it: seconds, households at a time, seconds between two outages."""

    seconds: float
    households: int
    pause: tuple[float, float]
    seed: int


@dataclass(frozen=True)
class Outcome:
    """What was found afterwards."""

    ledger: Ledger
    losses: list[str]
    mails: int
    mails_twice: int


def run(
    load: Load, database_url: str, start_server: StartServer, breaks: Mapping[str, Break], mailboxes: Mailboxes
) -> Outcome:
    """Put the load on the product, let everything it promised come to its end, and compare."""
    settings = {"rate_limits": "off", "smtp_url": mailboxes.url}

    def start() -> Server:
        return start_server(database_url, **settings)

    db, ledger, random = Database(database_url), Ledger(), Random(load.seed)
    db.write(open_large_park)
    servers = [start(), start()]
    traffic = Traffic(lambda: [server.url for server in servers], ledger, Random(load.seed + 1))
    with Outages(ledger, random, causes_of(servers, start, breaks), load.pause):
        put_load(traffic, db, mailboxes, load, servers[0].process.pid)
    settled_at = wait_for(lambda: moment_without_due_mail(db))
    assert [server.stop() for server in servers] == [0, 0]
    outcome = outcome_of(db, ledger, mailboxes, database_url, servers[0].data_dir, settled_at)
    db.close()
    return outcome


def outcome_of(
    db: Database, ledger: Ledger, mailboxes: Mailboxes, database_url: str, data_dir: Path, settled_at: datetime
) -> Outcome:
    """Compare what was promised with what is there; no process runs any more that could change it."""
    store = store_of(_settings_of(database_url, data_dir))
    found, twice = mail_losses(db, mailboxes.arrived, settled_at)
    return Outcome(ledger, losses(db, ledger, store, data_dir) + found, mailboxes.arrived.total(), twice)


def open_large_park(session: Any) -> None:
    """One that an hour does not fill."""
    session.execute(update(Park).where(Park.id == "ingolstadt").values(spot_limit=_SPOTS, kwh_limit=None))
    allocation.add_spots(session, "ingolstadt", _SPOTS, utc_now())


def _settings_of(database_url: str, data_dir: Path) -> Settings:
    return Settings(_env_file=None, database_url=database_url, data_dir=data_dir)  # type: ignore[call-arg]


def put_load(traffic: Traffic, db: Database, mailboxes: Mailboxes, load: Load, steady: int | None) -> None:
    """For as long as the load lasts; the memory of the process `steady`, which has to live, is watched."""
    traffic.ends_at = time.monotonic() + load.seconds
    asyncio.run(_all(traffic, db, mailboxes, load, steady))


async def _all(traffic: Traffic, db: Database, mailboxes: Mailboxes, load: Load, steady: int | None) -> None:
    numbers = count(1)
    async with asyncio.TaskGroup() as group:
        for _ in range(load.households):
            group.create_task(households(traffic, mailboxes, numbers))
        group.create_task(clerk(traffic, add_member(db, "staff")))
        group.create_task(marketer(traffic, add_member(db, "admin")))
        if steady is not None:
            group.create_task(_watch_memory(traffic, lambda: resident_kib(steady)))


async def _watch_memory(traffic: Traffic, look: Callable[[], int]) -> None:
    started = time.monotonic()
    while not traffic.is_over:
        traffic.ledger.memory.append((time.monotonic() - started, look()))
        await asyncio.sleep(_LOOK_AT_MEMORY_EVERY)


def summary(outcome: Outcome) -> str:
    """Figures for people."""
    ledger = outcome.ledger
    statuses = ", ".join(f"{status or 'broken'}: {n}" for status, n in sorted(ledger.statuses.items()))
    kinds = Counter(re.sub(r"\d+|VG-\w+-\w+", "…", sentence) for sentence in outcome.losses)
    memory = [kib // 1024 for _, kib in ledger.memory] or [0]
    return "\n".join(
        [
            f"answers by status: {statuses}",
            f"acknowledged: {len(ledger.reserved)} reservations, {len(ledger.cancelled)} given back, "
            f"{len(ledger.confirmed)} confirmed, {len(ledger.messages)} messages, {len(ledger.notes)} notes, "
            f"{len(ledger.kept_reports)} kept reports, {ledger.visits} visits",
            f"outages: {dict(ledger.outages)}",
            f"mails: {outcome.mails} received, {outcome.mails_twice} of them twice under one Message-ID",
            f"memory of the steady server: {memory[0]} MiB, {max(memory)} MiB at most, {memory[-1]} MiB at the end, "
            f"last fifth by second fifth {ledger.growth():.2f}",
            f"losses: {len(outcome.losses)}",
            *(f"{count} × {kind}" for kind, count in kinds.most_common(40)),
        ]
    )
