"""Where a start leaves the link for the first account: at a terminal in sight, otherwise in a file, never in a log."""

import os
import pty
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer
from typing import IO

import httpx2
import pytest

from services.staff.setup import link_file
from tests.factories import production_settings
from tests.fixtures.servers import ROOT, Process, Server, StartServer, process_of
from tests.fixtures.staff import OWN_PAGE, PASSWORD
from tests.services.test_cli import voltigo

_LINK = re.compile(r"/admin/set-up#([\w-]{43,})")
_COMMAND = (sys.executable, "-c", "from services.cli import app; app()", "serve")
Starting = Callable[..., tuple[str, Path]]


def token_in(text: str) -> str:
    (token,) = _LINK.findall(text)
    return str(token)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starting]:
    """`start(*options, terminal=…, **settings)`: what a start has said of the console, and its folder of data."""

    def run(*options: str, terminal: bool = False, **settings: str) -> tuple[str, Path]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("VOLTIGO_")}
        chosen = {"data_dir": str(tmp_path / "var"), "port": "0", "scheduler": "off"} | settings
        environment = inherited | {f"VOLTIGO_{name.upper()}": value for name, value in chosen.items()}
        environment |= {"PYTHONPATH": str(ROOT)}
        process, output = at_terminal(environment) if terminal else in_pipe(environment, *options)
        impatience = Timer(180, process.kill)
        impatience.start()
        with output:
            said = next((line for line in output if "Konsole einrichten" in line), "")
            process.send_signal(signal.SIGTERM)
            process.wait(60)
        impatience.cancel()
        assert said, (tmp_path / "errors.log").read_text()
        return said.strip(), tmp_path / "var"

    def at_terminal(environment: dict[str, str]) -> tuple[Process, IO[str]]:
        reading, writing = pty.openpty()
        with (tmp_path / "errors.log").open("w") as errors:
            process = subprocess.Popen(_COMMAND, env=environment, stdout=writing, stderr=errors, text=True)
        os.close(writing)
        return process, os.fdopen(reading, encoding="utf-8")

    def in_pipe(environment: dict[str, str], *options: str) -> tuple[Process, IO[str]]:
        script = tmp_path / "serve.py"
        script.write_text(f"from services.cli import app; app({['serve', *options]})")
        process = process_of(environment, tmp_path / "errors.log", script)
        assert process.stdout is not None
        return process, process.stdout

    yield run


@pytest.mark.sample(0)
def test_a_terminal_shows_the_link_and_no_file_has_it(start: Starting) -> None:
    said, folder = start(terminal=True)
    assert said.startswith("Konsole einrichten: http://127.0.0.1:8000/admin/set-up#")
    assert token_in(said)
    assert not (folder / "setup-link").exists()


@pytest.mark.sample(0)
def test_a_log_says_only_where_the_link_is_and_how_to_get_another(start: Starting) -> None:
    said, folder = start()
    path = folder / "setup-link"
    assert said == f"Konsole einrichten: Der Link steht in {path}; `voltigo staff setup-link` zeigt einen neuen."
    assert token_in(path.read_text())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in folder.iterdir() if file.name.startswith(".")] == []


def test_the_folder_of_the_link_is_made_where_only_the_database_lies_elsewhere(tmp_path: Path) -> None:
    assert link_file.write(tmp_path / "new" / "var", "http://x/").read_text() == "http://x/\n"


@pytest.mark.sample(0)
def test_make_run_prints_the_link_into_a_pipe_too(start: Starting) -> None:
    # Without the directories that a make started by another one names.
    command = ["make", "--no-print-directory", "-n", "run"]
    recipe = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert recipe.splitlines()[-1].endswith("voltigo serve --print-setup-link")
    start()
    said, folder = start("--print-setup-link")
    assert token_in(said)
    assert not (folder / "setup-link").exists(), "the link of the earlier start is void"


def test_production_keeps_it_out_of_the_log_even_when_asked(start: Starting) -> None:
    said, folder = start("--print-setup-link", **{name: str(value) for name, value in production_settings().items()})
    assert _LINK.findall(said) == []
    assert token_in((folder / "setup-link").read_text())


@pytest.mark.sample(0)
def test_the_command_shows_a_new_link_and_removes_the_void_one(start: Starting, tmp_path: Path) -> None:
    _, folder = start()
    old = token_in((folder / "setup-link").read_text())
    shown = voltigo(tmp_path, "staff", "setup-link", data_dir=str(folder))
    assert shown.returncode == 0
    assert token_in(shown.stdout) != old
    assert not (folder / "setup-link").exists()


@pytest.fixture
def server(database_url: str, start_server: StartServer) -> Server:
    return start_server(database_url, scheduler="off", rate_limits="off")


def test_the_file_is_gone_once_the_link_is_used(server: Server) -> None:
    path = server.data_dir / "setup-link"
    body = {"token": token_in(path.read_text()), "name": "Kim Roth", "email": "kim.roth@example.org"}
    address = f"{server.url}/api/staff/setup"
    weak = httpx2.post(address, json=body | {"password": "kurz"}, headers=OWN_PAGE, timeout=60)
    assert weak.status_code == 422
    assert path.exists()
    answer = httpx2.post(address, json=body | {"password": PASSWORD}, headers=OWN_PAGE, timeout=60)
    assert answer.status_code == 200, answer.text
    assert not path.exists()


def test_with_an_account_there_is_no_such_link(server: Server, tmp_path: Path, database_url: str) -> None:
    settings = {"database_url": database_url, "data_dir": str(server.data_dir)}
    options = ("--email", "neu@voltigo.example", "--name", "Neu", "--role", "admin")
    assert voltigo(tmp_path, "staff", "create", *options, **settings).returncode == 0
    assert not (server.data_dir / "setup-link").exists()
    refused = voltigo(tmp_path, "staff", "setup-link", **settings)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "Es gibt schon ein Konto" in refused.stderr
