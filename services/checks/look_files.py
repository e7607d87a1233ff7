"""Checks of files on disk and in shared storage, and of the secret that all processes share."""

import secrets
import shutil
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from textwrap import shorten
from typing import Final

from sqlalchemy.engine import make_url

from services.checks.check import Found, Ground, Group, check, fault, hint, ok, size_words
from services.checks.readiness import LEAST_FREE_BYTES
from services.core import data_folder
from services.core.german import os_reason
from services.core.http.static_files import missing_builds
from services.core.identity import has_secret, is_bound, is_other
from services.core.storage.installed import files_of
from services.core.storage.storage import Storage, StorageFault
from services.settings import Settings

_LITTLE_FREE_BYTES: Final = 1_000_000_000
_FOR_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_NAMES: Final = {"site_missing": "die Website (public-web/dist)", "console_missing": "die Konsole (admin-web/dist)"}
_PRIVATE: Final = ("secret", "setup-link", "mail", "store", "reports", "voltigo.sqlite3")
_SHOWN: Final = 3


def database_file(settings: Settings) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL, or one in memory."""
    url = make_url(settings.database)
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(url.database or "") if is_file else None


@check(
    "room",
    Group.FILES,
    "Freier Platz",
    "Ist der Datenträger voll, kann niemand mehr reservieren.",
    "Löschen Sie, was nicht mehr gebraucht wird, oder vergrößern Sie den Datenträger.",
    needs_database=False,
)
def room(ground: Ground) -> Found:
    """Free space in the data folder and at the database."""
    folders = [ground.settings.data_dir]
    if (file := database_file(ground.settings)) is not None:
        folders.append(file.parent)
    free = {}
    for folder in folders:
        nearest = next((one for one in (folder, *folder.resolve().parents) if one.is_dir()), Path("/"))
        try:
            free[str(folder)] = shutil.disk_usage(nearest).free
        except OSError as error:
            return fault(f"{folder} lässt sich nicht lesen: {os_reason(error)}.")
    place, least = min(free.items(), key=lambda entry: entry[1])
    words = f"{size_words(least)} frei in {place}"
    if least < LEAST_FREE_BYTES:
        return fault(f"Nur noch {words}: Voltigo nimmt keine Arbeit mehr an.")
    return hint(f"Nur noch {words}.") if least < _LITTLE_FREE_BYTES else ok(f"{words}.")


@check(
    "rights",
    Group.FILES,
    "Dateirechte",
    "Datenbank, Mails und Schlüssel enthalten Angaben von Haushalten und sind nur für den Server bestimmt.",
    "`chmod -R go-rwx` auf den Datenordner schließt sie.",
    needs_database=False,
)
def rights(ground: Ground) -> Found:
    """The files in the data folder, the database and `.env` are accessible to their own user only."""
    open_ones = []
    for path in _private_files(ground.settings):
        try:
            if path.stat().st_mode & _FOR_OTHERS:
                open_ones.append(path.name)
        except FileNotFoundError:
            continue
        except OSError as error:
            return fault(f"{path} lässt sich nicht ansehen: {os_reason(error)}.")
    if not open_ones:
        return ok("Nur der Benutzer des Servers darf sie lesen.")
    rest = len(open_ones) - _SHOWN
    more = f" und {rest} weitere" if rest > 0 else ""
    words = f"Andere Benutzer dieses Rechners dürfen lesen: {', '.join(open_ones[:_SHOWN])}{more}."
    helps = f"`chmod -R go-rwx {ground.settings.data_dir}`"
    helps += ", und für die Einstellungen `chmod 600 .env`." if ".env" in open_ones else " schließt sie."
    return fault(words, helps) if ground.settings.environment == "production" else hint(words, helps)


def _private_files(settings: Settings) -> Iterator[Path]:
    yield settings.data_dir
    yield from (settings.data_dir / name for name in _PRIVATE)
    if (file := database_file(settings)) is not None:
        yield from (file, file.with_name(f"{file.name}-wal"))
    yield Path(".env")


@check(
    "folder",
    Group.FILES,
    "Datenordner",
    "Datenspeicher, festgehaltene Berichte und Anhänge liegen hier; die Datenbank kennt nur ihre Namen.",
    "Alle Server einer Datenbank teilen sich einen Ordner (VOLTIGO_DATA_DIR). Nach einer Wiederherstellung "
    "übernimmt `voltigo store adopt` diesen.",
)
def folder(ground: Ground) -> Found:
    path = ground.settings.data_dir
    if not path.is_dir():
        if path.exists():
            return fault(f"{path} ist kein Ordner.", "VOLTIGO_DATA_DIR muss ein Ordner sein.")
        return hint(f"{path} gibt es noch nicht; der erste Start legt ihn an.")
    if ground.settings.store_url:
        return ok(f"{path.resolve()}")
    if data_folder.is_other(ground.rows, files_of(ground.settings)):
        return fault(f"Die Datenbank gehört zu einem anderen Ordner als {path}.")
    return ok(f"{path.resolve()}" if ground.db.is_sqlite else f"{path.resolve()} gehört zu dieser Datenbank.")


@check(
    "builds",
    Group.FILES,
    "Website und Konsole",
    "Beide werden einmal gebaut und dann als Dateien ausgeliefert.",
    "`make run` baut, was fehlt.",
    needs_database=False,
)
def builds(_ground: Ground) -> Found:
    missing = [_NAMES[cause] for cause in missing_builds()]
    if missing:
        return fault(f"Es fehlt {' und '.join(missing)}.")
    return ok("Website und Konsole sind da.")


_SLOW_SECONDS: Final = 2.0
_LONGEST_QUOTE: Final = 240
_PROBES: Final = "probes"


@check(
    "shared-files",
    Group.FILES,
    "Gemeinsamer Speicher",
    "Hier liegen Datenspeicher, festgehaltene Berichte und Anhänge, wenn mehrere Server sie lesen.",
    "VOLTIGO_STORE_URL nennt ihn; Zugangsdaten stehen in den üblichen Variablen des Objektspeichers.",
)
def shared_files(ground: Ground) -> Found:
    """Whether the store answers, is writable, and is the one that this database is bound to."""
    url = ground.settings.store_url
    if not url:
        return ok("Alles liegt im Datenordner.")
    begun = time.monotonic()
    try:
        files = files_of(ground.settings)
        if data_folder.folder_id(files) is not None and data_folder.is_other(ground.rows, files):
            return fault(f"Die Datenbank gehört zu einem anderen Speicher als {url}.")
        if not _keeps_a_probe(files):
            return fault(f"{url} gibt nicht zurück, was geschrieben wurde.")
    except StorageFault as error:
        told = shorten(str(error), _LONGEST_QUOTE, placeholder="…")
        return fault(f"{url} antwortet nicht, ist voll oder nicht beschreibbar. Gemeldet wurde: „{told}“.")
    seconds = time.monotonic() - begun
    if seconds > _SLOW_SECONDS:
        return hint(f"{url} antwortet langsam: {seconds:.0f} Sekunden für eine kleine Datei.")
    return ok(f"{url} antwortet, lässt sich beschreiben und gehört zu dieser Datenbank.")


def _keeps_a_probe(files: Storage) -> bool:
    name, content = f"{_PROBES}/{secrets.token_hex(8)}", secrets.token_bytes(64)
    try:
        files.put(name, content)
        return files.get(name) == content
    finally:
        files.delete(name)


@check(
    "secret",
    Group.FILES,
    "Geheimnis der Installation",
    "Aus ihm entstehen die Links in Mails und die zweiten Faktoren. Alle Server einer Datenbank brauchen dasselbe.",
    "Setzen Sie VOLTIGO_SECRET auf das der anderen Server, und starten Sie neu. Ist es absichtlich neu, übernimmt "
    "es `voltigo secret adopt`; die Hilfe des Befehls nennt, was dann nicht mehr gilt.",
)
def secret(ground: Ground) -> Found:
    """Whether the database is bound to this process's secret, which this check must not create."""
    settings = ground.settings
    path = settings.data_dir.resolve() / "secret"
    if is_other(ground.rows, settings):
        if not has_secret(settings):
            return fault(
                f"Das Geheimnis fehlt: Es lag in {path} oder stand in VOLTIGO_SECRET.",
                "Holen Sie es zurück, etwa aus einer Sicherung. Ist es verloren, legt `voltigo secret adopt` ein neues "
                "an; die Hilfe des Befehls nennt, was dann nicht mehr gilt.",
            )
        where = "VOLTIGO_SECRET" if settings.secret.get_secret_value() else f"Der Inhalt von {path}"
        return fault(f"{where} ist nicht das Geheimnis, zu dem diese Datenbank gehört.")
    if not has_secret(settings):
        return hint("Es gibt noch keins.", "Der erste Start legt es an.")
    if not is_bound(ground.rows):
        return ok("Die Datenbank ist noch an keines gebunden; der nächste Start holt es nach.")
    return ok("Es gehört zu dieser Datenbank.")


CHECKS: Final = (room, rights, folder, shared_files, secret, builds)
