"""One installation in a folder of its own, as an operator has it: a file of settings, commands, servers, workers."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx2
from dotenv import dotenv_values
from sqlalchemy import func, select

from analytics.definitions import definitions
from services.core.db.db import Database
from services.portability.move_files import named_files
from services.reports.parameters import address_name
from services.reservations.models import Reservation
from services.settings import Settings
from tests.fixtures.left_behind import CLEANER
from tests.fixtures.servers import ROOT
from tests.fixtures.staff import COOKIE, OWN_PAGE, Member, add_member
from tests.services.stored import wait_for

_PATIENCE_SECONDS: Final = 600
_UNUSUAL: Final = {"look_back_days": "47", "half_life_days": "3"}
"""Parameters for which attribution has to be computed."""

_NO_FAULT: Final = "\n0 Fehler, "


@dataclass
class Installation:
    """`folder` has `.env` and `.venv` as a clone has. Settings of one machine alone come by its environment."""

    folder: Path
    ports: Sequence[int]
    variables: dict[str, str] = field(default_factory=dict)
    """Of all processes, such as those that lead to an object store."""
    running: "list[subprocess.Popen[bytes]]" = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    """What was measured on the way, a line each."""

    def lay_out(self, **settings: object) -> None:
        """A new folder with these settings."""
        self.folder.mkdir()
        (self.folder / ".venv").symlink_to(ROOT / ".venv")
        lines = [f"VOLTIGO_{name.upper()}={value}\n" for name, value in settings.items()]
        (self.folder / ".env").touch(mode=0o600)
        (self.folder / ".env").write_text("".join(lines))

    @property
    def settings(self) -> Settings:
        """As its processes read them."""
        given = dotenv_values(self.folder / ".env")
        found = {name.removeprefix("VOLTIGO_").lower(): value for name, value in given.items()}
        found["data_dir"] = str(self.folder / (found.get("data_dir") or "var"))
        return Settings(_env_file=None, **found)  # type: ignore[arg-type]

    @contextmanager
    def database(self) -> Iterator[Database]:
        """A connection of the test's own."""
        with closing(Database(self.settings.database)) as db:
            yield db

    def environment(self, **more: str) -> dict[str, str]:
        """Nothing of the settings but what is given here."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("VOLTIGO_", "AWS_"))}
        return {**inherited, "NO_COLOR": "1", **self.variables, **more}

    def run(self, script: str) -> str:
        """What a shell prints for this script; fails as soon as a line does. `voltigo doctor` may end with hints."""
        begun = time.monotonic()
        done = subprocess.run(
            ("sh", "-euc", script), cwd=self.folder, env=self.environment(), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0 or _NO_FAULT in done.stdout, (
            f"{script}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        )
        self.spent.append(f"{time.monotonic() - begun:6.1f} s its commands")
        return done.stdout

    def start(self, servers: int, workers: int = 0, **of_all: str) -> None:
        """So many of each, until all servers are ready."""
        for number in range(servers):
            self._begin("serve", f"server-{number}", VOLTIGO_PORT=str(self.ports[number]), **of_all)
        for number in range(workers):
            self._begin("worker", f"worker-{number}", **of_all)
        for number in range(servers):
            wait_for(lambda number=number: self._is_ready(number), _PATIENCE_SECONDS)

    def _begin(self, command: str, name: str, **more: str) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                (".venv/bin/voltigo", command), cwd=self.folder, env=self.environment(**more), stdout=log, stderr=log
            )
        CLEANER.note("process", process.pid)
        self.running.append(process)

    def _is_ready(self, number: int) -> bool:
        assert all(one.poll() is None for one in self.running), self.logs()
        with suppress(httpx2.HTTPError), self.client(number) as client:
            return client.get("/readyz").status_code == 200
        return False

    def logs(self) -> str:
        """The ends of what all processes have said."""
        return "\n".join(f"{path.name}: {path.read_text()[-2000:]}" for path in sorted(self.folder.glob("*.log")))

    def stop(self) -> None:
        """All servers and workers, as an operator would."""
        for process in self.running:
            process.send_signal(signal.SIGTERM)
        for process in self.running:
            try:
                process.wait(_PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            CLEANER.forget("process", process.pid)
        self.running.clear()

    def client(self, number: int = 0, member: Member | None = None) -> httpx2.Client:
        """Of one server, as the proxy would call it."""
        cookie = {"Cookie": f"__Host-{COOKIE}={member.token}"} if member else {}
        url = f"http://127.0.0.1:{self.ports[number]}"
        return httpx2.Client(base_url=url, timeout=_PATIENCE_SECONDS, headers={**OWN_PAGE, **cookie})

    def figures(self, days: Mapping[str, str], number: int = 0) -> dict[str, Any]:
        """The tables of every report, by a server, and how many reservations and files the database names."""
        with self.database() as db:
            member = add_member(db, "admin")
            with db.read() as session:
                kept = [name for name in named_files(session) if not name.startswith("store/")]
                found: dict[str, Any] = {"rows of reservations": session.scalar(select(func.count(Reservation.id)))}
        with self.client(number, member) as client:
            for name, definition in definitions().items():
                taken = {address_name(parameter) for parameter in definition.parameters}
                given = {key: value for key, value in {**days, **_UNUSUAL}.items() if key in taken}
                answer = client.get(f"/api/staff/reports/{name}", params=given)
                assert answer.status_code == 200, f"{name}: {answer.text}"
                found[name] = answer.json()["tables"]
        return found | {"kept files": sorted(kept)}


def is_without_faults(installation: Installation) -> None:
    """`voltigo doctor` has hints at most, and `voltigo check` finds everything whole."""
    for command, most in (("doctor", 1), ("check", 0)):
        done = subprocess.run(
            (".venv/bin/voltigo", command), cwd=installation.folder, env=installation.environment(),
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode <= most, f"{command}\n{done.stdout}\n{done.stderr}"
