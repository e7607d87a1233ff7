"""`voltigo`: the command line behind every `make` target."""

import gc
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer
from pydantic import ValidationError
from starlette.types import ASGIApp

from services.core.logs import configure_logging
from services.settings import Settings

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session

    from services.core.db import Database
    from services.demo.log_ins import LogIn
    from services.jobs.job import Job

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Voltigo: reserve, credit, report.")
jobs_app = typer.Typer(no_args_is_help=True, help="Periodic work.")
audit_app = typer.Typer(no_args_is_help=True, help="The audit log.")
staff_app = typer.Typer(no_args_is_help=True, help="Who works here.")
store_app = typer.Typer(no_args_is_help=True, help="The analytical store.")
app.add_typer(jobs_app, name="jobs")
app.add_typer(audit_app, name="audit")
app.add_typer(staff_app, name="staff")
app.add_typer(store_app, name="store")


def _settings(*, demo: bool = False) -> Settings:
    """The settings, or a short list of what is wrong with them."""
    try:
        settings = _demo_settings() if demo else Settings()
    except ValidationError as error:
        for fault in error.errors():
            name = "_".join(str(part) for part in fault["loc"]).upper()
            typer.secho(f"VOLTIGO_{name}: {fault['msg']}" if name else fault["msg"], fg="red", err=True)
        raise typer.Exit(2) from None
    configure_logging(pretty=settings.environment == "local" and sys.stderr.isatty())
    return settings


def _demo_settings() -> Settings:
    from services.demo.build import demo_settings

    return demo_settings(Settings())


@contextmanager
def _database(settings: Settings) -> Iterator["Database"]:
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


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        typer.secho(f"Cannot listen on {host}:{port} ({error.strerror}). ", fg="red", err=True, nl=False)
        typer.secho("Is it running already? VOLTIGO_PORT names another port.", err=True)
        raise typer.Exit(1) from None
    listener.listen(2048)  # from here on a request waits instead of being refused
    return listener


@app.command()
def serve() -> None:
    """Migrate the database, then answer requests and run the jobs until Ctrl-C or SIGTERM."""
    from services.migrate import migrate

    settings = _settings()
    listener = _listen(settings.host, settings.port)
    with _database(settings) as db:
        migrate(db)
        setup_link = _first_setup_link(settings, db)
    _serve(settings, listener, [f"Konsole einrichten: {setup_link}"] if setup_link else [])


@app.command()
def demo(
    fresh: Annotated[bool, typer.Option("--fresh", help="make it anew")] = False,
    visits: Annotated[int, typer.Option(min=0, help="so many visits more, in bulk; makes it anew")] = 0,
) -> None:
    """Serve a demonstration with made-up people and a database of its own, on this machine only."""
    settings = _settings(demo=True)
    listener = _listen(settings.host, settings.port)
    log_ins = _demonstration(settings, fresh=fresh or visits > 0, visits=visits)
    lines = [f"  {entry.role:<10} {entry.email:<24} {entry.password}" for entry in log_ins]
    console = f"http://{settings.host}:{listener.getsockname()[1]}/admin/"
    _serve(settings, listener, [f"Konsole: {console}", *lines])


def _demonstration(settings: Settings, *, fresh: bool, visits: int) -> "list[LogIn]":
    from services.core.clock import utc_now
    from services.demo.build import SIZE, STEPS, build, clear
    from services.demo.log_ins import keep, kept
    from services.migrate import migrate

    log_ins = None if fresh else kept(settings.data_dir)
    if log_ins is not None:
        with _database(settings) as db:
            migrate(db)
        return log_ins
    clear(settings.data_dir)
    now = utc_now()
    with _database(settings) as db, _quiet_logs():
        with typer.progressbar(length=STEPS, label="Vorführung wird angelegt") as bar:
            made = build(db, settings, SIZE, now, lambda: bar.update(1))
        _add_visits(settings, db, visits, now)
        keep(settings.data_dir, made)
    return made


def _add_visits(settings: Settings, db: "Database", visits: int, now: "datetime") -> None:
    """Visits in bulk, and everything into the store: the first report need not wait for the job."""
    from sqlalchemy import func, select

    from services.attribution.models import Visit
    from services.core.clock import utc_now
    from services.demo.bulk import add_visits
    from services.reports.carry import Carrier
    from services.reports.store import store_of

    if visits:
        with typer.progressbar(length=visits, label="Besuche in Menge        ") as bar:
            add_visits(db, visits, now, bar.update)
    with db.read() as session:
        rows = session.scalar(select(func.count()).select_from(Visit)) or 0
    with typer.progressbar(length=rows, label="Auswertungen vorbereitet") as bar:
        Carrier(db, store_of(settings), utc_now).run(bar.update)


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Hundreds of mails would write over the progress bar."""
    import structlog

    wrapper = structlog.get_config()["wrapper_class"]
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    try:
        yield
    finally:
        structlog.configure(wrapper_class=wrapper)


def _serve(settings: Settings, listener: socket.socket, greeting: Sequence[str]) -> None:
    """Answer requests until somebody ends it; `greeting` is printed below the address."""
    import uvicorn

    from services.app import create_app

    port = listener.getsockname()[1]
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=20,
        proxy_headers=False,
    )
    server = uvicorn.Server(config)
    # What is loaded by now stays for good: the collector need not walk through it again and again under load.
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)

    def stop(_number: int, _frame: FrameType | None) -> None:
        """Before uvicorn listens to signals itself, and after it: it raises each again when it has stopped."""
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    typer.echo(f"Voltigo: http://{settings.host}:{port}/  (Ctrl-C ends it)")
    for line in greeting:
        typer.echo(line)
    server.run(sockets=[listener])
    gc.unfreeze()  # or DuckDB takes what is frozen at the end for leaks and says so in the log, not in JSON
    typer.echo("Voltigo has stopped.")
    _leave_if_stuck()


def _first_setup_link(settings: Settings, db: "Database") -> str | None:
    """The link for the first account, as long as there is none; it voids the one printed at an earlier start."""
    from services.core.clock import utc_now
    from services.staff import links

    token = db.write(lambda session: links.issue_first(session, utc_now()))
    return links.address(settings, token) if token else None


def development_app() -> ASGIApp:
    """For `make dev`: what uvicorn's reloader builds anew after each change."""
    from services.app import create_app

    return create_app(_settings())


@app.command()
def migrate() -> None:
    """Bring the database to the newest schema."""
    from services.migrate import migrate as run

    with _database(_settings()) as db:
        run(db)


@app.command()
def openapi(
    path: Annotated[Path | None, typer.Argument(help="file to write; standard output without")] = None,
    staff: Annotated[bool, typer.Option("--staff", help="the console's instead of the public one")] = False,
) -> None:
    """Write the API document of the public site or of the console."""
    from services.api_document import public_document, staff_document

    document = staff_document() if staff else public_document()
    text = json.dumps(document, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    if path:
        path.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


@app.command()
def worker() -> None:
    """Migrate the database, then run the jobs without answering requests, until Ctrl-C or SIGTERM."""
    from services.jobs.commands import work_until_told
    from services.migrate import migrate

    settings = _settings()
    with _database(settings) as db:
        migrate(db)
        work_until_told(settings, db, lambda: typer.echo("Voltigo runs its jobs.  (Ctrl-C ends it)"))
    typer.echo("Voltigo has stopped.")
    _leave_if_stuck()


@jobs_app.command("list")
def list_jobs() -> None:
    """Name every job with when it is due, how it is and what it does."""
    from services.jobs.commands import listed

    settings = _settings()
    with _database(settings) as db:
        lines = listed(settings, db)
    for line in lines:
        typer.echo(line)


@jobs_app.command("run")
def run_job(name: str) -> None:
    """Run one job now and print its result."""
    from services.jobs.commands import run_once

    with _named_job(name) as (db, job):
        said, has_worked = run_once(db, job)
    typer.echo(f"{name}: {said}")
    if not has_worked:
        raise typer.Exit(1)


@jobs_app.command("history")
def show_history(name: str, count: Annotated[int, typer.Option(min=1, help="so many runs")] = 20) -> None:
    """Tell how the last runs of a job went."""
    from services.jobs.commands import history

    with _named_job(name) as (db, _job):
        lines = history(db, name, count)
    for line in lines or ["There is no run yet."]:
        typer.echo(line)


@contextmanager
def _named_job(name: str) -> "Iterator[tuple[Database, Job]]":
    from services.jobs.commands import named

    settings = _settings()
    with _database(settings) as db:
        job = named(settings, db, name)
        if job is None:
            typer.secho(f"There is no job {name}; see `voltigo jobs list`.", fg="red", err=True)
            raise typer.Exit(2)
        yield db, job


def _leave_if_stuck() -> None:
    """End even though a job does not: it was given back, and another instance runs it."""
    from services.jobs.scheduler import is_stuck

    if is_stuck():
        sys.stdout.flush()
        os._exit(0)


@audit_app.command("verify")
def verify_audit() -> None:
    """Check the hash chain of the audit log from its first entry to its last."""
    from services.staff.audit import first_broken_entry

    with _database(_settings()) as db, db.read() as session:
        broken = first_broken_entry(session)
    if broken is not None:
        typer.secho(f"The chain is broken at entry {broken}.", fg="red", err=True)
        raise typer.Exit(1)
    typer.echo("The audit log is whole.")


@store_app.command("status")
def show_store() -> None:
    """Say what the store holds and what waits to be carried."""
    from services.core.clock import utc_now
    from services.reports.status import as_table, is_restored, store_status

    with _database(_settings()) as db, db.read() as session:
        status, restored = store_status(session, utc_now()), is_restored(session)
    for line in as_table(status):
        typer.echo(line)
    if restored:
        typer.secho("The database was restored from another PostgreSQL cluster. ", fg="red", err=True, nl=False)
        typer.secho("`voltigo store rebuild` (or the next run of carry-visits) writes the store anew.", err=True)
        raise typer.Exit(1)


@store_app.command("rebuild")
def rebuild_store() -> None:
    """Write the store anew from the database; reports go on meanwhile."""
    from services.core.clock import utc_now
    from services.reports.carry import Carrier
    from services.reports.status import store_status
    from services.reports.store import store_of

    settings = _settings()
    with _database(settings) as db:
        with db.read() as session:
            rows = sum(
                d.waiting_rows + d.rows for d in store_status(session, utc_now()).datasets if d.name != "visit_days"
            )
        with typer.progressbar(length=rows, label="Rows") as bar:
            carried = Carrier(db, store_of(settings), utc_now).rebuild(bar.update)
    if carried.is_elsewhere:
        typer.secho("Another process is carrying rows; try again when it is done.", fg="red", err=True)
        raise typer.Exit(1)
    typer.echo(f"The store was written anew: {carried}.")


@store_app.command("verify")
def verify_store() -> None:
    """Compare every file of the store with the database, row by row."""
    from services.reports.store import store_of
    from services.reports.verify import count_files, verify_whole

    settings = _settings()
    with _database(settings) as db, typer.progressbar(length=count_files(db), label="Files") as bar:
        found = verify_whole(db, store_of(settings), lambda: bar.update(1))
    for sentence in found:
        typer.secho(sentence, fg="red", err=True)
    if found:
        raise typer.Exit(1)
    typer.echo("The store equals the database.")


@staff_app.command("create")
def create_account(
    email: Annotated[str, typer.Option()],
    name: Annotated[str, typer.Option()],
    role: Annotated[str, typer.Option(help="admin, staff or marketing")],
) -> None:
    """Make an account and print its one-time link; for somebody still invited, a fresh link."""
    from services.core.clock import utc_now
    from services.core.errors import ValidationProblem
    from services.staff import accounts, links
    from services.staff.errors import EmailTaken
    from services.staff.fields import read_details

    settings = _settings()
    typed = {"email": email, "name": name, "role": role}
    is_test = settings.environment != "production"
    try:
        details = read_details(typed, needed=frozenset(typed), allow_test_domains=is_test)
        with _database(settings) as db:
            token = db.write(lambda session: accounts.create(session, details, utc_now()))
    except ValidationProblem as problem:
        for fault in problem.errors:
            typer.secho(f"--{fault['field']}: {fault['message']}", fg="red", err=True)
        raise typer.Exit(2) from None
    except EmailTaken as problem:
        typer.secho(problem.detail, fg="red", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"Konto einrichten: {links.address(settings, token)}")


@staff_app.command("disable")
def disable_account(email: str) -> None:
    """Keep somebody out from this moment on: sessions and links end."""
    from services.staff import accounts

    _change_account(email, lambda session, id_, now: accounts.disable(session, accounts.SYSTEM, id_, now))
    typer.echo("The account is disabled.")


@staff_app.command("reset-totp")
def reset_totp(email: str) -> None:
    """Take a lost second factor away; the next log-in sets up a new one."""
    from services.staff import accounts

    _change_account(email, lambda session, id_, now: accounts.reset_totp(session, accounts.SYSTEM, id_, now))
    typer.echo("The second factor is gone; the next log-in sets up a new one.")


def _change_account(email: str, change: Callable[["Session", int, "datetime"], object]) -> None:
    """Change the account with this address, or end with the sentence why not."""
    from services.core.clock import utc_now
    from services.core.errors import Problem
    from services.staff import accounts

    try:
        with _database(_settings()) as db:
            db.write(lambda session: change(session, accounts.named(session, email), utc_now()))
    except Problem as problem:
        typer.secho(problem.detail, fg="red", err=True)
        raise typer.Exit(1) from None
