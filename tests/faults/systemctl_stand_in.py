"""Stands in for `systemctl` where no systemd runs: starts what a unit's file says, as its user, and ends it again.

Called as `systemctl` by the commands of the page "In production"; runs with the system's Python, so without packages.
"""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path(os.environ["STAND_IN"])


def unit_of(name: str) -> tuple[list[str], dict[str, str]]:
    """Command and environment of `voltigo@8000`."""
    template, _, instance = name.partition("@")
    text = Path(f"/etc/systemd/system/{template}@.service").read_text().replace("%i", instance)
    of = lambda key: re.findall(rf"^{key}=(.+)$", text, re.MULTILINE)  # noqa: E731
    environment = {}
    for path in of("EnvironmentFile"):
        for line in Path(path).read_text().splitlines():
            if line and not line.startswith("#"):
                key, _, value = line.partition("=")
                environment[key] = re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value
    environment.update(one.split("=", 1) for line in of("Environment") for one in line.split())
    (user,), (command,) = of("User"), of("ExecStart")
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *command.split()], environment


def caddy() -> tuple[list[str], dict[str, str]]:
    """With certificates made here: no authority reaches this machine."""
    text = Path("/etc/caddy/Caddyfile").read_text()
    changed = FOLDER / "Caddyfile"
    changed.write_text(text.replace("{\n", "{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n", 1))
    command = [os.environ["CADDY"], "run", "--config", str(changed), "--adapter", "caddyfile"]
    return command, {"XDG_DATA_HOME": str(FOLDER), "HOME": str(FOLDER)}


def start(name: str) -> None:
    """Leave it running, its number in a file."""
    command, environment = caddy() if name == "caddy" else unit_of(name)
    log = (FOLDER / f"{name}.log").open("a")
    cwd = "/" if name == "caddy" else "/var/lib/voltigo"
    path = {"PATH": "/usr/bin:/bin"}
    process = subprocess.Popen(command, env=path | environment, cwd=cwd, stdout=log, stderr=log, start_new_session=True)
    (FOLDER / f"{name}.pid").write_text(str(process.pid))


def stop(name: str) -> None:
    """As systemd does, and wait for its end."""
    number = FOLDER / f"{name}.pid"
    if not number.exists():
        return
    pid = int(number.read_text())
    number.unlink()
    os.kill(pid, signal.SIGTERM)
    while Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/cmdline").read_bytes():
        time.sleep(0.05)


words = [word for word in sys.argv[1:] if not word.startswith("--")]
is_now = "--now" in sys.argv
match words:
    case ["daemon-reload"]:
        pass
    case ["enable", name] if is_now:
        start(name)
    case ["disable", name] if is_now:
        stop(name)
    case ["restart", name]:
        stop(name)
        start(name)
    case _:
        sys.exit(f"systemctl {sys.argv[1:]} is not known here")
