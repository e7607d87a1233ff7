"""An upgrade and the way back, under load, behind Caddy: every request is answered, and nothing acknowledged is lost.

The versions are this tree and a copy with one more migration. Both serve one database for a while.
"""

import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import func, select

from services.core.clock import utc_now
from services.core.db.db import Database
from services.household_links import sessions
from services.reservations.models import Reservation
from services.schema.migrate import current_revision, newest_revision
from services.visits.models import Visit
from tests.factories import reservation_body
from tests.faults.next_version import BREAKS, next_version, run, started
from tests.faults.upgrade_load import RESERVE, MixedLoad
from tests.fixtures.left_behind import CLEANER
from tests.fixtures.next_migration import NEXT
from tests.fixtures.proved import proved
from tests.fixtures.proxies import Ports, free_ports, proxy
from tests.fixtures.servers import ROOT, Process, environment_of, process_of
from tests.fixtures.staff import add_member
from tests.services.stored import stored, wait_for

pytestmark = pytest.mark.both_databases(sample="sqlite")

REQUESTS = proved(120, 50_000)
PARTS = 5
"""Of the load: old alone, both, the next alone, both, old alone again."""


class Stage:
    """Two places for servers behind the proxy, each empty or with one version."""

    def __init__(self, database_url: str, ports: Ports, folder: Path) -> None:
        self._ports, self._folder = ports, folder
        data_dir = folder / "data"
        data_dir.mkdir()
        self._settings = {
            "database_url": database_url,
            "data_dir": str(data_dir),
            "public_url": ports.url,
            "trusted_proxies": "127.0.0.1",
            "rate_limits": "off",
        }
        self.running: dict[int, subprocess.Popen[bytes] | Process] = {}

    def start(self, place: int, tree: Path) -> None:
        """Start a version at a place, and wait until it is ready."""
        settings = {**self._settings, "port": str(self._ports.servers[place])}
        log = self._folder / f"server-{place}.log"
        if tree == ROOT:  # whose modules are loaded already
            url, data_dir = settings["database_url"], Path(settings["data_dir"])
            self.running[place] = process_of(environment_of(url, data_dir, settings), log, None)
        else:
            self.running[place] = started(tree, settings, log)
        wait_for(lambda: self.status(place, "readyz") == 200, seconds=300)

    def status(self, place: int, path: str) -> int:
        """What a server answers, 0 for nothing."""
        try:
            return httpx2.get(f"http://127.0.0.1:{self._ports.servers[place]}/{path}", timeout=30).status_code
        except httpx2.HTTPError:
            return 0

    def version(self, place: int) -> str:
        """The mark of the version: `ok` or `next`."""
        url = f"http://127.0.0.1:{self._ports.servers[place]}/healthz"
        return str(httpx2.get(url, timeout=30).json()["status"])

    def stop(self, place: int) -> int:
        """As systemd does."""
        process = self.running.pop(place)
        process.send_signal(signal.SIGTERM)
        CLEANER.forget("process", process.pid)
        code = process.wait(timeout=90)
        if process.stdout:
            process.stdout.close()
        return code

    def command(self, tree: Path, *arguments: str) -> None:
        """A command of a version on the same database."""
        run(tree, self._settings, *arguments)


@contextmanager
def behind_caddy(database_url: str, folder: Path) -> Iterator[tuple[Stage, Callable[[], MixedLoad]]]:
    ports = free_ports()
    stage = Stage(database_url, ports, folder)
    in_turn = {"lb_policy first": "lb_policy round_robin"}  # while both serve, both get requests
    with proxy("caddy", folder / "proxy", ports, in_turn) as trust:
        try:
            yield stage, lambda: prepared(database_url, ports, trust)
        finally:
            for process in stage.running.values():
                process.kill()
                process.wait()
                if process.stdout:
                    process.stdout.close()


def prepared(database_url: str, ports: Ports, trust: object) -> MixedLoad:
    """A load with a colleague and a household, whose reservation is the first."""
    with httpx2.Client(base_url=ports.url, verify=trust, timeout=60) as client:  # type: ignore[arg-type]
        wait_for(lambda: client.get("/readyz").status_code == 200)
        assert client.post(RESERVE, json=reservation_body()).status_code == 200
    db = Database(database_url)
    (reservation,) = stored(db, Reservation)
    member = add_member(db, "admin")
    household = db.write(lambda session: sessions.begin(session, reservation["id"], utc_now()))
    db.close()
    return MixedLoad(ports.url, trust, member.token, household.token, references=[reservation["reference"]])  # type: ignore[arg-type]


def until(load: MixedLoad, part: int) -> None:
    """Wait for so many parts of the load."""
    wait_for(lambda: load.total >= REQUESTS * part // PARTS or load.failures, seconds=1200)


def revision(database_url: str) -> str | None:
    db = Database(database_url)
    with db.engine.connect() as connection:
        found = current_revision(connection)
    db.close()
    return found


@pytest.mark.xdist_group("upgrade")
@pytest.mark.sample(0)
def test_an_upgrade_and_the_way_back_cost_no_request(
    database_url: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    following = next_version(tmp_path / "next")
    with behind_caddy(database_url, tmp_path) as (stage, prepare):
        stage.start(0, ROOT)
        load = prepare()
        load.start()
        until(load, 1)
        stage.start(1, following)
        assert (stage.version(0), stage.version(1), revision(database_url)) == ("ok", "next", NEXT)
        assert stage.status(0, "readyz") == 200, "the old version serves the newer schema"
        until(load, 2)
        assert stage.stop(0) == 0
        until(load, 3)
        stage.start(0, ROOT)
        assert stage.version(0) == "ok"
        until(load, 4)
        assert stage.stop(1) == 0
        stage.command(following, "migrate", "--to", str(newest_revision()), "--yes")
        assert revision(database_url) == newest_revision()
        until(load, 5)
        load.stop()
        assert stage.stop(0) == 0
    record_property("answered", dict(load.answered))
    assert load.failures == []
    assert load.total >= REQUESTS
    assert set(load.answered) == {"page", "visit", "reserve", "list", "household", "parks"}
    db = Database(database_url)
    kept = {row["reference"] for row in stored(db, Reservation)}
    with db.read() as session:
        visits = session.scalar(select(func.count()).select_from(Visit))
    db.close()
    assert set(load.references) <= kept, "an acknowledged reservation is lost"
    assert len(kept) == len(load.references)
    assert visits == load.visits, "an acknowledged visit is lost"


@pytest.mark.xdist_group("upgrade")
@pytest.mark.sample(0)
def test_a_breaking_migration_would_be_noticed(database_url: str, tmp_path: Path) -> None:
    following = next_version(tmp_path / "next", BREAKS)
    with behind_caddy(database_url, tmp_path) as (stage, prepare):
        stage.start(0, ROOT)
        load = prepare()
        load.start()
        wait_for(lambda: load.total > 50)
        stage.command(following, "migrate")
        wait_for(lambda: load.failures)
        wait_for(lambda: stage.status(0, "readyz") == 503)
        load.stop()
    assert any("visit" in failure or "50" in failure for failure in load.failures)


@pytest.mark.xdist_group("upgrade")
@pytest.mark.sample(0)
def test_a_stop_without_a_drain_would_be_noticed(database_url: str, tmp_path: Path) -> None:
    with behind_caddy(database_url, tmp_path) as (stage, prepare):
        stage.start(0, ROOT)
        stage.start(1, ROOT)
        load = prepare()
        load.start()
        wait_for(lambda: load.total > 200)
        stage.running[0].kill()
        wait_for(lambda: load.failures)
        load.stop()
    assert load.failures
