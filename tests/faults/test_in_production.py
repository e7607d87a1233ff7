"""`services/manual/production.md`: its commands, word for word, lead from an empty machine to an upgrade.

In a namespace of mounts with its own /etc, /opt and /var/lib. What no test can have stands in: `apt-get` does nothing,
`systemctl` starts what the unit's file says, and Caddy makes its certificate itself.
"""

import os
import re
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from tests.fixtures.installed import built_wheel
from tests.fixtures.proxies import CADDY
from tests.fixtures.servers import ROOT

PAGE = (ROOT / "services/manual/production.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
SYSTEM_PYTHON = "/usr/bin/python3"
_PREPARE = """
set -eu
for folder in etc opt srv var/lib; do
  own="$STAND_IN/$folder"
  mkdir -p "$own/upper" "$own/work"
  mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$own/upper,workdir=$own/work" "/$folder"
done
mkdir -p /etc/caddy /etc/systemd/system
echo "127.0.0.1 voltigo.example" >> /etc/hosts
trap 'for number in "$STAND_IN"/*.pid; do kill "$(cat "$number")" || true; done' EXIT
"""


def missing() -> str:
    """What this machine lacks for it; empty if nothing."""
    if os.geteuid() != 0:
        return "only root has namespaces of mounts everywhere"
    tools = ("unshare", "curl", "runuser", "setpriv", "useradd", SYSTEM_PYTHON)
    if lacking := [tool for tool in tools if shutil.which(tool) is None]:
        return f"{', '.join(lacking)} is not installed"
    if CADDY is None:
        return "caddy is not installed"
    if taken := [port for port in (80, 443, 8000, 8001) if not is_free(port)]:
        return f"the ports {taken} are in use"
    return ""


def is_free(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) != 0


def stand_ins(folder: Path) -> None:
    """Commands that come first on the PATH."""
    programs = folder / "bin"
    programs.mkdir()
    stand_in = Path(__file__).with_name("systemctl_stand_in.py")
    authority = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    commands = {
        "apt-get": "exit 0",
        "systemctl": f'exec {SYSTEM_PYTHON} {stand_in} "$@"',
        "curl": f'exec {shutil.which("curl")} --cacert {authority} "$@"',
    }
    for name, text in commands.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)


def test_the_page_has_the_blocks_that_are_run() -> None:
    assert len(BLOCKS) == 9
    assert "```" not in "".join(BLOCKS)
    commands = "".join(BLOCKS)
    for part in (
        "init --yes",
        "voltigo@8000",
        "reserve-spot",
        "voltigo@8001",
        "disable --now voltigo@8001",
        " check",
        " verify",
        " doctor",
    ):
        assert part in commands


@pytest.mark.sample(0)
def test_every_command_of_the_page_works_word_for_word(tmp_path: Path) -> None:
    if reason := missing():
        pytest.skip(reason)
    release, folder = tmp_path / "release", tmp_path / "machine"
    release.mkdir()
    folder.mkdir()
    built_wheel(release)
    shutil.copy(ROOT / "requirements.lock", release)
    stand_ins(folder)
    steps = "".join(
        f"echo '--- block {number}' $(date +%s)\ncd {release}\n{block}" for number, block in enumerate(BLOCKS, 1)
    )
    (folder / "page.sh").write_text(f"{_PREPARE}\n{steps}\necho '--- end' $(date +%s)\n")
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "HOME"))}
    environment = kept | {
        "PATH": f"{folder / 'bin'}:/usr/sbin:/usr/bin:/sbin:/bin",
        "STAND_IN": str(folder),
        "CADDY": str(CADDY),
    }
    command = ("unshare", "--mount", "bash", str(folder / "page.sh"))
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1200, check=False)
    logs = "".join(path.read_text()[-2000:] for path in folder.glob("*.log"))
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}\n{logs}"
    assert re.search(r'"success": ?true, ?"spot_number": ?1\b', done.stdout)
    assert "https://voltigo.example/admin/set-up#" in done.stdout
    assert "sind ganz" in done.stdout
    key = re.search(r"^VOLTIGO_BACKUP_KEY=(.+)$", (folder / "etc/upper/voltigo/voltigo.env").read_text(), re.MULTILINE)
    assert key is not None
    assert key[1] in done.stdout.splitlines(), "the operator has seen the key that the server uses"
    print(re.findall(r"--- .*", done.stdout))
