"""Servers killed under load while they ship backups; then the machine is wiped, and what comes back is compared."""

import random
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from services.backup.repository import Snapshot
from services.backup.restore import restore
from services.backup.verify import faults_of
from services.core.clock import utc_now
from services.core.data_folder import RestoreUnfinished, refuse_unfinished_restore
from services.core.db.db import Database
from services.reservations.models import Reservation
from services.store.ingest import StoreIngest
from services.store.place import store_of
from tests.analytics.visit_rows import add_visits, visit
from tests.faults.killing import answer_of_process, counted
from tests.faults.promised import Promised
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.proved import proved
from tests.fixtures.servers import MakeClient, StartServer
from tests.fixtures.staff import PASSWORD, add_member, own_page_client, state_of
from tests.services.backup.installations import KEY, Installation, installation
from tests.services.staff.steps import SESSION
from tests.services.stored import wait_for

pytestmark = pytest.mark.both_databases(sample="sqlite")

KILLS = 50
_BACKING_UP_EACH_SECOND = """
from services.backup import status
from services.cli import app
status.EVERY_SECONDS = 1
app(["serve"])
"""


Machine = Callable[[str], Installation]


@pytest.fixture
def machine(tmp_path: Path, database_kind: str, postgresql_databases: PostgresqlDatabases) -> Iterator[Machine]:
    """Machines on which nothing is left but what a backup brings, by name."""
    made: list[str] = []

    def wiped(name: str) -> Installation:
        if database_kind == "sqlite":
            return installation(tmp_path / name, "", tmp_path / "target")
        made.append(postgresql_databases.create("template0"))
        return installation(tmp_path / name, postgresql_databases.url(made[-1]), tmp_path / "target")

    yield wiped
    for name in made:
        postgresql_databases.drop(name)


@pytest.fixture
def wiped(machine: Machine) -> Installation:
    """One of them."""
    return machine("wiped")


@pytest.mark.sample(1)
@pytest.mark.parametrize("kill", range(KILLS))
def test_what_was_promised_before_the_newest_snapshot_survives_kill_and_wipe(
    kill: int,
    database_url: str,
    tmp_path: Path,
    start_server: StartServer,
    make_client: MakeClient,
    wiped: Installation,
) -> None:
    """In every second round the first server dies alone, in the midst of a snapshot perhaps, and another one has to
    take over its shipping; in the end all that is left is killed.
    """
    chance = random.Random(kill)
    script = tmp_path / "often.py"
    script.write_text(_BACKING_UP_EACH_SECOND)
    old = installation(tmp_path / "var", database_url, tmp_path / "target")
    with closing(Database(database_url)) as db:
        member = add_member(db)
    servers = [start_server(database_url, script=script, **_settings(old)) for _ in range(1 + kill % 2)]
    load = Promised([servers[-1].url])
    wait_for(lambda: _snapshots(old))
    threads = load.begin()
    load.is_over.wait(chance.uniform(0.2, 1.5))
    if len(servers) == 2:
        servers[0].kill()
        before = _snapshots(old)
        wait_for(lambda: _snapshots(old) - before)  # the other one takes over
    load.is_over.wait(chance.uniform(0.2, 1.5))
    servers[-1].kill()
    killed_at = utc_now()
    load.is_over.set()
    for thread in threads:
        thread.join()
    snapshot = _brought_back(old, wiped)
    age = (killed_at - snapshot.taken_at).total_seconds()
    print(f"kill {kill}: {len(load.promised)} promised, the newest snapshot was {age:.2f} s old")
    _assert_whole(wiped, snapshot, load)
    again = make_client(database_url=wiped.settings.database, data_dir=wiped.settings.data_dir, rate_limits="off")
    browser = own_page_client(again)
    assert browser.post(SESSION, json={"email": member.email, "password": PASSWORD}).json()["stage"] == "code"
    code = member.code(utc_now(), state_of(again).settings.secret_key)
    assert browser.post(f"{SESSION}/code", json={"code": code}).status_code == 200


def _settings(old: Installation) -> dict[str, object]:
    backups = {"backup_url": old.target, "backup_key": KEY}
    return {"rate_limits": "off", "data_dir": old.settings.data_dir, **backups}


def _snapshots(old: Installation) -> set[str]:
    folder = old.target / "snapshots"
    return {path.name for path in folder.iterdir() if path.name[0] != "."} if folder.is_dir() else set()


def _brought_back(old: Installation, wiped: Installation) -> Snapshot:
    """Nothing of the old machine is left, and the newest snapshot is restored on another one."""
    shutil.rmtree(old.settings.data_dir)
    repository = old.repository()
    snapshot = repository.read_snapshot(repository.names()[-1])
    restore(wiped.settings, repository, snapshot, utc_now)
    return snapshot


def _assert_whole(wiped: Installation, snapshot: Snapshot, load: Promised) -> None:
    assert faults_of(wiped.settings, snapshot.counts, utc_now) == []
    with closing(Database(wiped.settings.database)) as db, db.read() as session:
        stored = dict(session.execute(select(Reservation.reference, Reservation.spot_number)).all())
    safe = {name: spot for name, (spot, at) in load.promised.items() if at <= snapshot.taken_at}
    assert safe.items() <= stored.items()
    assert len(set(stored.values())) == len(stored)


def _restore_and_tell(wiped: Installation, kill_at: int | None, there: object) -> None:
    repository = wiped.repository()
    with counted((str(Path(restore.__code__.co_filename).parent),), kill_at) as lines:
        restore(wiped.settings, repository, repository.read_snapshot(repository.names()[-1]), utc_now)
    there.send(lines.count)  # type: ignore[attr-defined]


@pytest.mark.parametrize("share", proved((0.97,), tuple(n / 13 for n in range(1, 13))))
def test_a_restore_killed_at_any_line_is_done_by_the_next_one(
    share: float, database_url: str, tmp_path: Path, machine: Machine, db: Database
) -> None:
    old = installation(tmp_path / "var", database_url, tmp_path / "target")
    add_member(db)
    snapshot = old.ship(db)
    lines = answer_of_process(_restore_and_tell, machine("counted"), None)
    wiped = machine("wiped")
    assert answer_of_process(_restore_and_tell, wiped, round(lines * share)) is None
    with pytest.raises(RestoreUnfinished):
        refuse_unfinished_restore(wiped.settings.data_dir)
    restore(wiped.settings, wiped.repository(), snapshot, utc_now)
    refuse_unfinished_restore(wiped.settings.data_dir)
    assert faults_of(wiped.settings, snapshot.counts, utc_now) == []


def test_every_file_that_the_database_names_is_in_a_snapshot_taken_beside_an_ingest(
    database_url: str, tmp_path: Path, wiped: Installation, db: Database
) -> None:
    """Snapshots are taken while another thread writes, merges and deletes files of the store."""
    old = installation(tmp_path / "var", database_url, tmp_path / "target")
    is_over = threading.Event()

    def ingest() -> None:
        store = StoreIngest(db, store_of(old.settings), utc_now)
        while not is_over.is_set():
            add_visits(db, [visit(utc_now(), visitor=number) for number in range(20)])
            store.run()

    thread = threading.Thread(target=ingest)
    thread.start()
    taken = [old.ship(db) for _ in range(proved(1, 30))]
    taken.append(wait_for(lambda: _with_files(old.ship(db))))
    is_over.set()
    thread.join()
    restore(wiped.settings, old.repository(), taken[-1], utc_now)
    assert faults_of(wiped.settings, taken[-1].counts, utc_now) == []


def _with_files(snapshot: Snapshot) -> Snapshot | None:
    """A snapshot of a store that has replaced a file already."""
    return snapshot if snapshot.tables["store_files"].rows > 2 else None
