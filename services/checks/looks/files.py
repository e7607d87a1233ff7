"""Checks of what lies on the disk: room, rights, the folder of data, what upgrades removed, the built apps."""

import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy.engine import make_url

from services.checks.finding import Found, Ground, fault, hint, ok
from services.checks.probe.readiness import LEAST_FREE_BYTES
from services.checks.words import size_words
from services.core import data_folder
from services.core.german import os_reason
from services.core.http.static_files import missing_builds
from services.core.storage.installed import files_of
from services.settings import Settings

_LITTLE_FREE_BYTES: Final = 1_000_000_000
_REMOVED: Final = "removed"
"""Where the migrations write what they drop (`migrations/removed.py`), in the folder of data."""
_FOR_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_NAMES: Final = {"site_missing": "die Website (public-web/dist)", "console_missing": "die Konsole (admin-web/dist)"}
_PRIVATE: Final = ("secret", "setup-link", "mail", "store", "reports", _REMOVED, "voltigo.sqlite3")
_SHOWN: Final = 3


def database_file(settings: Settings) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL, or one in memory."""
    url = make_url(settings.database)
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(url.database or "") if is_file else None


def room(ground: Ground) -> Found:
    """Free space where the data and where the database lie."""
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


def rights(ground: Ground) -> Found:
    """What lies in the folder of data, the database and `.env` are for their own user alone."""
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


def folder(ground: Ground) -> Found:
    """Whether the database goes with this folder of data."""
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


def removed(ground: Ground) -> Found:
    """The files in which upgrades left what they removed, by table."""
    place = ground.settings.data_dir / _REMOVED
    try:
        tables = sorted({path.name.partition(".")[0].partition("-")[0] for path in place.glob("*.csv")})
    except OSError as error:
        return fault(f"{place} lässt sich nicht lesen: {os_reason(error)}.")
    if not tables:
        return ok("Keine Aktualisierung hat etwas hinterlassen.")
    return hint(f"Der Inhalt entfernter Tabellen liegt in {place.resolve()}: {', '.join(tables)}.")


def builds(_ground: Ground) -> Found:
    """Whether both web apps are built."""
    missing = [_NAMES[cause] for cause in missing_builds()]
    if missing:
        return fault(f"Es fehlt {' und '.join(missing)}.")
    return ok("Website und Konsole sind da.")
