"""Who counts as the same visitor, and that the way back from the number is destroyed with the day."""

import asyncio
import hashlib
import http.client
import json
import threading
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import select

import services.visits
from services.core.clock import berlin_day, end_of_berlin_day, utc_now
from services.core.db.db import Database
from services.core.schedules import AtTime, Every
from services.jobs.registry import all_jobs
from services.settings import Settings
from services.visits.models import Visit, VisitSalt
from services.visits.new_visitors import WIDER
from services.visits.steps import Step
from services.visits.touches import LONGEST_VALUE, UTM_FIELDS
from services.visits.validation import LARGEST_VISIT, STEPS
from services.visits.visitors import SALT_BYTES, SaltOfToday, SaltRemoval, shared_salts, visitor_number
from tests.fixtures.servers import StartServer
from tests.services.held_clock import HeldClock
from tests.services.stored import stored
from tests.services.visits.conftest import FIREFOX, OWN_SCRIPT, SAFARI, Visitors

MIDNIGHTS = [
    # The last second of a day in Berlin in UTC, and that day: winter, summer, and the two days of a clock change.
    (datetime(2026, 1, 15, 22, 59, 59, tzinfo=UTC), date(2026, 1, 15)),
    (datetime(2026, 7, 15, 21, 59, 59, tzinfo=UTC), date(2026, 7, 15)),
    (datetime(2026, 3, 28, 22, 59, 59, tzinfo=UTC), date(2026, 3, 28)),
    (datetime(2026, 3, 29, 21, 59, 59, tzinfo=UTC), date(2026, 3, 29)),
    (datetime(2026, 10, 24, 21, 59, 59, tzinfo=UTC), date(2026, 10, 24)),
    (datetime(2026, 10, 25, 22, 59, 59, tzinfo=UTC), date(2026, 10, 25)),
]
HOURS = [
    (datetime(2026, 1, 15, 22, 30, tzinfo=UTC), date(2026, 1, 15)),
    (datetime(2026, 1, 15, 23, 30, tzinfo=UTC), date(2026, 1, 16)),
    (datetime(2026, 1, 16, 0, 30, tzinfo=UTC), date(2026, 1, 16)),
    (datetime(2026, 7, 15, 21, 30, tzinfo=UTC), date(2026, 7, 15)),
    (datetime(2026, 7, 15, 22, 30, tzinfo=UTC), date(2026, 7, 16)),
    (datetime(2026, 7, 15, 23, 30, tzinfo=UTC), date(2026, 7, 16)),
    (datetime(2026, 7, 16, 0, 30, tzinfo=UTC), date(2026, 7, 16)),
    # The clock goes forward at 1:00 UTC; this day has 23 hours.
    (datetime(2026, 3, 28, 23, 30, tzinfo=UTC), date(2026, 3, 29)),
    (datetime(2026, 3, 29, 0, 30, tzinfo=UTC), date(2026, 3, 29)),
    (datetime(2026, 3, 29, 1, 0, tzinfo=UTC), date(2026, 3, 29)),
    (datetime(2026, 3, 29, 21, 30, tzinfo=UTC), date(2026, 3, 29)),
    (datetime(2026, 3, 29, 22, 0, tzinfo=UTC), date(2026, 3, 30)),
    (datetime(2026, 3, 29, 23, 30, tzinfo=UTC), date(2026, 3, 30)),
    # And back at 1:00 UTC: the hour from two to three comes twice, both times on this day.
    (datetime(2026, 10, 24, 22, 0, tzinfo=UTC), date(2026, 10, 25)),
    (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), date(2026, 10, 25)),
    (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), date(2026, 10, 25)),
    (datetime(2026, 10, 25, 22, 30, tzinfo=UTC), date(2026, 10, 25)),
    (datetime(2026, 10, 25, 23, 30, tzinfo=UTC), date(2026, 10, 26)),
]


def test_every_visit_is_on_its_day_in_berlin(visitors: Visitors) -> None:
    for moment, _ in HOURS:
        visitors.clock.now = moment
        assert visitors.report().status_code == 204
    assert [(row["at"], row["day"]) for row in visitors.rows()] == HOURS


def test_the_visitor_is_somebody_else_after_midnight_in_berlin(visitors: Visitors) -> None:
    second = timedelta(seconds=1)
    for last_second, day in MIDNIGHTS:
        for moment in (last_second - timedelta(hours=20), last_second, last_second + second):
            visitors.clock.now = moment
            visitors.report()
        morning, evening, next_day = visitors.rows()[-3:]
        assert (morning["day"], evening["day"], next_day["day"]) == (day, day, day + timedelta(days=1))
        assert morning["visitor"] == evening["visitor"] != next_day["visitor"]
        end = end_of_berlin_day(day)
        assert end == last_second + second
        assert (berlin_day(end - timedelta(microseconds=1)), berlin_day(end)) == (day, day + timedelta(days=1))


def test_browser_and_household_make_the_visitor(visitors: Visitors) -> None:
    for address, browser in (
        ("203.0.113.9", FIREFOX), ("203.0.113.9", FIREFOX), ("203.0.113.9", SAFARI), ("203.0.113.10", FIREFOX),
        ("2001:db8:1:2:aaaa::1", FIREFOX), ("2001:db8:1:2:bbbb::7", FIREFOX), ("2001:db8:1:3::1", FIREFOX),
        ("::ffff:203.0.113.9", FIREFOX),
    ):  # fmt: skip
        visitors.report(address=address, user_agent=browser)
    one, again, other_browser, neighbour, six, same_house, next_house, mapped = (r["visitor"] for r in visitors.rows())
    assert one == again == mapped
    assert six == same_house
    assert len({one, other_browser, neighbour, six, next_house}) == 5


def test_address_and_browser_cannot_be_shifted_into_each_other() -> None:
    salt = bytes(range(32))
    assert visitor_number(salt, "203.0.113.1", "1 Firefox") != visitor_number(salt, "203.0.113.11", " Firefox")


def test_the_number_is_the_hash_it_is_said_to_be() -> None:
    """HMAC-SHA256 written out after its definition."""

    def by_the_book(key: bytes, message: bytes) -> bytes:
        block = key.ljust(64, b"\0")
        inner = hashlib.sha256(bytes(b ^ 0x36 for b in block) + message).digest()
        return hashlib.sha256(bytes(b ^ 0x5C for b in block) + inner).digest()

    salt = bytes(range(32))
    expected = by_the_book(salt, b"203.0.113.9\0Firefox")[:8]
    number = visitor_number(salt, "203.0.113.9", "Firefox")
    assert number.to_bytes(8, "big", signed=True) == expected
    assert -(2**63) <= number < 2**63


def test_a_forwarded_address_counts_only_from_a_listed_proxy(open_site: Callable[..., Visitors]) -> None:
    """Nobody makes many visitors of one by inventing addresses."""
    visitors = open_site(rate_limits="off", trusted_proxies="10.0.0.0/8")

    def report(peer: str, forwarded: str) -> int:
        headers = OWN_SCRIPT | {"User-Agent": FIREFOX, "X-Forwarded-For": forwarded}
        visitors.from_address(peer).post("/api/visits", json={"step": "page_view"}, headers=headers)
        number: int = visitors.last()["visitor"]
        return number

    invented = {report("203.0.113.9", f"198.51.100.{number}") for number in range(5)}
    assert len(invented) == 1
    behind = {report("10.0.0.1", f"198.51.100.{number}") for number in range(5)}
    assert len(behind) == 5
    assert len({report("10.0.0.1", f"1.2.3.{number}, 198.51.100.1") for number in range(5)}) == 1
    assert report("10.0.0.1", "203.0.113.9") in invented


def salts(db: Database) -> dict[date, bytes]:
    return {row["day"]: row["salt"] for row in stored(db, VisitSalt)}


@pytest.mark.both_databases(sample="postgresql")
def test_there_is_one_salt_a_day_and_each_is_new(visitors: Visitors) -> None:
    for _ in range(3):
        visitors.report()
        visitors.clock.advance(hours=24)
    kept = salts(visitors.db)
    assert [str(day) for day in kept] == ["2026-11-03", "2026-11-04", "2026-11-05"]
    assert {len(salt) for salt in kept.values()} == {SALT_BYTES}
    assert len(set(kept.values())) == 3


@pytest.mark.both_databases(sample="postgresql")
def test_two_processes_that_race_for_the_first_visit_share_one_salt(database_url: str) -> None:
    """Each has its own pool and writer, as processes have."""
    databases = [Database(database_url) for _ in range(6)]
    start = threading.Barrier(len(databases))
    moment = datetime(2026, 11, 3, 10, 0, tzinfo=UTC)
    found: list[bytes] = []

    def ask(db: Database) -> None:
        async def first_visits() -> None:
            keeper = SaltOfToday()
            found.extend(await asyncio.gather(*(keeper.of(db, moment) for _ in range(4))))

        start.wait()
        asyncio.run(first_visits())

    threads = [threading.Thread(target=ask, args=[db]) for db in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 24
    assert set(found) == set(salts(databases[0]).values())
    assert len(set(found)) == 1
    for db in databases:
        db.close()


@pytest.mark.both_databases(sample="postgresql")
def test_two_servers_see_one_visitor(database_url: str, start_server: StartServer, db: Database) -> None:
    for _ in range(2):
        server = start_server(database_url, scheduler="off")
        connection = http.client.HTTPConnection("127.0.0.1", urlsplit(server.url).port or 0, timeout=20)
        headers = OWN_SCRIPT | {"Content-Type": "application/json", "User-Agent": FIREFOX}
        connection.request("POST", "/api/visits", json.dumps({"step": "page_view"}), headers)
        assert connection.getresponse().status == 204
        connection.close()
    first, second = stored(db, Visit)
    assert first["visitor"] == second["visitor"]


@pytest.mark.both_databases(sample="postgresql")
def test_the_salt_of_a_day_that_is_over_is_destroyed_and_todays_stays(db: Database) -> None:
    clock = HeldClock(datetime(2026, 3, 29, 21, 59, 59, tzinfo=UTC))
    days = [date(2026, 3, 27), date(2026, 3, 28), date(2026, 3, 29)]
    made = dict(zip(days, db.write(lambda session: shared_salts(session, days)), strict=True))
    removal = SaltRemoval(db, clock)
    assert removal.run() == 2
    assert salts(db) == {days[2]: made[days[2]]}
    assert removal.run() == 0
    clock.advance(seconds=1)
    assert removal.run() == 1
    assert salts(db) == {}


def files_of(url: str) -> bytes:
    """Everything SQLite keeps on the disk: the database and its logs."""
    path = Path(url.removeprefix("sqlite:///"))
    return b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))


def test_no_byte_of_a_destroyed_salt_is_left_in_the_files(sqlite_url: str) -> None:
    db = Database(sqlite_url)
    clock = HeldClock()
    [salt] = db.write(lambda session: shared_salts(session, [berlin_day(clock.now)]))
    assert salt in files_of(sqlite_url), "or the search finds nothing at all"
    clock.advance(hours=24)
    assert SaltRemoval(db, clock).run() == 1
    assert salt not in files_of(sqlite_url)
    assert salt[:8] not in files_of(sqlite_url)
    db.close()


def test_a_long_read_delays_the_last_traces_and_the_next_run_removes_them(sqlite_url: str) -> None:
    db = Database(sqlite_url)
    clock = HeldClock()
    [salt] = db.write(lambda session: shared_salts(session, [berlin_day(clock.now)]))
    clock.advance(hours=24)
    removal = SaltRemoval(db, clock)
    with db.read() as session:
        assert session.scalar(select(VisitSalt.salt)) == salt
        assert removal.run() == 1
        assert salt in files_of(sqlite_url)
    assert removal.run() == 0
    assert salt not in files_of(sqlite_url)
    db.close()


def test_postgresql_keeps_no_old_version_of_a_destroyed_salt(postgresql_url: str) -> None:
    db = Database(postgresql_url)
    clock = HeldClock()
    db.write(lambda session: shared_salts(session, [berlin_day(clock.now)]))
    clock.advance(hours=24)
    with db.read() as session:
        session.execute(select(Visit.id))
        assert SaltRemoval(db, clock).run() == 1
    with db.engine.connect() as connection:
        size = connection.exec_driver_sql("SELECT pg_relation_size('visit_salts')").scalar()
    assert size == 0, "although somebody was reading all the while"
    db.close()


def test_a_process_forgets_its_salt_at_midnight_though_nobody_comes(db: Database) -> None:
    """The end of the day is near enough to wait for it: a hundredth of a second."""
    near_midnight = datetime(2026, 11, 3, 22, 59, 59, 990_000, tzinfo=UTC)

    async def hold() -> list[Any]:
        keeper = SaltOfToday()
        salt = await keeper.of(db, near_midnight)
        held = [keeper._salt == salt]
        forgotten = asyncio.Event()
        asyncio.get_running_loop().call_later(0.05, forgotten.set)
        await forgotten.wait()
        return [*held, keeper._salt, keeper._day]

    assert asyncio.run(hold()) == [True, b"", None]


DOCUMENT = Path(services.visits.__file__).with_name("VISITS.md").read_text(encoding="utf-8")
WORDS = " ".join(DOCUMENT.split())


def test_every_column_and_step_is_explained() -> None:
    for step in STEPS:
        assert f"`{step}`" in DOCUMENT
    assert f"`{Step.RESERVED.name.lower()}`" in DOCUMENT
    assert f"`utm_…` ({len(UTM_FIELDS)})" in DOCUMENT


def test_limits_are_those_of_the_code(sqlite_url: str, tmp_path: Path) -> None:
    settings = Settings(_env_file=None, data_dir=tmp_path)  # type: ignore[call-arg]
    db = Database(sqlite_url)
    jobs = {job.name: job for job in all_jobs(settings, db, utc_now)}
    db.close()
    salts, walk = jobs["forget-salts"].rule, jobs["self-check"].rule
    assert isinstance(salts, Every)
    assert isinstance(walk, AtTime)
    rate, visitors = settings.rate_limits.visit, settings.rate_limits.visitors
    for said in (
        f"413 above {LARGEST_VISIT} bytes",
        f"429 for the {rate.calls + 1}st call of an address within {rate.seconds} seconds",
        f"may bring {visitors.calls} new visitors within {visitors.seconds} seconds",
        f"/48: {WIDER} times the number",
        f"cut at {LONGEST_VALUE} characters",
        f"The salt is {SALT_BYTES} random bytes",
        f"every {salts.seconds} seconds",
        f"At {walk.at:%H:%M} in Berlin `self-check`",
    ):
        assert said in WORDS


def test_the_table_of_days_is_right() -> None:
    section = DOCUMENT.split("| moment (UTC) | day in Berlin | |\n")[1].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines()[1:]]
    assert len(rows) == 8
    for moment, day, _ in rows:
        assert str(berlin_day(datetime.fromisoformat(moment).replace(tzinfo=UTC))) == day
