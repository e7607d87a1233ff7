"""The drill: what would be lost if this machine died now, and how long until another one answered."""

import http.client
import os
import subprocess  # starts our own server  # nosec B404
import sys
import time
from datetime import timedelta
from functools import partial
from itertools import pairwise
from typing import Any, Final
from urllib.parse import urlsplit

from services.backup.errors import BackupError
from services.backup.repository import moment_of
from services.backup.verify import faults_of, restored_beside
from services.cli.backups.carry_out import as_environment, backup_line, chosen, opened
from services.core.clock import utc_now
from services.settings import Settings

_SERVE: Final = (sys.executable, "-c", "from services.cli import app; app()", "serve")
_LONGEST_START_SECONDS: Final = 300
_DAY: Final = timedelta(days=1)


def run_drill(settings: Settings, source: str) -> tuple[list[str], list[str]]:
    """Lines of the result, and what is wrong with the snapshot. Raises BackupError."""
    repository = opened(settings, source)
    begun, now = time.monotonic(), utc_now()
    snapshot = chosen(repository, "")
    lost = (now - snapshot.taken_at).total_seconds()
    with restored_beside(settings, repository, snapshot, utc_now) as (beside, seconds):
        ready = _seconds_until_ready(beside)
        took = time.monotonic() - begun
        faults = faults_of(beside, snapshot.counts, utc_now)
    moments = [moment for name in repository.names() if (moment := moment_of(name)) > now - _DAY]
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(moments)]
    lines = [
        f"Sicherung           {backup_line(snapshot)}",
        f"Höchstens verloren  {lost:.0f} s (RPO), fiele dieser Rechner zu Beginn der Übung aus",
        f"Größte Lücke        {max(gaps):.0f} s zwischen zwei aufgehobenen Sicherungen des letzten Tages"
        if gaps
        else "",
        f"Wieder da nach      {took:.0f} s (RTO): {seconds:.1f} s zum Wiederherstellen, {ready:.1f} s, bis /readyz mit "
        "200 antwortet",
        "Geprüft             Zeilen, Regeln, Protokoll, Datenspeicher und Dateien"
        + (": alles ganz" if not faults else ""),
    ]
    return [line for line in lines if line], faults


def _seconds_until_ready(beside: Settings) -> float:
    """Start a server without jobs on the restored copy, so that it sends no mail, and ask until it is ready."""
    begun = time.monotonic()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VOLTIGO_")}
    chosen_ones = as_environment(beside, port=0, scheduler="off", environment="local")
    command = {"env": kept | chosen_ones, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    start: Any = partial(subprocess.Popen, _SERVE, cwd=beside.data_dir, **command)
    with start() as server:
        try:
            address = next((line.split()[1] for line in server.stdout if "http://" in line), None)
            if address is None:
                raise BackupError("Auf der wiederhergestellten Kopie startet kein Server.")
            while not _is_ready(address):
                if server.poll() is not None or time.monotonic() - begun > _LONGEST_START_SECONDS:
                    raise BackupError("Ein Server auf der wiederhergestellten Kopie wird nicht bereit.")
                time.sleep(0.05)
            return time.monotonic() - begun
        finally:
            server.terminate()
            server.stdout.close()


def _is_ready(address: str) -> bool:
    """Ready, but for pages that are not built: those come with the code."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=5)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        body = answer.read().decode()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return answer.status == 200 or ("_missing" in body and "database" not in body)
