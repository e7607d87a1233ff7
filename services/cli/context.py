"""Shared set-up of all commands: settings and database, with a sentence and an exit code instead of a traceback."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import DatabaseError
from typing import TYPE_CHECKING, NoReturn

import typer
from pydantic import ValidationError

from services.core.german import os_reason
from services.core.logs import configure_logging
from services.settings import Settings
from services.settings_checks import NO_SETTING, unknown_names
from services.settings_help import faults_of

if TYPE_CHECKING:
    from services.core.db.db import Database


_BUSY = "Die Datenbank ist beschäftigt: Ein anderer Prozess hält sie. Versuchen Sie es gleich noch einmal."
_PRIVATE = 0o077
"""The umask: removes all rights of the group and of others from every new file and folder."""


def keep_files_private() -> None:
    """Set the umask so that all files of this process, SQLite's and DuckDB's included, are private to its user."""
    os.umask(_PRIVATE)


def read_settings_file(path: Path) -> None:
    """Take settings from a file, such as systemd's, for what the environment does not say itself."""
    from dotenv import dotenv_values

    try:
        with path.open(encoding="utf-8") as file:
            values = dotenv_values(stream=file)
    except (OSError, UnicodeDecodeError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else "kein Text in UTF-8"
        _end(f"{path} lässt sich nicht lesen: {reason}.", 2)
    for name, value in values.items():
        if value is not None:
            os.environ.setdefault(name, value)


def settings_or_exit(*, demo: bool = False) -> Settings:
    """The settings, or a short list of what is wrong with them and exit code 2. `demo`: those of a demonstration."""
    try:
        settings = _demo_settings() if demo else Settings()
    except ValidationError as error:
        for one in faults_of(error):
            typer.secho(f"{one.words} {one.helps}".strip(), fg="red", err=True)
        raise typer.Exit(2) from None
    except (UnicodeDecodeError, OSError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else "kein Text in UTF-8"
        _end(f"Die Datei .env mit den Einstellungen lässt sich nicht lesen: {reason}.", 2)
    for name, nearest in unknown_names().items():
        meant = f" Gemeint ist vielleicht {nearest}." if nearest else ""
        typer.secho(f"{name} {NO_SETTING}.{meant} Sie wird übergangen.", fg="yellow", err=True)
    configure_logging(pretty=settings.environment == "local" and sys.stderr.isatty())
    return settings


def _demo_settings() -> Settings:
    from services.demo.build import demo_settings

    return demo_settings(Settings())


@contextmanager
def database_or_exit(settings: Settings) -> Iterator["Database"]:
    """The database for one command; trouble with it ends the command with a sentence instead of a traceback."""
    from services.core.db.db import Database

    with reported_faults(settings):
        db = Database(settings.database, settings.replica)
        try:
            yield db
        finally:
            db.close()


@contextmanager
def signing_database_or_exit(settings: Settings) -> Iterator["Database"]:
    """The same for a command that signs, sends or checks signatures: with another secret than the servers' it ends with
    a sentence as well.
    """
    from sqlalchemy.exc import DBAPIError

    from services.core import identity, stored_settings
    from services.core.db.faults import Fault, fault_of

    with database_or_exit(settings) as db:
        try:
            with db.read() as session:
                identity.assert_same(session, settings)
        except DBAPIError as error:
            if fault_of(error) is not Fault.UNMIGRATED:
                raise  # without the column no process has bound the database yet
        stored_settings.adopt(settings, db)
        yield db


@contextmanager
def reported_faults(settings: Settings) -> Iterator[None]:
    """Trouble with database or folder ends the command with one sentence and exit code 1."""
    from sqlalchemy.exc import DBAPIError

    from services.core.data_folder import OtherFolder, RestoreUnfinished
    from services.core.http.errors import DatabaseUnavailable
    from services.core.identity import OtherSecret
    from services.core.storage.storage import StorageFault
    from services.operation.traces import TracesMissing
    from services.schema.migrate import DatabaseTooNew, DatabaseTooOld, UnknownRevision

    try:
        yield
    except DatabaseTooNew as error:
        _end(
            f"Ein neueres Voltigo hat die Datenbank umgestellt (Revision {error}). Starten Sie dieses, oder lassen Sie "
            "es `voltigo migrate --to` mit der Revision von diesem hier ausführen; `voltigo deployment production.md` "
            "beschreibt das."
        )
    except UnknownRevision as error:
        _end(f"Eine Revision {error} gibt es nicht.", 2)
    except (DatabaseTooOld, TracesMissing) as error:
        _end(str(error))
    except OtherFolder:
        _end(
            f"Zu dieser Datenbank gehört ein anderer Datenordner als {settings.store_url or settings.data_dir}: Dort "
            "liegen Datenspeicher, aufgehobene Berichte und Anhänge. Alle Server einer Datenbank teilen sich einen Ort "
            "(VOLTIGO_STORE_URL, sonst VOLTIGO_DATA_DIR). Ist er verloren, nimmt `voltigo store adopt` diesen hier."
        )
    except OtherSecret as error:
        _end(_about_secret(settings, is_missing=error.is_missing))
    except RestoreUnfinished:
        _end(
            f"Eine Wiederherstellung oder ein Import nach {settings.data_dir} läuft oder wurde abgebrochen: Derselbe "
            "Befehl, `voltigo restore` oder `voltigo import`, beginnt von vorn und führt es zu Ende."
        )
    except StorageFault as error:
        _end(str(error))
    except DatabaseUnavailable:
        _end(_BUSY)
    except (DBAPIError, DatabaseError) as error:
        if (sentence := _sentence(error, settings)) is None:
            raise
        _end(sentence)
    except OSError as error:
        if error.filename is None:
            raise
        where = f"VOLTIGO_DATA_DIR ({settings.data_dir})"
        _end(f"{where} ist nicht benutzbar: {error.filename}: {os_reason(error)}.")


def _about_secret(settings: Settings, *, is_missing: bool) -> str:
    path = settings.data_dir.resolve() / "secret"
    advice = (
        "Ist das richtige verloren oder mit Absicht geändert, nimmt `voltigo secret adopt` dieses hier; --help sagt, "
        "was dann nicht mehr gilt."
    )
    if is_missing:
        return (
            f"Das Geheimnis, das zu dieser Datenbank gehört, fehlt: {path} gibt es nicht, und VOLTIGO_SECRET ist leer. "
            "Setzen Sie VOLTIGO_SECRET auf das der anderen Server, oder holen Sie die Datei zurück, zum Beispiel aus "
            "einer Sicherung: Zweite Faktoren und die Links in E-Mails hängen daran. "
            f"{advice.replace('nimmt `voltigo secret adopt` dieses hier', 'macht `voltigo secret adopt` ein neues')}"
        )
    here = "VOLTIGO_SECRET" if settings.secret.get_secret_value() else f"Das Geheimnis in {path}"
    return (
        f"{here} ist nicht das, das zu dieser Datenbank gehört: Links in E-Mails und zweite Faktoren würden "
        "abgewiesen. Alle Server und Worker einer Datenbank brauchen dasselbe; setzen Sie VOLTIGO_SECRET auf das der "
        f"anderen. {advice}"
    )


def _sentence(error: Exception, settings: Settings) -> str | None:
    """The message for a database error; None if it is our bug."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import InterfaceError, OperationalError

    from services.core.db.faults import Fault, fault_of

    name = make_url(settings.database).render_as_string(hide_password=True)
    place = name.removeprefix("sqlite:///")
    known = {
        Fault.LOCKED: _BUSY,
        Fault.FULL: f"Der Datenträger ist voll: Die Datenbank {place} lässt sich nicht schreiben.",
        Fault.READ_ONLY: f"Die Datenbank {place} ist schreibgeschützt: die Datei, ihr Ordner oder der Server.",
        Fault.DAMAGED: f"Die Datenbank {place} ist beschädigt oder keine Datenbank. Stellen Sie eine Sicherung wieder "
        "her; `voltigo check` sagt mehr.",
        Fault.CLOSED: f"Die Datenbank {place} lässt sich nicht öffnen: {_why_closed(place)}.",
        Fault.UNMIGRATED: f"Der Datenbank {place} fehlen Tabellen dieser Version. `voltigo migrate` bringt sie auf den "
        "Stand.",
    }
    if (sentence := known.get(fault_of(error))) is not None:
        return sentence
    if isinstance(error, OperationalError | InterfaceError):
        return f"Die Datenbank antwortet nicht ({type(error.orig).__name__}). VOLTIGO_DATABASE_URL nennt sie."
    return None


def _why_closed(place: str) -> str:
    """Why SQLite cannot open its file: its own message is the same for every cause."""
    path = Path(place)
    if not path.parent.is_dir():
        return f"Den Ordner {path.parent} gibt es nicht"
    if path.is_dir():
        return "Das ist ein Ordner, keine Datei"
    if path.exists() and not _may(path, os.R_OK):
        return "Dieser Benutzer darf die Datei nicht lesen"
    if not _may(path.parent, os.W_OK):
        return f"In den Ordner {path.parent} darf dieser Benutzer nicht schreiben, und SQLite legt dort Dateien an"
    return "Die Datei oder ihr Ordner lässt sich nicht lesen oder nicht schreiben"


def _may(path: Path, wish: int) -> bool:
    """By the effective user's permissions, if the system can tell."""
    return os.access(path, wish, effective_ids=os.access in os.supports_effective_ids)


def _end(sentence: str, code: int = 1) -> NoReturn:
    typer.secho(sentence, fg="red", err=True)
    raise typer.Exit(code) from None
