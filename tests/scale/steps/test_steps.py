"""From one machine with SQLite to a cluster, a replica, an object store and an engine: by the manual's own commands.

After each step every figure of every report is the one before it, and a household can reserve.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from services.core.clock import berlin_day, utc_now
from services.demo.build import build
from services.store.ingest import StoreIngest
from services.store.place import store_of
from tests.factories import reservation_body
from tests.fixtures.clusters import new_cluster
from tests.fixtures.engines import running_engine
from tests.fixtures.object_store import ObjectStore
from tests.fixtures.proxies import CADDY, Ports, caddy_with, free_ports
from tests.scale.steps.commands import STARTED, STOOD_IN_FOR, steps
from tests.scale.steps.installation import Installation, is_without_faults
from tests.services.stored import wait_for

RESERVE = "/functions/v1/reserve-spot"
HOUSEHOLDS = 40


def test_the_readme_has_the_commands_of_five_steps() -> None:
    found = steps()
    assert [step.title[:3] for step in found] == ["# 1", "# 2", "# 3", "# 4", "# 5"]
    lines = [line for step in found for line in step.lines]
    for known in (*STARTED, *STOOD_IN_FOR, ".venv/bin/voltigo export", ".venv/bin/voltigo import"):
        assert any(line.startswith(known) for line in lines), known
    for setting in ("DATABASE_URL", "SECRET", "SCHEDULER", "REPLICA_URL", "STORE_URL", "ENGINE_URL", "ENGINE_FILES"):
        assert any(f"VOLTIGO_{setting}=" in line for line in lines), setting


@pytest.fixture
def ports() -> Ports:
    return free_ports(3)


@pytest.fixture
def installation(ports: Ports, tmp_path: Path) -> Iterator[Installation]:
    """A server with SQLite, whose figures come from a small made-up year."""
    made = Installation(tmp_path / "voltigo", ports.servers)
    made.lay_out(public_url=ports.url, trusted_proxies="127.0.0.1", rate_limits="off,confirm_burst_percent=100")
    with made.database() as db:
        build(db, made.settings, HOUSEHOLDS, utc_now(), lambda: None)
        StoreIngest(db, store_of(made.settings), utc_now).run()
    yield made
    made.stop()


class Growth:
    """Takes the steps, and compares after each."""

    def __init__(self, installation: Installation) -> None:
        self.installation = installation
        self._steps = iter(steps())
        today = berlin_day(utc_now())
        self._days = {"from": (today - timedelta(days=90)).isoformat(), "to": today.isoformat()}
        self._households = 0
        self.before: dict[str, Any] = {}

    def begin(self) -> None:
        """One server."""
        self.installation.start(1)
        self.reserve()
        assert self.before["rows of reservations"] > HOUSEHOLDS
        assert self.before["overview"]["totals"]["rows"][0]["visitors"] > 0
        assert self.before["kept files"]

    def take(self, addresses: dict[str, str], restart: Callable[[], None]) -> str:
        """Stop, run the commands, start again, compare, reserve; what the commands have printed."""
        step, begun = next(self._steps), time.monotonic()
        self.installation.spent.append(step.title)
        self.installation.stop()
        told = self.installation.run(step.script(addresses))
        restart()
        self.installation.spent.append(f"{time.monotonic() - begun:6.1f} s without a server that is ready")
        found = self.installation.figures(self._days)
        assert {name: found[name] for name in self.before} == self.before
        is_without_faults(self.installation)
        self.reserve()
        return told

    def reserve(self) -> None:
        """One more household, and what is then to be found again."""
        self._households += 1
        body = reservation_body(
            email=f"schritt-{self._households}@example.org", mobile_phone=f"0170 {5000000 + self._households}"
        )
        with self.installation.client() as client:
            answer = client.post(RESERVE, json=body)
        assert answer.status_code == 200, answer.text
        self.before = self.installation.figures(self._days)

    def is_told_of_the_lost_engine(self) -> None:
        """The same figures without it, by a server that remembers none, and a warning: so it was asked before."""
        self.installation.stop()
        self.installation.start(1)
        assert self.installation.figures(self._days) == self.before
        with self.installation.client() as client:
            assert "engine_unused" in client.get("/readyz").json()["causes"]


def _answer_behind_the_proxy(installation: Installation, ports: Ports, folder: Path) -> None:
    """Through Caddy, with the file that the command has written."""
    text = (installation.folder / "Caddyfile").read_text(encoding="utf-8")
    with caddy_with(text, folder, ports) as trust, httpx2.Client(base_url=ports.url, verify=trust) as client:
        wait_for(lambda: client.get("/readyz").status_code == 200)


@pytest.mark.sample(0)
def test_every_step_changes_no_figure(
    installation: Installation,
    ports: Ports,
    lasting_object_store: ObjectStore,
    objects_url: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if CADDY is None:
        pytest.skip("caddy is not installed")
    growth = Growth(installation)
    growth.begin()
    with ExitStack() as entered:
        primary = new_cluster()
        entered.callback(primary.close)
        primary.start()
        primary.do("CREATE DATABASE voltigo")
        usual, account = "10.0.0.20:5432", "voltigo:PASSWORD"
        growth.take({f"{account}@{usual}": f"postgres@127.0.0.1:{primary.port}"}, lambda: installation.start(1))

        places = [f"10.0.0.{number}:8000" for number in (11, 12, 13)]
        here = [f"127.0.0.1:{port}" for port in installation.ports]
        addresses = {"0.0.0.0": "127.0.0.1", "10.0.0.10": "127.0.0.1", "voltigo.example": "localhost"}
        growth.take(addresses | dict(zip(places, here, strict=True)), lambda: installation.start(3, 1))
        _answer_behind_the_proxy(installation, ports, tmp_path / "proxy")

        standby = primary.copy(is_standby=True)
        entered.callback(standby.close)
        standby.start(log_statement="all")
        address = {f"{account}@10.0.0.21:5432": f"postgres@127.0.0.1:{standby.port}"}
        growth.take(address, lambda: installation.start(1, 1))
        assert "FROM reservations" in standby.log, "reports read the replica"

        installation.variables = dict(lasting_object_store.variables)
        growth.take({"s3://voltigo/shared": objects_url}, lambda: installation.start(1, 1))

        reading = entered.enter_context(running_engine(**lasting_object_store.variables, AWS_ALLOW_HTTP="true"))
        place = f"s3a://{objects_url.removeprefix('s3://')}/store"
        address = {"sc://10.0.0.30:15002": reading.url, "s3a://voltigo/shared/store": place}
        assert "Verteilte Auswertung: Sie antwortet." in growth.take(address, lambda: installation.start(1, 1))
        assert "engine_unavailable" not in installation.logs()
        reading.kill()
        growth.is_told_of_the_lost_engine()
    with capsys.disabled():
        print("\n" + "\n".join(installation.spent))
