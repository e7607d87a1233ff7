"""What every command needs: settings and a database, or a short sentence and an exit code instead of a traceback."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer
from pydantic import ValidationError

from services.core.logs import configure_logging
from services.settings import Settings
from services.settings_checks import PREFIX, unknown_names

if TYPE_CHECKING:
    from services.core.db import Database


_PRIVATE = 0o077
"""What is taken from the mode of every new file and folder: all rights of the group and of others."""


def keep_files_private() -> None:
    """Whatever this process writes, SQLite's and DuckDB's files among it, is for the user it runs as alone."""
    os.umask(_PRIVATE)


def settings_or_exit(*, demo: bool = False) -> Settings:
    """The settings, or a short list of what is wrong with them and exit code 2. `demo`: those of a demonstration."""
    try:
        settings = _demo_settings() if demo else Settings()
    except ValidationError as error:
        for sentence in _faults(error):
            typer.secho(sentence, fg="red", err=True)
        raise typer.Exit(2) from None
    for sentence in unknown_names():
        typer.secho(f"{sentence}. It is ignored.", fg="yellow", err=True)
    configure_logging(pretty=settings.environment == "local" and sys.stderr.isatty())
    return settings


def _faults(error: ValidationError) -> Iterator[str]:
    """One line a fault: of a single setting by its name, of them together as `settings_checks` words it."""
    for fault in error.errors():
        said = fault["msg"].removeprefix("Value error, ")
        if fault["loc"]:
            yield f"{PREFIX}{'_'.join(str(part) for part in fault['loc']).upper()}: {said}"
        else:
            yield from (f"{sentence}." for sentence in said.split("; "))


def _demo_settings() -> Settings:
    from services.demo.build import demo_settings

    return demo_settings(Settings())


@contextmanager
def database_or_exit(settings: Settings) -> Iterator["Database"]:
    """The database for one command; one that does not answer ends it with a sentence instead of a traceback."""
    from sqlalchemy.exc import OperationalError

    from services.core.db import Database

    db = Database(settings.database)
    try:
        yield db
    except OperationalError as error:
        typer.secho(f"The database does not answer ({type(error.orig).__name__}).", fg="red", err=True, nl=False)
        typer.secho(" VOLTIGO_DATABASE_URL names it.", err=True)
        raise typer.Exit(1) from None
    finally:
        db.close()
