"""What restore, verification and drill do; loaded when they run."""

import http.client
import os
import sqlite3
import subprocess  # starts our own server  # nosec B404
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg
import typer
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from services.backup.capture.snapshot import sqlite_path
from services.backup.errors import BackupError, Damaged, NotRestorable, Occupied
from services.backup.place import assert_free
from services.backup.repository import Erased, Repository, Snapshot, as_typed, moment_of, open_repository, storage_for
from services.backup.restore import Restored, assert_restorable, restore
from services.backup.verify import Verified, faults_of, note_trial, restored_beside, verify
from services.core.clock import BERLIN, utc_now
from services.core.db.db import Database
from services.core.german import counted, number, os_reason
from services.core.http.errors import DatabaseUnavailable
from services.data_protection.erasure.repeat import repeat_erasures
from services.jobs.health import ALIVE, is_alive
from services.jobs.models import KnownJob
from services.settings import Settings

_LONGEST_TRANSACTION: Final = timedelta(minutes=10)
_MOST_NAMED: Final = 12
_HEALED: Final = "Die nächste Sicherung, auch `voltigo backup`, schreibt neu, was sie davon braucht."
Progress = Callable[[str, int], AbstractContextManager[Callable[[int], object]]]


@contextmanager
def reported_backup_errors() -> Iterator[None]:
    """Trouble with backups ends the command with one sentence and exit code 1."""
    try:
        yield
    except BackupError as error:
        said = str(error)
    except OSError as error:
        said = f"{error.filename or 'Der Datenträger'}: {os_reason(error)}."
    except (sqlite3.Error, psycopg.Error, SQLAlchemyError) as error:
        said = f"Die Datenbank ist nicht benutzbar: {str(error).splitlines()[0]}"
    else:
        return
    typer.secho(said, fg="red", err=True)
    raise typer.Exit(1)


@contextmanager
def progress(label: str, length: int) -> Iterator[Callable[[int], object]]:
    with typer.progressbar(length=max(length, 1), label=label) as bar:
        yield bar.update


def opened(settings: Settings, source: str) -> Repository:
    """The repository to read from; asks for the key where none is set."""
    key = settings.backup_key.get_secret_value() or typer.prompt("Schlüssel der Sicherungen", hide_input=True)
    return open_repository(storage_for(source or settings.backup_url), key)


def chosen(repository: Repository, at: str) -> Snapshot:
    """The newest snapshot, or the newest one at or before a moment."""
    return repository.read_snapshot(repository.at(_moment(at)))


def _moment(text: str) -> datetime:
    """The moment meant by `--at`, to the end of its second, as lists name snapshots; or the name of one."""
    if not text:
        return datetime.max.replace(tzinfo=BERLIN) - timedelta(days=2)
    with suppress(ValueError):
        return moment_of(text)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise BackupError(
            f"{text} ist kein Zeitpunkt: Schreiben Sie 2026-11-27 06:30, oder ISO 8601 mit Zeitzone."
        ) from error
    moment = moment if moment.tzinfo else moment.replace(tzinfo=BERLIN)
    return moment if moment.microsecond else moment.replace(microsecond=999_999)


def backup_line(snapshot: Snapshot) -> str:
    """One line on a snapshot."""
    return f"{as_typed(snapshot.taken_at)}  {number(snapshot.rows)} Zeilen, {_megabytes(snapshot.size)}"


def snapshot_lines(repository: Repository) -> Iterator[str]:
    """A line for each snapshot, the oldest first, and a sum."""
    names = repository.names()
    harmed = set(repository.harmed(names))
    for name in names:
        yield f"{as_typed(moment_of(name))}  {name}{'  beschädigt' if name in harmed else ''}"
    sound = f", {number(len(harmed))} davon beschädigt" if harmed else ""
    yield (
        f"{counted(len(names), 'Sicherung', 'Sicherungen')}{sound}, zusammen {_megabytes(repository.size())}. Die "
        "Zeiten sind die von Berlin."
    )


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB".replace(".", ",")


def verified(settings: Settings, source: str, at: str, progress: Progress) -> Verified:
    """Verify a snapshot. If it is the newest of this installation, the database notes that it is damaged."""
    repository = opened(settings, source)
    try:
        snapshot = chosen(repository, at)
        with progress("Probe der Wiederherstellung", snapshot.size) as on_bytes:
            return verify(settings, repository, snapshot, utc_now, on_bytes)
    except Damaged as fault:
        if not source and not at:
            with suppress(SQLAlchemyError, DatabaseUnavailable), closing(Database(settings.database)) as db:
                note_trial(db, utc_now, fault)
        raise Damaged(f"{fault} {_HEALED}") from fault


def restored(
    settings: Settings, source: str, at: str, progress: Progress, *, replace: bool, anyway: bool = False
) -> list[str]:
    """Restore a snapshot; returns what the operator has to read."""
    repository = opened(settings, source)
    name = repository.at(_moment(at))
    try:
        snapshot = repository.read_snapshot(name)
        assert_restorable(settings, snapshot)
        if replace:
            assert_stopped(settings, utc_now())
        else:
            assert_free(settings)
        erased, unread = erased_after(repository, snapshot)
        if unread and not anyway:
            raise NotRestorable(_about_unread(unread))
        repeated = 0

        def erase_again() -> None:
            nonlocal repeated
            with closing(Database(settings.database)) as db:
                repeated = repeat_erasures(db, settings, erased, utc_now)

        with progress("Wiederherstellung", snapshot.size) as on_bytes:
            done = restore(settings, repository, snapshot, utc_now, on_bytes, erase_again)
    except Damaged as fault:
        raise Damaged(f"{fault} {_ways_on(repository, name)}") from fault
    return [f"Wiederhergestellt: {backup_line(snapshot)}", *_after(done, repository.names(), repeated, unread)]


def erased_after(repository: Repository, snapshot: Snapshot) -> tuple[list[Erased], list[str]]:
    """Households that were erased after a snapshot, as the newest one that opens tells, and the names of those newer
    than that: what was erased between them nobody knows.
    """
    unread: list[str] = []
    for name in reversed(repository.names()):
        if moment_of(name) <= snapshot.taken_at:
            break
        newer = repository.readable(name)
        if newer is None:
            unread.append(name)
            continue
        # Some were begun before the snapshot and committed after it; what it knows as erased is left out later.
        return [one for one in newer.erased if one.at > snapshot.taken_at - _LONGEST_TRANSACTION], unread
    return [], unread


def _about_unread(names: list[str]) -> str:
    listed = "\n".join(f"  {as_typed(moment_of(name))}  {name}" for name in names)
    return (
        f"Diese neueren Sicherungen lassen sich nicht lesen:\n{listed}\nWelche Haushalte zwischen der gewählten und "
        "ihnen gelöscht wurden, steht nur dort: Sie wären wieder da. Nichts wurde geändert. Ist das nicht zu "
        "vermeiden, stellt `voltigo restore --anyway` trotzdem wieder her; löschen Sie diese Haushalte danach in der "
        "Konsole von Hand, nach den Bestätigungen im Postausgang des Mailservers oder nach Ihren Unterlagen."
    )


def _ways_on(repository: Repository, damaged: str) -> str:
    older = [name for name in repository.names() if name < damaged]
    harmed = set(repository.harmed(older))
    sound = [name for name in reversed(older) if name not in harmed][:_MOST_NAMED]
    if not sound:
        return "Eine ältere, die sich wiederherstellen lässt, liegt dort nicht. Nichts wurde geändert."
    seconds = Counter(as_typed(moment_of(name)) for name in repository.names())
    typed = {name: as_typed(moment_of(name)) for name in sound}
    ways = "\n".join(f'  voltigo restore --at "{at if seconds[at] == 1 else name}"' for name, at in typed.items())
    return f"Nichts wurde geändert. Ältere Sicherungen sind ganz, soweit bekannt; die neuesten davon:\n{ways}"


def assert_stopped(settings: Settings, now: datetime) -> None:
    """Raises Occupied while a server or worker runs: it would keep writing to the replaced database."""
    if settings.database.startswith("sqlite") and not sqlite_path(settings).exists():
        return
    with closing(Database(settings.database)) as db:
        try:
            with db.read() as session:
                seen_at = session.scalar(select(func.max(KnownJob.seen_at)))
        except DBAPIError:  # no tables, or a damaged database: no server works on it
            return
    if seen_at is not None and is_alive(seen_at, now):
        raise Occupied(
            f"Um {seen_at.astimezone(BERLIN):%H:%M:%S} Uhr hat noch ein Server mit dieser Datenbank gearbeitet. Halten "
            f"Sie alle an; einer, der abgebrochen ist, zählt noch {ALIVE.total_seconds():.0f} Sekunden als laufend."
        )


def _after(done: Restored, names: list[str], repeated: int, unread: list[str]) -> Iterator[str]:
    gap = utc_now() - done.snapshot.taken_at
    yield from done.notes
    yield (
        f"Was seitdem gespeichert wurde, also in {_span(gap)}, ist nicht darin. Haushalte können die Bestätigung für "
        "einen Platz haben, von dem diese Datenbank nichts weiß: Halten Sie den Park in der Konsole an, bis E-Mails "
        "und Briefe dieser Zeit verglichen sind, und lassen Sie ihn dann weiterlaufen."
    )
    newer = [name for name in names if moment_of(name) > done.snapshot.taken_at]
    if newer:
        not_read = f" Davon ließen sich {len(unread)} nicht lesen." if unread else ""
        yield (
            f"Es gibt {counted(len(newer), 'neuere Sicherung', 'neuere Sicherungen')}.{not_read} Haushalte, die "
            f"seitdem gelöscht worden und wieder da waren: {repeated}, erneut gelöscht. Was nach der neuesten lesbaren "
            "Sicherung gelöscht wurde, ist nicht bekannt."
        )
    if held := done.held_mails:
        yield (
            f"Angehaltene E-Mails: {held}. Sie warteten damals und können seitdem versandt worden sein. `voltigo mails "
            "release` versendet sie; die Konsole zeigt sie einzeln."
        )
    if done.is_startable:
        yield "`voltigo serve` (oder `make run`) startet den Server."
    else:
        yield "Berichtigen Sie zuerst VOLTIGO_SECRET, wie oben beschrieben; danach startet `voltigo serve` den Server."


def _span(gap: timedelta) -> str:
    seconds = int(gap.total_seconds())
    for size, many in ((86_400, "Tagen"), (3_600, "Stunden"), (60, "Minuten")):
        if seconds >= 2 * size:
            return f"den letzten {number(seconds // size)} {many}"
    return f"den letzten {counted(seconds, 'Sekunde', 'Sekunden')}"


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
    changed = {"DATA_DIR": beside.data_dir, "DATABASE_URL": beside.database, "PORT": 0, "SCHEDULER": "off"}
    chosen_ones = {f"VOLTIGO_{name}": str(value) for name, value in {**changed, "ENVIRONMENT": "local"}.items()}
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
