"""The primary is lost under load, its standby takes over, and no server of ours is told."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from analytics.store.catalogue import Store
from services.backup.capture import postgresql as backups
from services.core.clock import utc_now
from services.core.db.db import Database
from services.reports.run import ReportContext
from services.reservations.models import Reservation
from services.settings_databases import with_hosts
from services.staff.audit import first_broken_entry
from services.store.ingest import StoreIngest
from services.store.status import verify_whole
from tests.analytics.visit_rows import add_visits, visits_from
from tests.factories import reservation_body
from tests.faults.calls import Answer, call_all, distinct_bodies
from tests.fixtures.cluster import SERVERS
from tests.fixtures.clusters import wait_until
from tests.fixtures.proved import proved
from tests.fixtures.served import run_forked
from tests.fixtures.servers import Server, StartServer
from tests.fixtures.told_rows import Row, Tell
from tests.scale.replica.conftest import Pair, new_pair
from tests.services.reports.recount.told import Told
from tests.services.reports.recount.world import read_world
from tests.services.reports.test_recount import assert_recounted

QUIET = {"scheduler": "off", "rate_limits": "off"}
CLIENTS = 8
PROMOTED = "the replica promoted: nothing is lost"
SMALL = {
    "annual_kwh": 1000,
    "solar_share_amount": 699,
    "expected_monthly_credit": 5,
    "expected_annual_credit": 60,
    "expected_total_credits": 1200,
}
"""The smallest package, at the same credit per kWh."""


@pytest.fixture
def pair() -> Iterator[Pair]:
    """A pair of its own: nothing of it can be used again."""
    made = new_pair()
    yield made
    made.close()


@dataclass
class Drill:
    """Servers that know both machines of a pair, and what they have promised."""

    pair: Pair
    name: str
    servers: list[Server]
    promised: set[str] = field(default_factory=set)
    taken: int = 0
    lost_seconds: float = 0.0
    numbers: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self) -> str:
        return both(self.pair, self.name, "read-write")

    def reserve(self, count: int, clients: int = CLIENTS) -> list[Answer]:
        """So many households, `clients` at a time; what was acknowledged is noted."""
        with self.numbers:
            bodies = distinct_bodies(self.taken + count)[self.taken :]
            self.taken += count
        answers = call_all([server.url for server in self.servers], bodies, clients=clients)
        self.promised |= {answer.body["reference"] for answer in answers if answer.status == 200}
        return answers

    def rows(self) -> int:
        return int(self.pair.primary.do("SELECT count(*) FROM reservations", self.name))

    def fail_over(self, noticed: Callable[[], object] = lambda: None) -> None:
        """The primary's machine is gone. Once that was `noticed`, its standby becomes the primary, and a household asks
        until it is served.
        """
        self.pair.primary.kill()
        noticed()
        begun = time.monotonic()
        assert self.pair.standby.do("SELECT pg_promote()")
        wait_until(lambda: self.reserve(1)[0].status == 200, "a reservation after the failover")
        self.lost_seconds = time.monotonic() - begun

    def lost(self) -> set[str]:
        """What was acknowledged and is not there."""
        with closing(Database(self.url)) as db, db.read() as session:
            return self.promised - set(session.scalars(select(Reservation.reference)))


def both(pair: Pair, name: str, kind: str) -> str:
    """The address as an operator writes it: both machines, and which of them is meant."""
    hosts = f"127.0.0.1:{pair.primary.port},127.0.0.1:{pair.standby.port}"
    return with_hosts(f"postgresql+psycopg://postgres@{hosts}/{name}?target_session_attrs={kind}")


@pytest.fixture
def drill(pair: Pair, start_server: StartServer) -> Drill:
    name = pair.create()
    url, replica = both(pair, name, "read-write"), both(pair, name, "standby")
    return Drill(pair, name, [start_server(url, replica_url=replica, **QUIET) for _ in range(SERVERS)])


def with_standby_in_step(pair: Pair) -> None:
    """From now on the primary acknowledges what the standby has on its disk, too."""
    pair.primary.set(synchronous_standby_names="standby")
    in_step = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
    wait_until(lambda: pair.primary.do(in_step) == 1, "the standby is synchronous")


@pytest.mark.sample(0)
def test_nothing_acknowledged_is_lost_with_a_synchronous_standby(drill: Drill, tmp_path: Path, told: Tell) -> None:
    """Neither a place nor an entry of the log nor a row of the reports' store; and the servers go on by themselves."""
    with_standby_in_step(drill.pair)
    store = Store(drill.url, drill.servers[0].data_dir.resolve() / "store")
    with closing(Database(drill.url)) as db:
        add_visits(db, visits_from(utc_now().replace(microsecond=0), 40))
        drill.reserve(10)
        StoreIngest(db, store, utc_now).run()
    with under_load(drill) as answers:
        wait_until(lambda: drill.rows() > proved(40, 200), "the load")
        drill.fail_over(lambda: wait_until(lambda: 503 in {one.status for one in answers}, "a refused household"))
    assert {answer.status for answer in answers} == {200, 503}
    remarks = f"the next reservation {drill.lost_seconds:.2f} s after the promotion"
    told(
        Row(
            PROMOTED,
            f"the primary killed under load; {len(drill.promised)} reservations",
            len(drill.lost()),
            0,
            remarks,
        )
    )
    with backups.connect(drill.url) as connection:
        assert connection.execute("SELECT NOT pg_is_in_recovery()").fetchone() == (True,)
    with closing(Database(drill.url)) as db:
        assert_whole(db)
        assert_reports_right(db, store)
    assert_doctor_speaks(drill, tmp_path)


@contextmanager
def under_load(drill: Drill) -> Iterator[list[Answer]]:
    """While the block runs, households reserve without a pause."""
    answers: list[Answer] = []
    over = threading.Event()

    def go_on() -> None:
        while not over.is_set():
            answers.extend(drill.reserve(CLIENTS))

    load = threading.Thread(target=go_on)
    load.start()
    try:
        yield answers
    finally:
        over.set()
        load.join()


def assert_whole(db: Database) -> None:
    with db.read() as session:
        numbers = session.scalars(select(Reservation.spot_number)).all()
        assert len(set(numbers)) == len(numbers)
        assert first_broken_entry(session) is None


def assert_reports_right(db: Database, store: Store) -> None:
    """On the promoted cluster: what was carried into files before, and is carried after, is every row once."""
    add_visits(db, visits_from(utc_now().replace(microsecond=0), 15))
    StoreIngest(db, store, utc_now).run()
    assert verify_whole(db, store) == []
    now = utc_now()
    answer = assert_recounted(Told(ReportContext(db, store, now), read_world(db, now)), "overview", {})
    with db.read() as session:
        assert answer.stand.reservations == session.scalar(select(func.count()).select_from(Reservation))
    assert answer.stand.visits == 55


def assert_doctor_speaks(drill: Drill, folder: Path) -> None:
    """The promoted standby is the primary now, and there is no other."""
    environment = {
        "VOLTIGO_DATABASE_URL": drill.url,
        "VOLTIGO_REPLICA_URL": both(drill.pair, drill.name, "standby"),
        "VOLTIGO_DATA_DIR": str(drill.servers[0].data_dir.resolve()),
    }
    said = run_forked(["doctor"], os.environ | environment, folder).stdout
    assert "Die Lesekopie antwortet nicht. Berichte und Exporte lesen so lange den Hauptserver." in said
    assert "PostgreSQL antwortet." in said


def cut_off(pair: Pair) -> None:
    """The line between the machines is cut: the standby gets nothing any more."""
    pair.standby.set(primary_conninfo="host=127.0.0.1 port=1 user=nobody")
    wait_until(lambda: pair.standby.do("SELECT count(*) FROM pg_stat_wal_receiver") == 0, "the standby is cut off")


def changes(drill: Drill) -> int:
    """What reports know the state of the reservations by."""
    with closing(Database(drill.url)) as db, db.read() as session:
        counted = "SELECT sum(changes) FROM relation_marks WHERE relation = 'reservations'"
        return int(session.scalar(text(counted)) or 0)


@pytest.mark.sample(0)
def test_an_asynchronous_standby_loses_what_it_had_not_received(drill: Drill) -> None:
    """The control of the test before, and what the manual says of this setting. What was lost is in no report, also
    where as many others took its place and a process still has the rows of both in its memory.
    """
    store = Store(drill.url, drill.servers[0].data_dir.resolve() / "store")
    drill.reserve(5, clients=1)  # one after the other: each is a transaction, by which states are counted
    drill.pair.standby.has_caught_up_with(drill.pair.primary)
    cut_off(drill.pair)
    answers = drill.reserve(10, clients=1)
    assert [answer.status for answer in answers] == [200] * 10
    with closing(Database(drill.url)) as db:
        assert kwh_told(db, store) == 15 * 2000
    before = changes(drill)
    drill.fail_over()
    assert drill.lost() == {answer.body["reference"] for answer in answers}
    small = [reservation_body(email=f"klein-{number}@example.org", **SMALL) for number in range(9)]
    assert [one.status for one in call_all([drill.servers[0].url], small, clients=1)] == [200] * 9
    assert changes(drill) == before, "the states of both would be told apart by their count alone"
    with closing(Database(drill.url)) as db:
        assert kwh_told(db, store) == 6 * 2000 + 9 * 1000


def kwh_told(db: Database, store: Store) -> int:
    """The reserved kWh as the report says, recounted."""
    now = utc_now()
    told = Told(ReportContext(db, store, now), read_world(db, now))
    answer = assert_recounted(told, "reservations", {})
    return sum(int(row["annual_kwh"]) for row in answer.tables["rows"].rows)


@pytest.mark.sample(0)
def test_a_synchronous_standby_that_receives_nothing_lets_nothing_be_acknowledged(drill: Drill, told: Tell) -> None:
    with_standby_in_step(drill.pair)
    drill.reserve(5)
    cut_off(drill.pair)
    answers: list[Answer] = []
    load = threading.Thread(target=lambda: answers.extend(drill.reserve(4)))
    load.start()
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    wait_until(lambda: drill.pair.primary.do(waiting) > 0, "a commit waits for the standby")
    drill.pair.primary.kill()
    load.join()
    assert {answer.status for answer in answers} == {503}
    drill.fail_over()
    tried = f"{len(answers)} calls while the standby receives nothing, none acknowledged; then the primary killed"
    told(Row(PROMOTED, tried, len(drill.lost())))
