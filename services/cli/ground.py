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

from services.core.logs import configure_logging
from services.settings import Settings
from services.settings_checks import unknown_names
from services.settings_help import faults_of

if TYPE_CHECKING:
    from services.core.db.db import Database


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
        _end(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is no text'}.", 2)
    for name, value in values.items():
        if value is not None:
            os.environ.setdefault(name, value)


def settings_or_exit(*, demo: bool = False) -> Settings:
    """The settings, or a short list of what is wrong with them and exit code 2. `demo`: those of a demonstration."""
    try:
        settings = _demo_settings() if demo else Settings()
    except ValidationError as error:
        for fault in faults_of(error):
            typer.secho(fault.sentence, fg="red", err=True)
        raise typer.Exit(2) from None
    except (UnicodeDecodeError, OSError) as error:
        reason = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error.strerror
        _end(f"The file .env with the settings cannot be read: {reason}.", 2)
    for sentence in unknown_names():
        typer.secho(f"{sentence}. It is ignored.", fg="yellow", err=True)
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

    from services.core.binding import secret_binding
    from services.core.db.faults import Fault, fault_of

    with database_or_exit(settings) as db:
        try:
            with db.read() as session:
                secret_binding.assert_same(session, settings)
        except DBAPIError as error:
            if fault_of(error) is not Fault.UNMIGRATED:
                raise  # without the column no process has bound the database yet
        yield db


@contextmanager
def reported_faults(settings: Settings) -> Iterator[None]:
    """Trouble with database or folder ends the command with one sentence and exit code 1."""
    from sqlalchemy.exc import DBAPIError

    from services.core.binding.secret_binding import OtherSecret
    from services.core.data_folder import OtherFolder, RestoreUnfinished
    from services.core.http.errors import DatabaseUnavailable
    from services.core.storage.storage import StorageFault
    from services.operation.traces.tracing import TracesMissing
    from services.schema.migrate import DatabaseTooNew, UnknownRevision

    try:
        yield
    except DatabaseTooNew as error:
        _end(
            f"The database was migrated by a newer Voltigo (revision {error}). Start that one, or let it run "
            "`voltigo migrate --to` with the revision of this one; see Upgrades in the README."
        )
    except UnknownRevision as error:
        _end(f"There is no revision {error}.", 2)
    except TracesMissing as error:
        _end(str(error))
    except OtherFolder:
        _end(
            f"This database goes with another folder of data than {settings.store_url or settings.data_dir}: the "
            "reports' store, kept reports and attachments lie there. All servers of one database share one place "
            "(VOLTIGO_STORE_URL, or without one VOLTIGO_DATA_DIR). If it is lost, `voltigo store adopt` takes this "
            "one instead."
        )
    except OtherSecret as error:
        _end(_about_secret(settings, is_missing=error.is_missing))
    except RestoreUnfinished:
        _end(
            f"A restore or an import into {settings.data_dir} is running, or was cut off: the same command, "
            "`voltigo restore` or `voltigo import`, begins it again and finishes it."
        )
    except StorageFault as error:
        _end(f"{error} VOLTIGO_STORE_URL names it.")
    except DatabaseUnavailable:
        _end("The database is busy: another process holds it. Try again in a moment.")
    except (DBAPIError, DatabaseError) as error:
        if (sentence := _sentence(error, settings)) is None:
            raise
        _end(sentence)
    except OSError as error:
        if error.filename is None:
            raise
        _end(f"VOLTIGO_DATA_DIR ({settings.data_dir}) cannot be used: {error.filename}: {error.strerror}.")


def _about_secret(settings: Settings, *, is_missing: bool) -> str:
    """What is wrong with the secret of this process, and what helps."""
    path = settings.data_dir.resolve() / "secret"
    advice = (
        "If the right one is lost, or was changed on purpose, `voltigo secret adopt` takes this one; its --help says "
        "what stops working."
    )
    if is_missing:
        return (
            f"The secret that this database goes with is missing: there is no {path}, and VOLTIGO_SECRET is empty. Set "
            "VOLTIGO_SECRET to that of the other servers, or bring the file back, from a backup for instance: second "
            "factors and the links in mails depend on it. "
            f"{advice.replace('takes this one', 'makes a new one')}"
        )
    here = "VOLTIGO_SECRET is" if settings.secret.get_secret_value() else f"The secret in {path} is"
    return (
        f"{here} not the one that this database goes with: links in mails and second factors would be refused. All "
        f"servers and workers of one database need the same secret; set VOLTIGO_SECRET to that of the others. {advice}"
    )


def _sentence(error: Exception, settings: Settings) -> str | None:
    """The sentence for a database error; None if it is a bug of ours."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import InterfaceError, OperationalError

    from services.core.db.faults import Fault, fault_of

    name = make_url(settings.database).render_as_string(hide_password=True)
    place = name.removeprefix("sqlite:///")
    known = {
        Fault.LOCKED: "The database is busy: another process holds it. Try again in a moment.",
        Fault.FULL: f"The disk is full: the database {place} cannot be written.",
        Fault.READ_ONLY: f"The database {place} cannot be written: the file, its folder or the server is read-only.",
        Fault.DAMAGED: f"The database {place} is damaged, or no database. Restore a backup; `voltigo check` says more.",
        Fault.CLOSED: f"The database {place} cannot be opened: there is no such folder, or it may not be read.",
        Fault.UNMIGRATED: f"The database {place} lacks tables of this version. `voltigo migrate` brings it up to date.",
    }
    if (sentence := known.get(fault_of(error))) is not None:
        return sentence
    if isinstance(error, OperationalError | InterfaceError):
        return f"The database does not answer ({type(error.orig).__name__}). VOLTIGO_DATABASE_URL names it."
    return None


def _end(sentence: str, code: int = 1) -> NoReturn:
    typer.secho(sentence, fg="red", err=True)
    raise typer.Exit(code) from None
