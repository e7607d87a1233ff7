"""`voltigo jobs`: lists jobs, runs one by hand, shows past runs."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.context import database_or_exit, settings_or_exit, signing_database_or_exit

if TYPE_CHECKING:
    from services.core.db.db import Database
    from services.core.job_queue.job import Job
    from services.settings import Settings

    Opened = Callable[[Settings], AbstractContextManager[Database]]

app = typer.Typer(no_args_is_help=True, help="Abläufe: was von selbst geschieht, und wann.")


@app.command("list")
def list_jobs() -> None:
    """Alle Abläufe nennen: wann jeder an der Reihe ist, wie es um ihn steht und was er tut."""
    from services.cli.job_commands import listed

    settings = settings_or_exit()
    with database_or_exit(settings) as db:
        lines = listed(settings, db)
    for line in lines:
        typer.echo(line)


@app.command("run")
def run_job(name: str) -> None:
    """Einen Ablauf jetzt ausführen und sagen, was dabei herauskam."""
    from services.cli.job_commands import run_once

    with _named_job(name, signing_database_or_exit) as (db, job):
        said, has_worked = run_once(db, job)
    typer.echo(f"{name}: {said}")
    if not has_worked:
        raise typer.Exit(1)


@app.command("history")
def show_history(name: str, count: Annotated[int, typer.Option(min=1, help="so viele Läufe")] = 20) -> None:
    """Sagen, wie die letzten Läufe eines Ablaufs ausgingen."""
    from services.cli.job_commands import history

    with _named_job(name, database_or_exit) as (db, _job):
        lines = history(db, name, count)
    for line in lines or ["Es gibt noch keinen Lauf."]:
        typer.echo(line)


@contextmanager
def _named_job(name: str, opened: "Opened") -> "Iterator[tuple[Database, Job]]":
    from services.cli.job_commands import named

    settings = settings_or_exit()
    with opened(settings) as db:
        job = named(settings, db, name)
        if job is None:
            typer.secho(f"Einen Ablauf {name} gibt es nicht; `voltigo jobs list` nennt alle.", fg="red", err=True)
            raise typer.Exit(2)
        yield db, job
